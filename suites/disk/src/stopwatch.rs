//! Times one pass: wall and CPU time, and the longest of its parts.

use std::time::{Duration, Instant};

use hostmark_harness::clock::{Clock, CpuTimes, SystemClock};
use hostmark_harness::sample::Sample;

use crate::metrics::{CPU, LATENCY};

/// Runs from its start to its stop. Like `bonnie++` it counts the CPU time of the whole process.
pub(crate) struct Stopwatch {
    clock: SystemClock,
    start: f64,
    cpu: Option<CpuTimes>,
    begun: Duration,
    lap: Duration,
    longest: Duration,
}

impl Stopwatch {
    /// Made when the pass is called, before what it sets up; not running yet.
    pub(crate) fn new() -> Stopwatch {
        let zero = Duration::ZERO;
        Stopwatch { clock: SystemClock::new(), start: 0.0, cpu: None, begun: zero, lap: zero, longest: zero }
    }

    /// The timed section begins.
    pub(crate) fn start(&mut self) {
        self.cpu = self.clock.cpu();
        self.begun = self.clock.now();
        self.lap = self.begun;
        self.longest = Duration::ZERO;
        self.start = self.begun.as_secs_f64();
    }

    /// A part ends, and the next begins.
    #[inline]
    pub(crate) fn lap(&mut self) {
        let now = self.clock.now();
        self.longest = self.longest.max(now - self.lap);
        self.lap = now;
    }

    /// A part that was timed elsewhere.
    pub(crate) fn longest(&mut self, part: Duration) {
        self.longest = self.longest.max(part);
    }

    /// Seconds since the start.
    pub(crate) fn seconds(&self) -> f64 {
        (self.clock.now() - self.begun).as_secs_f64()
    }

    /// The timed section ends: the sample of so many units of work.
    pub(crate) fn stop(&self, work: u64) -> Sample {
        let seconds = self.seconds();
        let spent = self.cpu.zip(self.clock.cpu());
        let spent = spent.map(|(before, after)| (after.user - before.user, after.system - before.system));
        let mut values = vec![(LATENCY.to_string(), self.longest.as_secs_f64())];
        values.extend(spent.map(|(user, system)| (CPU.to_string(), (user + system) / seconds)));
        Sample {
            start: self.start,
            seconds,
            work: work as f64,
            cpu_user: spent.map(|(user, _)| user),
            cpu_system: spent.map(|(_, system)| system),
            values: values.into_iter().collect(),
            ..Sample::default()
        }
    }
}

/// The longest of the parts of one thread.
pub(crate) struct Lap {
    begun: Instant,
    longest: Duration,
}

impl Lap {
    /// No part yet.
    pub(crate) fn start() -> Lap {
        Lap { begun: Instant::now(), longest: Duration::ZERO }
    }

    /// A part begins.
    pub(crate) fn begin(&mut self) {
        self.begun = Instant::now();
    }

    /// It ends; gives its time.
    pub(crate) fn end(&mut self) -> Duration {
        let part = self.begun.elapsed();
        self.longest = self.longest.max(part);
        part
    }

    /// The longest so far.
    pub(crate) fn longest(&self) -> Duration {
        self.longest
    }
}
