//! Where samples come from: one way to draw them from each of the three kinds of work.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::answer::Known;
use crate::clock::{Clock, SystemClock};
use crate::sample::Sample;
use crate::status::NoResult;
use crate::stop::Stop;
use crate::suite::{Findings, Loop, Timed, Work, Workload};
use crate::worker::{Ran, Worker};

/// What a room that owns its clock measures for a check.
const CHECK_WINDOW: Duration = Duration::from_millis(100);

/// An event has to be this much longer than a clock reading to be timed alone.
const EVENT_OVER_CLOCK: f64 = 1000.0;

/// What a block draws samples from.
pub trait Source {
    /// Does `units` of work on each thread and times it; the answer is checked. A room that owns its clock
    /// measures for its window instead, and may give several samples at once.
    fn draw(&mut self, units: u64) -> Result<Vec<Sample>, NoResult>;

    /// What a room found out while it measured.
    fn findings(&self) -> Findings {
        Findings::default()
    }

    /// False where `units` means nothing, so that there is nothing to calibrate.
    fn is_calibrated(&self) -> bool {
        true
    }
}

/// What all sources of a block share.
#[derive(Clone, Copy)]
pub struct Instruments<'a> {
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Seconds that one reading of it costs.
    pub clock_cost: f64,
    /// The stop token.
    pub stop: &'a Stop,
}

/// The source of a workload. `window` is what a [`Timed`] room measures at a time.
pub fn of<'a>(workload: Workload, known: Known, window: Duration, tools: Instruments<'a>) -> Box<dyn Source + 'a> {
    match workload {
        Workload::Loop(kernels) => Box::new(LoopSource { kernels, known, tools, event_seconds: 0.0 }),
        Workload::Worker(workers) => Box::new(WorkerSource { workers, known, tools }),
        Workload::Timed(room) => Box::new(TimedSource { room, window, tools }),
    }
}

/// One checked piece of work of so many units on each thread, without keeping its time.
pub fn check(workload: Workload, known: &Known, units: u64, stop: &Stop) -> Result<(), NoResult> {
    let clock = SystemClock::new();
    let tools = Instruments { clock: &clock, clock_cost: 0.0, stop };
    of(workload, known.clone(), CHECK_WINDOW, tools).draw(units).map(drop)
}

struct LoopSource<'a> {
    kernels: Vec<Box<dyn Loop>>,
    known: Known,
    tools: Instruments<'a>,
    /// The latest mean time of a unit; 0 until one was measured.
    event_seconds: f64,
}

impl Source for LoopSource<'_> {
    fn draw(&mut self, units: u64) -> Result<Vec<Sample>, NoResult> {
        let timed_events = self.kernels.iter().all(|kernel| kernel.has_events())
            && self.event_seconds > EVENT_OVER_CLOCK * self.tools.clock_cost;
        let cpu_before = self.tools.clock.cpu();
        let (start, end, mut done) = if let [kernel] = self.kernels.as_mut_slice() {
            let start = self.tools.clock.now();
            let done = work_alone(kernel.as_mut(), units, timed_events, self.tools)?;
            (start, self.tools.clock.now(), vec![done])
        } else {
            work_together(&mut self.kernels, units, timed_events, self.tools)?
        };
        let cpu_after = self.tools.clock.cpu();
        for (kernel, done) in self.kernels.iter_mut().zip(&mut done) {
            kernel.settle(&mut done.parts)?;
        }
        let parts: Vec<Work> = done.iter_mut().flat_map(|done| std::mem::take(&mut done.parts)).collect();
        for part in &parts {
            self.known.check(part.units, &part.answer)?;
        }
        let units: u64 = parts.iter().map(|part| part.units).sum();
        let seconds = (end - start).as_secs_f64();
        self.event_seconds = seconds * self.kernels.len() as f64 / units.max(1) as f64;
        let cpu = cpu_before.zip(cpu_after);
        Ok(vec![Sample {
            start: start.as_secs_f64(),
            seconds,
            work: units as f64,
            values: means(parts.iter().flat_map(|part| part.values.iter().map(|value| (value.0, value.1, part.units)))),
            cpu_user: cpu.map(|(before, after)| after.user - before.user),
            cpu_system: cpu.map(|(before, after)| after.system - before.system),
            events: done.into_iter().flat_map(|done| done.events).collect(),
            ..Sample::default()
        }])
    }
}

/// Work that a kernel did in one or several calls, and the time of each event where they were timed.
#[derive(Default)]
struct Done {
    parts: Vec<Work>,
    events: Vec<f64>,
}

/// The means of what kernels measured themselves, weighted by units.
fn means<'a>(values: impl IntoIterator<Item = (&'a str, f64, u64)>) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for (name, value, units) in values {
        let sum = sums.entry(name.to_string()).or_default();
        *sum = (sum.0 + value * units as f64, sum.1 + units as f64);
    }
    sums.into_iter().filter(|(_, sum)| sum.1 > 0.0).map(|(name, sum)| (name, sum.0 / sum.1)).collect()
}

fn work_alone(kernel: &mut dyn Loop, units: u64, timed_events: bool, tools: Instruments) -> Result<Done, NoResult> {
    if !timed_events {
        return Ok(Done { parts: vec![kernel.run(units, tools.stop)?], events: Vec::new() });
    }
    let mut done = Done { parts: Vec::with_capacity(units as usize), events: Vec::with_capacity(units as usize) };
    for _ in 0..units {
        let before = tools.clock.now();
        let one = kernel.run(1, tools.stop)?;
        done.events.push((tools.clock.now() - before).as_secs_f64());
        done.parts.push(one);
    }
    Ok(done)
}

