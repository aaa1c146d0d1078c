//! Trees of files to `.tar.xz` and back, and the same bytes in memory, by any codec.
//!
//! [`pack`] and [`unpack`] are the tar side, [`codec`] the xz side, [`pipe`] lies between their two threads. [`listing`]
//! says whether two trees or archives hold the same. [`kernel`] makes pieces of work of all that.

pub mod codec;
pub mod coder;
pub mod kernel;
pub mod listing;
pub mod pack;
mod path;
mod pipe;
mod problem;
pub mod reference;
pub mod unpack;

pub use problem::{no_result, stopped};
