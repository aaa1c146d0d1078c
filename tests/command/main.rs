//! End-to-end tests of the command: what a person types, prints, leaves behind.

mod advice;
mod bad_input;
mod chart;
mod compare;
mod crypto;
mod disk;
mod list;
mod lzma;
mod probe;
mod resume;
mod run;
mod stopping;

use std::path::PathBuf;
use std::process::{Command, Output};

/// The command, in a folder of its own, with a neutral environment.
fn hostmark(folder: &tempfile::TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hostmark"));
    command.current_dir(folder.path()).args(arguments);
    for name in ["LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    command
}

/// What a finished command said.
struct Said {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn said(output: Output) -> Said {
    Said {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// Runs the command in a folder.
fn run_in(folder: &tempfile::TempDir, arguments: &[&str]) -> Said {
    said(hostmark(folder, arguments).output().unwrap())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The records of a run folder, by column.
fn records(folder: &std::path::Path) -> Vec<std::collections::BTreeMap<String, String>> {
    csv::Reader::from_path(folder.join("records.csv")).unwrap().deserialize().map(Result::unwrap).collect()
}

/// A file of `tests/data`.
fn data(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests/data", name].iter().collect();
    path.to_str().unwrap().to_string()
}

/// Names in a folder, sorted.
fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Arguments of a run that takes less than a second: small work, our own code only.
const SMALL: [&str; 11] = [
    "run",
    "cpu",
    "hanoi",
    "--implementation",
    "hostmark",
    "--time",
    "100ms",
    "--set",
    "cpu.limit=8000",
    "--set",
    "hanoi.disks=12",
];

/// The same with the suite cpu only.
const SMALL_CPU: [&str; 8] =
    ["run", "cpu", "--implementation", "hostmark", "--time", "100ms", "--set", "cpu.limit=8000"];
