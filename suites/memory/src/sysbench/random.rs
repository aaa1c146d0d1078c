//! The random numbers of sysbench 1.0.20: xoroshiro128+ with the rotations of 2016 (55, 14, 36).

use std::sync::atomic::{AtomicU64, Ordering};

/// The state. sysbench keeps it in memory, one load and one store for each number, and that chain is what its random
/// accesses wait for; atomics without order do the same.
#[derive(Debug, Default)]
pub(crate) struct Random([AtomicU64; 2]);

/// Where each run begins, so that a run's answer depends on its units only.
const SEED: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9];

impl Random {
    /// A generator at its beginning.
    pub(crate) fn new() -> Random {
        Random(SEED.map(AtomicU64::new))
    }

    /// Back to the beginning.
    pub(crate) fn restart(&self) {
        self.0.iter().zip(SEED).for_each(|(word, seed)| word.store(seed, Ordering::Relaxed));
    }

    /// The next number.
    #[inline(always)]
    pub(crate) fn next(&self) -> u64 {
        let first = self.0[0].load(Ordering::Relaxed);
        let second = self.0[1].load(Ordering::Relaxed);
        let mixed = first ^ second;
        self.0[0].store(first.rotate_left(55) ^ mixed ^ (mixed << 14), Ordering::Relaxed);
        self.0[1].store(mixed.rotate_left(36), Ordering::Relaxed);
        first.wrapping_add(second)
    }

    /// Both words of the state, which tell how many numbers were drawn.
    pub(crate) fn state(&self) -> [u64; 2] {
        [self.0[0].load(Ordering::Relaxed), self.0[1].load(Ordering::Relaxed)]
    }
}

/// A number from 0 to below 1 with 52 random bits, as sysbench makes it: the bits behind the exponent of 1, less 1.
#[inline(always)]
pub(crate) fn fraction(number: u64) -> f64 {
    f64::from_bits((number >> 12) | 1.0_f64.to_bits()) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_below_one_and_spread() {
        let random = Random::new();
        let fractions: Vec<f64> = (0..10_000).map(|_| fraction(random.next())).collect();
        assert!(fractions.iter().all(|fraction| (0.0..1.0).contains(fraction)));
        let mean = fractions.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }

    /// By hand from the published text of the algorithm (Blackman and Vigna, 2016) for the state 1, 2:
    /// the sum is 3, then 1 is rotated by 55, mixed with 3 and 3 << 14; 3 is rotated by 36.
    #[test]
    fn it_is_xoroshiro128_plus_of_2016() {
        let random = Random([AtomicU64::new(1), AtomicU64::new(2)]);
        assert_eq!(random.next(), 3);
        assert_eq!(random.state(), [(1 << 55) ^ 3 ^ (3 << 14), 3 << 36]);
    }
}
