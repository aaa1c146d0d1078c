//! The worker that opens a libcrypto and measures in its own process.
//!
//! What goes in and out is in [`order`], what is done in [`task`]. [`libcrypto`] calls the library, [`work`] makes
//! kernels of its calls, and [`serve`] is the program around them. The crypto suite uses the same kernels for the
//! library that is linked into hostmark.

pub mod algorithm;
pub mod lack;
pub mod libcrypto;
pub mod order;
pub mod serve;
pub mod task;
pub mod vectors;
pub mod work;

/// The name of the program.
pub const PROGRAM: &str = "hostmark-probe";
