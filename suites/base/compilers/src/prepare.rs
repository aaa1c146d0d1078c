//! From a room's text to running workers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hostmark_harness::origin;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Implementation, Prepared, State, Workload};
use hostmark_harness::worker::Worker;
use serde_json::json;

use crate::compile::{Bench, Built, first_errors};
use crate::find::{Compiler, Language, by_name};
use crate::{KERNEL_HEADER, WORKER, identify, library};

/// What is compiled, and for how many workers.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// File name and text of each kernel file; `kernel.h` and the worker's main are added.
    pub files: &'a [(&'a str, &'a str)],
    /// The compiler's flags, split on blanks.
    pub flags: &'a str,
    /// The size of a unit, which the kernel is told at run time.
    pub size: u64,
    /// How many workers are started.
    pub threads: usize,
}

/// How long a compiler and a worker may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// For `--version`.
    pub ask: Duration,
    /// For one call that compiles.
    pub compile: Duration,
    /// For a worker's first answer.
    pub ready: Duration,
}

const LIMITS: Limits =
    Limits { ask: Duration::from_secs(10), compile: Duration::from_secs(60), ready: Duration::from_secs(10) };

/// Asks the compiler for its version, compiles, and starts the workers. The program's file is gone afterwards.
pub fn prepare(
    implementation: &Implementation,
    program: &Program,
    environment: &Environment,
) -> Result<Prepared, NoResult> {
    prepare_within(LIMITS, implementation, program, environment)
}

pub(crate) fn prepare_within(
    limits: Limits,
    implementation: &Implementation,
    program: &Program,
    environment: &Environment,
) -> Result<Prepared, NoResult> {
    let (compiler, path) = usable(implementation)?;
    let identity = identify::ask(path, limits.ask, environment)?.beside(compiler.name);
    let bench = Bench::new(path, limits.compile, environment)?;
    let flags: Vec<&str> = program.flags.split_whitespace().chain(compiler.library).collect();
    let version = match compiler.language {
        Language::C => identity,
        Language::Cpp => format!("{identity}, {}", library::ask(compiler, &flags, &bench)?),
    };
    let built = build(compiler, &flags, program, &bench)?;
    let workers = start(compiler.name, &built, program, limits, environment)?;
    Ok(Prepared { version, origin: origin::of(path), ..Prepared::bundled(Workload::Worker(workers)) })
}

fn usable(implementation: &Implementation) -> Result<(&'static Compiler, &Path), NoResult> {
    match (by_name(&implementation.name), &implementation.state) {
        (Some(compiler), State::Found(path)) => Ok((compiler, path)),
        (_, State::Missing(reason)) => Err(NoResult::Unavailable(reason.clone())),
        _ => Err(NoResult::Unavailable(format!("{} is no compiler that hostmark knows", implementation.name))),
    }
}

/// Writes all texts and compiles them; the worker's main is in the kernel's own language.
fn build(compiler: &Compiler, flags: &[&str], program: &Program, bench: &Bench) -> Result<PathBuf, NoResult> {
    let main = if compiler.language == Language::C { "worker.c" } else { "worker.cpp" };
    bench.write("kernel.h", KERNEL_HEADER)?;
    bench.write(main, WORKER)?;
    let mut files = vec![main];
    for (name, text) in program.files {
        bench.write(name, text)?;
        files.push(name);
    }
    match bench.compile(flags, &files)? {
        Built::Program(path) => Ok(path),
        Built::Refused(said) => Err(library::absent(compiler, &said).unwrap_or_else(|| {
            let flags = flags.join(" ");
            NoResult::Failed(format!("{} {flags} does not compile the kernel: {}", compiler.name, first_errors(&said)))
        })),
    }
}

fn start(
    name: &str,
    built: &Path,
    program: &Program,
    limits: Limits,
    environment: &Environment,
) -> Result<Vec<Worker>, NoResult> {
    let name = format!("the program that {name} made");
    let one = |_| {
        let mut worker = Worker::start(&name, &mut Command::new(built), &environment.children, &environment.stop)?;
        worker.prepare(json!({ "size": program.size }), limits.ready)?;
        Ok(worker)
    };
    (0..program.threads).map(one).collect()
}
