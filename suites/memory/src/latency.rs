//! The family `latency`: the time of one load whose address comes from the load before, in one working set.

use std::sync::OnceLock;

use hostmark_harness::answer::{Answer, Check, Known};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Case, Environment, Findings, Item, Loop, Prepared, Work, Workload};

use crate::chase::{self, Cycle, NODE};
use crate::{metrics, sets};

/// Loads in a unit: some microseconds from the nearest cache, some hundred from memory.
const LOADS: u64 = 1000;

/// A case for each set.
pub(crate) fn cases(environment: &Environment) -> Vec<Case> {
    let case = |set: String| Case {
        name: "latency",
        about: "walks from line to line of a working set, in random order",
        known: known(sets::bytes(&set, environment).unwrap_or_default()),
        parameters: Parameters::new().with("set", set),
        revision: 1,
        metrics: metrics::of_latency(LOADS),
        bytes: 0,
    };
    environment.settings.all("set").into_iter().map(case).collect()
}

fn nodes(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX) / NODE
}

/// From one node to another, so many loads further, by the order and not by the nodes.
fn known(bytes: u64) -> Known {
    let order = OnceLock::new();
    Known::Check(Check::new(move |units, answer| {
        let Answer::Text(text) = answer else { return Err(format!("{answer:?} is no text")) };
        let order = order.get_or_init(|| chase::order(nodes(bytes)));
        let start = text.split(' ').nth(1).and_then(|place| place.parse().ok());
        let from = order.iter().position(|place| Some(*place) == start);
        let from = from.ok_or_else(|| format!("'{text}' begins at no node"))?;
        let to = order[((from as u64 + units * LOADS) % order.len() as u64) as usize];
        let right = evidence(u64::from(order[from]), u64::from(to));
        if *text == right { Ok(()) } else { Err(format!("'{text}' instead of '{right}'")) }
    }))
}

fn evidence(from: u64, to: u64) -> String {
    format!("from {from} to {to}")
}

/// Makes an item ready.
pub(crate) fn prepare(item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
    let set = sets::bytes(item.case.parameters.get("set").unwrap_or_default(), environment)?;
    sets::must_fit(set.saturating_mul(item.threads as u64), environment)?;
    let kernels = (0..item.threads).map(|_| Box::new(Chase(Cycle::new(nodes(set)))) as Box<dyn Loop>).collect();
    let findings = Findings { context: Parameters::new().with("bytes", set), ..Findings::default() };
    Ok(Prepared { findings, ..Prepared::bundled(Workload::Loop(kernels)) })
}

struct Chase(Cycle);

impl Loop for Chase {
    /// The walk goes on from run to run, so that a set that no cache holds is never walked anew from its beginning.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let from = self.0.place();
        for _ in 0..units {
            if stop.is_set() {
                return Err(NoResult::Stopped);
            }
            self.0.walk(LOADS);
        }
        Ok(Work::new(units, Answer::Text(evidence(from, self.0.place()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_walk_stands_is_known_by_its_order() {
        let (known, mut chase) = (known(640_000), Chase(Cycle::new(nodes(640_000))));
        for units in [1, 7, 12] {
            let work = chase.run(units, &Stop::new()).unwrap();
            assert!(known.check(units, &work.answer).is_ok(), "{:?}", work.answer);
            assert!(known.check(units + 1, &work.answer).is_err(), "a load too few");
        }
        assert!(known.check(1, &Answer::Text("from nowhere".into())).is_err());
    }
}
