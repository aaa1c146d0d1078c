//! The loop around an event, as sysbench 1.0.20 runs it: this is most of what `sysbench memory run` measures.
//!
//! For each event: one reading of the clock for the time limit; a request, handed on by value; a lock, a reading and an
//! unlock at its start; the same at its end with least, most and sum; a slot of 128 by a random number, a logarithm and an
//! atomic increment for the histogram; a counter (sb_more_events, sb_event_start, sb_event_stop, sb_histogram_update).

use std::hint::{black_box, spin_loop};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::moment::Moment;
use super::random::Random;
use super::words::{untouched, whole};

/// Histograms side by side, so that threads seldom meet; and the steps of each, 0.001 to 100,000 ms.
const SLOTS: usize = 128;
const STEPS: usize = 1024;
const LEAST: f64 = 0.001;
const MOST: f64 = 100_000.0;

/// sysbench's `--time`, in nanoseconds: a day. Here the harness ends a run, long before; the reading has to be paid for.
const TIME_LIMIT: i64 = 86_400 * 1_000_000_000;

/// What all threads count their events into.
pub(crate) type Histogram = Arc<Vec<AtomicU64>>;

/// An empty histogram.
pub(crate) fn histogram() -> Histogram {
    Arc::new(untouched(SLOTS * STEPS))
}

/// What sysbench copies from the function that makes it to the one that obeys it: its kind was written a moment ago and is
/// copied as a part of more bytes, for which the processor has to wait.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Request {
    kind: u32,
    arguments: [u32; 11],
}

/// A request to end.
const END: u32 = 0;

/// A request to access memory.
const ACCESS: u32 = 1;

/// The loop of one thread, in lines of the cache of its own as in sysbench. Times are in nanoseconds.
#[repr(align(64))]
pub(crate) struct EventLoop {
    lock: AtomicU32,
    begin: Moment,
    start: Moment,
    end: Moment,
    request: Request,
    left: u64,
    shortest: i64,
    longest: i64,
    inside: i64,
    histogram: Histogram,
    offset: f64,
    factor: f64,
    counter: AtomicU64,
    /// Shared with events that access memory at random, as in sysbench.
    pub(crate) random: Random,
}

impl EventLoop {
    pub(crate) fn new(histogram: Histogram) -> EventLoop {
        EventLoop {
            lock: AtomicU32::new(0),
            begin: Moment::ZERO,
            start: Moment::ZERO,
            end: Moment::ZERO,
            request: Request { kind: END, arguments: [0; 11] },
            left: u64::MAX,
            shortest: i64::MAX,
            longest: 0,
            inside: 0,
            histogram,
            offset: LEAST.ln(),
            factor: (STEPS - 1) as f64 / (MOST.ln() - LEAST.ln()),
            counter: AtomicU64::new(0),
            random: Random::new(),
        }
    }

    /// Begins a run: no event yet, and random numbers from their beginning.
    pub(crate) fn restart(&mut self) {
        self.begin.read();
        self.end = self.begin;
        self.inside = 0;
        self.counter.store(0, Ordering::Relaxed);
        self.random.restart();
    }

    /// One event with all that sysbench does around it; none when the time is up.
    #[inline(always)]
    pub(crate) fn event<Answer>(&mut self, work: impl FnOnce(&Random) -> Answer) -> Option<Answer> {
        let mut now = Moment::ZERO;
        now.read();
        if now.since(&self.begin) >= TIME_LIMIT {
            return None;
        }
        self.left -= 1;
        self.request.kind = if self.left > 0 { ACCESS } else { END };
        let request = *black_box(&self.request);
        black_box(&request);
        if self.request.kind == END {
            return None;
        }
        self.hold();
        self.start.read();
        self.release();
        let answer = work(&self.random);
        self.hold();
        self.end.read();
        let time = self.end.since(&self.start);
        self.inside += time;
        if time < self.shortest {
            self.shortest = time;
        }
        if time > self.longest {
            self.longest = time;
        }
        self.release();
        self.count(time as f64 / 1e6);
        self.counter.store(self.counter.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        Some(answer)
    }

    /// Events since the last restart.
    pub(crate) fn events(&self) -> u64 {
        self.counter.load(Ordering::Relaxed)
    }

    /// The part of the time that was outside of events, 0 to 1: what sysbench's total time has more than its sum of
    /// latencies. An event's own time still holds one reading of the clock.
    pub(crate) fn share_outside(&self) -> f64 {
        let whole = self.end.since(&self.begin);
        if whole > 0 { 1.0 - self.inside as f64 / whole as f64 } else { 0.0 }
    }

    #[inline(always)]
    fn hold(&self) {
        while self.lock.swap(1, Ordering::Acquire) == 1 {
            spin_loop();
        }
    }

    #[inline(always)]
    fn release(&self) {
        self.lock.store(0, Ordering::Release);
    }

    #[inline(always)]
    fn count(&self, milliseconds: f64) {
        let slot = self.random.next() as usize % SLOTS;
        // sysbench rounds down; below 0 all is step 0, and above it this does too.
        let step = whole((milliseconds.ln() - self.offset) * self.factor + 0.5).clamp(0, STEPS as i64 - 1) as usize;
        self.histogram[slot * STEPS + step].fetch_add(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_is_counted_once_in_the_histogram() {
        let histogram = histogram();
        let mut events = EventLoop::new(Arc::clone(&histogram));
        events.restart();
        (0..500).for_each(|_| events.event(|_| ()).unwrap());
        assert_eq!(events.events(), 500);
        let counted: u64 = histogram.iter().map(|step| step.load(Ordering::Relaxed)).sum();
        assert_eq!(counted, 500);
        let share = events.share_outside();
        assert!((0.05..1.0).contains(&share), "an empty event is mostly loop: {share}");
        let slots = histogram.chunks(STEPS).filter(|slot| slot.iter().any(|step| step.load(Ordering::Relaxed) > 0));
        assert!(slots.count() > SLOTS / 2);
    }

    #[test]
    fn times_are_put_into_steps_of_a_logarithmic_scale() {
        let histogram = histogram();
        let events = EventLoop::new(Arc::clone(&histogram));
        // 0.001 ms, 10 ms (half of eight decades), and what lies outside.
        for milliseconds in [LEAST, 10.0, 1e9, 0.0] {
            events.count(milliseconds);
        }
        let mut steps: Vec<usize> = (0..SLOTS * STEPS)
            .filter(|place| histogram[*place].load(Ordering::Relaxed) > 0)
            .map(|place| place % STEPS)
            .collect();
        steps.sort_unstable();
        assert_eq!(steps, [0, 0, STEPS / 2, STEPS - 1]);
    }
}
