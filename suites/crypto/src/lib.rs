//! The crypto suite: the algorithms of `openssl speed`, by the host's libcrypto and by bundled libraries.

mod answers;
mod libraries;
#[cfg(feature = "bundled")]
mod linked;
mod metrics;
mod offers;
mod opened;
mod reference;
mod subject;
#[cfg(test)]
mod tests;

use hostmark_harness::parameters::Parameters;
use hostmark_harness::settings::{Kind, Parameter};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Case, Environment, Implementation, Item, Prepared, Side, Suite};

use hostmark_probe::lack::Lack;
use hostmark_probe::task::Task;
use subject::{AEAD, API, OPERATION, Operation, SIZE, Subject};

/// The suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crypto;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "size",
        kind: Kind::Bytes,
        default: &["16", "64", "256", "1024", "8192", "16384"],
        many: true,
        help: "bytes of a message, as openssl speed's columns",
    },
    Parameter {
        name: "api",
        kind: Kind::Choice(&["evp", "evp-implicit", "low-level", AEAD, "speed"]),
        default: &["evp", "evp-implicit", "low-level", AEAD],
        many: true,
        help: "calls of a libcrypto; 'speed' is what its own 'openssl speed NAME' calls",
    },
    Parameter { name: "library", kind: Kind::Text, default: &[], many: true, help: "a further libcrypto: [NAME=]PATH" },
];

impl Suite for Crypto {
    fn name(&self) -> &'static str {
        "crypto"
    }

    fn about(&self) -> &'static str {
        "Digests, ciphers and signatures: openssl speed, by the host's library and by others"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn cases(&self, environment: &Environment) -> Vec<Case> {
        let sizes = sizes(environment);
        let cases = |subject: Subject| match subject {
            Subject::Scheme(_) => Operation::ALL.map(|operation| of_signatures(subject, operation)).to_vec(),
            _ => sizes.iter().map(|size| of_messages(subject, *size)).collect(),
        };
        Subject::all().flat_map(cases).collect()
    }

    fn implementations(&self, case: &Case, environment: &Environment) -> Vec<Implementation> {
        offers::implementations(case, environment)
    }

    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
        let task = task(item)?;
        match item.implementation.side {
            Side::Bundled => libraries::prepare(item, task),
            Side::Host | Side::Given => opened::prepare(item, task, environment),
        }
    }
}

/// What an item is about, or why it is about nothing.
fn task(item: &Item) -> Result<Task, NoResult> {
    let nonsense = || NoResult::Failed(format!("{} is no task of the suite crypto", item.id()));
    let task = Subject::task(item.case.name, &item.parameters()).ok_or_else(nonsense)?;
    let seals = item.implementation.variant.get(API) == Some(AEAD);
    match task {
        Task::Digest { size: 0, .. } | Task::Cipher { size: 0, .. } | Task::Seal { size: 0, .. } => {
            Err(NoResult::Failed("0 bytes are no message; write crypto.size=16 or more".to_string()))
        }
        Task::Seal { .. } => Ok(task),
        _ if seals => Err(NoResult::Unavailable(Lack::NotInThisApi("evp").to_string())),
        _ => Ok(task),
    }
}

/// The sizes in force, in bytes.
fn sizes(environment: &Environment) -> Vec<u64> {
    let texts = environment.settings.all(SIZE);
    texts.iter().filter_map(|text| hostmark_harness::units::parse_bytes(text).ok()).collect()
}

fn of_messages(subject: Subject, size: u64) -> Case {
    Case {
        name: subject.name(),
        about: subject.about(),
        parameters: Parameters::new().with(SIZE, size),
        revision: 1,
        known: answers::of_messages(subject, size, false),
        metrics: metrics::of_messages(size),
        bytes: 0,
    }
}

fn of_signatures(subject: Subject, operation: Operation) -> Case {
    Case {
        name: subject.name(),
        about: subject.about(),
        parameters: Parameters::new().with(OPERATION, operation.name()),
        revision: 1,
        known: answers::of_signatures(subject, operation),
        metrics: metrics::of_signatures(operation),
        bytes: 0,
    }
}
