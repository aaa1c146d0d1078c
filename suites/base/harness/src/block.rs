//! The scheduler: one case across its implementations and threads, samples interleaved in a seeded order.
//!
//! Each contender is calibrated first, so that reading the clock costs less than a thousandth of a sample.
//! Then rounds follow, each a random permutation of those that are not done. Whether an interval is narrow
//! enough is looked at only at 10, 20, 40, 80 ... samples, since stopping at the first lucky moment would
//! make it too narrow.

use std::time::Duration;

use rand_core::Rng;
use rand_xoshiro::Xoshiro256StarStar;

use crate::metric::Metric;
use crate::sample::Sample;
use crate::source::{Instruments, Source};
use crate::statistics;
use crate::status::NoResult;
use crate::suite::Findings;

/// When sampling ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// How long each contender is sampled at the most; its first sample is always taken.
    pub time: Duration,
    /// Half-width of the interval, relative to the median, that is narrow enough.
    pub precision: f64,
    /// The clock's smallest step in seconds.
    pub clock_step: f64,
    /// The cost of one clock reading in seconds.
    pub clock_cost: f64,
    /// Samples until the time is up, however narrow the interval is.
    pub sustained: bool,
}

/// Work is at least this many clock readings or steps long.
const WORK_OVER_CLOCK: f64 = 1000.0;

/// A time limit is cut into about this many samples.
const SAMPLES_WANTED: f64 = 40.0;

/// Longer samples than this bring nothing: what disturbs them is longer.
const LONGEST_SAMPLE: f64 = 0.1;

/// A calibrating run as long as this is kept as the first sample: a cold start is small against it.
const KEPT_CALIBRATION: f64 = 0.1;

/// The first look at the interval, and the number that looks double from.
const FIRST_LOOK: usize = 10;

impl Rules {
    /// How long a sample should be, in seconds.
    pub fn sample_seconds(&self) -> f64 {
        let least = WORK_OVER_CLOCK * self.clock_cost.max(self.clock_step);
        (self.time.as_secs_f64() / SAMPLES_WANTED).min(LONGEST_SAMPLE).max(least)
    }
}

/// How a contender's sampling ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The interval is narrow enough.
    Narrow,
    /// Its time is used up.
    TimeLimit,
    /// It gave no result, or no further one.
    Broken(NoResult),
}

/// One item of a block while it is sampled.
pub struct Contender<'a> {
    source: Box<dyn Source + 'a>,
    metric: Metric,
    threads: usize,
    units: u64,
    spent: f64,
    last: f64,
    next_look: usize,
    /// Its samples so far, in the order in which they were taken.
    pub samples: Vec<Sample>,
    /// Set once it is done.
    pub ending: Option<Ending>,
}

impl<'a> Contender<'a> {
    /// A contender without samples; `metric` decides when its interval is narrow enough.
    pub fn new(source: Box<dyn Source + 'a>, metric: Metric, threads: usize) -> Self {
        Contender {
            source,
            metric,
            threads,
            units: 1,
            spent: 0.0,
            last: 0.0,
            next_look: FIRST_LOOK,
            samples: Vec::new(),
            ending: None,
        }
    }

    /// What its room found out while it measured.
    pub fn findings(&self) -> Findings {
        self.source.findings()
    }

    /// Finds how many units make a sample long enough.
    fn calibrate(&mut self, rules: &Rules) -> Result<Vec<Sample>, NoResult> {
        if !self.source.is_calibrated() {
            return Ok(Vec::new());
        }
        let wanted = rules.sample_seconds();
        loop {
            let samples = self.source.draw(self.units)?;
            let seconds: f64 = samples.iter().map(|sample| sample.seconds).sum();
            if seconds >= KEPT_CALIBRATION {
                return Ok(samples);
            }
            self.spent += seconds;
            if seconds >= wanted * 0.5 {
                self.units = scaled(self.units, wanted / seconds);
                return Ok(Vec::new());
            }
            self.units = scaled(self.units, (wanted / seconds.max(1e-9)).clamp(2.0, 100.0));
        }
    }

    /// A room that owns its clock sets up before each sample, so what its samples cost is all the time since they were
    /// asked for.
    fn keep(&mut self, samples: Vec<Sample>, elapsed: Duration, rules: &Rules) {
        if self.source.is_calibrated() {
            self.last = samples.last().map_or(0.0, |sample| sample.seconds);
            self.spent += samples.iter().map(|sample| sample.seconds).sum::<f64>();
        } else {
            self.last = elapsed.as_secs_f64();
            self.spent += self.last;
        }
        self.samples.extend(samples);
        let count = self.samples.len();
        let look = count >= self.next_look;
        while self.next_look <= count {
            self.next_look *= 2;
        }
        if look && !rules.sustained && self.is_narrow(rules.precision) {
            self.ending = Some(Ending::Narrow);
        } else if count > 0 && self.spent + self.last > rules.time.as_secs_f64() {
            // The next is expected to cost what the last did.
            let narrow = self.is_narrow(rules.precision);
            self.ending = Some(if narrow { Ending::Narrow } else { Ending::TimeLimit });
        }
    }

    fn is_narrow(&self, precision: f64) -> bool {
        let values: Vec<f64> =
            self.samples.iter().filter_map(|sample| self.metric.of_sample(sample, self.threads)).collect();
        match (statistics::median(&values), statistics::interval(&values)) {
            (Some(median), Some((low, high))) if median != 0.0 => (high - low) / 2.0 <= precision * median.abs(),
            _ => false,
        }
    }
}

fn scaled(units: u64, factor: f64) -> u64 {
    ((units as f64 * factor).round() as u64).clamp(1, 1 << 53)
}

/// Samples all contenders until each is done. `seen` is told each sample at once, with the contender's index.
/// A stop ends all of them; what they have so far stays.
pub fn run(
    contenders: &mut [&mut Contender],
    rules: &Rules,
    random: &mut Xoshiro256StarStar,
    tools: Instruments,
    seen: &mut dyn FnMut(usize, &Sample),
) {
    let mut first = true;
    while contenders.iter().any(|contender| contender.ending.is_none()) {
        for index in permutation(contenders.len(), random) {
            let contender = &mut *contenders[index];
            if contender.ending.is_some() {
                continue;
            }
            if tools.stop.is_set() {
                contender.ending = Some(Ending::Broken(NoResult::Stopped));
                continue;
            }
            let begun = tools.clock.now();
            let drawn = if first { contender.calibrate(rules) } else { contender.source.draw(contender.units) };
            match drawn {
                Ok(samples) => {
                    samples.iter().for_each(|sample| seen(index, sample));
                    contender.keep(samples, tools.clock.now() - begun, rules);
                }
                Err(problem) => contender.ending = Some(Ending::Broken(problem)),
            }
        }
        first = false;
    }
}

/// A random order of 0..count (Fisher and Yates).
fn permutation(count: usize, random: &mut Xoshiro256StarStar) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        let pick = (random.next_u64() % (last as u64 + 1)) as usize;
        order.swap(last, pick);
    }
    order
}
