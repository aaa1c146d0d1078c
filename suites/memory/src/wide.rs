//! Passes over memory in the widest registers that this processor has.
//!
//! Sums and fills are plain Rust which the compiler turns into vector instructions; the unsafe part is to have it do so
//! once more for a processor with AVX2, to choose that only where it is, and a copy that is no memcpy.
#![allow(unsafe_code)]

/// Words in a turn: eight registers of four words.
const TURN: usize = 32;

/// The sum of all words, loaded and added so many times.
pub(crate) fn sum(words: &[u64], passes: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { sum_by_avx2(words, passes) };
    }
    sum_plainly(words, passes)
}

/// Writes one value into all words.
pub(crate) fn fill(words: &mut [u64], value: u64) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { fill_by_avx2(words, value) };
    }
    words.fill(value);
}

/// Copies all words. A C library's memcpy is another thing: it picks its instructions by size and processor.
pub(crate) fn copy(target: &mut [u64], source: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && target.len() == source.len() {
        // SAFETY: the processor has AVX2, and both are as long.
        return unsafe { copy_by_avx2(target, source) };
    }
    target.copy_from_slice(source);
}

/// Which registers are used here.
pub(crate) fn registers() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "baseline"
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn sum_by_avx2(words: &[u64], passes: u64) -> u64 {
    sum_plainly(words, passes)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn fill_by_avx2(words: &mut [u64], value: u64) {
    words.fill(value);
}

/// Written out, because the compiler would call memcpy.
///
/// # Safety
/// The processor has AVX2, and both slices are as long.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn copy_by_avx2(target: &mut [u64], source: &[u64]) {
    use std::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_storeu_si256};
    const REGISTERS: usize = TURN / 4;
    let turns = source.len() / TURN;
    let (from, to) = (source.as_ptr().cast::<__m256i>(), target.as_mut_ptr().cast::<__m256i>());
    for turn in 0..turns {
        for register in 0..REGISTERS {
            let place = turn * REGISTERS + register;
            // SAFETY: whole turns lie inside of both slices; the loads and stores need no alignment.
            unsafe { _mm256_storeu_si256(to.add(place), _mm256_loadu_si256(from.add(place))) };
        }
    }
    let rest = turns * TURN;
    target[rest..].copy_from_slice(&source[rest..]);
}

/// The sums stay in registers from pass to pass.
#[inline(always)]
fn sum_plainly(words: &[u64], passes: u64) -> u64 {
    let mut sums = [0_u64; TURN];
    let mut rest = 0_u64;
    for _ in 0..passes {
        // Each pass gives the same; it has to be made all the same.
        let turns = std::hint::black_box(words).chunks_exact(TURN);
        rest = turns.remainder().iter().fold(rest, |sum, word| sum.wrapping_add(*word));
        for turn in turns {
            for (sum, word) in sums.iter_mut().zip(turn) {
                *sum = sum.wrapping_add(*word);
            }
        }
    }
    sums.iter().fold(rest, |sum, part| sum.wrapping_add(*part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_are_copied() {
        for count in [0, 1, 31, 32, 33, 1000] {
            let source: Vec<u64> = (1..=count).collect();
            let mut target = vec![0; source.len() + 1];
            copy(&mut target[..source.len()], &source);
            assert_eq!((&target[..source.len()], target[source.len()]), (&source[..], 0), "{count}");
        }
    }

    #[test]
    fn all_words_are_added_and_written() {
        for count in [0, 1, 31, 32, 33, 1000] {
            let mut words: Vec<u64> = (1..=count).collect();
            assert_eq!(sum(&words, 3), 3 * count * (count + 1) / 2);
            assert_eq!(sum_plainly(&words, 2), sum(&words, 2));
            fill(&mut words, 7);
            assert_eq!(sum(&words, 1), 7 * count);
        }
        assert_eq!(sum(&[u64::MAX, 2], 1), 1, "sums go round");
    }
}
