//! A run from its plan to its closing lines: what `run` and `resume` have in common.

use std::path::Path;

use anyhow::{Context, Result};
use hostmark_harness::block::Rules;
use hostmark_harness::host::{Host, OperatingSystem, SystemRoot};
use hostmark_harness::journal::Entry;
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;
use hostmark_harness::stop::Stop;
use hostmark_harness::summary::Identity;
use hostmark_harness::units::parse_duration;
use hostmark_harness::visible::visible;
use jiff::{Timestamp, Unit};

use super::progress::Printer;
use super::{chart, facts, start};
use crate::cli::RunFormat;
use crate::exit::{self, Exit};
use crate::measure::journal::Journal;
use crate::measure::plan::Plan;
use crate::measure::resolve::{self, Planned};
use crate::measure::run::{self, Before, Setting};
use crate::measure::work_files;
use crate::results::chart::plan::ChartPlan;
use crate::results::chart::text;
use crate::results::human;
use crate::results::reference;
use crate::results::report::{bonnie, json};
use crate::terminal::Paint;

/// Step and cost of a clock that could not be measured: those of a slow one, in seconds.
const UNKNOWN_CLOCK: f64 = 1e-6;

/// Everything that is settled before the first sample.
pub struct Ready {
    /// What runs, seed included.
    pub plan: Plan,
    /// What is drawn at the end.
    pub charts: Vec<ChartPlan>,
    /// The machine under test.
    pub host: Host,
    /// Where its files are.
    pub root: SystemRoot,
    /// Set when it has to stop.
    pub stop: Stop,
    /// The blocks.
    pub planned: Vec<Planned>,
}

/// Finds out what this host is and what of the plan can run on it.
pub fn prepare(plan: Plan, dir: Option<&Path>) -> Result<Ready> {
    let stop = Stop::on_signals().context("signals cannot be caught")?;
    let charts = reference::charts(&plan.charts, &plan.chart)?;
    let work_folder = start::work_folder(dir)?;
    let root = SystemRoot::machine();
    let host = Host::gather(&root, &work_folder);
    let environment = start::environment(work_folder, stop.clone(), Some(host.clone()));
    let planned = resolve::resolve(&plan, host.usable_threads(), &environment)?;
    Ok(Ready { plan, charts, host, root, stop, planned })
}

/// What records say of a host.
pub fn of_host(host: &Host) -> Identity {
    Identity {
        os: host.system.value().map(OperatingSystem::short_name).unwrap_or_default(),
        machine: host.processor.model.value().cloned().unwrap_or_default(),
        isolation: host.isolation(),
        ..Identity::default()
    }
}

/// A run whose journal is open.
pub struct Session {
    /// What will run.
    pub ready: Ready,
    /// What its records share.
    pub identity: Identity,
    /// Where results go.
    pub journal: Journal,
    /// What was done before.
    pub before: Before,
    /// The records of that.
    pub earlier: Vec<Record>,
}

impl Session {
    /// Measures everything that is planned and prints it.
    pub fn measure(mut self, format: RunFormat, paint: Paint) -> Result<Exit> {
        let blocks = self.ready.planned.iter().map(|planned| planned.blocks.len()).sum();
        let mut printer = Printer::new(format, paint, blocks);
        if format == RunFormat::Table {
            printer.print(&heading(&self.ready, &self.identity));
        }
        let setting = Setting {
            identity: self.identity,
            seed: self.ready.plan.seed.unwrap_or_default() as u64,
            rules: rules(&self.ready)?,
            root: &self.ready.root,
            stop: &self.ready.stop,
            before: self.before,
        };
        let outcome = run::run(&self.ready.planned, &setting, &mut self.journal, &mut printer)?;
        let interrupted = outcome.interrupted;
        self.journal.add(&Entry::End { finished: now(Timestamp::now()), interrupted })?;
        self.journal.derive()?;

        let records: Vec<Record> = self.earlier.into_iter().chain(outcome.records).collect();
        let folder = self.journal.folder();
        let text = match format {
            RunFormat::Table => closing(&records, interrupted, &self.ready.charts, folder),
            RunFormat::Json => json::document(&serde_json::to_value(&self.ready.host)?, &records, interrupted)?,
            RunFormat::Csv => String::new(),
            RunFormat::Bonnie => bonnie::line(&records),
        };
        printer.print(&text);
        if format != RunFormat::Table {
            eprintln!("hostmark: run folder {}", visible(&folder.display().to_string()));
        }
        printer.finish()?;
        Ok(exit_of(&records, interrupted))
    }
}

