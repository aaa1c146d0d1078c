//! The suite's end: whether probes can be started here, and starting them.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Implementation, State};
use hostmark_harness::worker::Worker;
use serde_json::json;

use crate::PROGRAM;
use crate::order::{Order, Ready};

/// Whether libraries can be opened here; `is_built` where the suite has its feature `host`.
pub fn state(is_built: bool) -> State {
    if !is_built {
        return State::NotBuilt("host");
    }
    if cfg!(target_feature = "crt-static") {
        return State::Missing("a static program cannot open libraries".to_string());
    }
    match beside_this_program() {
        Some(path) => State::Found(path),
        None => State::Missing(format!("{PROGRAM} is not beside hostmark; install both by 'cargo install'")),
    }
}

/// The probe that was built and installed together with the running program: in the same folder, or in the one above,
/// because cargo puts the programs of tests one folder deeper.
fn beside_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folders = program.ancestors().skip(1).take(2);
    folders.map(|folder| folder.join(PROGRAM)).find(|path| path.is_file())
}

/// How long a library may take to be opened and checked, and to read its input where it has one.
fn patience(order: &Order) -> Duration {
    Duration::from_secs(match order {
        Order::Libcrypto { .. } => 10,
        Order::Liblzma { .. } => 120,
    })
}

/// Starts a probe for each order, all of one library, and gives them with what the last said of itself.
pub fn start(
    implementation: &Implementation,
    orders: &[Order],
    environment: &Environment,
) -> Result<(Vec<Worker>, Ready), NoResult> {
    let State::Found(probe) = &implementation.state else {
        return Err(NoResult::Unavailable(format!("{PROGRAM} is not here")));
    };
    let name = format!("the {PROGRAM} of {}", implementation.name);
    let (mut workers, mut ready) = (Vec::with_capacity(orders.len()), None);
    for order in orders {
        let mut worker = Worker::start(&name, &mut Command::new(probe), &environment.children, &environment.stop)?;
        let said = worker.prepare(json!(order), patience(order))?;
        let version = |problem| NoResult::Failed(format!("{name} is of another version ({problem}); install both"));
        ready = Some(serde_json::from_value(said).map_err(version)?);
        workers.push(worker);
    }
    let ready = ready.ok_or_else(|| NoResult::Failed("no thread was asked for".to_string()))?;
    Ok((workers, ready))
}
