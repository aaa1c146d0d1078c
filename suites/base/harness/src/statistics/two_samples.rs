//! Two sets of samples: the interval of their ratio, which is the test of Mann and Whitney turned round.
//!
//! Of all ratios of a sample of one set to a sample of the other, those in the middle make the interval; how many are
//! left out at each end says the distribution of Mann and Whitney's U, whatever distribution the samples have
//! (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd edition, 4.1 and 4.3; exact up to
//! [`EXACT`] pairs, else the normal approximation). A ratio of 1 outside of the interval is a difference shown, and the
//! other way round. Samples that hang together move the ends outward as they do for one set
//! ([`super::interval`]). `tests/verdicts.rs` simulates how often a difference is shown where there is none.
//!
//! All intervals of one table hold together with 95 %: each has the confidence 1 - 0.05 / comparisons (Bonferroni).

use super::{CONFIDENCE, FEWEST_FOR_INTERVAL, correlation_time, sorted};

/// So many pairs have the exact distribution of U; beyond, the normal one is near enough.
const EXACT: usize = 400;

/// The test for a table of so many comparisons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The probability that may lie beyond each end of an interval.
    tail: f64,
    /// The standard normal value with that probability above it.
    deviations: f64,
    /// How much wider than at 95 % the interval of one median has to be, so that two of them make a test.
    stretch: f64,
}

impl Test {
    /// For so many comparisons, which hold together with 95 %.
    pub fn of(comparisons: usize) -> Self {
        let tail = (1.0 - CONFIDENCE) / 2.0 / comparisons.max(1) as f64;
        Test {
            tail,
            deviations: normal_above(tail),
            stretch: normal_above(tail / 2.0) / normal_above((1.0 - CONFIDENCE) / 2.0),
        }
    }

    /// The interval of `other` / `baseline`; all samples above 0, in the order in which they were taken. `None` where
    /// they are too few to show any difference, however large: fewer than [`FEWEST_FOR_INTERVAL`] on a side, or so few
    /// that the ends of the interval would lie beyond all ratios.
    pub fn of_samples(&self, baseline: &[f64], other: &[f64]) -> Option<(f64, f64)> {
        let (left, right) = (baseline.len(), other.len());
        let positive = |values: &[f64]| values.iter().all(|value| *value > 0.0 && value.is_finite());
        if left.min(right) < FEWEST_FOR_INTERVAL || !positive(baseline) || !positive(other) {
            return None;
        }
        let (times_left, times_right) = (correlation_time(baseline), correlation_time(other));
        let correlation = (times_left * right as f64 + times_right * left as f64) / (left as f64 + right as f64);
        let centre = (left as f64 * right as f64 + 1.0) / 2.0;
        let reach = (centre - self.lower_rank(left, right)? as f64) * correlation.sqrt();
        let rank = (centre - reach).floor();
        if rank < 1.0 {
            return None;
        }
        let ratios = Ratios { below: sorted(baseline), above: sorted(other) };
        Some((ratios.nth(rank as usize), ratios.nth(left * right + 1 - rank as usize)))
    }

    /// The same where only the median and its 95 % interval are known of each side. Both are made wider, by
    /// the quotient of the normal values, so that they hold at once; the ends of the ratio follow from theirs. That is
    /// wider than [`Test::of_samples`] gives it.
    pub fn of_intervals(&self, baseline: Median, other: Median) -> Option<(f64, f64)> {
        let (low, high) = baseline.stretched(self.stretch)?;
        let (least, most) = other.stretched(self.stretch)?;
        Some((least / high, most / low))
    }

    /// The largest rank from 1 that has at most `tail` of U's distribution below it.
    fn lower_rank(&self, left: usize, right: usize) -> Option<usize> {
        if left * right > EXACT {
            let (left, right) = (left as f64, right as f64);
            let spread = (left * right * (left + right + 1.0) / 12.0).sqrt();
            let rank = (left * right / 2.0 + 0.5 - self.deviations * spread).floor();
            return (rank >= 1.0).then_some(rank as usize);
        }
        let mut below = 0.0;
        let within = |probability: &&f64| {
            below += **probability;
            below <= self.tail
        };
        Some(distribution(left, right).iter().take_while(within).count()).filter(|rank| *rank > 0)
    }
}

/// A median and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Median {
    /// The median.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Median {
    /// The interval, wider by this factor on the scale of logarithms; `None` where it is no interval above 0.
    fn stretched(&self, factor: f64) -> Option<(f64, f64)> {
        let ordered = 0.0 < self.low && self.low <= self.value && self.value <= self.high && self.high.is_finite();
        let end = |end: f64| self.value * (end / self.value).powf(factor);
        ordered.then(|| (end(self.low), end(self.high)))
    }
}

/// The probabilities of U = 0, 1, 2 ... for sets of these sizes from one distribution (Mann and Whitney, 1947: the
/// largest of all samples belongs to one of the two sets).
fn distribution(left: usize, right: usize) -> Vec<f64> {
    let mut of_fewer: Vec<Vec<f64>> = vec![vec![1.0]; right + 1];
    for count in 1..=left {
        let mut of_count: Vec<Vec<f64>> = vec![vec![1.0]];
        for other in 1..=right {
            let share = count as f64 / (count + other) as f64;
            let mut all = vec![0.0; count * other + 1];
            // The largest is one of the first set: it is above all of the other.
            of_fewer[other].iter().enumerate().for_each(|(sum, part)| all[sum + other] += share * part);
            of_count[other - 1].iter().enumerate().for_each(|(sum, part)| all[sum] += (1.0 - share) * part);
            of_count.push(all);
        }
        of_fewer = of_count;
    }
    of_fewer.swap_remove(right)
}

