//! The disk suite against bonnie++ 2.00a: the same system calls in the same order, and as fast in the same folder.

mod bonnie;
mod ours;
mod trace;

use std::path::Path;

pub use ours::{PHASES as OURS, print as print_ours};

use crate::Problem;
use crate::race::Race;

/// A phase as our suite calls it.
pub struct Phase {
    /// The case, with the order of files behind it.
    pub case: &'static str,
    /// The name of its race.
    race: &'static str,
}

const fn phase(case: &'static str, race: &'static str) -> Phase {
    Phase { case, race }
}

/// In the order of bonnie++.
pub const PHASES: [Phase; 12] = [
    phase("char-output", "disk: char output / bonnie++"),
    phase("block-output", "disk: block output / bonnie++"),
    phase("rewrite", "disk: rewrite / bonnie++"),
    phase("char-input", "disk: char input / bonnie++"),
    phase("block-input", "disk: block input / bonnie++"),
    phase("seeks", "disk: seeks / bonnie++"),
    phase("create;order=sequential", "disk: create, sequential / bonnie++"),
    phase("stat;order=sequential", "disk: stat, sequential / bonnie++"),
    phase("delete;order=sequential", "disk: delete, sequential / bonnie++"),
    phase("create;order=random", "disk: create, random / bonnie++"),
    phase("stat;order=random", "disk: stat, random / bonnie++"),
    phase("delete;order=random", "disk: delete, random / bonnie++"),
];

/// The place of seeks among them, which are done by several threads.
const SEEKS: usize = 5;

/// A run: MiB of the file and of characters, and files in units of 1024.
#[derive(Clone, Copy)]
struct Amount {
    mebibytes: u64,
    characters: u64,
    files: u64,
}

/// bonnie++ takes 3 MiB of characters, or the size of a smaller file.
const TRACED: Amount = Amount { mebibytes: 1, characters: 1, files: 1 };
const RACED: Amount = Amount { mebibytes: 512, characters: 3, files: 16 };

/// Runs of each, in turn; three seconds of each of bonnie++'s it sleeps.
const PAIRS: usize = 12;

/// What all ratios have to lie in, where bonnie++ itself varies less.
const BAR: f64 = 0.05;

/// Runs all races; false when a bar is missed.
pub fn races() -> Result<bool, Problem> {
    let folder = tempfile::tempdir()?;
    let mut all_hold = trace::compare(folder.path(), TRACED)?;
    let (theirs, own) = times(folder.path())?;
    for (phase, (theirs, own)) in PHASES.iter().zip(theirs.into_iter().zip(own)) {
        // As wide as bonnie++'s own runs differ from their median, where that is more.
        let bar = BAR.max(spread(&theirs));
        let race = Race { name: phase.race, pairs: PAIRS, bar: (1.0 - bar, 1.0 + bar) };
        all_hold &= race.judge(theirs, own);
    }
    Ok(all_hold)
}

/// Speeds of each phase, run by run: of bonnie++ and of ours.
fn times(folder: &Path) -> Result<(Vec<Vec<f64>>, Vec<Vec<f64>>), Problem> {
    let mut theirs = vec![Vec::new(); PHASES.len()];
    let mut own = vec![Vec::new(); PHASES.len()];
    let bonnie = bonnie::Bonnie::new(folder)?;
    for pair in 0..PAIRS {
        let sides: [(&dyn Fn() -> Result<Vec<f64>, Problem>, &mut Vec<Vec<f64>>); 2] =
            [(&|| bonnie.seconds(RACED), &mut theirs), (&|| ours::seconds(folder, RACED), &mut own)];
        let mut sides = Vec::from(sides);
        if pair % 2 == 1 {
            sides.reverse();
        }
        for (run, speeds) in sides {
            run()?.into_iter().zip(speeds).for_each(|(seconds, speeds)| speeds.push(1.0 / seconds));
        }
    }
    Ok((theirs, own))
}

/// The median absolute deviation, as a part of the median.
fn spread(speeds: &[f64]) -> f64 {
    use hostmark_harness::statistics::{mad, median};
    mad(speeds).zip(median(speeds)).map_or(0.0, |(mad, median)| mad / median)
}
