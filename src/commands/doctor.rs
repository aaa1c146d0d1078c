//! `hostmark doctor`: what will disturb a measurement here, and what to do.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use hostmark_harness::host::{Host, SystemRoot};
use hostmark_harness::noise::{self, Reading};
use hostmark_harness::stop::Stop;
use hostmark_harness::visible::visible;

use super::start;
use crate::cli::{Doctor, FactsFormat};
use crate::exit::{self, Exit};
use crate::measure::doctor::{self, Finding, State};
use crate::terminal;

/// How long the counters of noise are watched.
const LOOK: Duration = Duration::from_secs(1);

/// Looks, asks, tests where that was asked for, and prints each finding at once.
pub fn doctor(arguments: &Doctor) -> Result<Exit> {
    let stop = Stop::on_signals().context("signals cannot be caught")?;
    let folder = start::work_folder(arguments.dir.as_deref())?;
    let root = SystemRoot::machine();
    let host = Host::gather(&root, &folder);
    let (before, watched) = (Reading::take(&root), Instant::now());
    thread::sleep(LOOK);
    let seconds = watched.elapsed().as_secs_f64();
    let causes = noise::causes(&before, &Reading::take(&root), seconds);
    let environment = start::environment(folder, stop.clone(), Some(host.clone()));

    let mut all: Vec<Finding> = Vec::new();
    let mut printed = Ok(());
    let mut seen = |finding: Finding| {
        if arguments.format == FactsFormat::Text && printed.is_ok() {
            printed = terminal::print(&line(&finding));
        }
        all.push(finding);
    };
    doctor::checks(&host, &causes, seconds).into_iter().for_each(&mut seen);
    doctor::programs(&environment).into_iter().for_each(&mut seen);
    if arguments.self_test {
        doctor::self_test(&environment, &host, &mut seen)?;
    }
    printed?;
    if arguments.format == FactsFormat::Json {
        terminal::print(&format!("{}\n", serde_json::to_string_pretty(&all)?))?;
    }
    Ok(match all.iter().any(|finding| finding.state == State::Failed) {
        _ if stop.is_set() => exit::INTERRUPTED,
        true => exit::FAILED,
        false => exit::OK,
    })
}

/// One finding, with its advice below it.
fn line(finding: &Finding) -> String {
    let word = match finding.state {
        State::Ok => "ok",
        State::Warning => "warning",
        State::Unknown => "unknown",
        State::Missing => "missing",
        State::Failed => "failed",
    };
    let mut text = format!("{word:<9}{:<14}{}\n", visible(&finding.topic), visible(&finding.text));
    if !finding.advice.is_empty() {
        text.push_str(&format!("{:23}-> {}\n", "", visible(&finding.advice)));
    }
    text
}
