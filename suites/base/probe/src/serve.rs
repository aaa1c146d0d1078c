//! The program `hostmark-probe`: a worker that is asked on standard input, or a person's tool that names libraries.

use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use hostmark_archive::codec::Codec;
use hostmark_archive::kernel::{self as archive, Job};
use hostmark_harness::answer::Answer;
use hostmark_harness::clock::{Clock, SystemClock};
use hostmark_harness::origin;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Loop;
use hostmark_harness::visible::visible;
use nix::time::{ClockId, clock_gettime};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::PROGRAM;
use crate::lack::Lack;
use crate::libcrypto::Libcrypto;
use crate::liblzma::Liblzma;
use crate::order::{Order, Ready};
use crate::task::{Api, Task};
use crate::work::{self, Problem};

const HELP: &str = "opens a libcrypto or a liblzma and measures in its own process, for hostmark, which starts it.\n\
    By hand: hostmark-probe LIBRARY... tells what libraries are; the words 'libcrypto' and 'liblzma' are the system's own.";

/// Exit code for arguments that make no sense.
const USAGE: u8 = 2;

/// What the program does with its arguments.
pub fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let first = arguments.first().map(|argument| argument.to_string_lossy());
    match first.as_deref() {
        None if !io::stdin().is_terminal() => code(serve(io::stdin().lock(), io::stdout()).is_ok()),
        None | Some("-h" | "--help") => code(print(&format!("{PROGRAM} {HELP}"))),
        Some("--version") => code(print(&format!("{PROGRAM} {}", env!("CARGO_PKG_VERSION")))),
        Some(option) if option.starts_with('-') => {
            eprintln!("{PROGRAM}: unknown option '{}'; see --help", visible(option));
            ExitCode::from(USAGE)
        }
        Some(_) => {
            let identified: Vec<bool> = arguments.iter().map(|library| identify(Path::new(library))).collect();
            code(!identified.contains(&false))
        }
    }
}

