//! A source tree made from a seed: the same bytes on each host, with the sizes, repetitions and surprises of a real one.
//!
//! [`entries`] gives it piece by piece, in the order in which `hostmark_archive::pack` walks; [`write`](fn@write) makes
//! it on disk. Integers only, so no library of mathematics has a say.

mod folders;
mod profile;
mod random;
mod sizes;
mod text;
mod tree;
mod write;

pub use profile::{Profile, UnknownProfile};
pub use text::Contents;
pub use tree::{Entries, Entry, What, entries};
pub use write::write;
