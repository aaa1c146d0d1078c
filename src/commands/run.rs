//! `hostmark run`: measures this host by a plan.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

use anyhow::Result;
use hostmark_harness::host::Host;
use hostmark_harness::journal::{Entry, SCHEMA};
use hostmark_harness::status::Status;
use hostmark_harness::suite::Item;
use hostmark_harness::summary::Identity;
use hostmark_harness::visible::visible;
use jiff::Timestamp;

use super::session::{self, Ready, Session, amount, now, seconds};
use crate::cli::{Color, Run};
use crate::exit::{self, Exit};
use crate::measure::check;
use crate::measure::journal::Journal;
use crate::measure::label::slug;
use crate::measure::plan;
use crate::measure::resolve::{self, Wishes};
use crate::measure::run::Before;
use crate::results::human;
use crate::terminal::{self, Paint};

/// Measures, checks, or shows what would be measured.
pub fn run(arguments: &Run, color: Color) -> Result<Exit> {
    let mut plan = resolve::amend(plan::load(&arguments.plan)?, &wishes(arguments))?;
    plan.seed = Some(plan.seed.unwrap_or_else(random_seed));
    let mut ready = session::prepare(plan, arguments.dir.as_deref())?;
    if arguments.dry_run {
        terminal::print(&dry_run(&ready)?)?;
        return Ok(exit::OK);
    }
    session::announce(&mut ready)?;
    if arguments.check {
        return check_all(&ready);
    }
    begin(arguments, ready)?.measure(arguments.format, Paint::new(color))
}

fn wishes(arguments: &Run) -> Wishes {
    Wishes {
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
        threads: arguments.threads.clone(),
        time: arguments.time,
        sustain: arguments.sustain,
        implementations: arguments.implementation.clone(),
        set: arguments.set.clone(),
    }
}

/// Any seed will do, as long as it is recorded. TOML has signed numbers only.
fn random_seed() -> i64 {
    (RandomState::new().build_hasher().finish() >> 1) as i64
}

/// Makes the run folder and writes the first line of its journal.
fn begin(arguments: &Run, ready: Ready) -> Result<Session> {
    let identity = identity(arguments, &ready.host, Timestamp::now());
    let mut journal = Journal::create(&run_folder(arguments, &identity))?;
    journal.add(&Entry::Run {
        schema: SCHEMA,
        run: identity.run.clone(),
        started: identity.started.clone(),
        hostmark: env!("CARGO_PKG_VERSION").to_string(),
        label: identity.label.clone(),
        host: serde_json::to_value(&ready.host)?,
        plan: toml::to_string(&ready.plan)?,
    })?;
    Ok(Session { ready, identity, journal, before: Before::default(), earlier: Vec::new() })
}

fn identity(arguments: &Run, host: &Host, started: Timestamp) -> Identity {
    let label = arguments.label.clone().unwrap_or_else(|| host.default_label());
    let time: String = now(started).chars().filter(|character| !"-:".contains(*character)).collect();
    Identity { run: format!("{}-{time}", slug(&label)), started: now(started), label, ..session::of_host(host) }
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
