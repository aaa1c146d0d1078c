//! The case `clock`: what one reading of the clock costs, which is most of a small sysbench event.

use std::time::Instant;

use hostmark_harness::answer::{Answer, Known};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Case, Environment, Findings, Item, Loop, Prepared, Work, Workload};

use crate::metrics;

/// Readings in a unit.
const READINGS: u64 = 1000;

/// The case.
pub(crate) fn case() -> Case {
    Case {
        name: "clock",
        about: "reads the monotonic clock",
        parameters: Parameters::new(),
        revision: 1,
        known: Known::PerUnit(READINGS),
        metrics: metrics::of_clock(READINGS),
        bytes: 0,
    }
}

/// Makes an item ready; the context names the source that the kernel uses.
pub(crate) fn prepare(item: &Item, environment: &Environment) -> Prepared {
    let source = environment.host.as_deref().and_then(|host| host.clock.source.value().cloned());
    let context = source.map_or(Parameters::new(), |source| Parameters::new().with("source", source));
    let kernels = (0..item.threads).map(|_| Box::new(Clock { last: Instant::now() }) as Box<dyn Loop>).collect();
    let findings = Findings { context, ..Findings::default() };
    Prepared { findings, ..Prepared::bundled(Workload::Loop(kernels)) }
}

struct Clock {
    last: Instant,
}

impl Loop for Clock {
    /// The answer counts the readings that did not step back.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let mut in_order = 0;
        for _ in 0..units {
            if stop.is_set() {
                return Err(NoResult::Stopped);
            }
            for _ in 0..READINGS {
                let now = Instant::now();
                in_order += u64::from(now >= self.last);
                self.last = now;
            }
        }
        Ok(Work::new(units, Answer::Count(in_order)))
    }
}
