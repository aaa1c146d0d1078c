//! Records from any table with labels, values and a direction.

use anyhow::{Result, bail};
use hostmark_formats::chart_table::{self, ChartTable, TableChart, TableRow, Value};
use hostmark_harness::metric::{Better, Role};
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;

/// A record for each row: what charts call the chart is the case. Rows with one label in one chart are several
/// measurements of one thing.
pub fn records(table: &ChartTable) -> Result<Vec<Record>> {
    let mut all = Vec::new();
    for chart in &table.charts {
        let better = better(chart)?;
        all.extend(chart.rows.iter().map(|row| record(chart, row, better)));
    }
    Ok(all)
}

/// The direction that a table says, in its column or in its title.
fn better(chart: &TableChart) -> Result<Better> {
    match chart.better {
        Some(chart_table::Better::Higher) => Ok(Better::Higher),
        Some(chart_table::Better::Lower) => Ok(Better::Lower),
        None if chart.title.contains("higher is better") => Ok(Better::Higher),
        None if chart.title.contains("lower is better") => Ok(Better::Lower),
        None => bail!(
            "it does not say which way is better for '{}'; add a column 'better' with higher or lower",
            chart.name
        ),
    }
}

/// A row of a table as a record; several of one label are several measurements of one thing.
fn record(chart: &TableChart, row: &TableRow, better: Better) -> Record {
    let (value, status, note) = match &row.value {
        Value::Number { value, .. } => (Some(*value), Status::Ok, String::new()),
        Value::Missing(word) => (None, Status::Skipped, word.clone()),
    };
    Record {
        label: row.label.as_str().into(),
        case: chart.name.as_str().into(),
        metric: "value".into(),
        role: Role::Primary,
        unit: chart.unit.as_deref().unwrap_or_default().into(),
        threads: 1,
        better,
        value,
        status,
        note: note.into(),
        ..Record::default()
    }
}
