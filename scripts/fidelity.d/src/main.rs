//! Races hostmark's kernels against the tools that they stand for, and says whether the bars hold.

mod cpu;
mod crypto;
mod disk;
mod hanoi;
mod kernels;
mod lzma;
mod memory;
mod race;
mod share;

use std::process::ExitCode;

/// Why a race could not be run.
type Problem = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let suites: Vec<String> = std::env::args().skip(1).collect();
    let speed = match suites.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [memory::UNITS, case, set, units] => Some(memory::units(case, set, units)),
        [memory::WALK] => Some(memory::walk()),
        _ => None,
    };
    if let Some(speed) = speed {
        return end(speed.map(|speed| {
            println!("{speed}");
            true
        }));
    }
    if let [disk::OURS, folder, mebibytes, characters, files] =
        suites.iter().map(String::as_str).collect::<Vec<_>>()[..]
    {
        return end(disk::print_ours(folder, [mebibytes, characters, files]).map(|()| true));
    }
    println!("{}", race::HEADER);
    let mut all_hold = true;
    for suite in &suites {
        let raced = match suite.as_str() {
            "cpu" => cpu::races(),
            "disk" => disk::races(),
            "crypto" => crypto::races(),
            "hanoi" => hanoi::races(),
            "lzma" => lzma::races(),
            "memory" => memory::races(),
            other => Err(format!("no races for '{other}': cpu, crypto, memory, hanoi, lzma, disk").into()),
        };
        match raced {
            Ok(hold) => all_hold &= hold,
            Err(problem) => return end(Err(format!("{suite}: {problem}").into())),
        }
    }
    end(Ok(all_hold))
}

fn end(result: Result<bool, Problem>) -> ExitCode {
    match result {
        Ok(all_hold) => ExitCode::from(u8::from(!all_hold)),
        Err(problem) => {
            eprintln!("fidelity: {problem}");
            ExitCode::from(2)
        }
    }
}
