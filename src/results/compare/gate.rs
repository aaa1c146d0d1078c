//! A gate for regressions: tripped, held, or inconclusive.

use hostmark_harness::metric::Better;

use super::difference::{Difference, Ground, Verdict};
use super::{Comparison, Row};

/// How a gate ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// No cell is worse than allowed.
    Held,
    /// Some cell may be worse than allowed.
    Inconclusive,
    /// Some cell is shown to be worse than allowed.
    Tripped,
}

/// How a gate ends, and because of what.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The worst state of all cells.
    pub state: State,
    /// A line for each cell that did not hold, the tripped ones first.
    pub lines: Vec<String>,
}

/// A gate of so many percent. A cell trips it when the whole interval is worse than that, and holds it when none of
/// the interval is; what has no result beside a baseline with one is inconclusive. Few samples may hold it, by the
/// range of all their ratios, and never trip it.
pub fn gate(comparison: &Comparison, percent: f64) -> Gate {
    let mut found: Vec<(State, String)> = Vec::new();
    let mut held = 0;
    for row in &comparison.rows {
        let baseline_is_ok = row.cells[0].as_ref().is_some_and(|cell| cell.value.is_some());
        for (column, name) in comparison.columns.iter().enumerate().skip(1) {
            let (state, what) = match &row.differences[column] {
                Some(difference) if difference.ratio.is_some() => judge(row, difference, percent),
                _ if !baseline_is_ok => continue,
                Some(difference) => (State::Inconclusive, difference.why.clone()),
                None => (State::Inconclusive, "not measured".to_string()),
            };
            match state {
                State::Held => held += 1,
                _ => found.push((state, format!("{} in {name}: {what}", row.name))),
            }
        }
    }
    found.sort_by(|(left, _), (right, _)| right.cmp(left));
    let nothing = if held == 0 { State::Inconclusive } else { State::Held };
    let state = found.first().map_or(nothing, |(state, _)| *state);
    Gate { state, lines: found.into_iter().map(|(_, line)| line).collect() }
}

fn judge(row: &Row, difference: &Difference, percent: f64) -> (State, String) {
    // How much worse, in percent of the baseline, positive where it is worse.
    let worse = |change: f64| if row.better() == Better::Higher { -change } else { change };
    let change = difference.percent().unwrap_or_default();
    let said = |verdict: &str| format!("{change:+.1} % ({verdict})");
    let Some((low, high)) = difference.percents() else { return (State::Inconclusive, said(&difference.why)) };
    let (least, most) = (worse(low).min(worse(high)), worse(low).max(worse(high)));
    let shown = matches!(difference.ground, Ground::Samples | Ground::Intervals);
    match () {
        () if most <= percent => (State::Held, String::new()),
        () if least > percent && shown && worse(change) > percent => (State::Tripped, said("worse than allowed")),
        () if shown && difference.verdict != Verdict::Inconclusive => {
            (State::Inconclusive, said(&format!("between {low:+.1} and {high:+.1} %")))
        }
        () => (State::Inconclusive, said(&difference.why)),
    }
}
