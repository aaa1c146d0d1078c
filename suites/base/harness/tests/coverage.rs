//! Simulated coverage: how often the 95 % interval holds the true median when samples are skewed and hang together,
//! at fixed counts and under the scheduler's own stopping rule.

use hostmark_harness::statistics::interval;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

const TRIALS: usize = 4000;

/// A stationary series: a first-order autoregressive normal one, put through a monotone function.
struct Series {
    correlation: f64,
    shape: fn(f64) -> f64,
}

/// A long right tail, as times have; its median is 1.
fn skewed(normal: f64) -> f64 {
    (0.4 * normal).exp() + if normal > 1.5 { normal } else { 0.0 }
}

fn symmetric(normal: f64) -> f64 {
    1.0 + 0.05 * normal
}

fn normal(random: &mut Xoshiro256StarStar) -> f64 {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let (radius, angle) = (1.0 - uniform(), uniform());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

impl Series {
    fn draw(&self, count: usize, random: &mut Xoshiro256StarStar) -> Vec<f64> {
        let innovation = (1.0 - self.correlation.powi(2)).sqrt();
        let mut state = normal(random);
        (0..count)
            .map(|_| {
                state = self.correlation * state + innovation * normal(random);
                (self.shape)(state)
            })
            .collect()
    }

    /// The part of the trials in which the interval holds the true median, 1.
    fn coverage(&self, seed: u64, samples_of: impl Fn(&[f64]) -> usize) -> f64 {
        let mut random = Xoshiro256StarStar::seed_from_u64(seed);
        let hits = (0..TRIALS)
            .filter(|_| {
                let series = self.draw(160, &mut random);
                let used = samples_of(&series);
                interval(&series[..used]).is_some_and(|(low, high)| low <= 1.0 && 1.0 <= high)
            })
            .count();
        hits as f64 / TRIALS as f64
    }
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
            let covered = series.coverage(count as u64, |_| count);
            assert!(covered >= 0.93, "{name}, correlation {correlation}, n = {count}: {covered}");
        }
        for precision in [0.01, 0.03, 0.1, 0.3] {
            let covered = series.coverage(7, stop_at(precision));
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
