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
    let mut all = Gathered::default();
    for input in &arguments.inputs {
        all.add(dataset::load(input, Depth::Samples)?).with_context(|| input.clone())?;
    }
    all.figures.retain(|figure| wanted(&figure.record, arguments));
    for note in &all.notes {
        eprintln!("hostmark: note: {}", visible(note));
    }
    let options = Options {
        by: arguments.by.clone(),
        baseline: arguments.baseline.clone(),
        metric: arguments.metric.clone(),
        margin: arguments.margin,
        anyway: arguments.anyway,
    };
    let comparison = compare::compare(&all.figures, &all.hosts, &options)?;
    let screens = |record: &Record| registry::screen(&record.suite, &record.case, &record.metric);
    terminal::print(&match arguments.format {
        Format::Table => table::table(&comparison, &screens),
        Format::Csv => export::csv(&comparison)?,
        Format::Json => export::json(&comparison)?,
    })?;
    Ok(arguments.gate.map_or(exit::OK, |allowed| judge(&comparison, allowed)))
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

/// Everything that was handed over.
#[derive(Default)]
struct Gathered {
    figures: Vec<Figure>,
    hosts: Vec<(String, Host)>,
    notes: Vec<String>,
}

impl Gathered {
    fn add(&mut self, input: Input) -> Result<()> {
        match input {
            Input::Table(table) => self.figures.extend(from_table::figures(&table)?),
            Input::Records(Records { records, mut samples, host, notes, .. }) => {
                if let (Some(host), Some(record)) = (host, records.first()) {
                    self.hosts.push((record.run.clone(), host));
                }
                self.figures.extend(records.into_iter().map(|record| {
                    let known = !samples.is_empty();
                    let of_record = known.then(|| samples.remove(&(record.item(), record.metric.clone()))).flatten();
                    Figure { record, samples: of_record.unwrap_or_default() }
                }));
                self.notes.extend(notes);
            }
        }
        Ok(())
    }
}
