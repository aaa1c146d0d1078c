//! The program `hostmark-probe`: a worker that is asked on standard input, or a person's tool that names libraries.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use hostmark_harness::answer::Answer;
use hostmark_harness::clock::{Clock, SystemClock};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Loop;
use nix::time::{ClockId, clock_gettime};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::order::{Order, Ready};
use crate::work::{self, Problem};
use crate::{PROGRAM, identity};

const HELP: &str = "opens a libcrypto and measures in its own process, for hostmark, which starts it.\n\
    By hand: hostmark-probe LIBRARY... tells what libraries are; the word 'system' is the system's own libcrypto.";

/// What the program does with its arguments.
pub fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    match words.as_slice() {
        [] if arguments.is_empty() && !io::stdin().is_terminal() => match serve(io::stdin().lock(), io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        ["--version"] => print(&format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION"))),
        [] if arguments.is_empty() => print(&format!("{PROGRAM} {HELP}")),
        ["-h" | "--help"] => print(&format!("{PROGRAM} {HELP}")),
        _ => identify(arguments.iter().map(Path::new)),
    }
}

/// Prints a line of text for a person.
fn print(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Says what each library is, in its own words, with its file.
fn identify<'a>(libraries: impl Iterator<Item = &'a Path>) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for library in libraries {
        let path = Some(library).filter(|path| *path != Path::new("system"));
        match identity::open(path) {
            Ok(found) => {
                let (version, options) = (found.library.version(), found.library.options());
                print(&format!("{version}\n  {}\n  sha256:{}\n  {options}", found.path.display(), found.sha256));
            }
            Err(problem) => {
                eprintln!("{PROGRAM}: {problem}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

/// A request of the worker protocol.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    Prepare(Order),
    Run(u64),
}

/// Answers requests until there are no more. An error is one of reading or writing.
fn serve(requests: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    let mut kernel: Option<Box<dyn Loop>> = None;
    for line in requests.lines() {
        let answer = match serde_json::from_str(&line?) {
            Err(problem) => json!({ "error": format!("unknown request: {problem}") }),
            Ok(Request::Prepare(order)) => match prepare(&order) {
                Ok((prepared, ready)) => {
                    kernel = Some(prepared);
                    json!({ "ready": ready })
                }
                Err(Problem::Lack(lack)) => json!({ "unavailable": lack.to_string() }),
                Err(Problem::Failed(what)) => json!({ "error": what }),
            },
            Ok(Request::Run(units)) => match kernel.as_mut() {
                Some(kernel) => run(kernel.as_mut(), units).unwrap_or_else(|problem| json!({ "error": problem })),
                None => json!({ "error": "nothing is prepared" }),
            },
        };
        writeln!(answers, "{answer}")?;
        answers.flush()?;
    }
    Ok(())
}

fn prepare(order: &Order) -> Result<(Box<dyn Loop>, Ready), Problem> {
    let found = identity::open(order.library.as_deref()).map_err(Problem::Failed)?;
    let (kernel, api) = work::prepare(&found.library, order.task, order.api)?;
    let (version, options) = (found.library.version().to_string(), found.library.options().to_string());
    Ok((kernel, Ready { version, options, path: found.path, sha256: found.sha256, api }))
}

/// Does the work and times it, as the worker protocol says.
fn run(kernel: &mut dyn Loop, units: u64) -> Result<Value, String> {
    let clock = SystemClock::new();
    let moment = clock_gettime(ClockId::CLOCK_MONOTONIC).map_err(|problem| format!("no monotonic clock: {problem}"))?;
    let cpu_before = clock.cpu();
    let before = clock.now();
    let work = kernel.run(units, &Stop::new()).map_err(|problem| problem.to_string())?;
    let seconds = (clock.now() - before).as_secs_f64();
    let cpu = cpu_before.zip(clock.cpu());
    let answer = match work.answer {
        Answer::Count(count) => json!(count),
        Answer::Text(text) => json!(text),
        Answer::Discarded => Value::Null,
    };
    Ok(json!({
        "start": moment.tv_sec() as f64 + moment.tv_nsec() as f64 / 1e9,
        "seconds": seconds,
        "cpu_user": cpu.map(|(before, after)| after.user - before.user),
        "cpu_system": cpu.map(|(before, after)| after.system - before.system),
        "units": work.units,
        "answer": answer,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers to some requests.
    fn answers(requests: &[Value]) -> Vec<Value> {
        let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
        let mut written = Vec::new();
        serve(text.as_bytes(), &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn the_systems_library_says_who_it_is_and_digests() {
        let order = json!({ "library": null, "task": { "digest": { "digest": "md5", "size": 64 } }, "api": "evp" });
        let answers = answers(&[json!({ "prepare": order }), json!({ "run": 3 })]);
        let ready: Ready = serde_json::from_value(answers[0]["ready"].clone()).unwrap();
        assert!(ready.version.contains("SSL") && ready.path.is_absolute() && ready.sha256.len() == 64, "{ready:?}");
        // md5sum of 64 zero bytes.
        assert_eq!(answers[1]["answer"], "3b5d3c7d207e37dceeedd301e35e2e58");
        assert_eq!(answers[1]["units"], 3);
    }

    #[test]
    fn what_makes_no_sense_is_one_error_each() {
        let order = json!({ "library": "/no/such/file", "task": { "sign": { "scheme": "rsa2048" } }, "api": "evp" });
        let answers = answers(&[json!({ "run": 1 }), json!("hello"), json!({ "prepare": order })]);
        assert_eq!(answers[0]["error"], "nothing is prepared");
        assert!(answers[1]["error"].as_str().unwrap().starts_with("unknown request"));
        assert!(answers[2]["error"].as_str().unwrap().contains("/no/such/file"));
    }
}
