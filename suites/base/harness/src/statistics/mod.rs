//! Order statistics: the median, its distribution-free interval, and what samples that hang together cost.
//!
//! The interval is that of order statistics (the sign test turned round): for independent samples the
//! number below the true median is binomial(n, 1/2), whatever the distribution. Samples taken one after
//! another hang together, so the ranks are moved outward by the square root of the integrated
//! autocorrelation time of the signs about the median. `tests/coverage.rs` simulates what that covers.
//! [`two_samples`] compares two sets of samples, [`shape`] names sets that one median does not describe.

pub mod shape;
pub mod two_samples;

/// Fewer samples than this give no interval: with five the whole range covers the median only 94 % of the time.
pub const FEWEST_FOR_INTERVAL: usize = 6;

/// The part of the intervals that is meant to hold the true median.
pub const CONFIDENCE: f64 = 0.95;

/// The median of a sorted slice; the mean of the middle two where their number is even.
pub fn median_of_sorted(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The median of values in any order.
pub fn median(values: &[f64]) -> Option<f64> {
    median_of_sorted(&sorted(values))
}

/// Median absolute deviation from the median, not scaled.
pub fn mad(values: &[f64]) -> Option<f64> {
    let middle = median(values)?;
    let deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&deviations)
}

/// Standard deviation of the sample (divided by n - 1).
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt())
}

/// A percentile (0-100) of sorted values: the smallest value that at least that part is not above.
pub fn percentile(sorted: &[f64], percent: f64) -> Option<f64> {
    let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied()
}

/// The 95 % interval of the median of values in the order in which they were taken;
/// `None` below [`FEWEST_FOR_INTERVAL`].
pub fn interval(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < FEWEST_FOR_INTERVAL {
        return None;
    }
    let sorted = sorted(values);
    let centre = (values.len() as f64 + 1.0) / 2.0;
    let reach = (centre - lower_rank(values.len()) as f64) * correlation_time(values).sqrt();
    let low = (centre - reach).floor().max(1.0) as usize;
    Some((sorted[low - 1], sorted[values.len() - low]))
}

/// The largest rank l (from 1) for which the ranks l and n + 1 - l hold the median of n independent
/// samples at least 95 % of the time.
fn lower_rank(count: usize) -> usize {
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let mut probability = 0.5f64.powi(count.min(1000) as i32);
    if count > 1000 {
        // Normal approximation; the exact sum would underflow.
        let spread = 1.959964 * (count as f64).sqrt() / 2.0;
        return ((count as f64 + 1.0) / 2.0 - spread).floor().max(1.0) as usize;
    }
    let (mut below, mut rank) = (0.0, 0usize);
    while below + probability <= tail {
        below += probability;
        probability *= (count - rank) as f64 / (rank + 1) as f64;
        rank += 1;
    }
    rank.max(1)
}

/// How many samples in a row carry the information of one: 1 for independent ones.
///
/// Integrated autocorrelation of the signs about the median, summed while it stays positive. An estimate from n
/// samples is too low by up to (2 + 2 lag) / n, which is given back; only 3 / n of it decides where the sum ends, since
/// noise alone would else carry it on.
fn correlation_time(values: &[f64]) -> f64 {
    let count = values.len();
    let Some(middle) = median(values) else { return 1.0 };
    let signs: Vec<f64> = values.iter().map(|value| (value - middle).partial_cmp(&0.0).map_or(0.0, sign)).collect();
    let power: f64 = signs.iter().map(|sign| sign * sign).sum();
    if power == 0.0 {
        return 1.0;
    }
    let mut time = 1.0;
    for lag in 1..=count / 3 {
        let product: f64 = signs.iter().zip(&signs[lag..]).map(|(left, right)| left * right).sum();
        let correlation = product / power;
        if correlation + 3.0 / count as f64 <= 0.0 {
            break;
        }
        time += 2.0 * (correlation + (2.0 + 2.0 * lag as f64) / count as f64);
    }
    time
}

fn sign(ordering: std::cmp::Ordering) -> f64 {
    match ordering {
        std::cmp::Ordering::Less => -1.0,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 1.0,
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_of_the_binomial_table() {
        // David and Nagaraja, Order Statistics: 95 % ranks for the median.
        let table = [(6, 1), (9, 2), (10, 2), (12, 3), (15, 4), (20, 6), (25, 8), (40, 14), (80, 31), (100, 40)];
        for (count, rank) in table {
            assert_eq!(lower_rank(count), rank, "n = {count}");
        }
        assert!(lower_rank(2000).abs_diff(957) <= 1);
    }

    #[test]
    fn too_few_samples_give_no_interval() {
        assert_eq!(interval(&[1.0; 5]), None);
        assert_eq!(interval(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), Some((1.0, 6.0)));
    }

    #[test]
    fn equal_samples_give_a_point() {
        assert_eq!(interval(&[2.0; 10]), Some((2.0, 2.0)));
    }

    #[test]
    fn a_run_of_low_then_high_widens_the_interval() {
        let steps: Vec<f64> =
            (0..40).map(|index| if index < 20 { 1.0 } else { 2.0 } + f64::from(index) * 1e-3).collect();
        let (low, high) = interval(&steps).unwrap();
        assert!(low < 1.005 && high > 2.03, "{low} {high}");
    }

    #[test]
    fn simple_numbers() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[]), None);
        assert_eq!(mad(&[1.0, 2.0, 3.0, 4.0, 100.0]), Some(1.0));
        assert_eq!(standard_deviation(&[1.0]), None);
        assert_eq!(standard_deviation(&[1.0, 3.0]), Some(std::f64::consts::SQRT_2));
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0], 95.0), Some(4.0));
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0], 50.0), Some(2.0));
        assert_eq!(percentile(&[], 50.0), None);
    }
}
