//! Charts from the values of any table.

use super::{Bar, Chart, Row};
use hostmark_formats::chart_table::{ChartTable, TableChart, TableRow, Value};

/// What stands where a table has no number.
const NO_VALUE: &str = "n/a";

/// Figures are written as typed where they were plain, else in their shortest form.
pub fn from_table(table: &ChartTable) -> Vec<Chart> {
    table.charts.iter().map(chart).collect()
}

fn chart(chart: &TableChart) -> Chart {
    Chart { title: chart.title.clone(), rows: chart.rows.iter().map(row).collect() }
}

fn row(row: &TableRow) -> Row {
    let bar = match &row.value {
        Value::Missing(_) => Bar::Words(NO_VALUE.to_owned()),
        Value::Number { value, typed } => {
            let text = typed.clone().unwrap_or_else(|| shortest(*value));
            Bar::Value { value: *value, text }
        }
    };
    Row { label: row.label.clone(), bar }
}

/// The shortest text that gives the same number; minus zero is zero.
fn shortest(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        1e-4..1e15 => value.to_string(),
        _ => format!("{value:e}"),
    }
}
