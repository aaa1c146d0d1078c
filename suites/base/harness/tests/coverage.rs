//! Simulated coverage: how often the 95 % interval holds the true median when samples are skewed and hang together,
//! at fixed counts and under the scheduler's own stopping rule.

mod simulated;

use hostmark_harness::statistics::interval;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use simulated::{Series, TRIALS, skewed, symmetric};

/// The part of the trials in which the interval holds the true median, 1.
fn coverage(series: &Series, seed: u64, samples_of: impl Fn(&[f64]) -> usize) -> f64 {
    let mut random = Xoshiro256StarStar::seed_from_u64(seed);
    let hits = (0..TRIALS)
        .filter(|_| {
            let drawn = series.draw(160, &mut random);
            let used = samples_of(&drawn);
            interval(&drawn[..used]).is_some_and(|(low, high)| low <= 1.0 && 1.0 <= high)
        })
        .count();
    hits as f64 / TRIALS as f64
}

/// Where the scheduler would stop: at the first look that is narrow enough, else at the end.
fn stop_at(precision: f64) -> impl Fn(&[f64]) -> usize {
    move |series| {
        let narrow = |count: &usize| {
            let (low, high) = interval(&series[..*count]).unwrap();
            (high - low) / 2.0 <= precision
        };
        [10, 20, 40, 80].into_iter().find(narrow).unwrap_or(160)
    }
}

fn check(correlation: f64) {
    for (name, shape) in [("symmetric", symmetric as fn(f64) -> f64), ("skewed", skewed)] {
        let series = Series { correlation, shape };
        // Six samples that hang together cannot do it: with correlation 0.3 even their whole range covers 92 %.
        let fewest = if correlation == 0.0 { 6 } else { 10 };
        for count in [fewest, 12, 20, 40, 80, 160] {
            let covered = coverage(&series, count as u64, |_| count);
            assert!(covered >= 0.93, "{name}, correlation {correlation}, n = {count}: {covered}");
        }
        for precision in [0.01, 0.03, 0.1, 0.3] {
            let covered = coverage(&series, 7, stop_at(precision));
            assert!(covered >= 0.93, "{name}, correlation {correlation}, stopped at {precision}: {covered}");
        }
    }
}

#[test]
fn independent_samples() {
    check(0.0);
}

#[test]
fn samples_that_hang_together_a_little() {
    check(0.3);
}

#[test]
fn samples_that_hang_together() {
    check(0.5);
}
