//! How much of a sample is the harness and not the work.

use std::time::{Duration, Instant};

use hostmark_harness::answer::{Answer, Known};
use hostmark_harness::clock::SystemClock;
use hostmark_harness::source::{self, Instruments};
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work, Workload};

use crate::Problem;
use crate::kernels::Bundled;

/// The bar, in percent.
const MOST: f64 = 0.1;

/// Events in a sample of about 25 ms, the shortest that the quick plan takes.
const EVENTS: u64 = 25;

struct Nothing;

impl Loop for Nothing {
    fn run(&mut self, units: u64, _stop: &Stop) -> Result<Work, NoResult> {
        Ok(Work::new(units, Answer::Count(units)))
    }

    fn has_events(&self) -> bool {
        true
    }
}

/// Draws samples of a kernel that does nothing, each event timed alone; that time is the harness's. It is
/// compared with the time that as many real events take.
pub fn of_a_sample(mut kernel: Bundled) -> Result<bool, Problem> {
    let (clock, stop) = (SystemClock::new(), Stop::new());
    let tools = Instruments { clock: &clock, clock_cost: 0.0, stop: &stop };
    let mut source = source::of(Workload::Loop(vec![Box::new(Nothing)]), Known::PerUnit(1), Duration::ZERO, tools);
    let mut shares = Vec::new();
    for _ in 0..40 {
        let seconds = EVENTS as f64 / kernel.speed(EVENTS)?;
        source.draw(EVENTS)?;
        let start = Instant::now();
        source.draw(EVENTS)?;
        shares.push(100.0 * start.elapsed().as_secs_f64() / seconds);
    }
    shares.sort_by(f64::total_cmp);
    let (middle, worst) = (shares[shares.len() / 2], shares[shares.len() - 1]);
    let holds = middle < MOST;
    println!(
        "harness: share of a sample of {EVENTS} timed cpu events: median {middle:.4} %, worst of {} {worst:.4} %, \
         bar below {MOST} %: {}",
        shares.len(),
        if holds { "holds" } else { "MISSED" }
    );
    Ok(holds)
}