/// Says what work files a plan needs and what is in the way, before anything is written.
pub fn announce(ready: &mut Ready) -> Result<()> {
    for line in work_files::announce(&mut ready.planned)? {
        eprintln!("hostmark: {}", visible(&line));
    }
    Ok(())
}

/// UTC to the second, RFC 3339.
pub fn now(time: Timestamp) -> String {
    time.round(Unit::Second).unwrap_or(time).to_string()
}

fn rules(ready: &Ready) -> Result<Rules> {
    Ok(Rules {
        time: parse_duration(&ready.plan.sampling.time).map_err(anyhow::Error::msg)?,
        precision: ready.plan.sampling.precision,
        clock_step: ready.host.clock.step.value().copied().unwrap_or(UNKNOWN_CLOCK),
        clock_cost: ready.host.clock.cost.value().copied().unwrap_or(UNKNOWN_CLOCK),
        sustained: false,
    })
}

fn heading(ready: &Ready, identity: &Identity) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let plan = &ready.plan;
    let seed = plan.seed.unwrap_or_default();
    format!(
        "hostmark {version}  {}\n\n{}\nplan {}: {}, seed {seed}\n\n",
        visible(&identity.label),
        facts::lines(&ready.host),
        visible(&plan.name),
        amount(&ready.planned),
    )
}

/// How much a plan is: items, seconds, bytes.
pub fn amount(planned: &[Planned]) -> String {
    let items = planned.iter().flat_map(|planned| planned.blocks.iter().flatten()).count();
    let seconds: f64 = planned.iter().map(seconds).sum();
    let bytes = planned.iter().map(work_files::bytes).max().unwrap_or(0);
    format!("{items} items, at most about {}, {bytes} bytes of work files", human::seconds(seconds))
}

/// The most that a suite takes: its budget, or the time of all its items.
pub fn seconds(planned: &Planned) -> f64 {
    if let Some(time) = planned.sustain {
        return (time * planned.blocks.len() as u32).as_secs_f64();
    }
    let items: usize = planned.blocks.iter().map(Vec::len).sum();
    planned.budget.unwrap_or(planned.time * items as u32).as_secs_f64()
}

/// Charts, then where the run is and what can be done with it.
fn closing(records: &[Record], interrupted: bool, plans: &[ChartPlan], folder: &Path) -> String {
    let charts = chart::of_records(records, plans);
    let count = |status| records.iter().filter(|record| record.status == status).count();
    let kinds = [Status::Ok, Status::Failed, Status::Unavailable, Status::Skipped, Status::Invalid];
    let counted: Vec<String> = kinds
        .into_iter()
        .filter(|status| count(*status) > 0)
        .map(|status| format!("{} {status}", count(status)))
        .collect();
    let path = quoted(folder);
    let interrupted = match interrupted {
        true => format!("interrupted; what was finished is kept\nto finish it:     hostmark resume {path}\n"),
        false => String::new(),
    };
    format!(
        "{}\n{interrupted}{} records: {}\nrun folder:       {path}\ncharts for posts: hostmark chart {path}\nto compare hosts: hostmark compare {path} OTHER-RUN\n",
        text::draw(&charts, &chart::records_style()),
        records.len(),
        counted.join(", "),
    )
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = text.chars().all(|character| character.is_alphanumeric() || "/._-+:,".contains(character));
    if plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

fn exit_of(records: &[Record], interrupted: bool) -> Exit {
    let any = |wanted: fn(&Record) -> bool| records.iter().any(wanted);
    if interrupted {
        exit::INTERRUPTED
    } else if any(|record| record.status == Status::Failed) || !any(|record| record.value.is_some()) {
        exit::FAILED
    } else {
        exit::OK
    }
}
