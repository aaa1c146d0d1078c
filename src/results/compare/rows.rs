//! Rows: what was measured, in whichever columns.

use std::collections::HashMap;

use anyhow::{Result, bail};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;

use super::cells::{Cell, cell};
use super::columns::Columns;
use super::{Figure, Row};

/// More cells than this are no table.
const MOST_CELLS: usize = 5_000_000;

/// The figures of a row, for each column.
type Figures<'a> = Vec<Vec<Figure<'a>>>;

/// What makes figures one row: suite, case, parameters, implementation, threads, metric.
type Key<'a> = (&'a str, &'a str, Parameters, &'a str, usize, &'a str);

/// All rows in the order of their first figures. A thing that was measured in no two columns alike, but once in each
/// with other parameters, makes one row too: its cells say that they are unlike.
pub fn rows<'a>(figures: &[Figure<'a>], columns: &Columns) -> Result<Vec<Row<'a>>> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut found: Vec<Figures<'a>> = Vec::new();
    for (figure, column) in figures.iter().zip(&columns.places) {
        let next = found.len();
        let place = *places.entry(key(figure.record, columns)).or_insert(next);
        if place == next {
            let count = columns.names.len();
            if next * count > MOST_CELLS {
                bail!("too much to compare at once: {count} columns by {}; use --only, or another --by", columns.by);
            }
            found.push(vec![Vec::new(); count]);
        }
        found[place][*column].push(*figure);
    }
    Ok(joined(found, columns).iter().filter_map(|cells| row(cells, columns)).collect())
}

fn key<'a>(record: &'a Record, columns: &Columns) -> Key<'a> {
    let implementation = if columns.differ_by("implementation") { "" } else { record.implementation.as_str() };
    let threads = if columns.differ_by("threads") { 0 } else { record.threads };
    let parameters = common(&record.parameters, columns);
    (&record.suite, &record.case, parameters, implementation, threads, &record.metric)
}

fn common(parameters: &Parameters, columns: &Columns) -> Parameters {
    if !parameters.iter().any(|(name, _)| columns.differ_by(name)) {
        return parameters.clone();
    }
    let kept = parameters.iter().filter(|(name, _)| !columns.differ_by(name));
    kept.fold(Parameters::new(), |all, (name, value)| all.with(name, value))
}

/// Joins rows of one case that have no column in common, where it is plain which belong together.
fn joined<'a>(mut rows: Vec<Figures<'a>>, columns: &Columns) -> Vec<Figures<'a>> {
    let mut of_case: HashMap<(&str, &str, &str, &str), Vec<usize>> = HashMap::new();
    for (place, cells) in rows.iter().enumerate() {
        let Some(Figure { record, .. }) = cells.iter().flatten().next() else { continue };
        let implementation = if columns.differ_by("implementation") { "" } else { &record.implementation };
        of_case.entry((&record.suite, &record.case, implementation, &record.metric)).or_default().push(place);
    }
    for places in of_case.into_values().filter(|places| places.len() > 1) {
        let once = |column: usize| places.iter().filter(|place| !rows[**place][column].is_empty()).count() <= 1;
        if !(0..columns.names.len()).all(once) {
            continue;
        }
        for place in &places[1..] {
            let cells = std::mem::take(&mut rows[*place]);
            rows[places[0]].iter_mut().zip(cells).for_each(|(into, cell)| into.extend(cell));
        }
    }
    rows.retain(|cells| !cells.is_empty());
    rows
}

fn row<'a>(cells: &[Vec<Figure<'a>>], columns: &Columns) -> Option<Row<'a>> {
    let cells: Vec<Option<Cell>> = cells.iter().map(|figures| cell(figures, columns)).collect();
    let example = cells.iter().flatten().next()?.record;
    let name = name(example, columns);
    Some(Row { suite: example.suite.to_string(), name, example, cells, differences: Vec::new() })
}

fn name(record: &Record, columns: &Columns) -> String {
    let suite = if record.suite.is_empty() { String::new() } else { format!("{}/", record.suite) };
    let mut name = format!("{suite}{}", record.case);
    for (parameter, value) in common(&record.parameters, columns).iter() {
        name.push_str(&format!(" {parameter}={value}"));
    }
    if !columns.differ_by("implementation") && !record.implementation.is_empty() {
        name.push_str(&format!(", {}", record.implementation));
    }
    if record.threads > 1 && !columns.differ_by("threads") {
        name.push_str(&format!(" x{}", record.threads));
    }
    name
}