fn code(is_well: bool) -> ExitCode {
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a line of text for a person; false where it cannot.
fn print(text: &str) -> bool {
    writeln!(io::stdout(), "{text}").is_ok()
}

/// Says what a library is, in its own words, with its file; false where it is none.
fn identify(library: &Path) -> bool {
    let libcrypto = |path| Libcrypto::open(path).map(|(found, file)| (found.version(), found.options(), file));
    let liblzma = |path| Liblzma::open(path).map(|(found, file)| (found.version(), String::new(), file));
    let found = match library.to_str() {
        Some("libcrypto") => libcrypto(None),
        Some("liblzma") => liblzma(None),
        _ => libcrypto(Some(library)).or_else(|problem| {
            let both = |other| if other == problem { other } else { format!("{problem}; {other}") };
            liblzma(Some(library)).map_err(both)
        }),
    };
    match found {
        Ok((version, options, file)) => {
            let lines = [version, origin::of(&file), options].map(|line| visible(&line));
            print(lines.join("\n  ").trim_end())
        }
        Err(problem) => {
            eprintln!("{PROGRAM}: {}", visible(&problem));
            false
        }
    }
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
    let mut kernel = None;
    for line in requests.split(b'\n') {
        writeln!(answers, "{}", answer(&line?, &mut kernel))?;
        answers.flush()?;
    }
    Ok(())
}

fn answer(line: &[u8], kernel: &mut Option<Box<dyn Loop>>) -> Value {
    match serde_json::from_slice(line) {
        Err(problem) => json!({ "error": format!("unknown request: {problem}") }),
        Ok(Request::Prepare(order)) => {
            // What cannot be prepared leaves no earlier work behind that would be measured for it.
            *kernel = None;
            match prepare(&order) {
                Ok((prepared, ready)) => {
                    *kernel = Some(prepared);
                    json!({ "ready": ready })
                }
                Err(Problem::Lack(lack)) => json!({ "unavailable": lack.to_string() }),
                Err(Problem::Failed(what)) => json!({ "error": what }),
            }
        }
        Ok(Request::Run(0)) => json!({ "error": "0 units are no work" }),
        Ok(Request::Run(units)) => match kernel {
            Some(kernel) => run(kernel.as_mut(), units).unwrap_or_else(|problem| match problem {
                NoResult::Unavailable(what) => json!({ "unavailable": what }),
                other => json!({ "error": other.to_string() }),
            }),
            None => json!({ "error": "nothing is prepared" }),
        },
    }
}

fn prepare(order: &Order) -> Result<(Box<dyn Loop>, Ready), Problem> {
    match order {
        Order::Libcrypto { library, task, api } => prepare_libcrypto(library.as_deref(), *task, *api),
        Order::Liblzma { library, job, memory } => prepare_liblzma(library.as_deref(), job, *memory),
    }
}

fn prepare_libcrypto(library: Option<&Path>, task: Task, api: Api) -> Result<(Box<dyn Loop>, Ready), Problem> {
    let (found, file) = Libcrypto::open(library).map_err(|problem| missing(library, problem))?;
    let (kernel, api) = work::prepare(&found, task, api)?;
    let (version, options) = (found.version(), found.options());
    Ok((kernel, Ready { version, options, origin: origin::of(&file), api: Some(api), threads: None }))
}

fn prepare_liblzma(library: Option<&Path>, job: &Job, memory: Option<u64>) -> Result<(Box<dyn Loop>, Ready), Problem> {
    let (found, file) = Liblzma::open(library).map_err(|problem| missing(library, problem))?;
    let version = found.version();
    let (job, threads) = job.fitting(&found, memory);
    let kernel = archive::prepare(&job, Arc::new(found)).map_err(|problem| Problem::Failed(problem.to_string()))?;
    Ok((kernel, Ready { version, options: String::new(), origin: origin::of(&file), api: None, threads }))
}

/// A file that was named has to be right; a system may be without.
fn missing(named: Option<&Path>, problem: String) -> Problem {
    match named {
        Some(_) => Problem::Failed(problem),
        None => Problem::Lack(Lack::NoLibrary(problem)),
    }
}

/// Does the work and times it, as the worker protocol says.
fn run(kernel: &mut dyn Loop, units: u64) -> Result<Value, NoResult> {
    let clock = SystemClock::new();
    let moment = clock_gettime(ClockId::CLOCK_MONOTONIC)
        .map_err(|problem| NoResult::Failed(format!("no monotonic clock: {problem}")))?;
    let cpu_before = clock.cpu();
    let before = clock.now();
    let work = kernel.run(units, &Stop::new())?;
    let seconds = (clock.now() - before).as_secs_f64();
    let cpu = cpu_before.zip(clock.cpu());
    let mut runs = [work];
    kernel.settle(&mut runs)?;
    let [work] = runs;
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
        "values": work.values.into_iter().collect::<BTreeMap<_, _>>(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers to some lines.
    fn answers(lines: &[&[u8]]) -> Vec<Value> {
        let mut written = Vec::new();
        serve(lines.join(&b'\n').as_slice(), &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    const ORDER: &[u8] =
        br#"{"prepare":{"libcrypto":{"library":null,"task":{"digest":{"digest":"md5","size":64}},"api":"evp"}}}"#;
    const BAD_ORDER: &[u8] =
        br#"{"prepare":{"libcrypto":{"library":"/no/such/file","task":{"sign":{"scheme":"rsa2048"}},"api":"evp"}}}"#;

    #[test]
    fn the_systems_library_says_who_it_is_and_digests() {
        let answers = answers(&[ORDER, br#"{"run":3}"#]);
        let ready: Ready = serde_json::from_value(answers[0]["ready"].clone()).unwrap();
        assert!(ready.version.contains("SSL") && ready.origin.contains(" sha256:"), "{ready:?}");
        // md5sum of 64 zero bytes.
        assert_eq!(answers[1]["answer"], "3b5d3c7d207e37dceeedd301e35e2e58");
        assert_eq!(answers[1]["units"], 3);
    }

    #[test]
    fn what_makes_no_sense_is_one_error_each() {
        let run: &[u8] = br#"{"run":1}"#;
        let lines = [run, b"hello", b"\xff", br#"{"run":-1}"#, br#"{"run":0}"#, BAD_ORDER, ORDER, run];
        let errors: Vec<_> = answers(&lines).iter().map(|one| one["error"].as_str().map(str::to_string)).collect();
        let said = |index: usize| errors[index].as_deref().unwrap_or_default();
        assert_eq!((said(0), said(4)), ("nothing is prepared", "0 units are no work"));
        assert!((1..4).all(|index| said(index).starts_with("unknown request")), "{errors:?}");
        assert!(said(5).contains("/no/such/file"), "{errors:?}");
        assert_eq!(errors[6..], [None, None]);
    }

    #[test]
    fn an_order_that_fails_leaves_nothing_to_run() {
        let answers = answers(&[ORDER, BAD_ORDER, br#"{"run":1}"#]);
        assert_eq!(answers[2]["error"], "nothing is prepared");
    }
}
