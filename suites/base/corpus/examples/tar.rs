//! Prints the tar of a profile's tree, as `hostmark_archive::pack` would make it of the tree on disk.
//!
//! `cargo run --release -p hostmark-corpus --example tar -- small > small.tar`

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

#[path = "../tests/support/stream.rs"]
mod stream;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("name a profile: tiny, small, medium or large")?;
    let mut to = BufWriter::new(stdout().lock());
    stream::tar(hostmark_corpus::Profile::from_name(&name)?, &mut to)?;
    Ok(to.flush()?)
}
