//! Libraries that `hostmark-probe` opens: the host's own, and those given by their path.

use hostmark_harness::given;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Findings, Item, Prepared, Workload};
use hostmark_probe::order::Order;
use hostmark_probe::task::{Api, Task};

use crate::libraries::api;

/// Starts a probe for each thread, and has each check the published answers.
pub(crate) fn prepare(item: &Item, task: Task, environment: &Environment) -> Result<Prepared, NoResult> {
    let implementation = &item.implementation;
    let library = given::path_of(implementation, environment);
    let asked = api(implementation);
    let order = Order::Libcrypto { library, task, api: asked };
    let orders = vec![order; item.threads];
    let (workers, ready) = hostmark_probe::start(implementation, &orders, environment)?;
    let version = beside(&implementation.name, &ready.version);
    let (findings, origin) = (findings(&ready.options, asked, ready.api.unwrap_or(asked)), ready.origin);
    Ok(Prepared { version, origin, findings, ..Prepared::bundled(Workload::Worker(workers)) })
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
