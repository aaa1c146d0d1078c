//! Rows and cells: all figures of one thing in one column.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::statistics::shape::{self, Shape};
use hostmark_harness::statistics::two_samples::Median;
use hostmark_harness::statistics::{interval, median};
use hostmark_harness::status::{Flags, Status};

use super::columns::Columns;
use super::{Figure, Row};

/// More cells than this are no table.
const MOST_CELLS: usize = 5_000_000;

/// What was measured of one thing in one column: a run, or several.
#[derive(Clone, Debug)]
pub struct Cell<'a> {
    /// The first record that is ok, else the first.
    pub record: &'a Record,
    /// The median of everything in the cell, in the base unit; `None` where nothing is ok.
    pub value: Option<f64>,
    /// What is known of its spread.
    pub evidence: Evidence,
    /// How many runs it comes from.
    pub runs: usize,
    /// True where its evidence is the samples of one run, taken within seconds.
    pub is_one_run: bool,
    /// The cautions of all its records.
    pub flags: Flags,
    /// What is odd about the samples.
    pub shape: Option<Shape>,
    /// Records of this cell that are not the same thing: what differs.
    pub mixed: Option<String>,
}

/// What is known of a cell's spread.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// Samples in the order in which they were taken; values of single runs where those have no samples.
    Samples(Vec<f64>),
    /// The median and its interval.
    Interval(Median),
    /// The figure alone.
    Figure,
}

impl Evidence {
    /// The median and its interval, where there are enough samples.
    pub fn median(&self) -> Option<Median> {
        match self {
            Evidence::Samples(samples) => {
                let (low, high) = interval(samples)?;
                Some(Median { value: median(samples)?, low, high })
            }
            Evidence::Interval(median) => Some(*median),
            Evidence::Figure => None,
        }
    }
}

/// What makes figures one row: suite, case, parameters, implementation, threads, metric.
type Key<'a> = (&'a str, &'a str, Parameters, &'a str, usize, &'a str);

/// All rows in the order of their first figures. A thing that was measured in no two columns alike, but once in each
/// with other parameters, makes one row too: its cells say that they are unlike.
pub fn rows<'a>(figures: &[Figure<'a>], columns: &Columns) -> Result<Vec<Row<'a>>> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut found: Vec<Vec<Vec<Figure<'a>>>> = Vec::new();
    for (figure, column) in figures.iter().zip(&columns.places) {
        let next = found.len();
        let place = *places.entry(key(figure.record, columns)).or_insert(next);
        if place == next {
            if found.len() * columns.names.len() > MOST_CELLS {
                bail!(
                    "too much to compare at once: {} columns by {}; use --only, or another --by",
                    columns.names.len(),
                    columns.by
                );
            }
            found.push(vec![Vec::new(); columns.names.len()]);
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
fn joined<'a>(found: Vec<Vec<Vec<Figure<'a>>>>, columns: &Columns) -> Vec<Vec<Vec<Figure<'a>>>> {
    let mut of_case: BTreeMap<(String, String, String, String), Vec<usize>> = BTreeMap::new();
    for (place, cells) in found.iter().enumerate() {
        let Some(figure) = cells.iter().flatten().next() else { continue };
        let record = figure.record;
        let implementation =
            if columns.differ_by("implementation") { String::new() } else { record.implementation.to_string() };
        let name = (record.suite.to_string(), record.case.to_string(), implementation, record.metric.to_string());
        of_case.entry(name).or_default().push(place);
    }
    let mut into: Vec<Option<usize>> = vec![None; found.len()];
    for places in of_case.values().filter(|places| places.len() > 1) {
        let once = |column: usize| places.iter().filter(|place| !found[**place][column].is_empty()).count() <= 1;
        if (0..columns.names.len()).all(once) {
            places[1..].iter().for_each(|place| into[*place] = Some(places[0]));
        }
    }
    let mut rows = found;
    for place in 0..rows.len() {
        if let Some(first) = into[place] {
            let cells = std::mem::take(&mut rows[place]);
            for (column, cell) in cells.into_iter().enumerate() {
                rows[first][column].extend(cell);
            }
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

fn cell<'a>(figures: &[Figure<'a>], columns: &Columns) -> Option<Cell<'a>> {
    let mut ok: Vec<Figure<'a>> = figures.iter().copied().filter(|figure| figure.record.status == Status::Ok).collect();
    ok.sort_by(|left, right| left.record.started.cmp(&right.record.started));
    let record = ok.first().or(figures.first())?.record;
    let evidence = evidence(&ok);
    let value = match &evidence {
        Evidence::Samples(samples) if ok.len() > 1 => median(samples),
        _ => ok.first().and_then(|figure| figure.record.number()),
    };
    let mut flags = Flags::default();
    ok.iter().for_each(|figure| flags.extend(&figure.record.flags));
    let mut runs: Vec<&str> = figures.iter().map(|figure| figure.record.run.as_str()).collect();
    runs.sort_unstable();
    runs.dedup();
    let shape = match &evidence {
        Evidence::Samples(samples) => shape::of(samples),
        _ => None,
    };
    let is_one_run = ok.len() == 1;
    Some(Cell { mixed: mixed(figures, columns), record, value, evidence, runs: runs.len(), is_one_run, flags, shape })
}

/// The samples of all runs one after another: what differs from run to run makes the interval wider.
fn evidence(ok: &[Figure]) -> Evidence {
    let values: Vec<f64> = ok.iter().filter_map(|figure| figure.record.number()).collect();
    if !ok.is_empty() && ok.iter().all(|figure| !figure.samples.is_empty()) {
        return Evidence::Samples(ok.iter().flat_map(|figure| figure.samples.iter().copied()).collect());
    }
    if values.len() > 1 {
        return Evidence::Samples(values);
    }
    let Some(record) = ok.first().map(|figure| figure.record) else { return Evidence::Figure };
    match (record.number(), record.low, record.high) {
        (Some(value), Some(low), Some(high)) => Evidence::Interval(Median { value, low, high }),
        _ => Evidence::Figure,
    }
}

/// Figures of one cell that are not the same thing: the columns do not tell apart what differs.
fn mixed(figures: &[Figure], columns: &Columns) -> Option<String> {
    let (first, rest) = figures.split_first()?;
    let of_first = &first.record.parameters;
    let parameter = |other: &Figure| {
        let of_other = &other.record.parameters;
        let names = of_first.iter().chain(of_other.iter()).map(|(name, _)| name);
        names.into_iter().find(|name| of_first.get(name) != of_other.get(name)).map(str::to_string)
    };
    let machine = |other: &Figure| other.record.machine != first.record.machine && !columns.differ_by("machine");
    let by_machine = || rest.iter().any(machine).then(|| "machine".to_string());
    let name = rest.iter().find_map(parameter).or_else(by_machine)?;
    Some(format!("there are several, which differ by {name}: use --by '{} {{{name}}}'", columns.by))
}
