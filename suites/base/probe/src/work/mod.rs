//! Kernels made of the calls of a libcrypto, each of which has given the published answers before it is measured.

mod cipher;
mod digest;
mod seal;
mod signature;
mod speed;

use std::fmt;
use std::sync::Arc;

use hostmark_harness::status::NoResult;
use hostmark_harness::suite::Loop;

use crate::kernel::Reason;
use crate::lack::Lack;
use crate::libcrypto::Libcrypto;
use crate::task::{Api, Task};

/// Why there is no kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The library does not do it.
    Lack(Lack),
    /// The order makes no sense, or the library gives wrong answers: in words.
    Failed(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Lack(lack) => lack.fmt(out),
            Problem::Failed(what) => out.write_str(what),
        }
    }
}

impl From<Lack> for Problem {
    fn from(lack: Lack) -> Self {
        Problem::Lack(lack)
    }
}

impl From<String> for Problem {
    fn from(what: String) -> Self {
        Problem::Failed(what)
    }
}

impl From<Problem> for NoResult {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Lack(lack) => NoResult::Unavailable(lack.to_string()),
            Problem::Failed(what) => NoResult::Failed(what),
        }
    }
}

/// Makes the kernel of a task, after the same calls have given the published answers, and says through which calls it
/// works: the ones asked for, or those that [`Api::Speed`] stands for here.
pub fn prepare(library: &Arc<Libcrypto>, task: Task, api: Api) -> Result<(Box<dyn Loop>, Api), Problem> {
    let api = speed::decide(library.family(), task, api);
    let kernel = match task {
        Task::Digest { digest, size } => digest::prepare(library, digest, size, api)?,
        Task::Cipher { cipher, size } => cipher::prepare(library, cipher, size, api)?,
        Task::Seal { cipher, size } => seal::prepare(library, cipher, size, api)?,
        Task::Sign { scheme } => signature::prepare_sign(library, scheme, api)?,
        Task::Verify { scheme } => signature::prepare_verify(library, scheme, api)?,
    };
    Ok((kernel, api))
}

/// What kernels say when a call fails: the library's own words.
fn reason(library: &Arc<Libcrypto>) -> Reason {
    let library = Arc::clone(library);
    Box::new(move || library.last_error())
}

/// The library says no to a call that should work.
fn refused(library: &Libcrypto) -> Problem {
    Problem::Lack(Lack::Refused(library.last_error()))
}

/// Fails where a published answer did not come out.
fn expect(what: &str, right: bool) -> Result<(), Problem> {
    if right { Ok(()) } else { Err(Problem::Failed(format!("wrong answer to a published vector: {what}"))) }
}
