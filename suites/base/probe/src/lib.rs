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
pub mod task;
pub mod vectors;
pub mod work;

use std::path::PathBuf;

/// The name of the program.
pub const PROGRAM: &str = "hostmark-probe";

/// The probe that was built and installed together with the running program: in the same folder, or in the one above,
/// because cargo puts the programs of tests one folder deeper.
pub fn beside_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folders = program.ancestors().skip(1).take(2);
    folders.map(|folder| folder.join(PROGRAM)).find(|path| path.is_file())
}
