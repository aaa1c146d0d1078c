//! The command `hostmark`: measures a host the way its users already do, and explains why two hosts differ.
//!
//! `cli` is what a person types, `commands` has one file for each verb. They stand above two wings that meet
//! only in the record: `measure` makes records, `results` reads them.

mod cli;
mod commands;
mod exit;
mod measure;
mod results;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = match cli::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(problem) => {
            // Help and version are no errors, and go to standard output.
            let code = if problem.use_stderr() { exit::USAGE } else { exit::OK };
            let _ = problem.print();
            return code.into();
        }
    };
    exit::of(commands::dispatch(arguments)).into()
}
