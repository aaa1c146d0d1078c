//! The clock that all times come from: what the kernel uses, how fine it is and what a reading costs.
//!
//! `clock_getres` is not asked, because it says 1 ns for clocks that are not that fine.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::root::SystemRoot;
use super::text;

/// How long each of the two measurements may take.
const BUDGET: Duration = Duration::from_millis(2);

/// Readings between two looks at the clock when their cost is measured.
const BATCH: u32 = 100;

/// The source of monotonic time, and `Instant::now` as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// `current_clocksource` of sysfs, such as `tsc`.
    pub source: Fact<String>,
    /// `available_clocksource` of sysfs.
    pub available: Fact<Vec<String>>,
    /// Smallest step seen between two readings that differ, in seconds.
    pub step: Fact<f64>,
    /// Cost of one reading in seconds: the median of batches of 100.
    pub cost: Fact<f64>,
}

impl Clock {
    /// Reads the source and measures for at most about 4 ms. A saved machine's clock is not measured.
    pub fn gather(root: &SystemRoot) -> Self {
        let folder = "/sys/devices/system/clocksource/clocksource0";
        let source = root.fact(&format!("{folder}/current_clocksource"), text::line);
        let available = root.fact(&format!("{folder}/available_clocksource"), |text| {
            let names: Vec<String> = text.split_whitespace().filter_map(text::line).collect();
            if names.is_empty() { None } else { Some(names) }
        });
        if root.is_live() {
            return Clock {
                source,
                available,
                step: measured(smallest_step(BUDGET)),
                cost: measured(reading_cost(BUDGET)),
            };
        }
        let reason = "not measured on a saved machine";
        Clock { source, available, step: Fact::unknown(reason), cost: Fact::unknown(reason) }
    }

    /// The measured part only, for systems whose files are not known.
    pub fn without_source(reason: &str) -> Self {
        Clock {
            source: Fact::unknown(reason),
            available: Fact::unknown(reason),
            step: measured(smallest_step(BUDGET)),
            cost: measured(reading_cost(BUDGET)),
        }
    }

    /// `tsc (also kvm-clock), step 24 ns, a reading costs 25 ns`.
    pub fn describe(&self) -> String {
        let source = self.source.describe(|source| match self.available.value() {
            Some(all) if all.len() > 1 => {
                let others: Vec<&str> = all.iter().map(String::as_str).filter(|one| one != source).collect();
                format!("{source} (also {})", others.join(", "))
            }
            _ => source.clone(),
        });
        let time = |fact: &Fact<f64>| fact.describe(|seconds| nanoseconds(*seconds));
        format!("{source}, step {}, a reading costs {}", time(&self.step), time(&self.cost))
    }
}

fn measured(seconds: Option<f64>) -> Fact<f64> {
    match seconds {
        Some(seconds) => Fact::known(seconds, "measured"),
        None => Fact::unknown(format!("the clock did not move in {BUDGET:?}")),
    }
}

fn nanoseconds(seconds: f64) -> String {
    let value = seconds * 1e9;
    if value < 10.0 { format!("{value:.1} ns") } else { format!("{value:.0} ns") }
}

/// The least positive difference of neighbouring readings, in seconds.
fn smallest_step(budget: Duration) -> Option<f64> {
    let start = Instant::now();
    let mut before = start;
    let mut least: Option<Duration> = None;
    for _ in 0..1_000_000 {
        let now = Instant::now();
        let step = now.duration_since(before);
        if !step.is_zero() {
            least = Some(least.map_or(step, |least| least.min(step)));
        }
        before = now;
        if now.duration_since(start) > budget {
            break;
        }
    }
    least.map(|step| step.as_secs_f64())
}

/// Median seconds of one reading.
fn reading_cost(budget: Duration) -> Option<f64> {
    let start = Instant::now();
    let mut costs = Vec::new();
    let mut before = start;
    while costs.len() < 10_000 && before.duration_since(start) < budget {
        for _ in 1..BATCH {
            std::hint::black_box(Instant::now());
        }
        let now = Instant::now();
        costs.push(now.duration_since(before).as_secs_f64() / f64::from(BATCH));
        before = now;
    }
    costs.sort_by(f64::total_cmp);
    costs.get(costs.len() / 2).copied().filter(|cost| *cost > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    #[test]
    fn the_clock_is_measured_quickly() {
        let start = Instant::now();
        let clock = Clock::without_source("test");
        assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
        for seconds in [clock.step.value(), clock.cost.value()] {
            assert!(seconds.is_some_and(|seconds| *seconds > 0.0 && *seconds < 0.01), "{clock:?}");
        }
    }

    #[test]
    fn sources_of_a_saved_machine() {
        let clock = Clock::gather(&saved("debian-kvm"));
        assert!(clock.describe().starts_with("tsc (also kvm-clock), step unknown"), "{}", clock.describe());
        assert_eq!(nanoseconds(2.5e-8), "25 ns");
        assert_eq!(nanoseconds(1.5e-9), "1.5 ns");
    }
}
