//! `hostmark run`: measures this host by a plan.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use hostmark_harness::block::Rules;
use hostmark_harness::host::{Host, OperatingSystem, SystemRoot};
use hostmark_harness::journal::{Entry, SCHEMA};
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Item;
use hostmark_harness::summary::Identity;
use hostmark_harness::units::parse_duration;
use jiff::{Timestamp, Unit};

use super::progress::Printer;
use super::{chart, facts, start};
use crate::cli::{Color, Format, Run};
use crate::exit::{self, Exit};
use crate::measure::check;
use crate::measure::journal::Journal;
use crate::measure::label::slug;
use crate::measure::plan::{self, Plan};
use crate::measure::resolve::{self, Planned, Wishes};
use crate::measure::run::{self, Outcome, Setting};
use crate::results::chart::plan::ChartPlan;
use crate::results::chart::text;
use crate::results::human;
use crate::results::reference;
use crate::results::report::json;
use crate::terminal::{self, Paint};
use hostmark_harness::visible::visible;

/// Step and cost of a clock that could not be measured: those of a slow one, in seconds.
const UNKNOWN_CLOCK: f64 = 1e-6;

/// Everything that is settled before the first sample.
struct Ready {
    plan: Plan,
    charts: Vec<ChartPlan>,
    host: Host,
    root: SystemRoot,
    stop: Stop,
    planned: Vec<Planned>,
}

/// Measures, checks, or shows what would be measured.
pub fn run(arguments: &Run, color: Color) -> Result<Exit> {
    let ready = prepare(arguments)?;
    if arguments.dry_run {
        terminal::print(&dry_run(&ready)?)?;
        return Ok(exit::OK);
    }
    if arguments.check {
        return check_all(&ready);
    }
    measure(arguments, &ready, Paint::new(color))
}

fn prepare(arguments: &Run) -> Result<Ready> {
    let stop = Stop::on_signals().context("signals cannot be caught")?;
    let mut plan = resolve::amend(plan::load(&arguments.plan)?, &wishes(arguments))?;
    plan.seed = Some(plan.seed.unwrap_or_else(random_seed));
    let charts = reference::charts(&plan.charts, &plan.chart)?;
    let work_folder = start::work_folder(arguments.dir.as_deref())?;
    let root = SystemRoot::machine();
    let host = Host::gather(&root, &work_folder);
    let environment = start::environment(work_folder, stop.clone(), Some(host.clone()));
    let planned = resolve::resolve(&plan, host.usable_threads(), &environment)?;
    Ok(Ready { plan, charts, host, root, stop, planned })
}

fn wishes(arguments: &Run) -> Wishes {
    Wishes {
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
        threads: arguments.threads.clone(),
        time: arguments.time,
        implementations: arguments.implementation.clone(),
        set: arguments.set.clone(),
    }
}

/// Any seed will do, as long as it is recorded. TOML has signed numbers only.
fn random_seed() -> i64 {
    (RandomState::new().build_hasher().finish() >> 1) as i64
}

fn measure(arguments: &Run, ready: &Ready, paint: Paint) -> Result<Exit> {
    let started = Timestamp::now();
    let identity = identity(arguments, &ready.host, started);
    let folder = run_folder(arguments, &identity);
    let mut journal = Journal::create(&folder)?;
    let host = serde_json::to_value(&ready.host)?;
    journal.add(&Entry::Run {
        schema: SCHEMA,
        run: identity.run.clone(),
        started: identity.started.clone(),
        hostmark: env!("CARGO_PKG_VERSION").to_string(),
        label: identity.label.clone(),
        host: host.clone(),
        plan: toml::to_string(&ready.plan)?,
    })?;

    let blocks = ready.planned.iter().map(|planned| planned.blocks.len()).sum();
    let mut printer = Printer::new(arguments.format, paint, blocks);
    if arguments.format == Format::Table {
        printer.print(&heading(ready, &identity));
    }
    let setting = Setting {
        identity,
        seed: ready.plan.seed.unwrap_or_default() as u64,
        rules: rules(ready)?,
        root: &ready.root,
        stop: &ready.stop,
    };
    let outcome = run::run(&ready.planned, &setting, &mut journal, &mut printer)?;
    journal.add(&Entry::End { finished: now(Timestamp::now()), interrupted: outcome.interrupted })?;
    journal.derive()?;

    let text = match arguments.format {
        Format::Table => closing(&outcome, &ready.charts, journal.folder()),
        Format::Json => json::document(&host, &outcome.records, outcome.interrupted)?,
        Format::Csv => String::new(),
    };
    printer.print(&text);
    if arguments.format != Format::Table {
        eprintln!("hostmark: run folder {}", visible(&journal.folder().display().to_string()));
    }
    printer.finish()?;
    Ok(exit_of(&outcome))
}

fn identity(arguments: &Run, host: &Host, started: Timestamp) -> Identity {
    let label = arguments.label.clone().unwrap_or_else(|| host.default_label());
    let time: String = now(started).chars().filter(|character| !"-:".contains(*character)).collect();
    Identity {
        run: format!("{}-{time}", slug(&label)),
        started: now(started),
        label,
        os: host.system.value().map(OperatingSystem::short_name).unwrap_or_default(),
        machine: host.processor.model.value().cloned().unwrap_or_default(),
        isolation: host.isolation(),
    }
}

