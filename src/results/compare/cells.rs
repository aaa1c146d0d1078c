//! Cells: all figures of one thing in one column.

use hostmark_harness::record::Record;
use hostmark_harness::statistics::shape::{self, Shape};
use hostmark_harness::statistics::two_samples::Median;
use hostmark_harness::statistics::{interval, median};
use hostmark_harness::status::{Flags, Status};

use super::Figure;
use super::columns::Columns;

/// What was measured of one thing in one column: a run, or several.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// The first record that is ok, else the first.
    pub record: &'a Record,
    /// The median of everything in the cell, in the base unit; `None` where nothing is ok.
    pub value: Option<f64>,
    /// What is known of its spread.
    pub evidence: Evidence,
    /// How many runs it comes from.
    pub runs: usize,
    /// True where its evidence is the samples of one run, taken within seconds.
    pub is_one_run: bool,
    /// The cautions of all its records.
    pub flags: Flags,
    /// What is odd about the samples.
    pub shape: Option<Shape>,
    /// Records of this cell that are not the same thing: what differs.
    pub mixed: Option<String>,
}

/// What is known of a cell's spread.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// Samples in the order in which they were taken; values of single runs where those have no samples.
    Samples(Vec<f64>),
    /// The median and its interval.
    Interval(Median),
    /// The figure alone.
    Figure,
}

impl Evidence {
    /// The median and its interval, where there are enough samples.
    pub fn median(&self) -> Option<Median> {
        match self {
            Evidence::Samples(samples) => {
                let (low, high) = interval(samples)?;
                Some(Median { value: median(samples)?, low, high })
            }
            Evidence::Interval(median) => Some(*median),
            Evidence::Figure => None,
        }
    }
}

/// The cell of these figures; `None` where there are none.
pub fn cell<'a>(figures: &[Figure<'a>], columns: &Columns) -> Option<Cell<'a>> {
    let mut ok: Vec<Figure<'a>> = figures.iter().copied().filter(|figure| figure.record.status == Status::Ok).collect();
    ok.sort_by(|left, right| left.record.started.cmp(&right.record.started));
    let record = ok.first().or(figures.first())?.record;
    let evidence = evidence(&ok);
    let value = match &evidence {
        Evidence::Samples(samples) if ok.len() > 1 => median(samples),
        _ => ok.first().and_then(|figure| figure.record.number()),
    };
    let mut flags = Flags::default();
    ok.iter().for_each(|figure| flags.extend(&figure.record.flags));
    let mut runs: Vec<&str> = figures.iter().map(|figure| figure.record.run.as_str()).collect();
    runs.sort_unstable();
    runs.dedup();
    let shape = match &evidence {
        Evidence::Samples(samples) => shape::of(samples),
        _ => None,
    };
    let is_one_run = ok.len() == 1;
    Some(Cell { mixed: mixed(figures, columns), record, value, evidence, runs: runs.len(), is_one_run, flags, shape })
}

/// The samples of all runs one after another: what differs from run to run makes the interval wider.
fn evidence(ok: &[Figure]) -> Evidence {
    let values: Vec<f64> = ok.iter().filter_map(|figure| figure.record.number()).collect();
    if !ok.is_empty() && ok.iter().all(|figure| !figure.samples.is_empty()) {
        return Evidence::Samples(ok.iter().flat_map(|figure| figure.samples.iter().copied()).collect());
    }
    if values.len() > 1 {
        return Evidence::Samples(values);
    }
    let Some(record) = ok.first().map(|figure| figure.record) else { return Evidence::Figure };
    match (record.number(), record.low, record.high) {
        (Some(value), Some(low), Some(high)) => Evidence::Interval(Median { value, low, high }),
        _ => Evidence::Figure,
    }
}

/// Figures of one cell that are not the same thing: the columns do not tell apart what differs.
fn mixed(figures: &[Figure], columns: &Columns) -> Option<String> {
    let (first, rest) = figures.split_first()?;
    let of_first = &first.record.parameters;
    let parameter = |other: &Figure| {
        let of_other = &other.record.parameters;
        let names = of_first.iter().chain(of_other.iter()).map(|(name, _)| name);
        names.into_iter().find(|name| of_first.get(name) != of_other.get(name)).map(str::to_string)
    };
    let machine = |other: &Figure| other.record.machine != first.record.machine && !columns.differ_by("machine");
    let by_machine = || rest.iter().any(machine).then(|| "machine".to_string());
    let name = rest.iter().find_map(parameter).or_else(by_machine)?;
    Some(format!("there are several, which differ by {name}: use --by '{} {{{name}}}'", columns.by))
}
