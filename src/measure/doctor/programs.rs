//! Programs of the host that hostmark uses or is compared with, each asked who it is.

use std::process::Command;
use std::thread;
use std::time::Duration;

use hostmark_harness::programs;
use hostmark_harness::suite::Environment;

use super::{Finding, State};

/// A program and how it is known.
struct Tool {
    name: &'static str,
    arguments: &'static [&'static str],
    /// One of these stands in what it says.
    marks: &'static [&'static str],
    /// What is lost without it.
    without: &'static str,
}

const GNU_OR_CLANG: &[&str] = &["Free Software Foundation", "clang version"];

const TOOLS: [Tool; 9] = [
    Tool {
        name: "gcc",
        arguments: &["--version"],
        marks: GNU_OR_CLANG,
        without: "its cpu and memory items are unavailable",
    },
    Tool {
        name: "clang",
        arguments: &["--version"],
        marks: GNU_OR_CLANG,
        without: "its cpu and memory items are unavailable",
    },
    Tool { name: "g++", arguments: &["--version"], marks: GNU_OR_CLANG, without: "its hanoi items are unavailable" },
    Tool {
        name: "clang++",
        arguments: &["--version"],
        marks: GNU_OR_CLANG,
        without: "its hanoi items are unavailable",
    },
    Tool {
        name: "openssl",
        arguments: &["version"],
        marks: &["OpenSSL", "LibreSSL", "BoringSSL"],
        without: "only to compare by hand with openssl speed",
    },
    Tool {
        name: "sysbench",
        arguments: &["--version"],
        marks: &["sysbench"],
        without: "only to compare by hand with sysbench",
    },
    Tool {
        name: "tar",
        arguments: &["--version"],
        marks: &["(GNU tar)", "bsdtar"],
        without: "its lzma items are unavailable",
    },
    Tool {
        name: "xz",
        arguments: &["--version"],
        marks: &["(XZ Utils)"],
        without: "its lzma items, and those of GNU tar, are unavailable",
    },
    Tool {
        name: "bonnie++",
        arguments: &["-h"],
        marks: &["bonnie++"],
        without: "only to compare by hand with bonnie++",
    },
];

/// A program that is not done by then hangs.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks all of them at the same time.
pub fn programs(environment: &Environment) -> Vec<Finding> {
    thread::scope(|scope| {
        let threads: Vec<_> = TOOLS.iter().map(|tool| (tool, scope.spawn(|| ask(tool, environment)))).collect();
        let joined = threads.into_iter().map(|(tool, thread)| {
            thread.join().unwrap_or_else(|_| Finding::new(State::Unknown, tool.name, "asking it crashed", ""))
        });
        joined.collect()
    })
}

fn ask(tool: &Tool, environment: &Environment) -> Finding {
    let Some(path) = programs::find(tool.name, &environment.search_path) else {
        return Finding::new(State::Missing, tool.name, "not on PATH", tool.without);
    };
    let mut command = Command::new(&path);
    let said = programs::ask(command.args(tool.arguments), PATIENCE, &environment.children, &environment.stop);
    let said = match said {
        Ok(said) => format!("{}{}", said.stdout, said.stderr),
        Err(problem) => return Finding::new(State::Warning, tool.name, problem.to_string(), tool.without),
    };
    // bonnie++ complains first, and tells its version with its usage.
    let telling = said.lines().find(|line| line.starts_with("Version")).or(said.lines().next());
    let first: String = telling.unwrap_or_default().chars().take(100).collect();
    match tool.marks.iter().any(|mark| said.contains(mark)) {
        true => Finding::ok(tool.name, first),
        false => {
            let text = format!("{} says '{first}'", path.display());
            Finding::new(State::Warning, tool.name, text, "it is not what its name says, and will not be used")
        }
    }
}
