//! The host's own compilers, found, asked, and used to build workers from a room's C or C++ text.
//!
//! A room lists them with [`implementations`], which looks at the search path only, and turns one of them
//! into running workers with [`prepare`]. What a worker and a kernel agree on is `kernel.h`.

mod compile;
mod find;
mod identify;
mod library;
mod prepare;
#[cfg(test)]
mod tests;

pub use find::{Language, implementations};
pub use prepare::{Program, prepare};

/// The worker's main, which a room's kernel is linked with.
pub const WORKER: &str = include_str!("worker.c");

/// What a kernel gives to the worker.
pub const KERNEL_HEADER: &str = include_str!("kernel.h");
