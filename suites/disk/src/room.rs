//! The work of an item: passes over a phase, each a sample, and what came to light about the cache.

use std::sync::Arc;
use std::time::Duration;

use hostmark_harness::sample::Sample;
use hostmark_harness::status::{Flag, NoResult};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Findings, Timed};

use crate::cache::Residence;
use crate::store::{Disk, Store};

/// A phase that can be passed again and again.
pub(crate) trait Phase {
    /// Sets up what it needs, does the phase once within the stopwatch, and checks what it read and left.
    /// About so long where it has no end of its own.
    fn pass(&mut self, disk: &mut Disk, window: Duration, stop: &Stop) -> Result<Pass, NoResult>;
}

/// What came of one pass.
pub(crate) struct Pass {
    /// Its times and its work.
    pub(crate) sample: Sample,
    /// Where the file was before it was read; `None` where nothing is read.
    pub(crate) residence: Option<Residence>,
}

/// A phase with the files that it works on.
pub(crate) struct Room {
    /// The phase.
    pub(crate) phase: Box<dyn Phase>,
    /// The folder and the file.
    pub(crate) store: Arc<Store>,
    /// What each pass saw of the cache.
    pub(crate) seen: Vec<Residence>,
}

impl Timed for Room {
    fn measure(&mut self, window: Duration, stop: &Stop) -> Result<Vec<Sample>, NoResult> {
        let mut disk = self.store.lock();
        match self.phase.pass(&mut disk, window, stop) {
            Ok(pass) => {
                self.seen.extend(pass.residence);
                Ok(vec![pass.sample])
            }
            Err(problem) => {
                disk.give_back();
                Err(problem)
            }
        }
    }

    fn findings(&self) -> Findings {
        let Some(worst) = self.seen.iter().max_by(|left, right| left.share().total_cmp(&right.share())) else {
            return Findings::default();
        };
        let mut findings = Findings { context: worst.context(), ..Findings::default() };
        if let Some(note) = worst.cached() {
            findings.flags.insert(Flag::Cached);
            findings.note = note;
        }
        findings
    }
}
