//! The family `bandwidth`: bytes a second that are read, written or copied in one working set, again and again.

use std::hint::black_box;
use std::ops::Range;

use hostmark_harness::answer::{Answer, Known};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Case, Environment, Findings, Item, Loop, Prepared, Work, Workload};

use crate::pages::Pages;
use crate::{metrics, sets, wide};

/// Bytes that a unit touches: a pass over a larger set is cut, passes over a smaller one are put together.
const MOST: usize = 16 << 20;
const LEAST: usize = 256 << 10;

/// Bytes of a word.
const WORD: usize = 8;

/// Words of the last unit that are looked at after a run, evenly spread.
const LOOKED_AT: usize = 64;

/// What is done with the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Read,
    Write,
    Copy,
}

impl Operation {
    const ALL: [Operation; 3] = [Operation::Read, Operation::Write, Operation::Copy];

    fn name(self) -> &'static str {
        match self {
            Operation::Read => "read",
            Operation::Write => "write",
            Operation::Copy => "copy",
        }
    }
}

/// What one unit is: so many passes over so many words, of a buffer of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Unit {
    buffer: usize,
    words: usize,
    passes: usize,
}

impl Unit {
    /// A copy has two buffers, which make the set together.
    fn of(operation: Operation, set: u64) -> Unit {
        let set = usize::try_from(set).unwrap_or(usize::MAX);
        let buffer = set / WORD / if operation == Operation::Copy { 2 } else { 1 };
        let words = buffer / (buffer * WORD).div_ceil(MOST).max(1);
        Unit { buffer, words, passes: LEAST.div_ceil((words * WORD).max(1)).max(1) }
    }

    /// The places of a unit's words that are looked at.
    fn places(self) -> impl Iterator<Item = usize> {
        (0..self.words).step_by(self.words.div_ceil(LOOKED_AT).max(1))
    }

    /// The sum of 1, 2, 3 ... at these places, or of ones.
    fn evidence(self, operation: Operation) -> u64 {
        let words = self.words as u64;
        match operation {
            Operation::Read => (words * (words + 1) / 2).wrapping_mul(self.passes as u64),
            Operation::Write => self.places().count() as u64,
            Operation::Copy => self.places().map(|place| place as u64 + 1).sum(),
        }
    }
}

/// A case for each set and operation.
pub(crate) fn cases(environment: &Environment) -> Vec<Case> {
    let sets = environment.settings.all("set");
    let case = |operation: Operation, set: &String| {
        // A set that cannot be had is said when it is prepared.
        let unit = Unit::of(operation, sets::bytes(set, environment).unwrap_or_default());
        Case {
            name: "bandwidth",
            about: "reads, writes or copies a working set again and again, in wide registers",
            parameters: Parameters::new().with("operation", operation.name()).with("set", set),
            revision: 1,
            known: Known::PerUnit(unit.evidence(operation)),
            metrics: metrics::of_bandwidth(unit.words * WORD * unit.passes),
            bytes: 0,
        }
    };
    Operation::ALL.into_iter().flat_map(|operation| sets.iter().map(move |set| case(operation, set))).collect()
}

/// Makes an item ready.
pub(crate) fn prepare(item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
    let parameter = |name| item.case.parameters.get(name).unwrap_or_default();
    let set = sets::bytes(parameter("set"), environment)?;
    sets::must_fit(set.saturating_mul(item.threads as u64), environment)?;
    let operation = Operation::ALL.into_iter().find(|operation| operation.name() == parameter("operation"));
    let operation = operation.ok_or_else(|| NoResult::Failed("this operation is not known".to_string()))?;
    let kernels = (0..item.threads).map(|_| Box::new(Passes::new(operation, set)) as Box<dyn Loop>).collect();
    let context = Parameters::new().with("bytes", set).with("registers", wide::registers());
    let findings = Findings { context, ..Findings::default() };
    Ok(Prepared { findings, ..Prepared::bundled(Workload::Loop(kernels)) })
}

