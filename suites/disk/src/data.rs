//! What the file holds: chunks that do not repeat and do not compress, or zeros, each with a word that tells whose it is.

use hostmark_harness::status::NoResult;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

/// Bytes that one call writes or reads, as `bonnie++`.
pub(crate) const CHUNK: usize = 8192;

/// Bytes of the smallest part that a device or a file system may know again.
const SECTOR: usize = 512;

/// Bytes of random data that sectors are taken from: more than file systems look at when they compress.
const POOL: usize = 4 << 20;

/// The values of the parameter `data`.
pub(crate) const RANDOM: &str = "random";
pub(crate) const ZEROS: &str = "zeros";

/// Where a chunk says which one it is, and where a seek leaves its mark.
const FIRST: std::ops::Range<usize> = 0..8;
const SECOND: std::ops::Range<usize> = 8..16;

/// Makes chunks. Nothing is copied: a chunk is a slice of the pool in which the first word of each sector is made anew.
pub(crate) struct Data {
    pool: Vec<u8>,
    is_random: bool,
}

impl Data {
    /// Data of the kind that the parameter names.
    pub(crate) fn new(kind: &str, seed: u64) -> Data {
        let is_random = kind == RANDOM;
        let mut pool = vec![0; if is_random { POOL } else { CHUNK }];
        if is_random {
            Xoshiro256StarStar::seed_from_u64(seed).fill_bytes(&mut pool);
        }
        Data { pool, is_random }
    }

    /// The chunk of this number in a file of this seed.
    pub(crate) fn chunk(&mut self, seed: u64, number: u64) -> &[u8] {
        let place = (number as usize % (self.pool.len() / CHUNK)) * CHUNK;
        let chunk = &mut self.pool[place..place + CHUNK];
        let marked = if self.is_random { CHUNK / SECTOR } else { 1 };
        for (sector, bytes) in chunk.chunks_exact_mut(SECTOR).take(marked).enumerate() {
            bytes[FIRST].copy_from_slice(&self::word(seed, number, sector as u64).to_le_bytes());
        }
        chunk
    }
}

/// A word that no other sector of the file has (the finalizer of splitmix64, which is a bijection).
fn word(seed: u64, number: u64, sector: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number * (CHUNK / SECTOR) as u64).wrapping_add(sector);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// What a file of whole chunks holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    /// Tells it from all other files of the run.
    pub(crate) seed: u64,
    /// How often each chunk was rewritten.
    pub(crate) rewrites: u64,
}

impl Content {
    /// Fails where these bytes are not those of the chunk: its first word shows its number and its rewrites.
    pub(crate) fn check(self, chunk: &[u8], number: u64) -> Result<(), NoResult> {
        if read(chunk, FIRST) == word(self.seed, number, 0).wrapping_add(self.rewrites) {
            return Ok(());
        }
        let problem = format!("wrong answer: chunk {number} of the file is not what was written there");
        Err(NoResult::Failed(problem))
    }
}

/// What so many rewrites do with a chunk.
pub(crate) fn rewrite(chunk: &mut [u8], times: u64) {
    let word = read(chunk, FIRST).wrapping_add(times);
    chunk[FIRST].copy_from_slice(&word.to_le_bytes());
}

/// What a seek does with a chunk that it writes back.
pub(crate) fn mark(chunk: &mut [u8], mark: u64) {
    chunk[SECOND].copy_from_slice(&mark.to_le_bytes());
}

/// The mark of a chunk.
pub(crate) fn mark_of(chunk: &[u8]) -> u64 {
    read(chunk, SECOND)
}

fn read(chunk: &[u8], range: std::ops::Range<usize>) -> u64 {
    chunk[range].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_sectors_are_equal() {
        let (mut data, mut sectors, chunks) = (Data::new(RANDOM, 1), HashSet::new(), 3 * POOL / CHUNK);
        for number in 0..chunks as u64 {
            sectors.extend(data.chunk(7, number).chunks(SECTOR).map(<[u8]>::to_vec));
        }
        assert_eq!(sectors.len(), chunks * CHUNK / SECTOR);
        let other: Vec<u8> = data.chunk(8, 0).to_vec();
        assert!(other.chunks(SECTOR).all(|sector| !sectors.contains(sector)), "another file has other sectors");
    }

    #[test]
    fn a_chunk_is_known_by_its_number_its_file_and_its_rewrites() {
        for kind in [RANDOM, ZEROS] {
            let mut data = Data::new(kind, 1);
            let mut chunk = data.chunk(7, 5).to_vec();
            let content = Content { seed: 7, rewrites: 0 };
            assert!(content.check(&chunk, 5).is_ok());
            assert!(content.check(&chunk, 4).is_err());
            assert!(Content { seed: 700, ..content }.check(&chunk, 5).is_err());
            rewrite(&mut chunk, 1);
            assert!(content.check(&chunk, 5).is_err());
            assert!(Content { rewrites: 1, ..content }.check(&chunk, 5).is_ok());
            mark(&mut chunk, 99);
            assert_eq!(mark_of(&chunk), 99);
            assert!(Content { rewrites: 1, ..content }.check(&chunk, 5).is_ok(), "a mark is elsewhere");
        }
    }
}
