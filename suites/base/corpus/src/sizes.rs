//! How large files are: lognormal, as in source trees, with the same share of each size in each profile.

/// The smallest and the largest file that is not empty, in bytes.
pub const LIMITS: (u64, u64) = (16, 8_000_000);

/// Files of a thousand that are empty.
pub const EMPTY: u64 = 2;

/// The lognormal distribution with mu 8.0 and sigma 1.7 (natural logarithm): how many of 2^32 files are at most so many
/// bytes, in steps of a quarter of sigma from -4 to 5 sigma. Straight lines between them give sizes up to 6 % too large.
const QUANTILES: [(u64, u64); 37] = [
    (136027, 3),
    (379749, 5),
    (999134, 8),
    (2478304, 12),
    (5797768, 18),
    (12797986, 28),
    (26670309, 43),
    (52503710, 65),
    (97711073, 99),
    (172052769, 152),
    (286934745, 233),
    (453762323, 356),
    (681419127, 545),
    (973357067, 833),
    (1325158638, 1274),
    (1723543207, 1949),
    (2147483648, 2981),
    (2571424089, 4560),
    (2969808658, 6974),
    (3321610229, 10668),
    (3613548169, 16318),
    (3841204973, 24959),
    (4008032551, 38177),
    (4122914527, 58396),
    (4197256223, 89322),
    (4242463586, 136626),
    (4268296987, 208981),
    (4282169310, 319656),
    (4289169528, 488942),
    (4292488992, 747882),
    (4293968162, 1143953),
    (4294587547, 1749779),
    (4294831269, 2676445),
    (4294921389, 4093865),
    (4294952703, 6261936),
    (4294962928, 9578198),
    (4294966065, 14650719),
];

/// Bytes of the file with so many smaller ones among `count`.
pub fn size(rank: u64, count: u64) -> u64 {
    if rank * 1000 < count * EMPTY {
        return 0;
    }
    // The middle of the rank's share.
    let share = ((2 * rank + 1) << 31) / count;
    let above = QUANTILES.partition_point(|(part, _)| *part <= share).clamp(1, QUANTILES.len() - 1);
    let ((low, from), (high, to)) = (QUANTILES[above - 1], QUANTILES[above]);
    let within = share.clamp(low, high) - low;
    (from + (to - from) * within / (high - low)).clamp(LIMITS.0, LIMITS.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_lognormal_distribution() {
        let at = |share: u64| size(share * 1000, 100_000);
        assert_eq!((size(0, 1000), size(1, 1000)), (0, 0));
        // exp(8 + 1.7 z) for z = -2.8070.
        assert_eq!(size(2, 1000), 25);
        // exp(8 + 1.7 z) for z = -1.2816, 0, 1.2816 and 2.3263.
        for (share, expected) in [(10, 337), (50, 2981), (90, 26_336), (99, 155_521)] {
            let size = at(share);
            assert!(size.abs_diff(expected) * 16 < expected, "{share} %: {size}, not {expected}");
        }
        assert!((0..1_000_000).map(|rank| size(rank, 1_000_000)).is_sorted());
        assert_eq!(size(9_999_999, 10_000_000), LIMITS.1);
    }
}
