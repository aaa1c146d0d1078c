//! What can be wrong with an input: one line each, saying what, where, and what to do next.

use crate::delimited::{MAXIMUM_CELL, MAXIMUM_COLUMNS};
use crate::text::MAXIMUM_BYTES;

/// The most characters of an input that a message quotes.
const QUOTED: usize = 40;

/// A refusal of an input, with its place and the way out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nothing but blanks.
    #[error("the file is empty: give a line of column names and at least one row")]
    Empty,
    /// More bytes than a table typed by people has.
    #[error("the file has {bytes} bytes, more than {MAXIMUM_BYTES}: give a part of it")]
    TooLarge {
        /// Bytes found.
        bytes: usize,
    },
    /// Zero bytes or the mark of UTF-16.
    #[error("line {line}: this is no text (a zero byte or UTF-16): save it as CSV in UTF-8")]
    NotText {
        /// Line of the first offending byte.
        line: usize,
    },
    /// Bytes that are no UTF-8.
    #[error("line {line}: this is no text in UTF-8: save it as CSV in UTF-8")]
    NotUnicode {
        /// Line of the first offending byte.
        line: usize,
    },
    /// No separator between columns.
    #[error("line {line}: only one column: separate columns by comma, semicolon or tab")]
    OneColumn {
        /// Line of the column names.
        line: usize,
    },
    /// More columns than a table typed by people has.
    #[error("line {line}: {found} columns, more than {MAXIMUM_COLUMNS}: remove some")]
    TooManyColumns {
        /// Line of the column names.
        line: usize,
        /// Columns found.
        found: usize,
    },
    /// A cell longer than any label.
    #[error("line {line}: a cell is longer than {MAXIMUM_CELL} bytes: shorten it, or look for a quote too many")]
    LongCell {
        /// Line on which the row starts.
        line: usize,
    },
    /// A row that is shorter or longer than the line of column names.
    #[error(
        "line {line}: {found} cells where the first line has {expected}: add or remove cells, or quote those that contain the separator"
    )]
    Ragged {
        /// Line on which the row starts.
        line: usize,
        /// Cells found.
        found: usize,
        /// Cells of the line of column names.
        expected: usize,
    },
    /// A quote that is opened and never closed.
    #[error(
        "line {line}: a quote opens in this row and never closes: close it, or double a quote that is meant as text"
    )]
    OpenQuote {
        /// Line on which the row starts.
        line: usize,
    },
    /// Column names and nothing below them.
    #[error("line {line}: only column names, no rows: add at least one row")]
    NoRows {
        /// Line of the column names.
        line: usize,
    },
    /// Two columns of one name.
    #[error("line {line}: two columns are called {}: rename one", shown(column))]
    DuplicateColumn {
        /// Line of the column names.
        line: usize,
        /// The name.
        column: String,
    },
    /// The first line has figures where names should be.
    #[error(
        "line {line}: {} is no column name: put a line such as label,value first, or call the column of labels \"label\"",
        shown(text)
    )]
    NoColumnNames {
        /// The first line.
        line: usize,
        /// The figure found.
        text: String,
    },
    /// Figures without a column name.
    #[error("line {line}: column {number} holds figures and has no name: name it")]
    UnnamedColumn {
        /// Line of the column names.
        line: usize,
        /// Which column, counted from 1.
        number: usize,
    },
    /// No column to take labels from.
    #[error("line {line}: no column holds labels: call one \"label\"")]
    NoLabels {
        /// Line of the column names.
        line: usize,
    },
    /// No figures at all.
    #[error("no column holds numbers: put the figures in a column called \"value\"")]
    NoNumbers,
    /// A row that does not say to which chart it belongs.
    #[error("line {line}, column {}: the title is missing: repeat it on each row", shown(column))]
    NoTitle {
        /// Line of the row.
        line: usize,
        /// Name of the column.
        column: String,
    },
    /// A direction other than higher or lower.
    #[error("line {line}, column {}: {} is no direction: write higher or lower", shown(column), shown(text))]
    Direction {
        /// Line of the row.
        line: usize,
        /// Name of the column.
        column: String,
        /// What was typed.
        text: String,
    },
    /// A cell with digits that is no number.
    #[error(
        "line {line}, column {}: {} is no number: write digits only, and units in a column called \"unit\"",
        shown(column),
        shown(text)
    )]
    Number {
        /// Line of the row.
        line: usize,
        /// Name of the column.
        column: String,
        /// What was typed.
        text: String,
    },
    /// A cell whose comma or point may be a decimal mark or a thousands mark.
    #[error(
        "line {line}, column {}: {} may have decimals or thousands, and no other cell decides: write thousands without a mark, or one more decimal as in {text}0",
        shown(column),
        shown(text)
    )]
    Ambiguous {
        /// Line of the row.
        line: usize,
        /// Name of the column.
        column: String,
        /// What was typed.
        text: String,
    },
    /// Decimal points and decimal commas in one file.
    #[error(
        "line {line}, column {}: {} does not fit {} on line {other_line}, whose decimal mark is a {mark}: write all numbers one way",
        shown(column),
        shown(text),
        shown(other)
    )]
    MixedMarks {
        /// Line of the row.
        line: usize,
        /// Name of the column.
        column: String,
        /// What was typed.
        text: String,
        /// Line of the cell that decided.
        other_line: usize,
        /// The cell that decided.
        other: String,
        /// The decimal mark it has: point or comma.
        mark: &'static str,
    },
    /// Two units in one chart that cannot be converted into each other.
    #[error(
        "line {line}: the unit {} cannot be converted to {}, the unit on line {other_line} of the same chart: use one unit",
        shown(unit),
        shown(other)
    )]
    Units {
        /// Line of the row.
        line: usize,
        /// Its unit.
        unit: String,
        /// Line of the first row of the chart with a value.
        other_line: usize,
        /// The unit of that row.
        other: String,
    },
}

/// Text for a message: quoted, escaped, and never longer than a screen line.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
