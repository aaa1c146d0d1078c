//! Draws from a seed: SplitMix64, whose stream never changes.

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014), with the constants
/// of Vigna's `splitmix64.c`.
#[derive(Clone, Debug)]
pub struct Draws(u64);

impl Draws {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Draws(seed)
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `limit`, by the high half of a product; `limit` is far below 2^32, so the bias is too.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((self.next() >> 32) * limit) >> 32
    }

    /// True in so many cases of a thousand.
    pub fn chance(&mut self, per_mille: u64) -> bool {
        self.below(1000) < per_mille
    }

    /// A rank below 2^`doublings` - 1 as Zipf's law has it, in steps: 0, 1 to 2, 3 to 6, 7 to 14 ... are equally likely.
    pub fn rank(&mut self, doublings: u64) -> u64 {
        let first = 1 << self.below(doublings);
        first - 1 + self.below(first)
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }
}

/// A seed for the part of something that has a seed.
pub fn derived(seed: u64, part: u64) -> u64 {
    Draws::new(seed ^ part.wrapping_mul(0xd1b5_4a32_d192_ed03)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_splitmix64() {
        let mut draws = Draws::new(1_234_567);
        let known = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([draws.next(), draws.next(), draws.next()], known);
    }

    #[test]
    fn low_ranks_are_likelier_and_each_doubling_is_as_likely() {
        let mut draws = Draws::new(1);
        let mut counts = [0; 3];
        for _ in 0..30_000 {
            match draws.rank(3) {
                0 => counts[0] += 1,
                1 | 2 => counts[1] += 1,
                3..=6 => counts[2] += 1,
                rank => panic!("{rank}"),
            }
        }
        assert!(counts.iter().all(|count| (9_700..10_300).contains(count)), "{counts:?}");
    }
}
