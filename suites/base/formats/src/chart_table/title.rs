//! To which chart a cell belongs, and the whole line above that chart.

use super::TableChart;
use super::columns::Columns;
use crate::Error;
use crate::delimited::{Row, Table};

/// The title without unit and direction: rows that share it are one chart.
pub(super) fn key(table: &Table, columns: &Columns, row: &Row, column: usize) -> Result<String, Error> {
    if let Some(title) = columns.title.filter(|&title| row.cells[title].is_empty()) {
        return Err(Error::NoTitle { line: row.line, column: table.column_name(title) });
    }
    let cells = columns.joined.iter().map(|&joined| row.cells[joined].as_str());
    let mut words: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    if columns.name_joins || words.is_empty() {
        words.push(&table.header.cells[column]);
    }
    Ok(words.join(" "))
}

/// The title with unit and direction; `typed` says that it comes from a title column.
pub(super) fn whole(chart: &TableChart, typed: bool) -> String {
    let TableChart { title, unit, better, .. } = chart;
    if title.contains(" is better") || (typed && unit.is_none()) {
        return title.clone();
    }
    let mut whole = title.clone();
    if let Some(unit) = unit.as_ref().filter(|unit| title.split(' ').all(|word| word != *unit)) {
        whole = format!("{whole} {unit}");
    }
    if let Some(better) = better {
        whole = format!("{whole} - {} is better", better.word());
    }
    whole
}
