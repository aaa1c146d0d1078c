//! The values for charts from any table.
//!
//! Columns are known by name, whatever their case and order:
//!
//! | role | column | otherwise |
//! |---|---|---|
//! | title | `title` or `chart` | the other columns of text, joined by blanks |
//! | label | `label`, `name`, `host`, `os`, `system` or `implementation` | the first column of text |
//! | value | `value` | each column of numbers is a chart of its own, and its name joins the title |
//! | unit | `unit` | none |
//! | direction | `better`: higher or lower | none |
//!
//! A column holds numbers if at least half of its filled cells do. With a title column the title is the line as typed;
//! it is followed by unit and direction only if there is a unit and it does not already say ` is better`.
//! Without a title column unit and direction follow where known. A unit that the title already has is not repeated.
//! With a title column and a single column of numbers, that column is the value and its name does not join.
//!
//! Charts come in the order in which their titles first appear, rows in the order of the file. A label that occurs
//! several times in a chart gives several rows: nothing is merged and nothing is lost. In tables with several columns
//! of numbers a chart without a single filled cell is left out.
//!
//! One chart has one unit, that of its first row with a value; other rows are converted, and units that cannot be
//! converted are refused. Thousands and decimal commas are read as [`decimal_mark`] says.

mod charts;
mod columns;
mod title;

use crate::Error;
use crate::delimited::{Table, decimal_mark};
use charts::Charts;
use columns::Columns;

/// Charts and what to tell about them.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartTable {
    /// In order of first appearance; at least one.
    pub charts: Vec<TableChart>,
    /// Cautions with line numbers, one sentence each.
    pub notes: Vec<String>,
}

/// One chart.
#[derive(Debug, Clone, PartialEq)]
pub struct TableChart {
    /// The title without unit and direction, where those were added to it.
    pub name: String,
    /// The whole title line.
    pub title: String,
    /// The unit of all values.
    pub unit: Option<String>,
    /// Which direction is better, where the table says so.
    pub better: Option<Better>,
    /// In the order of the file.
    pub rows: Vec<TableRow>,
}

/// One row of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// What was measured.
    pub label: String,
    /// The figure, or why there is none.
    pub value: Value,
    /// Line of the file, counted from 1.
    pub line: usize,
}

/// A cell of a chart.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A finite number.
    Number {
        /// In the unit of its chart.
        value: f64,
        /// As typed, if it was typed as a simple number and not converted.
        typed: Option<String>,
    },
    /// What stood there instead: `n/a`, `NaN`, `inf`, nothing.
    Missing(String),
}

/// The direction that is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Better {
    /// A rate.
    Higher,
    /// A time.
    Lower,
}

impl Better {
    /// The word in a table and in a title.
    pub fn word(self) -> &'static str {
        match self {
            Better::Higher => "higher",
            Better::Lower => "lower",
        }
    }
}

/// Reads the values for charts from a table with a line of column names.
pub fn chart_table(bytes: &[u8]) -> Result<ChartTable, Error> {
    let table = Table::read(bytes)?;
    let columns = Columns::find(&table)?;
    let mark = decimal_mark(&table, &columns.values)?;
    let mut charts = Charts::new(&table, &columns, mark);
    for row in &table.rows {
        charts.add(row)?;
    }
    charts.finish()
}
