//! The one place that reads clocks, behind a trait, so that the scheduler is tested without sleeping.

use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// User and system CPU time of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CpuTimes {
    /// User seconds.
    pub user: f64,
    /// System seconds.
    pub system: f64,
}

/// A monotonic clock and the CPU time of this process.
pub trait Clock: Sync {
    /// Monotonic wall time since the clock was made.
    fn now(&self) -> Duration;
    /// CPU time of this process so far; `None` where it cannot be read.
    fn cpu(&self) -> Option<CpuTimes>;
}

/// The system's clocks: CLOCK_MONOTONIC and `getrusage(RUSAGE_SELF)`.
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn new() -> Self {
        SystemClock(Instant::now())
    }

    /// A clock that started at this moment.
    pub fn since(start: Instant) -> Self {
        SystemClock(start)
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn cpu(&self) -> Option<CpuTimes> {
        cpu_of(UsageWho::RUSAGE_SELF)
    }
}

/// CPU time of all children that have ended and were waited for, theirs included.
pub fn cpu_of_children() -> Option<CpuTimes> {
    cpu_of(UsageWho::RUSAGE_CHILDREN)
}

fn cpu_of(who: UsageWho) -> Option<CpuTimes> {
    let usage = getrusage(who).ok()?;
    let seconds = |time: nix::sys::time::TimeVal| time.num_microseconds() as f64 / 1e6;
    Some(CpuTimes { user: seconds(usage.user_time()), system: seconds(usage.system_time()) })
}
