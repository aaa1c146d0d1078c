//! Work files of a plan: whether there is room for them, and what killed runs have left.

use std::path::Path;

use anyhow::{Result, bail};
use hostmark_harness::space::Space;
use hostmark_harness::work_folder;

use super::resolve::Planned;

/// The most bytes that the items of a suite have in files at once.
pub fn bytes(planned: &Planned) -> u64 {
    planned.blocks.iter().flatten().map(|item| item.case.bytes).max().unwrap_or(0)
}

/// What is to be said before anything is written: needed and free bytes, and folders that killed runs have left.
/// Refuses a plan whose files would touch the reserve. Suites run one after another, so the largest counts.
pub fn announce(planned: &[Planned]) -> Result<Vec<String>> {
    let Some(largest) = planned.iter().max_by_key(|planned| bytes(planned)).filter(|largest| bytes(largest) > 0) else {
        return Ok(Vec::new());
    };
    let (place, name) = (&largest.environment.work_folder, largest.suite.name());
    let checked = Space::of(place).and_then(|space| space.must_hold(bytes(largest)).map(|()| space));
    let space = match checked {
        Ok(space) => space,
        Err(problem) => bail!("suite {name}: {problem}; --skip {name} leaves it out"),
    };
    let mut lines = vec![format!("{name}: {}", space.describe(bytes(largest)))];
    lines.extend(left_behind(place));
    Ok(lines)
}

fn left_behind(place: &Path) -> Vec<String> {
    let line = |leftover: &work_folder::Leftover| {
        let place = place.display();
        format!("{}; 'hostmark doctor --clean --dir {place}' removes it", leftover.describe())
    };
    work_folder::leftovers(place).iter().map(line).collect()
}
