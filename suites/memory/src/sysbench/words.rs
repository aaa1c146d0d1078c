//! The four ways in which sysbench walks over a block, word by word, with the instructions that are measured.
//!
//! On x86-64 the walks in order are written out as gcc -O2 -funroll-loops has them in Debian's sysbench 1.0.20: eight words
//! in a turn, and for each store the value computed anew from its address. LLVM would make one instruction of the five.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering};

use super::random::{Random, fraction};

/// Bytes of a word.
pub(crate) const WORD: usize = 8;

/// Words in a turn of the unrolled loops.
#[cfg(target_arch = "x86_64")]
const TURN: usize = 8;

/// True where the walks run sysbench's instructions.
pub(crate) const PINNED: bool = cfg!(target_arch = "x86_64");

/// Loads each word, and gives the last.
#[inline(always)]
pub(crate) fn read(words: &[AtomicU64]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if words.len() % TURN == 0 && !words.is_empty() {
        return read_turns(words);
    }
    words.iter().fold(0, |_, word| word.load(Ordering::Relaxed))
}

/// Stores into each word how many there are from it to the end.
#[inline(always)]
pub(crate) fn write(words: &[AtomicU64]) {
    #[cfg(target_arch = "x86_64")]
    if words.len() % TURN == 0 && !words.is_empty() {
        return write_turns(words);
    }
    words.iter().zip((1..=words.len() as u64).rev()).for_each(|(word, left)| word.store(left, Ordering::Relaxed));
}

/// Loads as many words as there are, at random, and gives the place of the last.
#[inline(always)]
pub(crate) fn read_at_random(words: &[AtomicU64], random: &Random) -> u64 {
    let mut place = 0;
    for _ in words {
        place = index(random, words.len());
        // The value is not used; the load stays, as a volatile one does.
        std::hint::black_box(&words[place]).load(Ordering::Relaxed);
    }
    place as u64
}

/// Stores the number of bytes written so far into as many words as there are, at random, and gives the last's place.
#[inline(always)]
pub(crate) fn write_at_random(words: &[AtomicU64], random: &Random) -> u64 {
    let mut place = 0;
    for count in 0..words.len() {
        place = index(random, words.len());
        words[place].store((count * WORD) as u64, Ordering::Relaxed);
    }
    place as u64
}

/// The next random place among so many.
#[inline(always)]
pub(crate) fn index(random: &Random, count: usize) -> usize {
    whole(fraction(random.next()) * count as i64 as f64) as usize
}

/// A double as a whole number, in one instruction: Rust's `as` computes what becomes of numbers that are too large, too
/// small or none, and that is a third of a random access. gcc asks for the large ones by a branch, and so does this.
#[inline(always)]
pub(crate) fn whole(number: f64) -> i64 {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if number > -LIMIT && number < LIMIT {
        // SAFETY: it is a number, and its whole part is one of 64 bits.
        return unsafe { number.to_int_unchecked() };
    }
    saturated(number)
}

#[cold]
#[inline(never)]
fn saturated(number: f64) -> i64 {
    number as i64
}

