//! The order of the rows in a chart.

use super::{Chart, Row};
use std::cmp::Ordering;

/// By what rows are ordered; equal rows keep their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As they came.
    AsGiven,
    /// The largest value first, rows without a value last.
    ValueDescending,
    /// The smallest value first, rows without a value last.
    ValueAscending,
    /// By label, character by character.
    Label,
}

/// Orders the rows of each chart.
pub fn sort(charts: &mut [Chart], order: Order) {
    for chart in charts {
        match order {
            Order::AsGiven => {}
            Order::ValueDescending => chart.rows.sort_by(|a, b| by_value(a, b, |a, b| b.total_cmp(&a))),
            Order::ValueAscending => chart.rows.sort_by(|a, b| by_value(a, b, |a, b| a.total_cmp(&b))),
            Order::Label => chart.rows.sort_by(|a, b| a.label.cmp(&b.label)),
        }
    }
}

fn by_value(a: &Row, b: &Row, compare: impl Fn(f64, f64) -> Ordering) -> Ordering {
    match (a.bar.number(), b.bar.number()) {
        (Some(a), Some(b)) => compare(a, b),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}
