//! The RustCrypto crates, through their own interfaces.

mod messages;
mod signatures;

use hostmark_harness::suite::State;
use hostmark_probe::algorithm::Scheme;
use hostmark_probe::lack::Lack;
use hostmark_probe::task::{Api, Task};
use hostmark_probe::work::Problem;

pub(crate) use messages::sealing;

use super::Made;
use crate::subject::Subject;

/// The versions by the names of algorithms; the crates do not tell them, a test compares them with what cargo builds.
pub(super) const VERSIONS: &[(&str, &str)] = &[
    ("md5", "md-5 0.11.0"),
    ("sha256", "sha2 0.11.0"),
    ("sha512", "sha2 0.11.0"),
    ("aes-128-cbc", "aes 0.9.2, cbc 0.2.1"),
    ("aes-192-cbc", "aes 0.9.2, cbc 0.2.1"),
    ("aes-256-cbc", "aes 0.9.2, cbc 0.2.1"),
    ("bf-cbc", "blowfish 0.10.0, cbc 0.2.1"),
    ("aes-128-gcm", "aes-gcm 0.11.1"),
    ("aes-256-gcm", "aes-gcm 0.11.1"),
    ("chacha20-poly1305", "chacha20poly1305 0.11.0"),
    ("ecdsa-p256", "p256 0.13.2"),
    ("ed25519", "ed25519-dalek 3.0.0"),
];

/// Timing of its private key operations tells the key (Marvin attack), and no version is repaired.
const RSA_ADVISORY: &str = "RUSTSEC-2023-0071";

/// Whether they have an algorithm.
pub(super) fn state(subject: Subject) -> State {
    match subject {
        Subject::Scheme(Scheme::Rsa4096 | Scheme::Rsa2048) => {
            State::Missing(Lack::OpenAdvisory(RSA_ADVISORY).to_string())
        }
        _ => State::Ready,
    }
}

/// The kernel of a task.
pub(super) fn make(task: Task, _: Api) -> Result<Made, Problem> {
    let (name, kernel) = match task {
        Task::Digest { digest, size } => (digest.name(), messages::digests(digest, size)?),
        Task::Cipher { cipher, size } => (cipher.name(), messages::chained(cipher, size)?),
        Task::Seal { cipher, size } => (cipher.name(), messages::sealed(cipher, size)?),
        Task::Sign { scheme } => (scheme.name(), signatures::sign(scheme)?),
        Task::Verify { scheme } => (scheme.name(), signatures::verify(scheme)?),
    };
    let version = VERSIONS.iter().find(|(known, _)| *known == name).map_or("", |(_, version)| version);
    Ok(Made { kernel, version: version.to_string(), findings: Default::default() })
}
