//! Exit codes, and the one line in which an error leaves the program.

use std::io;
use std::process::ExitCode;

use hostmark_harness::visible::visible;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit(u8);

/// All is well.
pub const OK: Exit = Exit(0);
/// Something failed, or nothing gave a result.
pub const FAILED: Exit = Exit(1);
/// The arguments or the environment are wrong.
pub const USAGE: Exit = Exit(2);
/// A gate that neither holds nor is tripped for certain.
pub const INCONCLUSIVE: Exit = Exit(3);
/// It was asked to stop; results are kept.
pub const INTERRUPTED: Exit = Exit(130);

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.0)
    }
}

/// The exit code of a command. An error is told on standard error, in one line; a reader that went away
/// (`hostmark list | head -1`) is none.
pub fn of(result: anyhow::Result<Exit>) -> Exit {
    match result {
        Ok(exit) => exit,
        Err(problem) if is_broken_pipe(&problem) => OK,
        Err(problem) => {
            eprintln!("hostmark: {}", visible(&format!("{problem:#}")));
            USAGE
        }
    }
}

fn is_broken_pipe(problem: &anyhow::Error) -> bool {
    let cause = problem.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