/// All ratios of two sorted sets, without making them.
struct Ratios {
    below: Vec<f64>,
    above: Vec<f64>,
}

impl Ratios {
    /// The ratio with this rank, from 1: halves the range of bit patterns, which are ordered as positive numbers are.
    fn nth(&self, rank: usize) -> f64 {
        let smallest = self.above[0] / self.below[self.below.len() - 1];
        let largest = self.above[self.above.len() - 1] / self.below[0];
        let (mut least, mut most) = (smallest.to_bits(), largest.to_bits());
        while least < most {
            let middle = least + (most - least) / 2;
            match self.up_to(f64::from_bits(middle)) >= rank {
                true => most = middle,
                false => least = middle + 1,
            }
        }
        f64::from_bits(least)
    }

    /// How many ratios are at most this.
    fn up_to(&self, limit: f64) -> usize {
        let mut from = 0;
        let counts = self.above.iter().map(|above| {
            while from < self.below.len() && above / self.below[from] > limit {
                from += 1;
            }
            self.below.len() - from
        });
        counts.sum()
    }
}

/// The standard normal value with this probability above it, which is below 1/2.
fn normal_above(probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        match libm::erfc(middle / std::f64::consts::SQRT_2) / 2.0 > probability {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Median, low, high.
    fn around(value: f64, part: f64) -> Median {
        Median { value, low: value * (1.0 - part), high: value * (1.0 + part) }
    }

    #[test]
    fn the_distribution_is_that_of_the_tables() {
        // Hollander and Wolfe, table A.6: P(U <= 4) for 5 and 5, P(U <= 8) for 7 and 7; of 252 and 3432 orders.
        let below = |left, right, most| distribution(left, right)[..=most].iter().sum::<f64>();
        assert!((below(5, 5, 4) - 12.0 / 252.0).abs() < 1e-12);
        assert!((below(3, 3, 0) - 1.0 / 20.0).abs() < 1e-12);
        assert!((below(7, 7, 8) - 65.0 / 3432.0).abs() < 1e-12, "{}", below(7, 7, 8) * 3432.0);
        assert!((distribution(6, 9).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn normal_values() {
        assert!((normal_above(0.025) - 1.959964).abs() < 1e-6);
        assert!((normal_above(1e-6) - 4.753424).abs() < 1e-6);
    }

    #[test]
    fn the_normal_rank_is_near_the_exact_one_and_not_above_it() {
        for comparisons in [1, 10, 100] {
            let test = Test::of(comparisons);
            let exact = test.lower_rank(20, 20).unwrap() as f64;
            let normal = (200.5 - test.deviations * (400.0f64 * 41.0 / 12.0).sqrt()).floor();
            assert!((0.0..6.0).contains(&(exact - normal)), "{comparisons}: {exact} {normal}");
        }
    }

    #[test]
    fn ratios_are_found_without_making_them() {
        let ratios = Ratios { below: vec![1.0, 2.0, 4.0], above: vec![1.0, 3.0, 8.0, 8.0] };
        let mut all: Vec<f64> =
            ratios.above.iter().flat_map(|above| ratios.below.iter().map(move |below| above / below)).collect();
        all.sort_by(f64::total_cmp);
        for (index, ratio) in all.iter().enumerate() {
            assert_eq!(ratios.nth(index + 1), *ratio);
        }
    }

    #[test]
    fn few_samples_show_nothing_and_many_comparisons_need_more_of_them() {
        let (slow, fast) = ([1.0, 1.05, 1.01, 1.04, 1.02, 1.03], [2.0, 2.1, 2.02, 2.08, 2.05, 2.06]);
        assert_eq!(Test::of(1).of_samples(&slow[..5], &fast), None);
        let (low, high) = Test::of(1).of_samples(&slow, &fast).unwrap();
        assert!(1.9 < low && low < 2.0 && 2.0 < high && high < 2.2, "{low} {high}");
        assert_eq!(Test::of(1000).of_samples(&slow, &fast), None);
        assert_eq!(Test::of(1).of_samples(&slow, &[0.0; 6]), None);
    }

    #[test]
    fn intervals_alone_are_wider_the_more_comparisons_there_are() {
        let one = Test::of(1).of_intervals(around(100.0, 0.01), around(110.0, 0.01)).unwrap();
        assert!(one.0 > 1.07 && one.0 < 1.08 && one.1 > 1.12 && one.1 < 1.13, "{one:?}");
        let many = Test::of(1000).of_intervals(around(100.0, 0.01), around(110.0, 0.01)).unwrap();
        assert!(many.0 < one.0 && many.1 > one.1, "{many:?}");
        assert_eq!(Test::of(1).of_intervals(around(0.0, 0.01), around(1.0, 0.01)), None);
    }
}
