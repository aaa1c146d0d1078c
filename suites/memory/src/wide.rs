//! Passes over memory in the widest registers that this processor has.
//!
//! The text is plain Rust which the compiler turns into vector instructions; the unsafe part is to have it do so once
//! more for a processor with AVX2, and to choose that only where it is.
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

/// Which registers [`sum`] and [`fill`] use here.
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
