//! What the harness itself costs: one sample of a kernel that does nothing.

use std::time::Duration;

use criterion::Criterion;
use hostmark_harness::answer::{Answer, Known};
use hostmark_harness::clock::SystemClock;
use hostmark_harness::source::{self, Instruments};
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work, Workload};

struct Nothing {
    has_events: bool,
}

impl Loop for Nothing {
    fn run(&mut self, units: u64, _stop: &Stop) -> Result<Work, NoResult> {
        Ok(Work::new(units, Answer::Count(units)))
    }

    fn has_events(&self) -> bool {
        self.has_events
    }
}

fn overhead(criterion: &mut Criterion) {
    let (clock, stop) = (SystemClock::new(), Stop::new());
    // A clock that costs nothing lets even the shortest event be timed alone.
    let tools = Instruments { clock: &clock, clock_cost: 0.0, stop: &stop };
    let source = |has_events| {
        let kernels: Vec<Box<dyn Loop>> = vec![Box::new(Nothing { has_events })];
        source::of(Workload::Loop(kernels), Known::PerUnit(1), Duration::ZERO, tools)
    };
    let mut whole = source(false);
    criterion.bench_function("harness, one sample", |bencher| bencher.iter(|| whole.draw(1000)));
    let mut events = source(true);
    criterion.bench_function("harness, one sample of 100 timed events", |bencher| bencher.iter(|| events.draw(100)));
}

fn main() {
    let short = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500));
    let mut criterion = short.measurement_time(Duration::from_secs(1)).configure_from_args();
    overhead(&mut criterion);
    criterion.final_summary();
}
