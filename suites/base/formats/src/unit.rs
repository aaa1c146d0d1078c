//! Units and their conversion within one family: times, bytes, bytes per second, counts per second.
//!
//! `k`, `K` and `M` without an `i` are powers of 1000, `Ki` and `Mi` are powers of 1024.

const TIMES: &[(&str, f64)] =
    &[("ns", 1.0), ("us", 1e3), ("\u{b5}s", 1e3), ("\u{3bc}s", 1e3), ("ms", 1e6), ("s", 1e9), ("min", 60e9)];

const BYTES: &[(&str, f64)] = &[
    ("B", 1.0),
    ("kB", 1e3),
    ("KB", 1e3),
    ("MB", 1e6),
    ("GB", 1e9),
    ("TB", 1e12),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
];

const COUNTS_PER_SECOND: &[(&str, f64)] = &[("/s", 1.0), ("1/s", 1.0), ("k/s", 1e3), ("M/s", 1e6)];

/// Converts a value from one unit to another; `None` where they are of no common family.
///
/// Equal units need no family: `events/s` is `events/s`.
pub fn convert(value: f64, from: &str, to: &str) -> Option<f64> {
    if from == to {
        return Some(value);
    }
    let (from, to) = scales(from, to)?;
    Some(fifteen_digits(value * (from / to)))
}

fn scales(from: &str, to: &str) -> Option<(f64, f64)> {
    let pair = |from, to, family| Some((scale(from, family)?, scale(to, family)?));
    let bytes_per_second = || pair(from.strip_suffix("/s")?, to.strip_suffix("/s")?, BYTES);
    pair(from, to, TIMES)
        .or_else(|| pair(from, to, BYTES))
        .or_else(|| pair(from, to, COUNTS_PER_SECOND))
        .or_else(bytes_per_second)
}

fn scale(unit: &str, family: &[(&str, f64)]) -> Option<f64> {
    family.iter().find(|(name, _)| *name == unit).map(|(_, scale)| *scale)
}

/// Drops the binary noise of a multiplication: 0.1 s are 100 ms, not 100.00000000000001.
fn fifteen_digits(value: f64) -> f64 {
    format!("{value:.14e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_one_family_convert() {
        for (value, from, to, expected) in [
            (16.947, "s", "ms", 16947.0),
            (12284.0, "ms", "s", 12.284),
            (1.5, "min", "s", 90.0),
            (7.0, "us", "\u{b5}s", 7.0),
            (2.0, "MiB/s", "KiB/s", 2048.0),
            (1.0, "KiB", "B", 1024.0),
            (1.0, "KB/s", "kB/s", 1.0),
            (1.024, "kB/s", "KiB/s", 1.0),
            (0.3, "k/s", "1/s", 300.0),
            (5.0, "events/s", "events/s", 5.0),
        ] {
            assert_eq!(convert(value, from, to), Some(expected), "{value} {from} to {to}");
        }
    }

    #[test]
    fn units_of_different_families_do_not_convert() {
        for (from, to) in [("ms", "MB"), ("B", "B/s"), ("%", "s"), ("events/s", "1/s"), ("", "s"), ("S", "s")] {
            assert_eq!(convert(1.0, from, to), None, "{from} to {to}");
        }
    }
}
