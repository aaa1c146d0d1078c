//! A comparison for programs: CSV and JSON, base units, missing numbers empty or null.

use serde::Serialize;

use super::{Comparison, Fact};

/// The version of the JSON form.
const SCHEMA: u32 = 1;

/// One cell against the baseline.
#[derive(Serialize)]
struct Line<'a> {
    suite: &'a str,
    case: &'a str,
    row: &'a str,
    metric: &'a str,
    unit: &'a str,
    better: String,
    baseline: &'a str,
    column: &'a str,
    baseline_value: Option<f64>,
    value: Option<f64>,
    ratio: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    percent: Option<f64>,
    verdict: String,
    flags: String,
    why: &'a str,
}

#[derive(Serialize)]
struct Mean<'a> {
    suite: &'a str,
    column: &'a str,
    speed: Option<f64>,
    rows: usize,
    of: usize,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    by: &'a str,
    columns: &'a [String],
    comparisons: usize,
    margin: f64,
    rows: Vec<Line<'a>>,
    means: Vec<Mean<'a>>,
    facts: &'a [Fact],
}

/// A line for each cell that stands against the baseline, those without a result among them.
pub fn csv(comparison: &Comparison) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in lines(comparison) {
        writer.serialize(line)?;
    }
    let bytes = writer.into_inner().map_err(|problem| csv::Error::from(problem.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// One document, ending in a newline.
pub fn json(comparison: &Comparison) -> Result<String, serde_json::Error> {
    let means = comparison.means.iter().flat_map(|mean| {
        let columns = comparison.columns.iter().zip(&mean.speeds).skip(1);
        columns.map(|(column, speed)| Mean {
            suite: &mean.suite,
            column,
            speed: *speed,
            rows: mean.taken,
            of: mean.all,
        })
    });
    let document = Document {
        schema: SCHEMA,
        by: &comparison.by,
        columns: &comparison.columns,
        comparisons: comparison.comparisons,
        margin: comparison.margin,
        rows: lines(comparison),
        means: means.collect(),
        facts: &comparison.facts,
    };
    Ok(format!("{}\n", serde_json::to_string_pretty(&document)?))
}

fn lines<'a>(comparison: &'a Comparison) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    for row in &comparison.rows {
        for (column, name) in comparison.columns.iter().enumerate().skip(1) {
            let (cell, difference) = (row.cells[column].as_ref(), row.differences[column].as_ref());
            if cell.is_none() && row.cells[0].is_none() {
                continue;
            }
            let interval = difference.and_then(|difference| difference.interval);
            lines.push(Line {
                suite: &row.suite,
                case: &row.example.case,
                row: &row.name,
                metric: &row.example.metric,
                unit: &row.example.unit,
                better: row.better().to_string(),
                baseline: &comparison.columns[0],
                column: name,
                baseline_value: row.cells[0].as_ref().and_then(|cell| cell.value),
                value: cell.and_then(|cell| cell.value),
                ratio: difference.and_then(|difference| difference.ratio),
                low: interval.map(|(low, _)| low),
                high: interval.map(|(_, high)| high),
                percent: difference.and_then(|difference| difference.percent()),
                verdict: difference.map_or("not measured".to_string(), |difference| difference.verdict.to_string()),
                flags: cell.map(|cell| cell.flags.to_string()).unwrap_or_default(),
                why: difference.map(|difference| difference.why.as_str()).unwrap_or_default(),
            });
        }
    }
    lines
}
