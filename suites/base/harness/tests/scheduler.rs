//! The scheduler with a fake clock and fake work: nothing here sleeps.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hostmark_harness::answer::{Answer, Known};
use hostmark_harness::block::{self, Contender, Ending, Rules};
use hostmark_harness::clock::{Clock, CpuTimes};
use hostmark_harness::metric::{Better, ClockKind, Derivation, Meaning, Metric, Role, Screen};
use hostmark_harness::sample::Sample;
use hostmark_harness::source::{self, Instruments};
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Timed, Work, Workload};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

/// Time that passes only when somebody works.
#[derive(Clone, Default)]
struct FakeClock(Arc<AtomicU64>);

impl FakeClock {
    fn pass(&self, seconds: f64) {
        self.0.fetch_add((seconds * 1e9) as u64, Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::SeqCst))
    }

    fn cpu(&self) -> Option<CpuTimes> {
        Some(CpuTimes { user: self.now().as_secs_f64(), system: 0.0 })
    }
}

/// Work whose n-th call takes `seconds(n)` for each unit.
struct Fake {
    clock: FakeClock,
    calls: u64,
    seconds: fn(u64) -> f64,
    answer: fn(u64) -> u64,
    events: bool,
    stop_at: Option<u64>,
}

impl Loop for Fake {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        self.calls += 1;
        if self.stop_at == Some(self.calls) {
            stop.set();
            return Err(NoResult::Stopped);
        }
        self.clock.pass((self.seconds)(self.calls) * units as f64);
        Ok(Work::new(units, Answer::Count((self.answer)(units))))
    }

    fn has_events(&self) -> bool {
        self.events
    }
}

fn steady(clock: &FakeClock) -> Fake {
    Fake { clock: clock.clone(), calls: 0, seconds: |_| 1e-3, answer: |units| units * 7, events: false, stop_at: None }
}

/// 5 % up and down: never narrow to 1 %.
fn swinging(call: u64) -> f64 {
    if call % 2 == 0 { 0.95e-3 } else { 1.05e-3 }
}

fn rate() -> Metric {
    Metric {
        name: "rate",
        unit: "1/s",
        better: Better::Higher,
        clock: ClockKind::Wall,
        role: Role::Primary,
        derivation: Derivation::Rate { per_unit: 1.0 },
        screen: Screen { unit: "1/s", scale: 1.0, decimals: 0 },
        limit: None,
        meaning: Meaning { says: "", misleads: "", equals: "" },
    }
}

const RULES: Rules =
    Rules { time: Duration::from_secs(2), precision: 0.01, clock_step: 30e-9, clock_cost: 30e-9, sustained: false };

/// What came of a block: the endings, the samples, and the order in which contenders were sampled.
struct Outcome {
    endings: Vec<Ending>,
    samples: Vec<Vec<Sample>>,
    order: Vec<usize>,
}

fn measure(clock: &FakeClock, workloads: Vec<Workload>, seed: u64) -> Outcome {
    let stop = Stop::new();
    let tools = Instruments { clock, clock_cost: RULES.clock_cost, stop: &stop };
    let mut contenders: Vec<Contender> = workloads
        .into_iter()
        .map(|workload| {
            let threads = if let Workload::Loop(kernels) = &workload { kernels.len() } else { 1 };
            let source = source::of(workload, Known::PerUnit(7), Duration::from_millis(100), tools);
            Contender::new(source, rate(), threads)
        })
        .collect();
    let mut order = Vec::new();
    let mut random = Xoshiro256StarStar::seed_from_u64(seed);
    let mut all: Vec<&mut Contender> = contenders.iter_mut().collect();
    block::run(&mut all, &RULES, &mut random, tools, &mut |index, _| order.push(index));
    let endings = contenders.iter().map(|contender| contender.ending.clone().unwrap()).collect();
    let samples = contenders.into_iter().map(|contender| contender.samples).collect();
    Outcome { endings, samples, order }
}

fn one(fake: Fake) -> Workload {
    Workload::Loop(vec![Box::new(fake)])
}

#[test]
fn steady_work_ends_at_the_first_look() {
    let clock = FakeClock::default();
    let outcome = measure(&clock, vec![one(steady(&clock))], 1);
    assert_eq!(outcome.endings, [Ending::Narrow]);
    assert_eq!(outcome.samples[0].len(), 10);
    // A fortieth of two seconds, and the work of it.
    assert!((outcome.samples[0][0].seconds - 0.05).abs() < 1e-6);
    assert_eq!(outcome.samples[0][0].work, 50.0);
}

#[test]
fn unsteady_work_ends_at_the_time_limit() {
    let clock = FakeClock::default();
    let outcome = measure(&clock, vec![one(Fake { seconds: swinging, ..steady(&clock) })], 1);
    assert_eq!(outcome.endings, [Ending::TimeLimit]);
    let spent: f64 = outcome.samples[0].iter().map(|sample| sample.seconds).sum();
    assert!((1.9..=2.1).contains(&spent), "{spent}");
}

#[test]
fn samples_interleave_in_an_order_that_the_seed_decides() {
    let orders: Vec<Vec<usize>> = [1, 1, 2]
        .into_iter()
        .map(|seed| {
            let clock = FakeClock::default();
            let contenders = (0..4).map(|_| one(steady(&clock))).collect();
            measure(&clock, contenders, seed).order
        })
        .collect();
    assert_eq!(orders[0], orders[1]);
    assert_ne!(orders[0], orders[2]);
    for round in orders[0].chunks(4) {
        let mut round = round.to_vec();
        round.sort_unstable();
        assert_eq!(round, [0, 1, 2, 3]);
    }
}

