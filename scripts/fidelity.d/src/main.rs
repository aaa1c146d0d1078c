//! Races hostmark's kernels against the tools that they stand for, and says whether the bars hold.

mod cpu;
mod crypto;
mod hanoi;
mod kernels;
mod memory;
mod race;
mod share;

use std::process::ExitCode;

/// Why a race could not be run.
type Problem = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let suites: Vec<String> = std::env::args().skip(1).collect();
    println!("{}", race::HEADER);
    let mut missed = false;
    for suite in &suites {
        let raced = match suite.as_str() {
            "cpu" => cpu::races(),
            "crypto" => crypto::races(),
            "hanoi" => hanoi::races(),
            "memory" => memory::races(),
            other => Err(format!("no races for '{other}': cpu, crypto, memory, hanoi").into()),
        };
        match raced {
            Ok(all_hold) => missed |= !all_hold,
            Err(problem) => {
                eprintln!("fidelity: {suite}: {problem}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::from(u8::from(missed))
}
