//! Ctrl-C, SIGTERM and SIGKILL: finished results are kept, nothing is left running.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{folder, hostmark, run_in};

/// A run that would take a minute in its second block. Its work files are in the test's folder, so that workers are
/// known by it, and what a kill leaves goes with it.
fn long_run(folder: &tempfile::TempDir) -> Command {
    let plan = "name = \"long\"\nabout = \"a\"\nsampling = { precision = 1e-9 }\n\
        [[suite]]\nname = \"cpu\"\nbudget = \"200ms\"\nimplementations = [\"hostmark\"]\n\
        [[suite]]\nname = \"hanoi\"\nbudget = \"60s\"\nset = { disks = 20 }\n";
    std::fs::write(folder.path().join("long.toml"), plan).unwrap();
    let mut command = hostmark(folder, &["run", "--plan", "long.toml", "--output", "run", "--dir", "."]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts the run and waits until its first block is printed.
pub fn started(folder: &tempfile::TempDir) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child = long_run(folder).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("latency-p95") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "it ended early");
    }
    std::thread::sleep(Duration::from_millis(300));
    (child, reader)
}

pub fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().unwrap().success());
}

fn statuses(folder: &Path) -> Vec<(String, String)> {
    csv::Reader::from_path(folder.join("records.csv"))
        .unwrap()
        .into_deserialize::<std::collections::BTreeMap<String, String>>()
        .map(|row| row.map(|row| (row["suite"].clone(), row["status"].clone())).unwrap())
        .collect()
}

/// Processes whose executable was one of this run's workers.
fn workers_of(folder: &tempfile::TempDir) -> usize {
    let root = folder.path().display().to_string();
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter(|process| {
            std::fs::read_link(process.path().join("exe")).is_ok_and(|exe| exe.display().to_string().contains(&root))
        })
        .count()
}

/// A run that was killed in its second block.
pub fn killed(folder: &tempfile::TempDir) {
    let (mut child, _reader) = started(folder);
    signal(&child, "KILL");
    child.wait().unwrap();
}

/// A run that was asked to stop in its second block.
pub fn stopped(folder: &tempfile::TempDir) {
    let (mut child, _reader) = started(folder);
    signal(&child, "INT");
    child.wait().unwrap();
}

#[test]
fn signals_stop_within_a_second_and_keep_what_is_finished() {
    for name in ["INT", "TERM"] {
        let folder = folder();
        let (mut child, _reader) = started(&folder);
        let asked = Instant::now();
        signal(&child, name);
        let status = child.wait().unwrap();
        // A second is what is promised; a loaded machine gets some more before this fails.
        assert!(asked.elapsed() < Duration::from_secs(3), "{name}: {:?}", asked.elapsed());
        assert_eq!(status.code(), Some(130), "{name}");
        let statuses = statuses(&folder.path().join("run"));
        assert!(statuses.contains(&("cpu".into(), "ok".into())), "{name}: {statuses:?}");
        assert!(statuses.iter().any(|(suite, _)| suite == "hanoi"), "{name}: {statuses:?}");
        assert_eq!(workers_of(&folder), 0);
        assert!(run_in(&folder, &["chart", "run"]).stdout.contains("cpu/primes"));
    }
}

#[test]
fn a_kill_loses_the_running_block_only() {
    let folder = folder();
    killed(&folder);
    assert!(!folder.path().join("run/records.csv").exists());
    let said = run_in(&folder, &["chart", "run"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(said.stdout.contains("cpu/primes"), "{}", said.stdout);
}
