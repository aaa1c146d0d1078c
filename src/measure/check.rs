//! `--check`: one checked iteration of everything, without keeping a time.

use hostmark_harness::source;
use hostmark_harness::status::{NoResult, Status};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Item;

use super::resolve::Planned;

/// What became of one item.
pub struct Checked {
    /// The item's name.
    pub item: String,
    /// Ok when its answer is right.
    pub status: Status,
    /// Why it is not ok.
    pub note: String,
}

/// Checks each item in turn; `seen` is told each at once. Ends early on a stop.
pub fn check(planned: &[Planned], stop: &Stop, seen: &mut dyn FnMut(&Checked)) -> Vec<Checked> {
    let mut all = Vec::new();
    for suite in planned {
        for item in suite.blocks.iter().flatten() {
            if stop.is_set() {
                return all;
            }
            let (status, note) = match check_item(suite, item, stop) {
                Ok(()) => (Status::Ok, String::new()),
                Err(problem) => (problem.status(), problem.to_string()),
            };
            let checked = Checked { item: item.id(), status, note };
            seen(&checked);
            all.push(checked);
        }
        suite.environment.shelf.clear();
    }
    all
}

fn check_item(suite: &Planned, item: &Item, stop: &Stop) -> Result<(), NoResult> {
    source::check(suite.prepare(item)?.workload, item.known(), 1, stop)
}
