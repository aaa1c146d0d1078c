//! The libraries in this program.

mod own_interface;
mod ring;
pub(crate) mod rustcrypto;

use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Findings, Implementation, Item, Loop, Prepared, State, Workload};
use hostmark_probe::task::{Api, Task};
use hostmark_probe::work::Problem;

pub(crate) use ring::accepts as ring_accepts;

use crate::subject::{API, Subject};

/// One of them.
pub(crate) struct Library {
    /// What records call it.
    pub name: &'static str,
    /// True where it is called as the host's libcrypto is, with its choice of calls.
    pub is_libcrypto: bool,
    /// Whether it has an algorithm.
    pub state: fn(Subject) -> State,
    make: fn(Task, Api) -> Result<Made, Problem>,
}

/// A kernel, and what its library says of itself.
struct Made {
    kernel: Box<dyn Loop>,
    version: String,
    findings: Findings,
}

/// All of them, in the order of preference.
pub(crate) const ALL: &[Library] = &[
    Library { name: "openssl-bundled", is_libcrypto: true, state: when_built, make: openssl },
    Library { name: "ring", is_libcrypto: false, state: ring::state, make: ring::make },
    Library { name: "aws-lc", is_libcrypto: true, state: when_built, make: aws_lc },
    Library { name: "rustcrypto", is_libcrypto: false, state: rustcrypto::state, make: rustcrypto::make },
];

/// Makes an item of one of them ready, after it has given the published answers.
pub(crate) fn prepare(item: &Item, task: Task) -> Result<Prepared, NoResult> {
    let name = &item.implementation.name;
    let library = ALL.iter().find(|library| library.name == *name);
    let library = library.ok_or_else(|| NoResult::Failed(format!("{name} is no library of this program")))?;
    let one = |_| (library.make)(task, api(&item.implementation));
    let mut all: Vec<Made> = (0..item.threads).map(one).collect::<Result<_, Problem>>()?;
    let (version, findings) = match all.first_mut() {
        Some(first) => (std::mem::take(&mut first.version), std::mem::take(&mut first.findings)),
        None => return Err(NoResult::Failed("no thread was asked for".to_string())),
    };
    let kernels = all.into_iter().map(|made| made.kernel).collect();
    Ok(Prepared { version, findings, ..Prepared::bundled(Workload::Loop(kernels)) })
}

/// The calls that an implementation's variant names.
pub(crate) fn api(implementation: &Implementation) -> Api {
    let named = implementation.variant.get(API);
    let all = [Api::EvpImplicit, Api::LowLevel, Api::Speed];
    all.into_iter().find(|api| named == Some(api.name())).unwrap_or(Api::Evp)
}

fn when_built(_: Subject) -> State {
    if cfg!(feature = "bundled") { State::Ready } else { State::NotBuilt("bundled") }
}

#[cfg(feature = "bundled")]
fn openssl(task: Task, api: Api) -> Result<Made, Problem> {
    linked("openssl-bundled", crate::linked::openssl(), task, api)
}

#[cfg(feature = "bundled")]
fn aws_lc(task: Task, api: Api) -> Result<Made, Problem> {
    linked("aws-lc", crate::linked::aws_lc(), task, api)
}

#[cfg(feature = "bundled")]
fn linked(
    name: &str,
    library: Result<std::sync::Arc<hostmark_probe::libcrypto::Libcrypto>, String>,
    task: Task,
    asked: Api,
) -> Result<Made, Problem> {
    let library = library?;
    let (kernel, api) = hostmark_probe::work::prepare(&library, task, asked)?;
    let version = crate::opened::beside(name, &library.version());
    Ok(Made { kernel, version, findings: crate::opened::findings(&library.options(), asked, api) })
}

#[cfg(not(feature = "bundled"))]
fn openssl(_: Task, _: Api) -> Result<Made, Problem> {
    Err(Problem::Failed("this build has no OpenSSL of its own".to_string()))
}

#[cfg(not(feature = "bundled"))]
fn aws_lc(_: Task, _: Api) -> Result<Made, Problem> {
    Err(Problem::Failed("this build has no AWS-LC".to_string()))
}

#[cfg(test)]
mod tests {
    /// What cargo really built.
    fn locked(name: &str) -> Vec<String> {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).unwrap();
        let lock: toml::Table = text.parse().unwrap();
        let packages = lock["package"].as_array().unwrap().iter();
        let named = packages.filter(|package| package["name"].as_str() == Some(name));
        named.map(|package| format!("{name} {}", package["version"].as_str().unwrap())).collect()
    }

    #[test]
    fn versions_are_those_that_cargo_builds() {
        let mut all: Vec<&str> = super::rustcrypto::VERSIONS.iter().map(|(_, version)| *version).collect();
        let ring = format!("ring {}", super::ring::VERSION);
        all.push(&ring);
        for version in all.iter().flat_map(|all| all.split(", ")) {
            let name = version.split(' ').next().unwrap();
            assert!(locked(name).iter().any(|known| known == version), "{version}: {:?}", locked(name));
        }
    }
}
