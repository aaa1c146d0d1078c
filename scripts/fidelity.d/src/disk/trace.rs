//! The system calls of each phase, as strace sees them: ours have to be bonnie++'s, in the same order.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Amount, PHASES, Problem, SEEKS, bonnie, ours};

/// What is looked at. A folder is read in as many calls as its names are long, so getdents64 is not.
const CALLS: &str =
    "getrusage,read,write,lseek,fsync,fdatasync,sync,openat,close,unlink,unlinkat,newfstatat,fstat,rmdir";

/// Compares all phases and prints what came out; false where one differs.
pub fn compare(folder: &Path, amount: Amount) -> Result<bool, Problem> {
    let theirs = traced(bonnie::command(folder, amount)?, folder, true)?;
    let own = traced(ours::command(folder, amount)?, folder, false)?;
    let mut all_equal = true;
    for ((phase, theirs), own) in PHASES.iter().zip(&theirs).zip(&own) {
        let is_equal = theirs == own;
        all_equal &= is_equal;
        let words = if is_equal { "the same" } else { "DIFFERENT" };
        println!("disk: system calls of {:<24} {words}: {}", phase.case, runs(own));
        if !is_equal {
            println!("disk: bonnie++'s are {}", runs(theirs));
        }
    }
    Ok(all_equal)
}

/// The names of the calls of each phase.
fn traced(command: Command, folder: &Path, is_bonnie: bool) -> Result<Vec<Vec<String>>, Problem> {
    let text = folder.join("trace");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-s", "0", "-e", &format!("trace={CALLS}"), "-o"]).arg(&text);
    strace.arg(command.get_program()).args(command.get_args()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = strace.status().map_err(|problem| format!("strace cannot be started: {problem}; install it"))?;
    if !status.success() {
        return Err("what strace looked at failed".into());
    }
    let phases = split(&text, is_bonnie);
    std::fs::remove_file(&text)?;
    phases
}

/// A phase lies between two calls of getrusage of the first thread. Before its seeks bonnie++ looks once only, and its
/// threads look themselves; the next phase begins behind them.
fn split(text: &Path, is_bonnie: bool) -> Result<Vec<Vec<String>>, Problem> {
    let (mut phases, mut inside): (Vec<Vec<String>>, Option<Vec<String>>) = (Vec::new(), None);
    let mut seeks = Vec::new();
    let mut first = None;
    for line in BufReader::new(File::open(text)?).lines() {
        let line = line?;
        let Some((thread, call)) = line.split_once(' ') else { continue };
        let first = first.get_or_insert_with(|| thread.to_string());
        let at_seeks = is_bonnie && phases.len() == SEEKS;
        if call.trim_start().starts_with("getrusage(") && (thread == first.as_str()) {
            match inside.take() {
                Some(calls) if at_seeks => {
                    seeks = calls;
                    phases.push(Vec::new());
                    inside = Some(Vec::new());
                }
                Some(calls) => phases.push(calls),
                None => inside = Some(Vec::new()),
            }
        } else if let (Some(calls), Some(name)) = (&mut inside, name(call, phases.len() == SEEKS)) {
            calls.push(name);
        }
    }
    if phases.len() != PHASES.len() {
        return Err(format!("{} phases were seen instead of {}", phases.len(), PHASES.len()).into());
    }
    if is_bonnie {
        phases[SEEKS] = seeks;
    }
    phases[SEEKS] = counted(&phases[SEEKS]);
    Ok(phases)
}

/// The name of a call that is done on this line. Those of seeks are told apart by how much they read and write.
fn name(call: &str, is_seek: bool) -> Option<String> {
    let call = call.trim_start();
    if call.starts_with("+++") || call.ends_with("<unfinished ...>") {
        return None;
    }
    let (name, rest) = match call.strip_prefix("<... ") {
        Some(resumed) => resumed.split_once(" resumed>")?,
        None => call.split_once('(')?,
    };
    let name = if name == "unlinkat" { "unlink" } else { name };
    let sizes = rest.split([',', ')', ' ']).filter_map(|word| word.parse::<u64>().ok());
    match sizes.last() {
        Some(size) if is_seek && ["read", "write"].contains(&name) => Some(format!("{name} {size}")),
        _ => Some(name.to_string()),
    }
}

/// What does not depend on chance and on the order of threads: chunks read and tickets taken, what was sought without
/// being written, and syncs.
fn counted(calls: &[String]) -> Vec<String> {
    let count = |name: &str| calls.iter().filter(|call| *call == name).count();
    let only_read = count("lseek").saturating_sub(count("write 8192"));
    let all = [("read 8192", count("read 8192")), ("read 4", count("read 4")), ("lseek to read", only_read)];
    all.into_iter().chain([("fsync", count("fsync"))]).map(|(name, count)| format!("{count} {name}")).collect()
}

/// `128 (read lseek write), fsync, close`.
fn runs(calls: &[String]) -> String {
    let (mut words, mut place) = (Vec::new(), 0);
    while place < calls.len() {
        let repeated = |length: usize| {
            let pattern = &calls[place..place + length];
            calls[place..].chunks(length).take_while(|chunk| *chunk == pattern).count()
        };
        let longest = (1..=3.min(calls.len() - place)).map(|length| (repeated(length), length));
        let (count, length) =
            longest.max_by_key(|(count, length)| (count * length, usize::MAX - length)).unwrap_or((1, 1));
        let (count, length) = if count == 1 { (1, 1) } else { (count, length) };
        let pattern = calls[place..place + length].join(" ");
        words.push(if count == 1 { pattern } else { format!("{count} x {pattern}") });
        place += count * length;
    }
    words.join(", ")
}
