//! The program `hostmark-probe`, which hostmark starts to open libraries that are measured.

use std::process::ExitCode;

fn main() -> ExitCode {
    hostmark_probe::serve::main()
}