/// UTC to the second, RFC 3339.
fn now(time: Timestamp) -> String {
    time.round(Unit::Second).unwrap_or(time).to_string()
}

/// The folder that was asked for, or one of the run's name that is not there yet.
fn run_folder(arguments: &Run, identity: &Identity) -> PathBuf {
    if let Some(folder) = &arguments.output {
        return folder.clone();
    }
    let runs = Path::new("hostmark-runs");
    let names = std::iter::once(identity.run.clone()).chain((2..).map(|count| format!("{}-{count}", identity.run)));
    let mut free = names.map(|name| runs.join(name)).skip_while(|folder| folder.exists());
    free.next().unwrap_or_else(|| runs.join(&identity.run))
}

fn rules(ready: &Ready) -> Result<Rules> {
    Ok(Rules {
        time: parse_duration(&ready.plan.sampling.time).map_err(anyhow::Error::msg)?,
        precision: ready.plan.sampling.precision,
        clock_step: ready.host.clock.step.value().copied().unwrap_or(UNKNOWN_CLOCK),
        clock_cost: ready.host.clock.cost.value().copied().unwrap_or(UNKNOWN_CLOCK),
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
fn amount(planned: &[Planned]) -> String {
    let items = planned.iter().flat_map(|planned| planned.blocks.iter().flatten()).count();
    let seconds: f64 = planned.iter().map(seconds).sum();
    let bytes = planned.iter().flat_map(|planned| planned.blocks.iter().flatten()).map(|item| item.case.bytes).max();
    format!("{items} items, at most about {}, {} bytes of work files", human::seconds(seconds), bytes.unwrap_or(0))
}

/// The most that a suite takes: its budget, or the time of all its items.
fn seconds(planned: &Planned) -> f64 {
    let items: usize = planned.blocks.iter().map(Vec::len).sum();
    planned.budget.unwrap_or(planned.time * items as u32).as_secs_f64()
}

fn dry_run(ready: &Ready) -> Result<String> {
    let mut text = format!("plan {}: {}\n", visible(&ready.plan.name), amount(&ready.planned));
    for planned in &ready.planned {
        text.push_str(&format!("\n{}, at most about {}\n", planned.suite.name(), human::seconds(seconds(planned))));
        for item in planned.blocks.iter().flatten() {
            text.push_str(&format!("  {}\n", visible(&item_line(item))));
        }
    }
    text.push_str(&format!("\n{}", toml::to_string(&ready.plan)?));
    Ok(text)
}

fn item_line(item: &Item) -> String {
    let problem = hostmark_harness::summary::unavailable(&item.implementation.state);
    match problem {
        Some(problem) => format!("{}  ({}: {problem})", item.id(), problem.status()),
        None => item.id(),
    }
}

fn check_all(ready: &Ready) -> Result<Exit> {
    let mut printed = Ok(());
    let checked = check::check(&ready.planned, &ready.stop, &mut |checked| {
        let note = if checked.note.is_empty() { String::new() } else { format!("  {}", visible(&checked.note)) };
        let line = format!("{:<12}{}{note}\n", checked.status, visible(&checked.item));
        if printed.is_ok() {
            printed = terminal::print(&line);
        }
    });
    printed?;
    if ready.stop.is_set() {
        return Ok(exit::INTERRUPTED);
    }
    let failed = checked.iter().any(|checked| checked.status == Status::Failed);
    let none_right = checked.iter().all(|checked| checked.status != Status::Ok);
    Ok(if failed || none_right { exit::FAILED } else { exit::OK })
}

/// Charts, then where the run is and what can be done with it.
fn closing(outcome: &Outcome, plans: &[ChartPlan], folder: &Path) -> String {
    let charts = chart::of_records(&outcome.records, plans);
    let count = |status| outcome.records.iter().filter(|record| record.status == status).count();
    let kinds = [Status::Ok, Status::Failed, Status::Unavailable, Status::Skipped, Status::Invalid];
    let counted: Vec<String> = kinds
        .into_iter()
        .filter(|status| count(*status) > 0)
        .map(|status| format!("{} {status}", count(status)))
        .collect();
    let interrupted = if outcome.interrupted { "interrupted; what was finished is kept\n" } else { "" };
    let path = quoted(folder);
    format!(
        "{}\n{interrupted}{} records: {}\nrun folder:       {path}\ncharts for posts: hostmark chart {path}\nto compare hosts: hostmark chart {path} OTHER-RUN\n",
        text::draw(&charts, &chart::records_style()),
        outcome.records.len(),
        counted.join(", "),
    )
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = text.chars().all(|character| character.is_alphanumeric() || "/._-+:,".contains(character));
    if plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

fn exit_of(outcome: &Outcome) -> Exit {
    let any = |wanted: fn(&Record) -> bool| outcome.records.iter().any(wanted);
    if outcome.interrupted {
        exit::INTERRUPTED
    } else if any(|record| record.status == Status::Failed) || !any(|record| record.value.is_some()) {
        exit::FAILED
    } else {
        exit::OK
    }
}
