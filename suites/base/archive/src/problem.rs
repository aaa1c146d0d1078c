//! How work with streams is stopped, and what its errors become.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

/// Inside of an I/O error: the person or the system asked to stop.
#[derive(Debug)]
struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("stopped")
    }
}

impl Error for Stopped {}

/// The error of work that was asked to stop.
pub fn stopped() -> io::Error {
    io::Error::other(Stopped)
}

/// A reader that ends with an error when the stop token is set.
pub fn stoppable<'a, R: Read + 'a>(inner: R, stop: &'a Stop) -> impl Read + 'a {
    Stoppable { inner, stop }
}

struct Stoppable<'a, R> {
    inner: R,
    stop: &'a Stop,
}

impl<R: Read> Read for Stoppable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_set() {
            return Err(stopped());
        }
        self.inner.read(buffer)
    }
}

/// What an I/O error of this work means; `what` names the thing that was worked on.
pub fn no_result(what: &str, problem: io::Error) -> NoResult {
    let stopped = problem.get_ref().is_some_and(|inner| inner.is::<Stopped>());
    match problem.kind() {
        _ if stopped => NoResult::Stopped,
        io::ErrorKind::Unsupported => NoResult::Unavailable(problem.to_string()),
        _ => NoResult::Failed(format!("{what}: {problem}")),
    }
}