#[test]
fn a_wrong_answer_fails_its_item_only() {
    let clock = FakeClock::default();
    let lying = Fake { answer: |units| units * 7 + 1, ..steady(&clock) };
    let outcome = measure(&clock, vec![one(lying), one(steady(&clock))], 1);
    let wrong = "wrong answer: 8 instead of 7 for 1 units";
    assert_eq!(outcome.endings, [Ending::Broken(NoResult::Failed(wrong.into())), Ending::Narrow]);
    assert!(outcome.samples[0].is_empty());
}

#[test]
fn a_stop_ends_all_and_keeps_what_there_is() {
    let clock = FakeClock::default();
    let stopping = Fake { stop_at: Some(12), seconds: swinging, ..steady(&clock) };
    let other = Fake { seconds: swinging, ..steady(&clock) };
    let outcome = measure(&clock, vec![one(stopping), one(other)], 3);
    assert_eq!(outcome.endings, vec![Ending::Broken(NoResult::Stopped); 2]);
    assert!(outcome.samples.iter().all(|samples| (5..15).contains(&samples.len())));
}

#[test]
fn work_longer_than_the_limit_is_sampled_once() {
    let clock = FakeClock::default();
    let slow = Fake { seconds: |_| 5.0, ..steady(&clock) };
    let outcome = measure(&clock, vec![one(slow)], 1);
    assert_eq!(outcome.endings, [Ending::TimeLimit]);
    assert_eq!(outcome.samples[0].len(), 1);
}

#[test]
fn tiny_work_is_batched_until_the_clock_costs_less_than_a_thousandth() {
    let clock = FakeClock::default();
    let tiny = Fake { seconds: |_| 10e-9, ..steady(&clock) };
    let outcome = measure(&clock, vec![one(tiny)], 1);
    assert!(outcome.samples[0].iter().all(|sample| sample.seconds >= 1000.0 * RULES.clock_cost));
}

#[test]
fn events_long_enough_are_timed_alone() {
    let clock = FakeClock::default();
    let long = Fake { events: true, ..steady(&clock) };
    let short = Fake { events: true, seconds: |_| 1e-6, ..steady(&clock) };
    let outcome = measure(&clock, vec![one(long), one(short)], 1);
    assert_eq!(outcome.samples[0][0].events.len(), 50);
    assert!(outcome.samples[1].iter().all(|sample| sample.events.is_empty()));
}

#[test]
fn threads_share_one_interval_and_their_work_adds_up() {
    let clock = FakeClock::default();
    let kernels: Vec<Box<dyn Loop>> = (0..3).map(|_| Box::new(steady(&clock)) as Box<dyn Loop>).collect();
    let outcome = measure(&clock, vec![Workload::Loop(kernels)], 1);
    for sample in &outcome.samples[0] {
        // The fake clock is common to the threads: their times add up on it, and nothing is counted twice.
        assert!((sample.work * 1e-3 - sample.seconds).abs() < 1e-6, "{sample:?}");
        assert_eq!(sample.work % 3.0, 0.0);
    }
}

/// A room with a clock of its own.
struct Room(Arc<Mutex<Vec<Duration>>>, FakeClock);

impl Timed for Room {
    fn measure(&mut self, window: Duration, _stop: &Stop) -> Result<Vec<Sample>, NoResult> {
        self.0.lock().unwrap().push(window);
        self.1.pass(window.as_secs_f64());
        Ok(vec![Sample { seconds: window.as_secs_f64(), work: 10.0, ..Sample::default() }])
    }
}

#[test]
fn a_room_with_its_own_clock_is_given_its_window() {
    let clock = FakeClock::default();
    let windows = Arc::new(Mutex::new(Vec::new()));
    let outcome = measure(&clock, vec![Workload::Timed(Box::new(Room(Arc::clone(&windows), clock.clone())))], 1);
    assert_eq!(*windows.lock().unwrap(), vec![Duration::from_millis(100); 10]);
    assert_eq!(outcome.samples[0][1].start, 0.1);
}

/// A room that sets up nine times as long as it measures.
struct Careful(FakeClock);

impl Timed for Careful {
    fn measure(&mut self, _window: Duration, _stop: &Stop) -> Result<Vec<Sample>, NoResult> {
        self.0.pass(0.5);
        Ok(vec![Sample { seconds: 0.05, work: 10.0, ..Sample::default() }])
    }
}

#[test]
fn what_a_room_sets_up_counts_toward_its_time() {
    let clock = FakeClock::default();
    let outcome = measure(&clock, vec![Workload::Timed(Box::new(Careful(clock.clone())))], 1);
    assert_eq!(outcome.endings, [Ending::TimeLimit]);
    assert_eq!(outcome.samples[0].len(), 4, "two seconds hold four, not forty");
}

/// A room that gives seven samples at a time.
struct Slices(FakeClock);

impl Timed for Slices {
    fn measure(&mut self, window: Duration, _stop: &Stop) -> Result<Vec<Sample>, NoResult> {
        self.0.pass(window.as_secs_f64());
        Ok(vec![Sample { seconds: window.as_secs_f64() / 7.0, work: 10.0, ..Sample::default() }; 7])
    }
}

#[test]
fn looks_are_not_missed_when_samples_come_in_bunches() {
    let clock = FakeClock::default();
    let outcome = measure(&clock, vec![Workload::Timed(Box::new(Slices(clock.clone())))], 1);
    assert_eq!(outcome.endings, [Ending::Narrow]);
    assert_eq!(outcome.samples[0].len(), 14);
}
