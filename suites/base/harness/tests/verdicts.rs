//! Simulated verdicts: how often a difference or an odd shape is shown where there is none, and where there is one.

mod simulated;

use hostmark_harness::statistics::shape::{self, Shape};
use hostmark_harness::statistics::two_samples::{Median, Test};
use hostmark_harness::statistics::{interval, median};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use simulated::{Series, TRIALS, skewed, symmetric};

/// The part of the trials in which `shown` is true.
fn part(seed: u64, mut shown: impl FnMut(&mut Xoshiro256StarStar) -> bool) -> f64 {
    let mut random = Xoshiro256StarStar::seed_from_u64(seed);
    (0..TRIALS).filter(|_| shown(&mut random)).count() as f64 / TRIALS as f64
}

fn differs(interval: Option<(f64, f64)>) -> bool {
    interval.is_some_and(|(low, high)| low > 1.0 || high < 1.0)
}

/// What [`Test::of_intervals`] is given for these samples.
fn summary(values: &[f64]) -> Option<Median> {
    let (low, high) = interval(values)?;
    Some(Median { value: median(values)?, low, high })
}

#[test]
fn equal_hosts_are_seldom_called_different() {
    for correlation in [0.0, 0.3, 0.5] {
        for (name, shape) in [("symmetric", symmetric as fn(f64) -> f64), ("skewed", skewed)] {
            let series = Series { correlation, shape };
            let fewest = if correlation == 0.0 { 6 } else { 10 };
            for (left, right) in [(fewest, fewest), (10, 10), (10, 40), (20, 20), (40, 40), (80, 160)] {
                let seed = (left * 1000 + right) as u64;
                let wrong = part(seed, |random| {
                    differs(Test::of(1).of_samples(&series.draw(left, random), &series.draw(right, random)))
                });
                assert!(wrong <= 0.065, "{name}, correlation {correlation}, {left} and {right}: {wrong}");
            }
        }
    }
}

#[test]
fn sixteen_comparisons_together_are_seldom_wrong() {
    let series = Series { correlation: 0.3, shape: skewed };
    let test = Test::of(16);
    let any = part(16, |random| {
        (0..16).any(|_| differs(test.of_samples(&series.draw(20, random), &series.draw(20, random))))
    });
    assert!(any <= 0.065, "{any}");
}

#[test]
fn intervals_alone_are_wrong_still_more_rarely() {
    let series = Series { correlation: 0.3, shape: skewed };
    let wrong = part(3, |random| {
        let (left, right) = (series.draw(20, random), series.draw(20, random));
        differs(Test::of(1).of_intervals(summary(&left).unwrap(), summary(&right).unwrap()))
    });
    assert!(wrong <= 0.03, "{wrong}");
}

/// The part of the trials in which a host faster by a tenth is found to be so, and not by more than a fifth.
fn found_faster(samples: usize, comparisons: usize) -> f64 {
    let series = Series { correlation: 0.3, shape: symmetric };
    part(4, |random| {
        let faster: Vec<f64> = series.draw(samples, random).iter().map(|value| value * 1.1).collect();
        let shown = Test::of(comparisons).of_samples(&series.draw(samples, random), &faster);
        shown.is_some_and(|(low, high)| low > 1.0 && high < 1.2)
    })
}

#[test]
fn a_real_difference_is_found_and_in_a_larger_table_by_more_samples() {
    // Twice the spread of the samples. What guards a table of 16 against chance costs power, which samples give back.
    for (samples, comparisons, least) in [(40, 1, 0.95), (40, 16, 0.75), (80, 16, 0.95)] {
        let found = found_faster(samples, comparisons);
        assert!(found > least, "{samples} samples, {comparisons} comparisons: {found}");
    }
}

#[test]
fn steady_samples_are_seldom_called_odd_and_two_groups_are_found() {
    for (name, shape) in [("symmetric", symmetric as fn(f64) -> f64), ("skewed", skewed)] {
        for count in [12, 20, 40, 160] {
            let series = Series { correlation: 0.3, shape };
            let odd = part(count as u64, |random| shape::of(&series.draw(count, random)).is_some());
            assert!(odd <= 0.05, "{name}, n = {count}: {odd}");
        }
    }
    let steady = Series { correlation: 0.0, shape: symmetric };
    let found = part(9, |random| {
        let values = steady.draw(40, random).into_iter().enumerate();
        let jumping: Vec<f64> = values.map(|(index, value)| if index % 5 < 2 { value * 1.7 } else { value }).collect();
        matches!(shape::of(&jumping), Some(Shape::TwoGroups { .. }))
    });
    assert!(found > 0.9, "{found}");
}
