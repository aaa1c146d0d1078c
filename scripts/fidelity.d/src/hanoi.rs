//! The hanoi suite against what g++ makes of the C++ kernel, through hostmark and by hand.

use std::path::Path;
use std::process::Command;

use hostmark_hanoi::Hanoi;

use crate::Problem;
use crate::kernels::{Bundled, InWorker};
use crate::race::Race;

/// A tower of some milliseconds, so that a race fits into a moment in which the machine is quiet.
const DISKS: &str = "18";

/// A tower of some 25 ms for a race with fresh processes: a worker that waits for its next request starts on a core
/// that went to sleep, a fresh process on one that is awake, and in shorter towers that is worth some percent.
const DISKS_OF_PROCESSES: &str = "22";

/// Towers in one run.
const TOWERS: u64 = 1;

const BASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites");

/// Runs all races; false when a bar is missed.
pub fn races() -> Result<bool, Problem> {
    let mut all_hold = bundled()?;
    all_hold &= by_hand()?;
    Ok(all_hold)
}

fn bundled() -> Result<bool, Problem> {
    let mut ours = Bundled::new(&Hanoi, "towers", &[("disks", DISKS)])?;
    let mut reference = InWorker::new(&Hanoi, "towers", "g++", &[("disks", DISKS)])?;
    let race = Race { name: "hanoi: bundled / g++ -O2", pairs: 80, bar: (0.90, 1.10) };
    race.run(&mut || reference.speed(TOWERS), &mut || ours.speed(TOWERS))
}

fn by_hand() -> Result<bool, Problem> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join("by-hand");
    compile(&program)?;
    let mut ours = InWorker::new(&Hanoi, "towers", "g++", &[("disks", DISKS_OF_PROCESSES)])?;
    let race = Race { name: "hanoi: host-compiled / compiled by hand, g++ -O2", pairs: 80, bar: (0.98, 1.02) };
    race.run(&mut || run(&program), &mut || ours.speed(TOWERS))
}

fn compile(program: &Path) -> Result<(), Problem> {
    let mut command = Command::new("g++");
    command.args(["-O2", "-I", &format!("{BASE}/base/compilers/src"), "-o"]).arg(program);
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/by-hand.cpp"));
    command.arg(format!("{BASE}/hanoi/src/kernel/towers.cpp"));
    let done = command.status().map_err(|problem| format!("g++ cannot be started: {problem}"))?;
    if done.success() { Ok(()) } else { Err("g++ does not compile the towers by hand".into()) }
}

/// Towers a second, as the program prints them.
fn run(program: &Path) -> Result<f64, Problem> {
    let output = Command::new(program).args([DISKS_OF_PROCESSES, &TOWERS.to_string()]).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse()?)
}
