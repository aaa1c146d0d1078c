//! `hostmark resume`: finishes what is missing of a run, from its journal alone.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use hostmark_harness::host::Host;
use hostmark_harness::journal::{self, Entry};
use hostmark_harness::record::Record;
use hostmark_harness::suite::Item;
use hostmark_harness::summary::Identity;
use hostmark_harness::visible::visible;
use jiff::Timestamp;

use super::session::{self, Ready, Session, now};
use crate::cli::{Color, Resume};
use crate::exit::{self, Exit};
use crate::measure::journal::Journal;
use crate::measure::plan;
use crate::measure::run::Before;
use crate::terminal::Paint;

/// Opens the journal, plans what is missing, and measures it; where nothing is, the derived files are written again.
pub fn resume(arguments: &Resume, color: Color) -> Result<Exit> {
    let (mut journal, known) = Journal::reopen(&arguments.run)?;
    let begun = Begun::of(&known)?;
    let plan = plan::parse(&begun.plan).context("the plan in the journal")?;
    let mut ready = session::prepare(plan, arguments.dir.as_deref())?;
    let finished = known.finished();
    let mut notes = known.notes.clone();
    notes.extend(begun.differences(&ready.host)?);
    notes.extend(gone(&finished, &ready));
    let is_missing = |block: &Vec<Item>| block.iter().any(|item| !finished.contains(&item.id()));
    ready.planned.iter_mut().for_each(|planned| planned.blocks.retain(is_missing));
    ready.planned.retain(|planned| !planned.blocks.is_empty());
    for note in notes {
        eprintln!("hostmark: note: {}", visible(&note));
    }
    if ready.planned.is_empty() {
        journal.derive()?;
        eprintln!("hostmark: nothing is missing in {}; its files are written again", arguments.run.display());
        return Ok(exit::OK);
    }
    session::announce(&mut ready)?;
    let resumed = Timestamp::now();
    journal.add(&Entry::Resume {
        resumed: now(resumed),
        hostmark: env!("CARGO_PKG_VERSION").to_string(),
        host: serde_json::to_value(&ready.host)?,
    })?;
    let before = Before { time: begun.age(resumed), blocks: known.blocks() };
    let earlier: Vec<Record> = known.records().into_iter().filter(|record| finished.contains(&record.item())).collect();
    let identity = begun.identity;
    Session { ready, identity, journal, before, earlier }.measure(arguments.format, Paint::new(color))
}

/// What the first line of a journal says.
struct Begun {
    identity: Identity,
    hostmark: String,
    plan: String,
    /// `None` where another version of hostmark wrote facts in another form.
    host: Option<Host>,
}

impl Begun {
    fn of(known: &journal::Journal) -> Result<Begun> {
        let Some(Entry::Run { run, started, hostmark, label, host, plan, .. }) = known.run() else {
            bail!("the journal does not begin with a run");
        };
        let host: Option<Host> = serde_json::from_value(host.clone()).ok();
        let identity = Identity {
            run: run.clone(),
            started: started.clone(),
            label: label.clone(),
            ..host.as_ref().map(session::of_host).unwrap_or_default()
        };
        Ok(Begun { identity, hostmark: hostmark.clone(), plan: plan.clone(), host })
    }

    /// What is not as it was when the run began. Another machine or system is refused: its figures would carry the
    /// name of the first.
    fn differences(&self, now: &Host) -> Result<Vec<String>> {
        let version = env!("CARGO_PKG_VERSION");
        let mut notes = Vec::new();
        if self.hostmark != version {
            notes.push(format!("the run was begun by hostmark {}, this is {version}", self.hostmark));
        }
        let Some(before) = &self.host else {
            notes.push("the host's facts in the journal have another form, and are not compared".to_string());
            return Ok(notes);
        };
        for ((name, was), (_, is)) in before.lasting().into_iter().zip(now.lasting()) {
            let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_string());
            let change = format!("{name} was {}, is {}", text(&was), text(&is));
            match was == is {
                true => {}
                false if name == "CPU" || name == "OS" => {
                    bail!("this is not the host of the run: {change}; resume it there, or begin a new run here")
                }
                false => notes.push(format!("since the run began: {change}")),
            }
        }
        Ok(notes)
    }

    /// Time since the run began; none where the clock of the host was set back.
    fn age(&self, now: Timestamp) -> Duration {
        let started: Option<Timestamp> = self.identity.started.parse().ok();
        started.and_then(|started| Duration::try_from(now.duration_since(started)).ok()).unwrap_or_default()
    }
}

/// What was measured and is not offered any more.
fn gone(finished: &BTreeSet<String>, ready: &Ready) -> Option<String> {
    let planned: BTreeSet<String> =
        ready.planned.iter().flat_map(|planned| planned.blocks.iter().flatten()).map(Item::id).collect();
    let gone: Vec<&str> = finished.difference(&planned).map(String::as_str).collect();
    (!gone.is_empty()).then(|| format!("measured before, not here any more, and kept: {}", gone.join(", ")))
}
