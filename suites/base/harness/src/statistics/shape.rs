//! Sets of samples that one median does not describe: those in two groups, and those that drift.

use std::fmt;

use super::two_samples::Test;
use super::{median, sorted};

/// Fewer samples than this have no shape.
const FEWEST: usize = 12;

/// Differences below this part of the value are of no account.
const NOTABLE: f64 = 0.02;

/// The smaller group has at least this part of the samples.
const GROUP: f64 = 0.2;

/// The gap between two groups is at least so many times the middle half of the wider one.
const GAP: f64 = 2.0;

/// Each shape is named wrongly at most about this rarely in a hundred: comparisons that one test is made for.
const STRICTNESS: usize = 5;

/// What is odd about a set of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Two groups with nothing between: a median that is in one of them says little.
    TwoGroups {
        /// Median of the lower group.
        low: f64,
        /// Median of the upper group.
        high: f64,
    },
    /// The last third is not as the first.
    Drifting {
        /// Its median by that of the first third, minus 1.
        change: f64,
    },
}

/// The shape of samples above 0, in the order in which they were taken; `None` where nothing is odd.
pub fn of(values: &[f64]) -> Option<Shape> {
    if values.len() < FEWEST {
        return None;
    }
    drift(values).or_else(|| two_groups(values))
}

/// First third against last, with the middle one between them.
fn drift(values: &[f64]) -> Option<Shape> {
    let third = values.len() / 3;
    let (first, rest) = values.split_at(third);
    let (middle, last) = rest.split_at(rest.len() - third);
    let (from, between, to) = (median(first)?, median(middle)?, median(last)?);
    let (low, high) = Test::of(STRICTNESS).of_samples(first, last)?;
    let change = to / from - 1.0;
    let ordered = (from <= between && between <= to) || (from >= between && between >= to);
    let shown = low > 1.0 || high < 1.0;
    (shown && ordered && change.abs() >= NOTABLE).then_some(Shape::Drifting { change })
}

/// Cuts at the widest gap that leaves enough on both sides.
fn two_groups(values: &[f64]) -> Option<Shape> {
    let sorted = sorted(values);
    let least = ((sorted.len() as f64 * GROUP).ceil() as usize).max(3);
    let gap = |cut: usize| sorted[cut] - sorted[cut - 1];
    let cut = (least..=sorted.len() - least).max_by(|left, right| gap(*left).total_cmp(&gap(*right)))?;
    let (lower, upper) = sorted.split_at(cut);
    let width = middle_half(lower).max(middle_half(upper));
    let (low, high) = (median(lower)?, median(upper)?);
    (gap(cut) > GAP * width && high - low >= NOTABLE * low).then_some(Shape::TwoGroups { low, high })
}

/// The distance between the quartiles of a sorted set.
fn middle_half(sorted: &[f64]) -> f64 {
    sorted[sorted.len() * 3 / 4] - sorted[sorted.len() / 4]
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::TwoGroups { low, high } => {
                write!(out, "in two groups {:.0} % apart", 100.0 * (high / low - 1.0))
            }
            Shape::Drifting { change } => write!(out, "drifting by {:+.1} %", 100.0 * change),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_between_two_speeds_has_two_groups() {
        let values: Vec<f64> = (0..40).map(|i| if i % 3 == 0 { 1.3 } else { 1.0 } + 1e-3 * f64::from(i % 7)).collect();
        let shape = of(&values).unwrap();
        assert!(matches!(shape, Shape::TwoGroups { .. }), "{shape:?}");
        assert_eq!(shape.to_string(), "in two groups 30 % apart");
    }

    #[test]
    fn a_slope_is_a_drift() {
        let values: Vec<f64> = (0..60).map(|i| 100.0 - 0.2 * f64::from(i) + f64::from(i * 7 % 5)).collect();
        let shape = of(&values).unwrap();
        assert!(matches!(shape, Shape::Drifting { change } if change < -0.05), "{shape:?}");
    }

    #[test]
    fn steady_and_few_samples_have_none() {
        let steady: Vec<f64> = (0..40).map(|i| 100.0 + f64::from(i * 17 % 11)).collect();
        assert_eq!(of(&steady), None);
        assert_eq!(of(&[1.0, 2.0, 1.0, 2.0, 1.0, 2.0]), None);
        assert_eq!(of(&[1.0; 40]), None);
    }
}