/// All threads start together and take shares from one heap of `units` x threads, so that a slow thread does
/// not leave the others idle for long. The interval runs from the common start to the end of the last.
fn work_together(
    kernels: &mut [Box<dyn Loop>],
    units: u64,
    timed_events: bool,
    tools: Instruments,
) -> Result<(Duration, Duration, Vec<Done>), NoResult> {
    let count = kernels.len();
    let heap = Heap { left: AtomicU64::new(units * count as u64), share: (units / 8).max(1) };
    let gate = Gate::default();
    thread::scope(|scope| {
        let mut threads = Vec::with_capacity(count);
        for (index, kernel) in kernels.iter_mut().enumerate() {
            let (heap, gate) = (&heap, &gate);
            let body = move || gate.wait().then(|| heap.empty(kernel.as_mut(), timed_events, tools));
            match thread::Builder::new().spawn_scoped(scope, body) {
                Ok(thread) => threads.push(thread),
                Err(problem) => {
                    gate.open(false);
                    let message =
                        format!("thread {} of {count} cannot be started: {problem}; use fewer --threads", index + 1);
                    return Err(NoResult::Failed(message));
                }
            }
        }
        let start = tools.clock.now();
        gate.open(true);
        let mut all = Vec::with_capacity(count);
        let mut end = start;
        for thread in threads {
            let crashed = |_| NoResult::Failed("a thread of the kernel crashed".to_string());
            let Some(part) = thread.join().map_err(crashed)? else { continue };
            let (finished, part) = part?;
            end = end.max(finished);
            all.push(part);
        }
        Ok((start, end, all))
    })
}

struct Heap {
    left: AtomicU64,
    share: u64,
}

impl Heap {
    fn empty(
        &self,
        kernel: &mut dyn Loop,
        timed_events: bool,
        tools: Instruments,
    ) -> Result<(Duration, Done), NoResult> {
        let mut total = Done::default();
        loop {
            let take = |left: u64| (left > 0).then(|| left - left.min(self.share));
            let Ok(left) = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) else {
                return Ok((tools.clock.now(), total));
            };
            let part = work_alone(kernel, left.min(self.share), timed_events, tools)?;
            total.parts.extend(part.parts);
            total.events.extend(part.events);
        }
    }
}

/// Holds threads back until all are there.
#[derive(Default)]
struct Gate {
    opened: Mutex<Option<bool>>,
    changed: Condvar,
}

impl Gate {
    fn open(&self, go: bool) {
        *self.opened.lock().unwrap_or_else(PoisonError::into_inner) = Some(go);
        self.changed.notify_all();
    }

    /// True when the work begins, false when it is called off.
    fn wait(&self) -> bool {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *opened {
                Some(go) => return go,
                None => opened = self.changed.wait(opened).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

struct WorkerSource<'a> {
    workers: Vec<Worker>,
    known: Known,
    tools: Instruments<'a>,
}

impl Source for WorkerSource<'_> {
    fn draw(&mut self, units: u64) -> Result<Vec<Sample>, NoResult> {
        let start = self.tools.clock.now();
        for worker in &mut self.workers {
            worker.ask_to_run(units)?;
        }
        let mut all = Vec::with_capacity(self.workers.len());
        for worker in &mut self.workers {
            let ran = worker.ran()?;
            self.known.check(ran.units, &ran.answer())?;
            all.push(ran);
        }
        Ok(vec![common(start.as_secs_f64(), all)])
    }
}

/// The workers' answers as one sample over the interval common to all.
fn common(start: f64, all: Vec<Ran>) -> Sample {
    let first = all.iter().map(|ran| ran.start).fold(f64::INFINITY, f64::min);
    let last = all.iter().map(|ran| ran.start + ran.seconds).fold(f64::NEG_INFINITY, f64::max);
    // A single worker's own difference keeps the digits that its absolute time loses.
    let seconds = if let [ran] = all.as_slice() { ran.seconds } else { (last - first).max(0.0) };
    Sample {
        start,
        seconds,
        work: all.iter().map(|ran| ran.units as f64).sum(),
        cpu_user: all.iter().map(|ran| ran.cpu_user).sum(),
        cpu_system: all.iter().map(|ran| ran.cpu_system).sum(),
        values: means(
            all.iter().flat_map(|ran| ran.values.iter().map(|value| (value.0.as_str(), *value.1, ran.units))),
        ),
        events: all.into_iter().flat_map(|ran| ran.events).collect(),
        ..Sample::default()
    }
}

struct TimedSource<'a> {
    room: Box<dyn Timed>,
    window: Duration,
    tools: Instruments<'a>,
}

impl Source for TimedSource<'_> {
    fn draw(&mut self, _units: u64) -> Result<Vec<Sample>, NoResult> {
        let start = self.tools.clock.now().as_secs_f64();
        let mut samples = self.room.measure(self.window, self.tools.stop)?;
        if samples.is_empty() {
            return Err(NoResult::Failed("it measured nothing".to_string()));
        }
        samples.iter_mut().for_each(|sample| sample.start += start);
        Ok(samples)
    }

    fn findings(&self) -> Findings {
        self.room.findings()
    }

    fn is_calibrated(&self) -> bool {
        false
    }
}
