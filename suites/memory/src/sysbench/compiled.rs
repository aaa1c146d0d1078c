//! The same event as C text, compiled by the host's own compilers.

use hostmark_compilers::Program;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Item, Prepared};

use super::Shape;

const TEXT: &str = include_str!("../kernel/event.c");

/// Compiles the event and starts a worker for each thread.
pub(super) fn prepare(item: &Item, shape: Shape, block: u64, environment: &Environment) -> Result<Prepared, NoResult> {
    let text = format!("#define {}\n{TEXT}", name(shape));
    let flags = item.implementation.variant.get("flags").unwrap_or_default();
    let program = Program { files: &[("event.c", &text)], flags, size: block, threads: item.threads };
    hostmark_compilers::prepare(&item.implementation, &program, environment)
}

fn name(shape: Shape) -> &'static str {
    match (shape.is_random, shape.writes) {
        (false, false) => "SEQUENTIAL_READ",
        (false, true) => "SEQUENTIAL_WRITE",
        (true, false) => "RANDOM_READ",
        (true, true) => "RANDOM_WRITE",
    }
}

/// What an event returns: the last word loaded, which is 1; the first and the last word stored; 1 where the last random
/// place lies in the block; the last value stored at random, the bytes before it.
pub(super) fn answer(shape: Shape, words: usize) -> u64 {
    match (shape.is_random, shape.writes) {
        (_, false) => 1,
        (false, true) => words as u64 + 1,
        (true, true) => (words as u64).saturating_sub(1) * 8,
    }
}
