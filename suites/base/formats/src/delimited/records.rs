//! Text to records, each with the line on which it starts.

use super::{Row, Separator};
use crate::{Error, text::line_breaks};
use std::io::Read;

/// A last line of our own: a quote that never closes swallows it.
const SENTINEL: &str = "\u{1f}";

/// All records that are not blank.
pub(super) fn records(text: &str, separator: Separator) -> Result<Vec<Row>, Error> {
    let ending = format!("\n{SENTINEL}");
    let mut rows = rows(text.as_bytes().chain(ending.as_bytes()), text, separator);
    let last = rows.pop();
    match last {
        Some(row) if row.cells != [SENTINEL] => Err(Error::OpenQuote { line: row.line }),
        _ => Ok(rows),
    }
}

/// The number of cells in each of the first records that are not blank.
pub(super) fn widths(text: &str, separator: Separator) -> Vec<usize> {
    let rows = rows(text.as_bytes(), text, separator);
    rows.iter().map(|row| row.cells.len()).collect()
}

fn rows(input: impl Read, text: &str, separator: Separator) -> Vec<Row> {
    let mut reader =
        csv::ReaderBuilder::new().delimiter(separator.byte()).has_headers(false).flexible(true).from_reader(input);
    let mut lines = Lines::new(text);
    let records = reader.byte_records().map_while(Result::ok);
    let rows = records.map(|record| Row {
        line: lines.at(record.position().map_or(0, |position| position.byte() as usize)),
        cells: record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect(),
    });
    rows.filter(|row| row.cells.iter().any(|cell| !cell.is_empty())).collect()
}

/// Turns rising byte offsets into line numbers.
struct Lines<'a> {
    rest: &'a [u8],
    offset: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Lines { rest: text.as_bytes(), offset: 0, line: 1 }
    }

    /// The line of the first byte at or after `offset` that does not end a line.
    fn at(&mut self, offset: usize) -> usize {
        let passed = offset.saturating_sub(self.offset).min(self.rest.len());
        let blank = self.rest[passed..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let (before, rest) = self.rest.split_at(passed + blank);
        self.line += line_breaks(before);
        self.offset += before.len();
        self.rest = rest;
        self.line
    }
}