/// So many zeros, whose pages the system gives one by one when they are first used, as calloc does for sysbench: the order
/// in which that happens decides which lines of a cache they share, and the slots of the histogram are 8 KiB apart.
pub(crate) fn untouched(count: usize) -> Vec<AtomicU64> {
    let mut zeros = std::mem::ManuallyDrop::new(vec![0_u64; count]);
    // SAFETY: the vector is not used again, and an AtomicU64 has the size, alignment and bits of a u64 on all systems
    // where this is checked.
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>() && size_of::<AtomicU64>() == size_of::<u64>()) };
    unsafe { Vec::from_raw_parts(zeros.as_mut_ptr().cast(), zeros.len(), zeros.capacity()) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn read_turns(words: &[AtomicU64]) -> u64 {
    let range = words.as_ptr_range();
    let last;
    // SAFETY: it loads the words of the slice, which are whole turns and at least one. Aligned loads of 8 bytes are what
    // relaxed atomic loads are on this architecture.
    unsafe {
        std::arch::asm!(
            ".p2align 5",
            "2:",
            "mov {value}, [{word}]",
            "mov {value}, [{word} + 8]",
            "mov {value}, [{word} + 16]",
            "mov {value}, [{word} + 24]",
            "mov {value}, [{word} + 32]",
            "mov {value}, [{word} + 40]",
            "mov {value}, [{word} + 48]",
            "mov {value}, [{word} + 56]",
            "add {word}, 64",
            "cmp {end}, {word}",
            "ja 2b",
            word = inout(reg) range.start => _,
            end = in(reg) range.end,
            value = out(reg) last,
            options(nostack, readonly),
        );
    }
    last
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn write_turns(words: &[AtomicU64]) {
    let range = words.as_ptr_range();
    // SAFETY: it stores into the words of the slice, which are whole turns and at least one. Aligned stores of 8 bytes
    // are what relaxed atomic stores are on this architecture, and atomics may be stored to through a shared slice.
    unsafe {
        std::arch::asm!(
            "2:",
            "mov {left}, {end}",
            "sub {left}, {word}",
            "sar {left}, 3",
            "mov [{word}], {left}",
            "lea {next}, [{word} + 8]",
            "mov {more}, {end}",
            "sub {more}, {next}",
            "sar {more}, 3",
            "mov [{word} + 8], {more}",
            "lea {next}, [{word} + 16]",
            "mov {left}, {end}",
            "sub {left}, {next}",
            "sar {left}, 3",
            "mov [{word} + 16], {left}",
            "lea {next}, [{word} + 24]",
            "mov {more}, {end}",
            "sub {more}, {next}",
            "sar {more}, 3",
            "mov [{word} + 24], {more}",
            "lea {next}, [{word} + 32]",
            "mov {left}, {end}",
            "sub {left}, {next}",
            "sar {left}, 3",
            "mov [{word} + 32], {left}",
            "lea {next}, [{word} + 40]",
            "mov {more}, {end}",
            "sub {more}, {next}",
            "sar {more}, 3",
            "mov [{word} + 40], {more}",
            "lea {next}, [{word} + 48]",
            "mov {left}, {end}",
            "sub {left}, {next}",
            "sar {left}, 3",
            "mov [{word} + 48], {left}",
            "lea {next}, [{word} + 56]",
            "mov {more}, {end}",
            "sub {more}, {next}",
            "sar {more}, 3",
            "mov [{word} + 56], {more}",
            "add {word}, 64",
            "cmp {end}, {word}",
            "ja 2b",
            word = inout(reg) range.start => _,
            end = in(reg) range.end,
            left = out(reg) _,
            more = out(reg) _,
            next = out(reg) _,
            options(nostack),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zeros(count: usize) -> Vec<AtomicU64> {
        (0..count).map(|_| AtomicU64::new(0)).collect()
    }

    fn values(words: &[AtomicU64]) -> Vec<u64> {
        words.iter().map(|word| word.load(Ordering::Relaxed)).collect()
    }

    #[test]
    fn each_word_is_written_and_the_last_is_read() {
        for count in [1, 2, 4, 8, 16, 24, 128, 1000] {
            let words = zeros(count + 1);
            write(&words[..count]);
            let right: Vec<u64> = (1..=count as u64).rev().chain([0]).collect();
            assert_eq!(values(&words), right, "{count} words, and none behind them");
            words[count - 1].store(77, Ordering::Relaxed);
            assert_eq!(read(&words[..count]), 77);
        }
    }

    #[test]
    fn all_doubles_become_the_nearest_whole_number_towards_zero() {
        for number in [0.0, 0.9, -0.9, 1e18, -1e18, 1e19, -1e19, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(whole(number), number as i64, "{number}");
        }
    }

    #[test]
    fn random_accesses_stay_inside_and_reach_everything() {
        let (words, random) = (zeros(64), Random::new());
        (0..50).for_each(|_| {
            write_at_random(&words, &random);
        });
        assert!(values(&words).iter().all(|value| value % 8 == 0 && *value < 512));
        assert!(values(&words).iter().filter(|value| **value > 0).count() > 60);
        assert!((0..1000).all(|_| read_at_random(&words[..3], &random) < 3));
    }
}
