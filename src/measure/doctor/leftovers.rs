//! Work folders that killed runs have left: found, and removed where that is asked for.

use std::path::Path;

use hostmark_harness::work_folder::{self, Leftover};

use super::{Finding, State};

const TOPIC: &str = "leftovers";

/// One finding for each in `place`, or that there are none.
pub fn leftovers(place: &Path, clean: bool) -> Vec<Finding> {
    let found = work_folder::leftovers(place);
    if found.is_empty() {
        return vec![Finding::ok(TOPIC, format!("none in {}", place.display()))];
    }
    found.iter().map(|leftover| if clean { remove(leftover) } else { name(leftover) }).collect()
}

fn name(leftover: &Leftover) -> Finding {
    Finding::new(State::Warning, TOPIC, leftover.describe(), "the same command with --clean removes it")
}

fn remove(leftover: &Leftover) -> Finding {
    match work_folder::remove(&leftover.path) {
        Ok(()) => Finding::ok(TOPIC, format!("removed: {}", leftover.describe())),
        Err(problem) => {
            let text = format!("{} cannot be removed: {problem}", leftover.path.display());
            Finding::new(State::Warning, TOPIC, text, "remove it by hand")
        }
    }
}
