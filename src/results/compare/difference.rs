//! One cell against the baseline: how much it differs, and what the samples show of that.

use std::fmt;

use hostmark_harness::metric::Better;
use hostmark_harness::statistics::FEWEST_FOR_INTERVAL;
use hostmark_harness::statistics::two_samples::Test;
use hostmark_harness::status::Status;

use super::between_runs::{self, share_a_run};
use super::cells::{Cell, Evidence};
use super::columns::Columns;
use super::unlike::unlike;
use super::{Options, Row};

/// From so few samples on each side, the range of all ratios holds the true one 19 times of 20 at one end.
const FEWEST_FOR_RANGE: usize = 3;

/// How a cell differs from the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Value by the baseline's value; `None` where they are not comparable.
    pub ratio: Option<f64>,
    /// The ends of the ratio, and what they stand on.
    pub interval: Option<(f64, f64)>,
    /// What the interval stands on.
    pub ground: Ground,
    /// What is shown.
    pub verdict: Verdict,
    /// Why the verdict is no better, or what a reader should know, in few words.
    pub why: String,
}

/// What an interval stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The test on all samples.
    Samples,
    /// The intervals of both medians, since samples are not known.
    Intervals,
    /// The range of the ratios of a few samples: it bounds, and shows nothing.
    Range,
    /// Two figures.
    Nothing,
}

/// What is shown of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Better than the baseline.
    Faster,
    /// Worse than the baseline.
    Slower,
    /// Within the margin.
    Same,
    /// Not shown either way.
    Inconclusive,
    /// Not the same thing, or without a result.
    NotComparable,
}

impl Verdict {
    /// All, in the order in which they are counted.
    pub const ALL: [Verdict; 5] =
        [Verdict::Faster, Verdict::Slower, Verdict::Same, Verdict::Inconclusive, Verdict::NotComparable];
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Same => "same",
            Verdict::Inconclusive => "inconclusive",
            Verdict::NotComparable => "not comparable",
        })
    }
}

impl Difference {
    /// `100 * (value / baseline - 1)`.
    pub fn percent(&self) -> Option<f64> {
        self.ratio.map(|ratio| 100.0 * (ratio - 1.0))
    }

    /// The ends of [`Difference::percent`].
    pub fn percents(&self) -> Option<(f64, f64)> {
        self.interval.map(|(low, high)| (100.0 * (low - 1.0), 100.0 * (high - 1.0)))
    }
}

/// The columns of a row whose cells can be compared with the baseline's.
pub fn comparable(row: &Row, columns: &Columns, anyway: bool) -> Vec<usize> {
    let can = |column: &usize| match (&row.cells[0], &row.cells[*column]) {
        (Some(baseline), Some(other)) => refusal(baseline, other, columns, anyway).is_none(),
        _ => false,
    };
    (1..row.cells.len()).filter(can).collect()
}

/// Each cell of a row against that of the baseline; nothing where one of the two is not there.
pub fn of_row(row: &Row, columns: &Columns, test: Test, options: &Options) -> Vec<Option<Difference>> {
    let Some(baseline) = &row.cells[0] else { return vec![None; row.cells.len()] };
    let against = |other: &Cell| match refusal(baseline, other, columns, options.anyway) {
        Some(why) => not_comparable(why),
        None => difference(baseline, other, row.better(), test, options.margin, &said(baseline, other, columns)),
    };
    let others = row.cells[1..].iter().map(|cell| cell.as_ref().map(against));
    std::iter::once(None).chain(others).collect()
}

/// Why a cell cannot be compared with the baseline.
fn refusal(baseline: &Cell, other: &Cell, columns: &Columns, anyway: bool) -> Option<String> {
    for (cell, column) in [(baseline, "the baseline"), (other, "it")] {
        if let Some(mixed) = &cell.mixed {
            return Some(mixed.clone());
        }
        if cell.value.is_none() {
            let (status, note) = (cell.record.status, &cell.record.note);
            let status = if status == Status::Ok { "without a number".to_string() } else { status.to_string() };
            let note = if note.is_empty() { String::new() } else { format!(": {note}") };
            return Some(format!("{column} is {status}{note}"));
        }
    }
    let unlike = unlike(baseline.record, other.record, columns);
    (!unlike.is_empty() && !anyway).then(|| format!("{}; --anyway compares all the same", unlike.join(", ")))
}

