//! What differs between hosts, runs or implementations, and whether the samples show it.
//!
//! Figures are put into rows (what was measured) and columns (what is compared), each cell against the cell of the
//! baseline in its row. A verdict stands on one test, [`hostmark_harness::statistics::two_samples`], whose intervals
//! hold together for the whole table.

mod between_runs;
mod cells;
mod columns;
mod difference;
pub mod export;
mod facts;
pub mod from_table;
pub mod gate;
mod means;
mod rows;
pub mod table;
mod unlike;

#[cfg(test)]
mod tests;

use anyhow::Result;
use hostmark_harness::host::Host;
use hostmark_harness::metric::{Better, Role};
use hostmark_harness::record::Record;
use hostmark_harness::statistics::two_samples::Test;

use columns::Columns;

pub use cells::Cell;
pub use difference::Difference;
pub use facts::Fact;
pub use means::Mean;

/// A record with its samples, which may be unknown.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// The record.
    pub record: &'a Record,
    /// The metric of each sample in the order in which they were taken; empty where they are not known.
    pub samples: &'a [f64],
}

/// What a person may choose.
#[derive(Clone, Debug)]
pub struct Options {
    /// A column of `records.csv`, a parameter, or a template of them; `None` takes what tells the inputs apart.
    pub by: Option<String>,
    /// The column that all others are compared with; the first where it is not named.
    pub baseline: Option<String>,
    /// The metric that is compared; the primary one of each case where it is not named.
    pub metric: Option<String>,
    /// Differences within this part of the baseline are called the same.
    pub margin: f64,
    /// Compares unlike figures too, and says what is unlike.
    pub anyway: bool,
}

/// A whole comparison.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// What columns are told apart by, as a template.
    pub by: String,
    /// The names of the columns; the baseline is the first.
    pub columns: Vec<String>,
    /// What was measured.
    pub rows: Vec<Row<'a>>,
    /// How many cells could be compared: so many intervals hold together.
    pub comparisons: usize,
    /// The part of the baseline within which differences are called the same.
    pub margin: f64,
    /// The geometric mean of each suite.
    pub means: Vec<Mean>,
    /// What else differs, and could explain.
    pub facts: Vec<Fact>,
}

/// One thing measured, in all columns.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Suite; empty for figures of others.
    pub suite: String,
    /// Suite, case, parameters, implementation and threads, as far as the columns do not say them.
    pub name: String,
    /// A record of the row: what is the same in all cells.
    pub example: &'a Record,
    /// For each column.
    pub cells: Vec<Option<Cell<'a>>>,
    /// For each column: against the baseline, which itself has none.
    pub differences: Vec<Option<Difference>>,
}

impl Row<'_> {
    /// Which way is better.
    pub fn better(&self) -> Better {
        self.example.better
    }
}

/// Compares figures; `hosts` are the facts of the runs among them, by run.
pub fn compare<'a>(figures: &[Figure<'a>], hosts: &[(String, Host)], options: &Options) -> Result<Comparison<'a>> {
    let wanted = |record: &Record| match &options.metric {
        Some(metric) => record.metric == *metric,
        None => record.role == Role::Primary,
    };
    let figures: Vec<Figure<'a>> = figures.iter().copied().filter(|figure| wanted(figure.record)).collect();
    let columns = Columns::find(&figures, options)?;
    let mut rows = rows::rows(&figures, &columns)?;
    let comparisons = rows.iter().flat_map(|row| difference::comparable(row, &columns, options.anyway)).count();
    let test = Test::of(comparisons);
    for row in &mut rows {
        row.differences = difference::of_row(row, &columns, test, options);
    }
    let means = means::means(&rows, columns.names.len());
    let facts = facts::differing(&figures, hosts, &columns);
    let Columns { by, names, .. } = columns;
    Ok(Comparison { by, columns: names, rows, comparisons, margin: options.margin, means, facts })
}
