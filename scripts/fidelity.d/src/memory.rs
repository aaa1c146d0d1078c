//! The memory suite against sysbench as a whole, against the same event compiled by gcc, and against mbw.

use std::process::Command;
use std::time::Instant;

use hostmark_memory::Memory;

use crate::Problem;
use crate::kernels::Bundled;
use crate::race::Race;

// suites/memory/src/kernel/event.c with RANDOM_WRITE, compiled as Debian compiles sysbench, and walk.c (build.rs).
unsafe extern "C" {
    fn memory_prepare(size: u64);
    fn memory_unit() -> u64;
    fn walk_prepare(bytes: u64) -> i32;
    fn walk_steps(steps: u64) -> u64;
}

/// A mebibyte, in which sysbench counts.
const MIB: f64 = 1048576.0;

/// Runs all races; false when a bar is missed.
pub fn races() -> Result<bool, Problem> {
    let mut all_hold = whole_tool("memory: 1 KiB write / sysbench memory, whole", "1K", "write", 500_000)?;
    all_hold &= whole_tool("memory: 1 KiB read / sysbench memory, whole", "1K", "read", 500_000)?;
    all_hold &= whole_tool("memory: 1 MiB write / sysbench memory, whole", "1M", "write", 2_000)?;
    all_hold &= whole_tool("memory: 1 MiB read / sysbench memory, whole", "1M", "read", 4_000)?;
    all_hold &= at_random()?;
    all_hold &= against_blocks("memory: RAM read / sysbench memory, 1 GiB blocks", "read")?;
    all_hold &= against_blocks("memory: RAM write / sysbench memory, 1 GiB blocks", "write")?;
    all_hold &= against_copies()?;
    all_hold &= against_a_walk()?;
    Ok(all_hold)
}

/// The arguments by which this program does a piece of work in a process of its own: which pages a block gets is
/// luck, and a block made of an earlier one's pages has other luck than that of a tool which has just started.
pub const UNITS: &str = "memory-units";
pub const WALK: &str = "memory-walk";

/// The event loop, by so many events.
fn whole_tool(name: &'static str, block: &str, operation: &str, events: u64) -> Result<bool, Problem> {
    let race = Race { name, pairs: 40, bar: (0.98, 1.02) };
    let set = format!("block={block};operation={operation}");
    race.run(&mut || sysbench(block, operation, events), &mut || ours("sysbench", &set, events))
}

/// Units a second of hostmark's kernel in a new process.
fn ours(case: &str, set: &str, units: u64) -> Result<f64, Problem> {
    in_a_new_process(&[UNITS, case, set, &units.to_string()])
}

fn in_a_new_process(arguments: &[&str]) -> Result<f64, Problem> {
    let output = Command::new(std::env::current_exe()?).args(arguments).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.trim().parse().map_err(|_| format!("{} printed no speed: {text}", arguments[0]).into())
}

/// In the new process: units a second of a case with `parameter=value;parameter=value`.
pub fn units(case: &str, set: &str, units: &str) -> Result<f64, Problem> {
    let set: Vec<(&str, &str)> = set.split(';').filter_map(|pair| pair.split_once('=')).collect();
    Bundled::new(&Memory, case, &set)?.speed(units.parse()?)
}

