//! The cpu suite against its own C kernel in one process, and against sysbench as a whole.

use std::process::Command;
use std::time::Instant;

use hostmark_cpu::Cpu;

use crate::kernels::{Bundled, InWorker};
use crate::race::Race;
use crate::{Problem, share};

// suites/cpu/src/kernel/as-sysbench.c, compiled by gcc -O2 (build.rs); it throws its answer away.
unsafe extern "C" {
    fn kernel_prepare(size: u64);
    fn kernel_unit() -> u64;
}

/// An event of this limit takes less than a millisecond.
const SMALL: u64 = 8000;

/// The limit of the posts, and how many events take 0.1 to 0.2 s on a slow processor.
const LIMIT: &str = "20000";
const EVENTS: u64 = 40;

/// Runs all races; false when a bar is missed.
pub fn races() -> Result<bool, Problem> {
    let mut all_hold = in_process()?;
    all_hold &= compiled()?;
    all_hold &= whole_tool()?;
    all_hold &= share::of_a_sample(Bundled::new(&Cpu, "primes", &[("limit", LIMIT)])?)?;
    Ok(all_hold)
}

fn in_process() -> Result<bool, Problem> {
    let mut ours = Bundled::new(&Cpu, "primes", &[("limit", &SMALL.to_string())])?;
    // SAFETY: both functions take and give numbers and use one static variable; there is one thread.
    unsafe { kernel_prepare(SMALL) };
    let race = Race { name: "cpu: kernel / same kernel by gcc -O2, one process", pairs: 300, bar: (0.98, 1.02) };
    let mut reference = || {
        let start = Instant::now();
        // SAFETY: as above.
        unsafe { kernel_unit() };
        Ok(1.0 / start.elapsed().as_secs_f64())
    };
    race.run(&mut reference, &mut || ours.speed(1))
}

/// gcc lays out the form that keeps its answer in another way, so this bar is as wide as the worth of the layout, more
/// where the processor is shared.
fn compiled() -> Result<bool, Problem> {
    let mut ours = Bundled::new(&Cpu, "primes", &[("limit", LIMIT)])?;
    let mut gcc = InWorker::new(&Cpu, "primes", "gcc", &[("limit", LIMIT)])?;
    let race = Race { name: "cpu: kernel / host-compiled by gcc -O2, form=kept", pairs: 40, bar: (0.90, 1.10) };
    race.run(&mut || gcc.speed(2), &mut || ours.speed(2))
}

fn whole_tool() -> Result<bool, Problem> {
    let mut ours = Bundled::new(&Cpu, "primes", &[("limit", LIMIT)])?;
    let race = Race { name: "cpu: kernel / sysbench cpu --cpu-max-prime=20000, whole", pairs: 40, bar: (0.98, 1.02) };
    race.run(&mut sysbench, &mut || ours.speed(EVENTS))
}

/// Events a second by sysbench's own sum of latencies, which is what it prints after a run of 10 s: in runs as short
/// as these, its 'events per second' would lose 2 % to 3 ms of start.
fn sysbench() -> Result<f64, Problem> {
    let mut command = Command::new("sysbench");
    command.args(["cpu", &format!("--cpu-max-prime={LIMIT}"), "--time=0", &format!("--events={EVENTS}"), "run"]);
    let output = command.output().map_err(|problem| format!("sysbench cannot be started: {problem}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.trim().strip_prefix("sum:"));
    let milliseconds: Option<f64> = line.and_then(|sum| sum.trim().parse().ok());
    let seconds = milliseconds.ok_or_else(|| format!("sysbench gives no 'sum' of latencies: {text}"))? / 1e3;
    Ok(EVENTS as f64 / seconds)
}
