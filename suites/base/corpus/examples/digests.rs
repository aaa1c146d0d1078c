//! Computes what the profiles publish: `cargo run --release -p hostmark-corpus --example digests -- tiny small`

use std::error::Error;

use hostmark_corpus::Profile;

#[path = "../tests/support/found.rs"]
mod found;
#[path = "../tests/support/stream.rs"]
mod stream;

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        println!("{name}: {:#?}", found::found(Profile::from_name(&name)?)?);
    }
    Ok(())
}
