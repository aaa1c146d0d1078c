//! What a number means: its unit, its direction, its clock, and how samples give it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::sample::Sample;
use crate::statistics;

/// Which way is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// More is better: rates.
    #[default]
    Higher,
    /// Less is better: times.
    Lower,
}

impl fmt::Display for Better {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Better::Higher => "higher",
            Better::Lower => "lower",
        })
    }
}

/// Which clock a rate is counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Monotonic wall time.
    #[default]
    Wall,
    /// User CPU time of the worker, as `openssl speed` counts it (3.0, without `-elapsed`).
    Cpu,
}

/// Charts take the primary metric of an item; the others stand beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The one metric that charts take.
    Primary,
    /// All others.
    #[default]
    Secondary,
}

/// How a metric is made from samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Derivation {
    /// `per_unit` x units / seconds, over all threads together.
    Rate {
        /// Base units of the metric in one unit of work (bytes in a block, moves in a tower).
        per_unit: f64,
    },
    /// Seconds that one part of a unit takes on one thread: seconds x threads / units / parts.
    Time {
        /// Equal parts of a unit, 1 for the unit itself (bytes of a message for the time of a byte).
        parts: f64,
    },
    /// Seconds from the beginning of a unit to its end, however many threads work on it: seconds / units.
    Elapsed,
    /// CPU seconds, user and system together, that a unit takes.
    CpuTime,
    /// What a kernel counted in each unit, under this name in [`Sample::values`], in a second of all units together.
    RateOf(&'static str),
    /// The shortest event of the sample, in seconds.
    LatencyMinimum,
    /// The mean event, in seconds.
    LatencyMean,
    /// The longest event, in seconds.
    LatencyMaximum,
    /// A percentile (0-100) of the events, in seconds.
    LatencyPercentile(f64),
    /// A value the room measured itself, under the metric's name in [`Sample::values`].
    Measured,
}

/// One metric of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name in records: `rate`, `time`, `latency-p95`.
    pub name: &'static str,
    /// Its base unit in records: `1/s`, `B/s`, `s`.
    pub unit: &'static str,
    /// Which way is better.
    pub better: Better,
    /// Which clock it is counted by.
    pub clock: ClockKind,
    /// Primary for exactly one metric of a case.
    pub role: Role,
    /// How samples give it.
    pub derivation: Derivation,
    /// How people read it.
    pub screen: Screen,
    /// What no processor does, where that can be said.
    pub limit: Option<Limit>,
    /// What the number says and does not say.
    pub meaning: Meaning,
}

/// What a reader has to know of a number, each in a sentence or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// What it says.
    pub says: &'static str,
    /// How it can mislead.
    pub misleads: &'static str,
    /// The figure of which tool and version it equals.
    pub equals: &'static str,
}

/// More than any processor does; a figure beyond it is invalid, because the work was not done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// Base units of a rate in one cycle of one thread; of a time, how many of its parts are done in one cycle.
    pub per_cycle: f64,
    /// The same in words: `32 bytes a cycle`.
    pub words: &'static str,
}

/// Cycles a second of no processor: in 2026 the fastest that are sold reach 6.2 GHz.
pub const IMPOSSIBLE_HERTZ: f64 = 8e9;

impl Limit {
    /// What is wrong with a value that is better than `threads` threads could make it.
    pub fn exceeded(self, value: f64, derivation: Derivation, threads: usize) -> Option<String> {
        let a_second = self.per_cycle * IMPOSSIBLE_HERTZ;
        let beyond = match derivation {
            Derivation::Time { .. } => value < 1.0 / a_second,
            _ => value > a_second * threads as f64,
        };
        let hertz = IMPOSSIBLE_HERTZ / 1e9;
        beyond.then(|| format!("beyond {} at {hertz} GHz, which no processor does: the work was not done", self.words))
    }
}

/// The unit in which people read a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// The unit's name, such as `ms` or `events/s`.
    pub unit: &'static str,
    /// What a base value is multiplied by.
    pub scale: f64,
    /// Digits behind the point.
    pub decimals: usize,
}

impl Metric {
    /// The metric of one sample taken with `threads` threads; `None` where the sample does not hold it.
    pub fn of_sample(&self, sample: &Sample, threads: usize) -> Option<f64> {
        self.over(std::slice::from_ref(sample), threads)
    }

    /// The metric of all samples as one piece of work: total work over total time, all events pooled.
    /// This is the figure that a tool prints.
    pub fn over(&self, samples: &[Sample], threads: usize) -> Option<f64> {
        let value = match self.derivation {
            Derivation::Rate { per_unit } => {
                per_unit * total(samples, |sample| sample.work) / self.seconds(samples, threads)?
            }
            Derivation::Time { parts } => {
                let units = total(samples, |sample| sample.work);
                self.seconds(samples, threads)? * threads as f64 / units / parts
            }
            Derivation::Elapsed => self.seconds(samples, threads)? / total(samples, |sample| sample.work),
            Derivation::CpuTime => {
                let cpu: Option<f64> = samples.iter().map(|sample| Some(sample.cpu_user? + sample.cpu_system?)).sum();
                cpu? / total(samples, |sample| sample.work)
            }
            Derivation::RateOf(name) => {
                let counted = |sample: &Sample| Some(sample.work * sample.values.get(name)?);
                let counted: Option<f64> = samples.iter().map(counted).sum();
                counted? / self.seconds(samples, threads)?
            }
            Derivation::Measured => mean(samples.iter().filter_map(|sample| sample.values.get(self.name).copied()))?,
            _ => self.latency(samples)?,
        };
        value.is_finite().then_some(value)
    }