/// Events a second by sysbench's own count and total time, which has four decimals.
fn sysbench(block: &str, operation: &str, events: u64) -> Result<f64, Problem> {
    let bytes = events * hostmark_harness::units::parse_bytes(block)?;
    let mut command = Command::new("sysbench");
    command.args(["memory", &format!("--memory-block-size={block}"), &format!("--memory-oper={operation}")]);
    command.args([&format!("--memory-total-size={bytes}"), "--time=60", "run"]);
    let output = command.output().map_err(|problem| format!("sysbench cannot be started: {problem}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let field = |name: &str| text.lines().find_map(|line| line.trim().strip_prefix(name).map(str::trim));
    let seconds = field("total time:").and_then(|time| time.trim_end_matches('s').parse::<f64>().ok());
    let count = field("total number of events:").and_then(|count| count.parse::<u64>().ok());
    match (seconds, count) {
        (Some(seconds), Some(count)) if count == events => Ok(events as f64 / seconds),
        _ => Err(format!("sysbench did not do {events} events: {text}").into()),
    }
}

/// Random places, as sysbench draws them; both with the whole loop around the event.
fn at_random() -> Result<bool, Problem> {
    let mut ours = Bundled::new(&Memory, "sysbench", &[("access", "rnd"), ("operation", "write")])?;
    // SAFETY: both functions take and give numbers and use static variables; there is one thread.
    unsafe { memory_prepare(1024) };
    let mut reference = || {
        let start = Instant::now();
        for _ in 0..2000 {
            // SAFETY: as above.
            unsafe { memory_unit() };
        }
        Ok(2000.0 / start.elapsed().as_secs_f64())
    };
    let race = Race { name: "memory: random 1 KiB / same event by gcc, one process", pairs: 300, bar: (0.97, 1.03) };
    race.run(&mut reference, &mut || ours.speed(2000))
}

/// Bytes a second of reading or writing memory. sysbench's block is one event.
fn against_blocks(name: &'static str, operation: &str) -> Result<bool, Problem> {
    let race = Race { name, pairs: 10, bar: (0.95, 1.05) };
    race.run(&mut || Ok(1024.0 * MIB * sysbench("1G", operation, 1)?), &mut || bytes_a_second(operation))
}

/// mbw copies from one array of 128 MiB to another, word by word (its method 1), as STREAM does; its memcpy is the C
/// library's affair.
fn against_copies() -> Result<bool, Problem> {
    let race = Race { name: "memory: RAM copy / mbw -t1 128", pairs: 10, bar: (0.95, 1.05) };
    race.run(&mut mbw, &mut || bytes_a_second("copy"))
}

/// Hostmark's bandwidth in a set of 256 MiB, all of it once. A unit is 16 MiB.
fn bytes_a_second(operation: &str) -> Result<f64, Problem> {
    let units = if operation == "copy" { 8 } else { 16 };
    Ok(16.0 * MIB * ours(&format!("bandwidth;operation={operation}"), "set=256M", units)?)
}

/// `AVG Method: DUMB Elapsed: 0.02012 MiB: 128.00000 Copy: 6362.1 MiB/s`
fn mbw() -> Result<f64, Problem> {
    let output = Command::new("mbw").args(["-q", "-n", "3", "-t1", "128"]).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let average = text.lines().find(|line| line.starts_with("AVG"));
    let words: Vec<&str> = average.unwrap_or_default().split_whitespace().collect();
    let speed =
        words.iter().position(|word| *word == "Copy:").and_then(|place| words.get(place + 1)?.parse::<f64>().ok());
    Ok(MIB * speed.ok_or_else(|| format!("mbw gives no average: {text}"))?)
}

/// Loads a second of a walk in random order through 256 MiB: lmbench is not packaged, so this is its idea in C.
fn against_a_walk() -> Result<bool, Problem> {
    let race = Race { name: "memory: RAM latency / a walk by gcc", pairs: 20, bar: (0.95, 1.05) };
    race.run(&mut || in_a_new_process(&[WALK]), &mut || ours("latency", "set=256M", 200))
}

/// In the new process: thousands of loads a second of the walk in C, as many as there are in a unit of ours.
pub fn walk() -> Result<f64, Problem> {
    // SAFETY: both functions take and give numbers and use static variables; there is one thread.
    if unsafe { walk_prepare(256 << 20) } == 0 {
        return Err("no memory for the walk".into());
    }
    let start = Instant::now();
    // SAFETY: as above.
    unsafe { walk_steps(200_000) };
    Ok(200.0 / start.elapsed().as_secs_f64())
}
