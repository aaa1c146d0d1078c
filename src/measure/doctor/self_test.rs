//! Whether hostmark measures right on this host: right answers, twice the time for twice the work, and the clock.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use hostmark_harness::answer::Known;
use hostmark_harness::host::Host;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Loop, Side, State as Offer, Suite, Workload};

use super::{Finding, State};
use crate::measure::plan;
use crate::measure::resolve::{self, Planned, Wishes};

/// The plan whose kernels are tested, and work that does not take minutes.
const PLAN: &str = "full";
const SMALL: [&str; 4] = ["hanoi.disks=18", "lzma.corpus=tiny", "lzma.preset=0", "disk.size=64M"];

/// A run of single work takes about so long.
const SINGLE: f64 = 0.01;

/// Single and double work are run so many times in turn.
const PAIRS: usize = 9;

/// So many times all pairs are run again before twice the work is said not to take twice the time.
const ATTEMPTS: usize = 4;

/// No further pair after so long.
const LONG: Duration = Duration::from_secs(3);

/// How far the ratio may be from 2.
const TOLERANCE: f64 = 0.05;

/// So many sleeps of a millisecond; longer overshoot than this delays what is paced by time.
const SLEEPS: u32 = 20;
const LONG_OVERSHOOT: f64 = 1e-3;

/// Tests the clock, sleeping, and one kernel for each case and implementation that is part of this program.
/// `seen` is told each finding at once; a stop ends it early.
pub fn self_test(environment: &Environment, host: &Host, seen: &mut dyn FnMut(Finding)) -> Result<()> {
    seen(clock(host));
    seen(sleep());
    let wishes = Wishes { set: SMALL.map(str::to_string).to_vec(), ..Wishes::default() };
    let plan = resolve::amend(plan::load(PLAN)?, &wishes)?;
    let planned = resolve::resolve(&plan, 1, environment)?;
    let mut tested: Vec<(&str, &str, String)> = Vec::new();
    for suite in &planned {
        for item in suite.blocks.iter().flatten().filter(|item| is_own(item)) {
            let name = (item.suite, item.case.name, item.implementation.name.clone());
            if tested.contains(&name) || environment.stop.is_set() {
                continue;
            }
            seen(kernel(suite, item, &environment.stop));
            tested.push(name);
        }
    }
    Ok(())
}

fn is_own(item: &Item) -> bool {
    item.threads == 1 && item.implementation.side == Side::Bundled && item.implementation.state == Offer::Ready
}

fn clock(host: &Host) -> Finding {
    match (host.clock.step.value(), host.clock.cost.value()) {
        (Some(step), Some(cost)) => {
            Finding::ok("clock step", format!("{:.0} ns, {:.0} ns a reading", step * 1e9, cost * 1e9))
        }
        _ => {
            Finding::new(State::Failed, "clock step", host.clock.step.why(), "without a clock nothing can be measured")
        }
    }
}

fn sleep() -> Finding {
    let wanted = Duration::from_millis(1);
    let overshoot = || {
        let start = Instant::now();
        thread::sleep(wanted);
        start.elapsed().saturating_sub(wanted).as_secs_f64()
    };
    let mut all: Vec<f64> = (0..SLEEPS).map(|_| overshoot()).collect();
    all.sort_by(f64::total_cmp);
    let middle = all[all.len() / 2];
    let text = format!("{:.0} us beyond 1 ms, at most {:.0} us", middle * 1e6, all[all.len() - 1] * 1e6);
    match middle > LONG_OVERSHOOT {
        true => {
            Finding::new(State::Warning, "sleep", text, "a slow timer or a busy host: paced load will come in bursts")
        }
        false => Finding::ok("sleep", text),
    }
}

fn kernel(planned: &Planned, item: &Item, stop: &Stop) -> Finding {
    let topic = format!("{}/{} {}", item.suite, item.case.name, item.implementation.name);
    match doubled(planned.suite, item, &planned.environment, stop) {
        Ok(None) => Finding::ok(&topic, "its room owns the clock; its answers are checked when it runs"),
        Ok(Some(ratio)) => {
            let text = format!("right answers, twice the work takes {ratio:.3} times as long");
            match (ratio - 2.0).abs() <= 2.0 * TOLERANCE {
                true => Finding::ok(&topic, text),
                false => {
                    let advice = "a busy host does that: test again when it is quiet; else its figures are wrong here";
                    Finding::new(State::Failed, &topic, text, advice)
                }
            }
        }
        Err(NoResult::Unavailable(reason)) => Finding::new(State::Missing, &topic, reason, ""),
        Err(problem) => Finding::new(State::Failed, &topic, problem.to_string(), "its figures are wrong here"),
    }
}

/// The time of double work by that of single work, each the shortest of several; `None` for work that is no loop.
fn doubled(suite: &dyn Suite, item: &Item, environment: &Environment, stop: &Stop) -> Result<Option<f64>, NoResult> {
    let Workload::Loop(mut kernels) = suite.prepare(item, environment)?.workload else { return Ok(None) };
    let kernel = kernels[0].as_mut();
    let mut units = 1;
    while time(kernel, units, item.known(), stop)? < SINGLE {
        units *= 2;
    }
    let (mut single, mut double) = (f64::INFINITY, f64::INFINITY);
    let begun = Instant::now();
    for _ in 0..ATTEMPTS {
        for pair in 0..PAIRS {
            if pair > 0 && begun.elapsed() > LONG {
                break;
            }
            single = single.min(time(kernel, units, item.known(), stop)?);
            double = double.min(time(kernel, 2 * units, item.known(), stop)?);
        }
        if (double / single - 2.0).abs() <= 2.0 * TOLERANCE {
            break;
        }
    }
    Ok(Some(double / single))
}

/// Seconds of one run, whose answer is checked afterwards.
fn time(kernel: &mut dyn Loop, units: u64, known: &Known, stop: &Stop) -> Result<f64, NoResult> {
    let start = Instant::now();
    let mut runs = [kernel.run(units, stop)?];
    let seconds = start.elapsed().as_secs_f64();
    kernel.settle(&mut runs)?;
    known.check(runs[0].units, &runs[0].answer)?;
    Ok(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::answer::Answer;
    use hostmark_harness::suite::Work;

    /// Work whose time does not grow with it, as a loop that a compiler removed.
    struct Removed;

    impl Loop for Removed {
        fn run(&mut self, units: u64, _: &Stop) -> Result<Work, NoResult> {
            thread::sleep(Duration::from_millis(15));
            Ok(Work::new(units, Answer::Count(units)))
        }
    }

    #[test]
    fn wrong_answers_are_found_and_times_are_taken() {
        let stop = Stop::new();
        assert!(time(&mut Removed, 3, &Known::PerUnit(1), &stop).unwrap() >= 0.015);
        assert!(time(&mut Removed, 3, &Known::PerUnit(2), &stop).is_err());
    }
}