    /// Which clock counts: the metric's own with one thread; wall time with several, as in `openssl speed -multi`.
    pub fn clock(&self, threads: usize) -> ClockKind {
        if threads > 1 { ClockKind::Wall } else { self.clock }
    }

    /// The seconds of the clock that counts in a set of samples; `None` where one lacks that clock.
    pub fn seconds(&self, samples: &[Sample], threads: usize) -> Option<f64> {
        match self.clock(threads) {
            ClockKind::Wall => Some(total(samples, |sample| sample.seconds)),
            ClockKind::Cpu => samples.iter().map(|sample| sample.cpu_user).sum(),
        }
    }

    fn latency(&self, samples: &[Sample]) -> Option<f64> {
        let mut events: Vec<f64> = samples.iter().flat_map(|sample| sample.events.iter().copied()).collect();
        events.sort_by(f64::total_cmp);
        match self.derivation {
            Derivation::LatencyMinimum => events.first().copied(),
            Derivation::LatencyMaximum => events.last().copied(),
            Derivation::LatencyMean => mean(events.into_iter()),
            Derivation::LatencyPercentile(percent) => statistics::percentile(&events, percent),
            _ => None,
        }
    }
}

fn total(samples: &[Sample], part: impl Fn(&Sample) -> f64) -> f64 {
    samples.iter().map(part).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn metric(derivation: Derivation) -> Metric {
        Metric {
            name: "m",
            unit: "1/s",
            better: Better::Higher,
            clock: ClockKind::Wall,
            role: Role::Primary,
            derivation,
            screen: Screen { unit: "1/s", scale: 1.0, decimals: 0 },
            limit: None,
            meaning: Meaning { says: "", misleads: "", equals: "" },
        }
    }

    fn sample(work: f64, seconds: f64, events: &[f64]) -> Sample {
        Sample { work, seconds, events: events.to_vec(), ..Sample::default() }
    }

    #[test]
    fn a_rate_is_total_work_over_total_time() {
        let samples = [sample(10.0, 1.0, &[]), sample(10.0, 3.0, &[])];
        assert_eq!(metric(Derivation::Rate { per_unit: 2.0 }).over(&samples, 1), Some(10.0));
        assert_eq!(metric(Derivation::Time { parts: 1.0 }).over(&samples, 4), Some(0.8));
        assert_eq!(metric(Derivation::Time { parts: 8.0 }).over(&samples, 4), Some(0.1));
    }

    #[test]
    fn what_takes_several_threads_has_its_own_time_rate_and_cpu_seconds() {
        let one = |work, seconds, cpu_user, bytes| Sample {
            cpu_user: Some(cpu_user),
            cpu_system: Some(0.5),
            values: [("plain".to_string(), bytes)].into(),
            ..sample(work, seconds, &[])
        };
        let samples = [one(1.0, 2.0, 3.0, 100.0), one(3.0, 6.0, 8.0, 100.0)];
        assert_eq!(metric(Derivation::Elapsed).over(&samples, 4), Some(2.0));
        assert_eq!(metric(Derivation::CpuTime).over(&samples, 4), Some(3.0));
        assert_eq!(metric(Derivation::RateOf("plain")).over(&samples, 4), Some(50.0));
        let without = [samples[0].clone(), sample(1.0, 1.0, &[])];
        assert_eq!(metric(Derivation::CpuTime).over(&without, 1), None);
        assert_eq!(metric(Derivation::RateOf("plain")).over(&without, 1), None);
    }

    #[test]
    fn latencies_pool_the_events() {
        let samples = [sample(2.0, 1.0, &[0.5, 0.5]), sample(2.0, 1.0, &[0.1, 0.9])];
        assert_eq!(metric(Derivation::LatencyMinimum).over(&samples, 1), Some(0.1));
        assert_eq!(metric(Derivation::LatencyMean).over(&samples, 1), Some(0.5));
        assert_eq!(metric(Derivation::LatencyMaximum).over(&samples, 1), Some(0.9));
        assert_eq!(metric(Derivation::LatencyMaximum).over(&[sample(1.0, 1.0, &[])], 1), None);
    }

    #[test]
    fn what_no_processor_does_is_said() {
        let limit = Limit { per_cycle: 32.0, words: "32 bytes a cycle" };
        let rate = Derivation::Rate { per_unit: 16.0 };
        assert_eq!(limit.exceeded(2.5e11, rate, 1), None);
        let said = limit.exceeded(2.6e11, rate, 1).unwrap();
        assert_eq!(said, "beyond 32 bytes a cycle at 8 GHz, which no processor does: the work was not done");
        assert_eq!(limit.exceeded(2.6e11, rate, 2), None);
        let time = Derivation::Time { parts: 1.0 };
        assert!(limit.exceeded(3.8e-12, time, 1).is_some() && limit.exceeded(4e-12, time, 2).is_none());
    }

    #[test]
    fn no_time_gives_no_number() {
        assert_eq!(metric(Derivation::Rate { per_unit: 1.0 }).over(&[sample(1.0, 0.0, &[])], 1), None);
        let cpu = Metric { clock: ClockKind::Cpu, ..metric(Derivation::Rate { per_unit: 1.0 }) };
        assert_eq!(cpu.over(&[sample(1.0, 1.0, &[])], 1), None);
        assert_eq!(cpu.over(&[sample(1.0, 1.0, &[])], 2), Some(1.0), "several threads count wall time");
    }
}
