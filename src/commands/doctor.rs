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
    let environment = start::environment(folder.clone(), stop.clone(), Some(host.clone()));

    let columns = terminal::columns();
    let mut all: Vec<Finding> = Vec::new();
    let mut printed = Ok(());
    let mut seen = |finding: Finding| {
        if arguments.format == FactsFormat::Text && printed.is_ok() {
            printed = terminal::print(&lines(&finding, columns));
        }
        all.push(finding);
    };
    doctor::checks(&host, &causes, seconds).into_iter().for_each(&mut seen);
    doctor::leftovers(&folder, arguments.clean).into_iter().for_each(&mut seen);
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

/// Cells before the text of a finding.
const INDENT: usize = 23;

/// One finding, with its advice below it, in lines of so many cells where the terminal has a width. A topic that is
/// longer than its column stands on a line of its own.
fn lines(finding: &Finding, columns: Option<usize>) -> String {
    let word = match finding.state {
        State::Ok => "ok",
        State::Warning => "warning",
        State::Unknown => "unknown",
        State::Missing => "missing",
        State::Failed => "failed",
    };
    let mut start = format!("{word:<9}{:<14}", visible(&finding.topic));
    let mut text = String::new();
    if textwrap::core::display_width(&start) > INDENT {
        text = format!("{start}\n");
        start = " ".repeat(INDENT);
    }
    text.push_str(&wrapped(&visible(&finding.text), &start, columns));
    if !finding.advice.is_empty() {
        let arrow = format!("{:INDENT$}-> ", "");
        text.push_str(&wrapped(&visible(&finding.advice), &arrow, columns));
    }
    text
}

/// A paragraph behind a start, its later lines below the text. Where little is left beside the start, it is left to the
/// terminal.
fn wrapped(text: &str, start: &str, columns: Option<usize>) -> String {
    let width = columns.filter(|columns| *columns >= 2 * INDENT).unwrap_or(usize::MAX);
    let later = " ".repeat(start.len());
    let options = textwrap::Options::new(width).initial_indent(start).subsequent_indent(&later);
    format!("{}\n", textwrap::fill(text, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_stay_in_their_columns() {
        let finding = |topic: &str| Finding {
            state: State::Warning,
            topic: topic.to_string(),
            text: "1.67 over a minute on 2 CPUs".to_string(),
            advice: "stop what else runs, and wait a minute".to_string(),
        };
        insta::assert_snapshot!(lines(&finding("load"), Some(48)), @r"
        warning  load          1.67 over a minute on 2
                               CPUs
                               -> stop what else runs,
                                  and wait a minute
        ");
        insta::assert_snapshot!(lines(&finding("cpu/primes hostmark"), None), @r"
        warning  cpu/primes hostmark
                               1.67 over a minute on 2 CPUs
                               -> stop what else runs, and wait a minute
        ");
        assert_eq!(lines(&finding("load"), Some(20)), lines(&finding("load"), None));
    }
}