fn not_comparable(why: String) -> Difference {
    Difference { ratio: None, interval: None, ground: Ground::Nothing, verdict: Verdict::NotComparable, why }
}

/// What a reader should know of two cells that are compared.
fn said(baseline: &Cell, other: &Cell, columns: &Columns) -> Vec<String> {
    let mut said = unlike(baseline.record, other.record, columns);
    for (cell, whose) in [(baseline, "samples of the baseline"), (other, "samples")] {
        said.extend(cell.shape.map(|shape| format!("{whose} {shape}")));
    }
    said
}

fn difference(baseline: &Cell, other: &Cell, better: Better, test: Test, margin: f64, said: &[String]) -> Difference {
    let ratio = match (baseline.value, other.value) {
        (Some(baseline), Some(value)) if baseline > 0.0 && value > 0.0 => value / baseline,
        _ => return not_comparable("a figure is not above 0, so there is no ratio".to_string()),
    };
    let (mut interval, ground) = interval(&baseline.evidence, &other.evidence, test);
    if !share_a_run(baseline, other) {
        interval = interval.map(|interval| between_runs::wider(interval, ratio, baseline, other, better));
    }
    let verdict = match (interval, ground) {
        (Some(interval), Ground::Samples | Ground::Intervals) => verdict(ratio, interval, better, margin),
        _ => Verdict::Inconclusive,
    };
    let mut why = said.to_vec();
    if verdict == Verdict::Inconclusive {
        why.insert(0, reason(baseline, other, ground));
    } else if ground == Ground::Intervals {
        why.insert(0, "by the intervals, without samples".to_string());
    }
    Difference { ratio: Some(ratio), interval, ground, verdict, why: why.join("; ") }
}

/// The interval of the ratio by the best that both sides have.
fn interval(baseline: &Evidence, other: &Evidence, test: Test) -> (Option<(f64, f64)>, Ground) {
    if let (Evidence::Samples(left), Evidence::Samples(right)) = (baseline, other) {
        if let Some(interval) = test.of_samples(left, right) {
            return (Some(interval), Ground::Samples);
        }
        let enough = left.len().min(right.len()) >= FEWEST_FOR_RANGE;
        return match range(left, right).filter(|_| enough) {
            Some(range) => (Some(range), Ground::Range),
            None => (None, Ground::Nothing),
        };
    }
    let medians = baseline.median().zip(other.median());
    match medians.and_then(|(left, right)| test.of_intervals(left, right)) {
        Some(interval) => (Some(interval), Ground::Intervals),
        None => (None, Ground::Nothing),
    }
}

/// The smallest and the largest of all ratios.
fn range(baseline: &[f64], other: &[f64]) -> Option<(f64, f64)> {
    let ends =
        |values: &[f64]| Some((values.iter().copied().reduce(f64::min)?, values.iter().copied().reduce(f64::max)?));
    let ((low, high), (least, most)) = (ends(baseline)?, ends(other)?);
    (low > 0.0 && least > 0.0).then(|| (least / high, most / low))
}

/// Shown is what the whole interval says. Where all of it is within the margin, the difference does not matter.
fn verdict(ratio: f64, (low, high): (f64, f64), better: Better, margin: f64) -> Verdict {
    let (more, less) = match better {
        Better::Higher => (Verdict::Faster, Verdict::Slower),
        Better::Lower => (Verdict::Slower, Verdict::Faster),
    };
    match () {
        () if low >= 1.0 - margin && high <= 1.0 + margin => Verdict::Same,
        () if low > 1.0 && ratio > 1.0 => more,
        () if high < 1.0 && ratio < 1.0 => less,
        () => Verdict::Inconclusive,
    }
}

fn reason(baseline: &Cell, other: &Cell, ground: Ground) -> String {
    let counts = |cell: &Cell| match &cell.evidence {
        Evidence::Samples(samples) => samples.len(),
        _ => cell.record.samples.max(1),
    };
    match ground {
        Ground::Samples | Ground::Intervals => "no difference shown".to_string(),
        Ground::Range => {
            let (left, right) = (counts(baseline), counts(other));
            let many = if left.min(right) < FEWEST_FOR_INTERVAL { "" } else { ", as they hang together," };
            format!("no difference shown: {left} and {right} samples{many} are too few")
        }
        Ground::Nothing if counts(baseline).max(counts(other)) > 1 => {
            format!("{} against {} samples are too few", counts(other), counts(baseline))
        }
        Ground::Nothing => "single figures show nothing".to_string(),
    }
}
