//! The codec in Rust: the same on each host, it makes the archives that others are given and checks theirs.

use std::io::{self, Read, Write};

use hostmark_harness::stop::Stop;
use lzma_rust2::{CheckType, EncodeMode, LzmaOptions, MfType, XzOptions, XzReader, XzWriter};

use crate::codec::{Codec, Encoding};
use crate::problem::stoppable;

/// The crate lzma-rust2, a port of XZ for Java with one thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct LzmaRust2;

/// The version in Cargo.lock.
const VERSION: &str = "0.25.0";

/// Bytes that are read and written at a time.
const CHUNK: usize = 64 << 10;

impl Codec for LzmaRust2 {
    fn version(&self) -> String {
        VERSION.to_string()
    }

    fn memory(&self, encoding: Encoding) -> Option<u64> {
        let options = options(encoding).ok()?;
        Some(u64::from(options.lzma_options.get_memory_usage()) << 10)
    }

    fn encode(&self, encoding: Encoding, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
        let mut writer = XzWriter::new(to, options(encoding)?)?;
        copy(&mut stoppable(from, stop), &mut writer)?;
        writer.finish()?.flush()
    }

    fn decode(&self, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
        copy(&mut XzReader::new(stoppable(from, stop), true), to)
    }
}

fn options(encoding: Encoding) -> io::Result<XzOptions> {
    if encoding.threads > 1 {
        let what = "the encoder of lzma-rust2 that this uses has one thread";
        return Err(io::Error::new(io::ErrorKind::Unsupported, what));
    }
    let mut options = XzOptions::with_preset(encoding.preset.level);
    if encoding.preset.extreme {
        make_extreme(&mut options.lzma_options, encoding.preset.level);
    }
    options.set_check_sum_type(CheckType::Crc64);
    Ok(options)
}

/// As `lzma_lzma_preset` of XZ Utils 5.4 does for `--extreme`.
fn make_extreme(options: &mut LzmaOptions, level: u32) {
    (options.mode, options.mf) = (EncodeMode::Normal, MfType::Bt4);
    (options.nice_len, options.depth_limit) = if matches!(level, 3 | 5) { (192, 0) } else { (273, 512) };
}

fn copy(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(length) => to.write_all(&chunk[..length])?,
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            Err(problem) => return Err(problem),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_lock_file() {
        let lock = include_str!("../../../../Cargo.lock");
        let expected = format!("name = \"lzma-rust2\"\nversion = \"{VERSION}\"");
        assert!(lock.contains(&expected), "{expected}");
    }
}
