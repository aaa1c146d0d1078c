//! Rows to charts: grouping by title, numbers, units, directions.

use super::columns::Columns;
use super::{Better, ChartTable, TableChart, TableRow, Value, title};
use crate::Error;
use crate::delimited::{Row, Table};
use crate::error::shown;
use crate::number::{DecimalMark, is_plain, is_word, read};
use crate::unit::convert;
use std::collections::HashMap;

/// Charts as they grow, row by row.
pub(super) struct Charts<'a> {
    table: &'a Table,
    columns: &'a Columns,
    mark: DecimalMark,
    charts: Vec<TableChart>,
    /// For each chart the line that decided its unit.
    unit_lines: Vec<usize>,
    by_title: HashMap<String, usize>,
    notes: Vec<String>,
}

impl<'a> Charts<'a> {
    pub fn new(table: &'a Table, columns: &'a Columns, mark: DecimalMark) -> Self {
        let note = |&column: &usize| format!("column {} is not drawn", shown(&table.column_name(column)));
        Charts {
            table,
            columns,
            mark,
            charts: Vec::new(),
            unit_lines: Vec::new(),
            by_title: HashMap::new(),
            notes: columns.unused.iter().map(note).collect(),
        }
    }

    /// Adds one line of the table: one value to one chart per value column.
    pub fn add(&mut self, row: &Row) -> Result<(), Error> {
        let better = self.better(row)?;
        for &column in &self.columns.values {
            let chart = self.chart(row, column)?;
            self.note_direction(chart, better, row.line);
            let value = self.value(row, column)?;
            let value = self.in_one_unit(chart, value, row)?;
            let label = row.cells[self.columns.label].clone();
            self.charts[chart].rows.push(TableRow { label, value, line: row.line });
        }
        Ok(())
    }

    /// The finished charts, with their whole titles.
    pub fn finish(mut self) -> Result<ChartTable, Error> {
        if self.columns.values.len() > 1 {
            self.charts.retain(|chart| chart.rows.iter().any(is_filled));
        }
        for chart in &mut self.charts {
            chart.unit.take_if(|unit| unit.is_empty());
            chart.title = title::whole(chart, self.columns.title.is_some());
        }
        Ok(ChartTable { charts: self.charts, notes: self.notes })
    }

    /// The index of the chart that a cell belongs to.
    fn chart(&mut self, row: &Row, column: usize) -> Result<usize, Error> {
        let title = title::key(self.table, self.columns, row, column)?;
        let next = self.charts.len();
        let index = *self.by_title.entry(title.clone()).or_insert(next);
        if index == next {
            self.charts.push(TableChart { name: title.clone(), title, unit: None, better: None, rows: Vec::new() });
            self.unit_lines.push(row.line);
        }
        Ok(index)
    }

    fn better(&self, row: &Row) -> Result<Option<Better>, Error> {
        let Some(column) = self.columns.better else {
            return Ok(None);
        };
        let text = &row.cells[column];
        match text.to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "higher" => Ok(Some(Better::Higher)),
            "lower" => Ok(Some(Better::Lower)),
            _ => Err(Error::Direction { line: row.line, column: self.table.column_name(column), text: text.clone() }),
        }
    }

    /// The first direction stands; a later one that contradicts it is noted.
    fn note_direction(&mut self, chart: usize, better: Option<Better>, line: usize) {
        let TableChart { title, better: first, .. } = &mut self.charts[chart];
        match (*first, better) {
            (None, _) => *first = better,
            (Some(first), Some(now)) if now != first => self.notes.push(format!(
                "line {line}: {} is better contradicts the rows above in chart {}, where {} is: {} is kept",
                now.word(),
                shown(title),
                first.word(),
                first.word(),
            )),
            _ => {}
        }
    }

    fn value(&self, row: &Row, column: usize) -> Result<Value, Error> {
        let text = &row.cells[column];
        match read(text, self.mark) {
            Some(value) => {
                let typed = is_plain(text, value).then(|| text.clone());
                Ok(Value::Number { value, typed })
            }
            None if is_word(text) => Ok(Value::Missing(text.clone())),
            None => Err(Error::Number { line: row.line, column: self.table.column_name(column), text: text.clone() }),
        }
    }

    /// Converts a value to the unit of its chart; the first value decides that unit.
    fn in_one_unit(&mut self, chart: usize, value: Value, row: &Row) -> Result<Value, Error> {
        let (Some(column), Value::Number { value: number, .. }) = (self.columns.unit, &value) else {
            return Ok(value);
        };
        let unit = &row.cells[column];
        let Some(first) = &self.charts[chart].unit else {
            self.charts[chart].unit = Some(unit.clone());
            self.unit_lines[chart] = row.line;
            return Ok(value);
        };
        if unit == first {
            return Ok(value);
        }
        match convert(*number, unit, first) {
            Some(value) => Ok(Value::Number { value, typed: None }),
            None => Err(Error::Units {
                line: row.line,
                unit: unit.clone(),
                other_line: self.unit_lines[chart],
                other: first.clone(),
            }),
        }
    }
}

fn is_filled(row: &TableRow) -> bool {
    !matches!(&row.value, Value::Missing(text) if text.is_empty())
}
