//! The worker that opens a libcrypto or a liblzma and measures in its own process.
//!
//! What goes in and out is in [`order`], and [`serve`] is the program. [`libcrypto`] calls one library, what is done with
//! it is in [`task`], and [`work`] puts its calls into [`kernel`]s; the crypto suite uses the same kernels for the libraries
//! that are linked into hostmark. [`liblzma`] is a codec for the kernels of `hostmark_archive`.

pub mod algorithm;
pub mod kernel;
pub mod lack;
pub mod libcrypto;
pub mod liblzma;
pub mod order;
pub mod serve;
mod shared_library;
mod start;
pub mod task;
pub mod vectors;
pub mod work;

pub use start::{start, state};

/// The name of the program.
pub const PROGRAM: &str = "hostmark-probe";
