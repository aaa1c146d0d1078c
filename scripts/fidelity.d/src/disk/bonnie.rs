//! bonnie++ with a look at its clock: it prints no rate of a phase that took less than half a second.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Amount, PHASES, Problem, SEEKS};

/// Tells when getrusage is called, which bonnie++ does where a phase begins and ends, and nowhere else.
const CLOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/disk/clock.c");

/// Where that is written to.
const TIMES: &str = "HOSTMARK_TIMES";

/// bonnie++ in a folder.
pub struct Bonnie {
    folder: PathBuf,
    clock: PathBuf,
}

impl Bonnie {
    /// Compiles the look at the clock.
    pub fn new(folder: &Path) -> Result<Bonnie, Problem> {
        let clock = folder.join("clock.so");
        let mut gcc = Command::new("gcc");
        let status = gcc.args(["-O2", "-shared", "-fPIC", CLOCK, "-o"]).arg(&clock).status()?;
        if !status.success() {
            return Err("gcc does not compile clock.c".into());
        }
        Ok(Bonnie { folder: folder.to_path_buf(), clock })
    }

    /// Seconds of each phase.
    pub fn seconds(&self, amount: Amount) -> Result<Vec<f64>, Problem> {
        let times = self.folder.join("times");
        let output = command(&self.folder, amount)?.env("LD_PRELOAD", &self.clock).env(TIMES, &times).output();
        let output = output.map_err(|problem| format!("bonnie++ cannot be started: {problem}; install it"))?;
        if !output.status.success() {
            return Err(format!("bonnie++ failed: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
        }
        phases(&std::fs::read_to_string(&times)?)
    }
}

/// The command, without a check of the memory, as this user.
pub fn command(folder: &Path, amount: Amount) -> Result<Command, Problem> {
    let mut command = Command::new("bonnie++");
    let user = std::fs::metadata("/proc/self")?.uid().to_string();
    command.args(["-q", "-r", "0", "-u", &user, "-z", "1", "-m", "fidelity", "-d"]).arg(folder);
    command.args(["-s", &format!("{}:8k", amount.mebibytes), "-n", &amount.files.to_string()]);
    Ok(command)
}

/// From lines of a thread and a moment. The first thread begins and ends each phase, but for seeks, which its five
/// threads do: from the first that begins to the last that ends. It looks once more before it starts them.
fn phases(times: &str) -> Result<Vec<f64>, Problem> {
    let mut threads: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for line in times.lines() {
        let (thread, moment) = line.split_once(' ').ok_or("a line of clock.c is cut")?;
        threads.entry(thread.parse()?).or_default().push(moment.parse()?);
    }
    let main = threads.pop_first().map(|(_, moments)| moments).unwrap_or_default();
    let expected = 2 * (PHASES.len() - 1) + 1;
    if main.len() != expected || threads.values().any(|moments| moments.len() != 2) {
        return Err(
            format!("bonnie++ looked at its clock {} times instead of {expected}: not 2.00a?", main.len()).into()
        );
    }
    let (before, after) = main.split_at(2 * SEEKS);
    let begin = threads.values().map(|moments| moments[0]).fold(f64::INFINITY, f64::min);
    let end = threads.values().map(|moments| moments[1]).fold(0.0, f64::max);
    let seconds = |pair: &[f64]| pair[1] - pair[0];
    let mut all: Vec<f64> = before.chunks(2).map(seconds).collect();
    all.push(end - begin);
    all.extend(after[1..].chunks(2).map(seconds));
    Ok(all)
}
