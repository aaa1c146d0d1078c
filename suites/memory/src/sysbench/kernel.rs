//! The kernel: events over one block, and the evidence that they took place.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hostmark_harness::answer::{Answer, Check, Known};
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::event::{EventLoop, Histogram};
use super::random::Random;
use super::words;
use super::{HARNESS, Shape};
use crate::pages::Pages;

/// How many words of a written block are looked at after a run; all of a small one.
const LOOKED_AT: usize = 64;

/// The words of a block, from the beginning of a page on as sysbench has them; threads may share them.
pub(crate) type Block = Pages<AtomicU64>;

/// So many words. Those that will be read hold how many there are from them to the end, others are zero.
pub(crate) fn block(count: usize, shape: Shape) -> Arc<Block> {
    let block = Block::new(count, words::untouched);
    let value = |left| if shape.writes { 0 } else { left };
    block.iter().zip((1..=count as u64).rev()).for_each(|(word, left)| word.store(value(left), Ordering::Relaxed));
    Arc::new(block)
}

/// Events over one block.
pub(crate) struct Kernel {
    shape: Shape,
    block: Arc<Block>,
    is_shared: bool,
    events: EventLoop,
}

impl Kernel {
    pub(crate) fn new(shape: Shape, block: Arc<Block>, is_shared: bool, histogram: Histogram) -> Kernel {
        Kernel { shape, block, is_shared, events: EventLoop::new(histogram) }
    }

    /// Many events of one kind; gives what the last one gave.
    #[inline(always)]
    fn repeat(
        &mut self,
        units: u64,
        stop: &Stop,
        event: impl Fn(&[AtomicU64], &Random) -> u64,
    ) -> Result<u64, NoResult> {
        let (mut last, words) = (0, &**self.block);
        for _ in 0..units {
            if stop.is_set() {
                return Err(NoResult::Stopped);
            }
            let done = self.events.event(|random| event(words, random));
            last = done.ok_or_else(|| NoResult::Failed("one sample took longer than a day".to_string()))?;
        }
        Ok(last)
    }

    fn places(&self) -> impl Iterator<Item = usize> + use<> {
        places(self.block.len())
    }
}

/// The places that are looked at, from the first on.
fn places(count: usize) -> impl Iterator<Item = usize> {
    (0..count).step_by(count.div_ceil(LOOKED_AT).max(1))
}

impl Loop for Kernel {
    /// An event of a block of 1 GiB takes some tenths of a second, and a stop waits for its end.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        if self.shape.writes && !self.is_shared {
            self.places().for_each(|place| self.block[place].store(0, Ordering::Relaxed));
        }
        self.events.restart();
        let last = match (self.shape.is_random, self.shape.writes) {
            (false, false) => self.repeat(units, stop, |block, _| words::read(block))?,
            (false, true) => self.repeat(units, stop, |block, _| {
                words::write(block);
                0
            })?,
            (true, false) => self.repeat(units, stop, words::read_at_random)?,
            (true, true) => self.repeat(units, stop, words::write_at_random)?,
        };
        let value = match (self.shape.is_random, self.shape.writes) {
            (false, true) => self.places().map(|place| self.block[place].load(Ordering::Relaxed)).sum(),
            _ => last,
        };
        let answer = Answer::Text(evidence(self.events.events(), self.events.random.state(), value));
        Ok(Work { values: vec![(HARNESS, self.events.share_outside())], ..Work::new(units, answer) })
    }
}

fn evidence(events: u64, random: [u64; 2], value: u64) -> String {
    format!("{events} events, random state {:016x} {:016x}, value {value}", random[0], random[1])
}

/// The right evidence: each event draws one random number for the histogram and, at random places, one for each word
/// before that. The value is the last word loaded (1), the sum of the words looked at, or the last place.
pub(crate) fn known(shape: Shape, count: usize) -> Known {
    Known::Check(Check::new(move |units, answer| {
        let (random, mut value) = (Random::new(), if shape.writes { 0 } else { 1 });
        for _ in 0..units {
            if shape.is_random {
                value = (0..count).map(|_| words::index(&random, count) as u64).last().unwrap_or_default();
            }
            random.next();
        }
        if shape.writes && !shape.is_random && units > 0 {
            value = places(count).map(|place| (count - place) as u64).sum();
        }
        let right = evidence(units, random.state(), value);
        if *answer == Answer::Text(right.clone()) { Ok(()) } else { Err(format!("{answer:?} instead of {right}")) }
    }))
}
