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
/// Suites run one after another, so each is held against the free space alone. One whose files would touch the reserve
/// is unavailable; a plan of nothing else is refused.
pub fn announce(planned: &mut [Planned]) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for suite in planned.iter_mut().filter(|suite| bytes(suite) > 0) {
        let (name, needed) = (suite.suite.name(), bytes(suite));
        let checked = Space::of(&suite.environment.work_folder).and_then(|space| {
            lines.push(format!("{name}: {}", space.describe(needed)));
            space.must_hold(needed)
        });
        suite.lack = checked.err();
    }
    if let Some(problem) = planned.iter().find_map(|suite| suite.lack.as_ref()) {
        if planned.iter().all(|suite| suite.lack.is_some()) {
            bail!("{problem}");
        }
        lines.push(problem.to_string());
    }
    let place = planned.iter().find(|suite| bytes(suite) > 0).map(|suite| suite.environment.work_folder.as_path());
    lines.extend(place.into_iter().flat_map(left_behind));
    Ok(lines)
}

fn left_behind(place: &Path) -> Vec<String> {
    let line = |leftover: &work_folder::Leftover| {
        let place = place.display();
        format!("{}; 'hostmark doctor --clean --dir {place}' removes it", leftover.describe())
    };
    work_folder::leftovers(place).iter().map(line).collect()
}
