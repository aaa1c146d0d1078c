//! Libraries that `hostmark-probe` opens: the host's own, and those given by their path.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Findings, Implementation, Item, Prepared, Side, State, Workload};
use hostmark_harness::worker::Worker;
use hostmark_probe::PROGRAM;
use hostmark_probe::order::{Order, Ready};
use hostmark_probe::task::{Api, Task};
use serde_json::json;

use crate::given;
use crate::libraries::api;

/// How long a library may take to be opened and checked.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether libraries can be opened here.
pub(crate) fn state() -> State {
    if !cfg!(feature = "host") {
        return State::NotBuilt("host");
    }
    if cfg!(target_feature = "crt-static") {
        return State::Missing("a static program cannot open libraries".to_string());
    }
    match hostmark_probe::beside_this_program() {
        Some(path) => State::Found(path),
        None => State::Missing(format!("{PROGRAM} is not beside hostmark; install both by 'cargo install'")),
    }
}

/// Starts a probe for each thread, and has each check the published answers.
pub(crate) fn prepare(item: &Item, task: Task, environment: &Environment) -> Result<Prepared, NoResult> {
    let implementation = &item.implementation;
    let State::Found(probe) = &implementation.state else {
        return Err(NoResult::Unavailable(format!("{PROGRAM} is not here")));
    };
    let library = library(implementation, environment);
    let asked = api(implementation);
    let order = json!(Order::Libcrypto { library, task, api: asked });
    let name = format!("the {PROGRAM} of {}", implementation.name);
    let start = |_| {
        let mut worker = Worker::start(&name, &mut Command::new(probe), &environment.children, &environment.stop)?;
        let said = worker.prepare(order.clone(), PATIENCE)?;
        let ready: Ready = serde_json::from_value(said)
            .map_err(|problem| NoResult::Failed(format!("{name} is of another version ({problem}); install both")))?;
        Ok((worker, ready))
    };
    let all: Vec<(Worker, Ready)> = (0..item.threads).map(start).collect::<Result<_, NoResult>>()?;
    let (workers, mut ready): (Vec<Worker>, Vec<Ready>) = all.into_iter().unzip();
    let ready = ready.pop().ok_or_else(|| NoResult::Failed("no thread was asked for".to_string()))?;
    let version = beside(&implementation.name, &ready.version);
    let (findings, origin) = (findings(&ready.options, asked, ready.api.unwrap_or(asked)), ready.origin);
    Ok(Prepared { version, origin, findings, ..Prepared::bundled(Workload::Worker(workers)) })
}

/// The path of a library that was given; `None` for the system's own.
fn library(implementation: &Implementation, environment: &Environment) -> Option<PathBuf> {
    let is_given = implementation.side == Side::Given;
    let found = given::all(environment).into_iter().find(|given| is_given && given.name == implementation.name);
    found.map(|given| given.path)
}

/// `OpenSSL 3.0.19 27 Jan 2026` is version `3.0.19 27 Jan 2026` of `openssl`; all others say who they are.
pub(crate) fn beside(name: &str, version: &str) -> String {
    let own = if name.starts_with("openssl") { version.strip_prefix("OpenSSL ") } else { None };
    own.unwrap_or(version).to_string()
}

/// Build options are facts; where the library's own tool was meant, the row says what that calls.
pub(crate) fn findings(options: &str, asked: Api, api: Api) -> Findings {
    let context = Parameters::new().with("options", options);
    if asked != Api::Speed {
        return Findings { context, ..Findings::default() };
    }
    let calls = api.name();
    let note = format!("'openssl speed NAME' of this library calls {calls}");
    Findings { context: context.with("calls", calls), note, ..Findings::default() }
}
