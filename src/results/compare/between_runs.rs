//! What hosts differ by from run to run, which the samples of one run do not tell.
//!
//! Samples of one run are taken within seconds, and a host changes from run to run by more than they tell. So an
//! interval that stands on one run of a host is several times as wide, more so where that run was unsteady.
//!
//! A run whose pulse was slow ([`PULSE`]) may be as much faster as the pulse was slower: that is added at one end.
//!
//! Measured on a shared virtual machine (2026), ten runs of the quick plan, each against each other: 12.0 % of 990 equal
//! figures were called different without all this, 0.7 % with it (40 and 5 of 45 tables). Figures of one run share its
//! seconds, and are compared as they are.

use hostmark_harness::metric::Better;
use hostmark_harness::noise::{PULSE, slowed};
use hostmark_harness::status::Flag;

use super::cells::Cell;

/// How many times as wide.
const STEADY_RUN: f64 = 3.0;
const UNSTEADY_RUN: f64 = 4.0;

/// True where all samples of both were taken in turn.
pub fn share_a_run(baseline: &Cell, other: &Cell) -> bool {
    let name = |cell: &Cell| (cell.record.run.clone(), cell.record.label.clone());
    baseline.is_one_run && other.is_one_run && !baseline.record.run.is_empty() && name(baseline) == name(other)
}

/// The interval with what runs differ by.
pub fn wider(interval: (f64, f64), ratio: f64, baseline: &Cell, other: &Cell, better: Better) -> (f64, f64) {
    let (low, high) = widened(interval, ratio, one_run(baseline).max(one_run(other)));
    match better {
        Better::Higher => (low / possible_speedup(baseline), high * possible_speedup(other)),
        Better::Lower => (low / possible_speedup(other), high * possible_speedup(baseline)),
    }
}

/// How much wider one run of a host makes an interval.
fn one_run(cell: &Cell) -> f64 {
    let unsteady = [Flag::Noisy, Flag::Throttled].into_iter().any(|flag| cell.flags.has(flag));
    match cell.is_one_run {
        true if unsteady || cell.record.context.get("noise").is_some() || cell.shape.is_some() => UNSTEADY_RUN,
        true => STEADY_RUN,
        false => 1.0,
    }
}

/// How much faster one run of a host might have been on a processor of its own.
fn possible_speedup(cell: &Cell) -> f64 {
    let pulse = cell.record.context.get(PULSE).filter(|_| cell.is_one_run);
    let percent: Option<f64> = pulse.and_then(|percent| percent.parse().ok());
    percent.filter(|percent| slowed(*percent).is_some() && *percent > 0.0).map_or(1.0, |percent| 100.0 / percent)
}

/// So many times as far from the ratio, on the scale of logarithms.
fn widened((low, high): (f64, f64), ratio: f64, factor: f64) -> (f64, f64) {
    let end = |end: f64| ratio * (end / ratio).powf(factor);
    (end(low.min(ratio)), end(high.max(ratio)))
}