/// Passes over a buffer, unit by unit; behind its end it begins anew.
struct Passes {
    operation: Operation,
    unit: Unit,
    /// What is read: 1, 2, 3 ... in each unit. Empty where nothing is.
    source: Pages<u64>,
    /// What is written. Empty where nothing is.
    target: Pages<u64>,
    next: usize,
}

impl Passes {
    fn new(operation: Operation, set: u64) -> Passes {
        let unit = Unit::of(operation, set);
        let read = if operation == Operation::Write { 0 } else { unit.buffer };
        let written = if operation == Operation::Read { 0 } else { unit.buffer };
        let mut source = Pages::new(read, |count| vec![0; count]);
        source.iter_mut().enumerate().for_each(|(place, word)| *word = (place % unit.words.max(1)) as u64 + 1);
        // Written once before it is measured, so that the system has given all pages.
        let target = Pages::new(written, |count| vec![u64::MAX; count]);
        Passes { operation, unit, source, target, next: 0 }
    }

    fn advance(&mut self) -> Range<usize> {
        let range = self.next..self.next + self.unit.words;
        self.next = if range.end + self.unit.words > self.unit.buffer { 0 } else { range.end };
        range
    }

    /// One unit; gives what it read.
    fn pass(&mut self, range: Range<usize>) -> u64 {
        if self.operation == Operation::Read {
            return wide::sum(&self.source[range], self.unit.passes as u64);
        }
        for _ in 0..self.unit.passes {
            let target = black_box(&mut self.target[range.clone()]);
            match self.operation {
                Operation::Copy => wide::copy(target, &self.source[range.clone()]),
                _ => wide::fill(target, 1),
            }
        }
        0
    }
}

impl Loop for Passes {
    /// The words that are looked at are cleared before the last unit, so that it has to write them. Those of the last
    /// unit stand for all: the answer is what it left, for each unit.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (unit, mut read, mut written) = (self.unit, 0_u64, 0_u64);
        for number in 1..=units {
            if stop.is_set() {
                return Err(NoResult::Stopped);
            }
            let range = self.advance();
            let is_looked_at = number == units && self.operation != Operation::Read;
            if is_looked_at {
                unit.places().for_each(|place| self.target[range.start + place] = 0);
            }
            read = read.wrapping_add(self.pass(range.clone()));
            if is_looked_at {
                written = unit.places().map(|place| self.target[range.start + place]).sum();
            }
        }
        Ok(Work::new(units, Answer::Count(read.wrapping_add(written.wrapping_mul(units)))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_parts_of_large_sets_and_passes_over_small_ones() {
        let unit = Unit::of(Operation::Read, 256 << 20);
        assert_eq!((unit.words * WORD, unit.passes, unit.buffer / unit.words), (MOST, 1, 16));
        let unit = Unit::of(Operation::Copy, 16 << 10);
        assert_eq!((unit.words * WORD, unit.passes), (8 << 10, 32));
        assert_eq!(Unit::of(Operation::Write, 0).words, 0, "a set that is not known yet");
    }

    #[test]
    fn all_parts_of_a_set_are_passed_in_turn() {
        for operation in Operation::ALL {
            let set = 48 << 20;
            let (mut passes, unit) = (Passes::new(operation, set), Unit::of(operation, set));
            for units in [1, 3, 4] {
                let work = passes.run(units, &Stop::new()).unwrap();
                let known = Known::PerUnit(unit.evidence(operation));
                assert!(known.check(units, &work.answer).is_ok(), "{operation:?} {units} {:?}", work.answer);
            }
        }
        let mut writer = Passes::new(Operation::Write, 48 << 20);
        writer.run(3, &Stop::new()).unwrap();
        assert!(writer.target.iter().all(|word| *word == 1), "three units are the whole set");
    }

    #[test]
    fn a_pass_that_writes_nothing_is_caught() {
        let (mut writer, unit) = (Passes::new(Operation::Write, 64 << 10), Unit::of(Operation::Write, 64 << 10));
        writer.unit.passes = 0;
        let work = writer.run(2, &Stop::new()).unwrap();
        assert!(Known::PerUnit(unit.evidence(Operation::Write)).check(2, &work.answer).is_err());
    }
}
