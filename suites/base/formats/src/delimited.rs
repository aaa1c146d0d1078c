//! Tables typed by people: comma, semicolon or tab, quotes, any line end, blank lines, byte-order mark.
//!
//! The separator is found from the content, never from a file name. A table is rectangular:
//! a row with more or fewer cells than the first line is refused with its line number.

mod decimal;
mod records;
mod separator;

use crate::{Error, text::text};
pub use decimal::decimal_mark;
pub use separator::Separator;

/// The most columns of a table.
pub const MAXIMUM_COLUMNS: usize = 256;

/// The most bytes of one cell.
pub const MAXIMUM_CELL: usize = 1024;

/// One row and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Line on which it starts, counted from 1.
    pub line: usize,
    /// Its cells, without blanks around them.
    pub cells: Vec<String>,
}

/// A rectangular table with column names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What stands between cells.
    pub separator: Separator,
    /// The line of column names.
    pub header: Row,
    /// All other lines that are not blank; at least one.
    pub rows: Vec<Row>,
}

impl Table {
    /// Reads a table with a line of column names and at least one row.
    pub fn read(bytes: &[u8]) -> Result<Table, Error> {
        let text = text(bytes)?;
        let separator = Separator::find(text);
        let mut records = records::records(text, separator)?.into_iter();
        let header = records.next().ok_or(Error::Empty)?;
        let rows: Vec<Row> = records.collect();
        check_header(&header)?;
        check_rows(&rows, header.cells.len())?;
        if rows.is_empty() {
            return Err(Error::NoRows { line: header.line });
        }
        Ok(Table { separator, header, rows })
    }

    /// The first of `names` that is a column, whatever its case.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.header.cells.iter().position(|cell| cell.eq_ignore_ascii_case(name)))
    }

    /// A column's name as typed, or its number where it has none.
    pub fn column_name(&self, column: usize) -> String {
        match self.header.cells.get(column) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => (column + 1).to_string(),
        }
    }
}

fn check_header(header: &Row) -> Result<(), Error> {
    let (line, found) = (header.line, header.cells.len());
    match found {
        1 => return Err(Error::OneColumn { line }),
        2..=MAXIMUM_COLUMNS => {}
        _ => return Err(Error::TooManyColumns { line, found }),
    }
    for (index, name) in header.cells.iter().enumerate() {
        let same = |other: &String| other.eq_ignore_ascii_case(name);
        if !name.is_empty() && header.cells[..index].iter().any(same) {
            return Err(Error::DuplicateColumn { line, column: name.clone() });
        }
    }
    Ok(())
}

fn check_rows(rows: &[Row], expected: usize) -> Result<(), Error> {
    for Row { line, cells } in rows {
        let (line, found) = (*line, cells.len());
        if found != expected {
            return Err(Error::Ragged { line, found, expected });
        }
        if cells.iter().any(|cell| cell.len() > MAXIMUM_CELL) {
            return Err(Error::LongCell { line });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Error {
        Table::read(text.as_bytes()).expect_err(text)
    }

    #[test]
    fn cells_are_trimmed_and_lines_are_counted() {
        let table =
            Table::read(b"\r\n Label ,value\r\n\r\n  ,  \r\n\"a, \"\"b\"\"\", 5 \r\n\"c\nd\",6\r\ne,7").unwrap();
        let lines: Vec<_> = table.rows.iter().map(|row| (row.line, row.cells[0].as_str())).collect();
        assert_eq!(table.header, Row { line: 2, cells: vec!["Label".into(), "value".into()] });
        assert_eq!(lines, [(5, "a, \"b\""), (6, "c\nd"), (8, "e")]);
        assert_eq!(table.rows[0].cells[1], "5");
        assert_eq!(table.column(&["title", "LABEL"]), Some(0));
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        let table = Table::read(b"label,value\ra,5\rb,6\r").unwrap();
        assert_eq!(table.rows[1], Row { line: 3, cells: vec!["b".into(), "6".into()] });
    }

    #[test]
    fn bad_tables_are_refused_with_their_line() {
        assert_eq!(refusal("a\nb\n"), Error::OneColumn { line: 1 });
        assert_eq!(refusal("label,value\n\n"), Error::NoRows { line: 1 });
        assert_eq!(refusal("a,b\n1,2\n\n1,2,3\n"), Error::Ragged { line: 4, found: 3, expected: 2 });
        assert_eq!(refusal("a,b\n1,2\n1,\"2\n3,4\n"), Error::OpenQuote { line: 3 });
        assert_eq!(refusal("a,b\n1,2\n\"1,2"), Error::OpenQuote { line: 3 });
        assert_eq!(refusal("a,b,A\n1,2,3\n"), Error::DuplicateColumn { line: 1, column: "A".into() });
        assert_eq!(refusal(&format!("a{}\n", ",".repeat(300))), Error::TooManyColumns { line: 1, found: 301 });
        assert_eq!(refusal(&format!("a,b\n1,{}\n", "x".repeat(5000))), Error::LongCell { line: 2 });
    }
}
