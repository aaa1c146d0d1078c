//! Causes of noise, with their numbers, said in few words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One thing that disturbed a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The hypervisor ran something else while this machine wanted a CPU.
    Steal {
        /// Stolen time in percent of the CPU time that was wanted.
        percent: f64,
    },
    /// More work was waiting than the machine has CPUs.
    Load {
        /// Load average over one minute.
        average: f64,
        /// CPUs of the machine that it speaks of.
        cpus: usize,
    },
    /// Some task waited for a resource (PSI `some`).
    Pressure {
        /// What was waited for.
        resource: Resource,
        /// Share of the measured time in percent.
        percent: f64,
    },
    /// The kernel took the CPU away from this process.
    Switches {
        /// Involuntary switches per second, over all threads.
        per_second: f64,
    },
    /// The CPU quota of a control group was used up.
    QuotaThrottled {
        /// Periods in which that happened.
        times: u64,
        /// Seconds held back, summed over CPUs.
        seconds: f64,
    },
    /// The processor slowed itself because of heat.
    ThermalThrottled {
        /// Events, summed over the watched CPUs.
        times: u64,
    },
    /// A fixed piece of work took longer than elsewhere in the run: a neighbour that nothing else tells of.
    Slowed {
        /// Speed in percent of the highest in the run.
        percent: f64,
    },
    /// The highest frequency of the watched CPUs fell.
    Frequency {
        /// Before, in Hz.
        from: f64,
        /// After, in Hz.
        to: f64,
    },
}

/// What the kernel accounts pressure for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Runnable tasks without a CPU.
    Cpu,
    /// Tasks waiting for a disk; a disk measurement causes this itself.
    Io,
    /// Tasks waiting for memory to be freed.
    Memory,
}

impl Cause {
    /// Whether the processor was held back below what it can do: by quota, heat or frequency.
    pub fn is_throttling(&self) -> bool {
        matches!(self, Cause::QuotaThrottled { .. } | Cause::ThermalThrottled { .. } | Cause::Frequency { .. })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Steal { percent } => write!(out, "steal {percent:.1} %"),
            Cause::Load { average, cpus: 1 } => write!(out, "load {average:.1} on 1 CPU"),
            Cause::Load { average, cpus } => write!(out, "load {average:.1} on {cpus} CPUs"),
            Cause::Pressure { resource, percent } => write!(out, "{resource} pressure {percent:.1} %"),
            Cause::Switches { per_second } => write!(out, "{per_second:.0} involuntary switches/s"),
            Cause::QuotaThrottled { times, seconds } => {
                write!(out, "CPU quota held the process back {}, {seconds:.1} s", Times(*times))
            }
            Cause::ThermalThrottled { times } => write!(out, "heat slowed the CPU {}", Times(*times)),
            Cause::Slowed { percent } => {
                write!(out, "the processor at {percent:.0} % of its speed elsewhere in this run")
            }
            Cause::Frequency { from, to } => {
                write!(out, "frequency fell from {:.2} to {:.2} GHz", from / 1e9, to / 1e9)
            }
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Resource::Cpu => "CPU",
            Resource::Io => "I/O",
            Resource::Memory => "memory",
        })
    }
}

struct Times(u64);

impl fmt::Display for Times {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 1 { out.write_str("once") } else { write!(out, "{} times", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_words_each() {
        let said = [
            (Cause::Steal { percent: 4.123 }, "steal 4.1 %", false),
            (Cause::Load { average: 7.2, cpus: 2 }, "load 7.2 on 2 CPUs", false),
            (Cause::Pressure { resource: Resource::Io, percent: 12.0 }, "I/O pressure 12.0 %", false),
            (Cause::Switches { per_second: 180.4 }, "180 involuntary switches/s", false),
            (
                Cause::QuotaThrottled { times: 12, seconds: 0.4 },
                "CPU quota held the process back 12 times, 0.4 s",
                true,
            ),
            (Cause::ThermalThrottled { times: 1 }, "heat slowed the CPU once", true),
            (Cause::Slowed { percent: 61.8 }, "the processor at 62 % of its speed elsewhere in this run", false),
            (Cause::Frequency { from: 3.6e9, to: 2.1e9 }, "frequency fell from 3.60 to 2.10 GHz", true),
        ];
        for (cause, words, throttling) in said {
            assert_eq!((cause.to_string().as_str(), cause.is_throttling()), (words, throttling));
            let json = serde_json::to_string(&cause).unwrap();
            assert_eq!(serde_json::from_str::<Cause>(&json).unwrap(), cause, "{json}");
        }
    }
}
