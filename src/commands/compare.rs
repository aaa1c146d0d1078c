//! `hostmark compare`: what differs between hosts, runs or implementations.

use anyhow::{Context, Result};
use hostmark_harness::host::Host;
use hostmark_harness::record::Record;
use hostmark_harness::visible::visible;

use crate::cli::{self, Format};
use crate::exit::{self, Exit};
use crate::measure::registry;
use crate::results::chart::labels;
use crate::results::compare::gate::{self, State};
use crate::results::compare::{self, Figure, Options, export, from_table, table};
use crate::results::dataset::{self, Depth, Input, Records};
use crate::terminal;

/// Compares, prints, and judges where a gate was asked for.
pub fn compare(arguments: &cli::Compare) -> Result<Exit> {
    let load = |input: &String| records(dataset::load(input, Depth::Samples)?).with_context(|| input.clone());
    let inputs: Vec<Records> = arguments.inputs.iter().map(load).collect::<Result<_>>()?;
    for note in inputs.iter().flat_map(|input| &input.notes) {
        eprintln!("hostmark: note: {}", visible(note));
    }
    let all = inputs.iter().flat_map(figures);
    let figures: Vec<Figure> = all.filter(|figure| wanted(figure.record, arguments)).collect();
    let hosts: Vec<(String, Host)> = inputs.iter().filter_map(host).collect();
    let options = Options {
        by: arguments.by.clone(),
        baseline: arguments.baseline.clone(),
        metric: arguments.metric.clone(),
        margin: arguments.margin,
        anyway: arguments.anyway,
    };
    let comparison = compare::compare(&figures, &hosts, &options)?;
    let screens = |record: &Record| registry::screen(&record.suite, &record.case, &record.metric);
    match arguments.format {
        Format::Table => terminal::print_parts(table::table(&comparison, &screens))?,
        Format::Csv => terminal::print(&export::csv(&comparison)?)?,
        Format::Json => terminal::print(&export::json(&comparison)?)?,
    }
    Ok(arguments.gate.map_or(exit::OK, |allowed| judge(&comparison, allowed)))
}

/// Records of any input.
fn records(input: Input) -> Result<Records> {
    match input {
        Input::Records(records) => Ok(records),
        Input::Table(table) => Ok(Records { records: from_table::records(&table)?, ..Records::default() }),
    }
}

/// The records of an input with their samples, where those are known.
fn figures(input: &Records) -> impl Iterator<Item = Figure<'_>> {
    let samples = |record: &Record| match input.samples.is_empty() {
        true => None,
        false => input.samples.get(&(record.item(), record.metric.to_string())),
    };
    input.records.iter().map(move |record| Figure { record, samples: samples(record).map_or(&[], Vec::as_slice) })
}

/// The run of an input and the facts of its host.
fn host(input: &Records) -> Option<(String, Host)> {
    Some((input.records.first()?.run.to_string(), *input.host.clone()?))
}

fn wanted(record: &Record, arguments: &cli::Compare) -> bool {
    let only = &arguments.only;
    let has = |(name, value): &(String, String)| labels::column(record, name) == *value;
    arguments.wanted.iter().all(has) && is_named(record, only)
}

fn is_named(record: &Record, only: &[String]) -> bool {
    only.is_empty()
        || only.iter().any(|name| *name == record.suite || *name == format!("{}/{}", record.suite, record.case))
}

/// What the gate says goes to standard error: standard output is the comparison.
fn judge(comparison: &compare::Comparison, allowed: f64) -> Exit {
    let gate = gate::gate(comparison, 100.0 * allowed);
    let (word, exit) = match gate.state {
        State::Held => ("held", exit::OK),
        State::Inconclusive => ("inconclusive; more samples or runs decide it", exit::INCONCLUSIVE),
        State::Tripped => ("tripped", exit::FAILED),
    };
    eprintln!("hostmark: gate of {} %: {word}", 100.0 * allowed);
    for line in &gate.lines {
        eprintln!("hostmark: gate: {}", visible(line));
    }
    exit
}
