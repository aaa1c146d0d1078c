//! Whether work files fit: some of the free space of a file system is never touched.

use std::path::{Path, PathBuf};

use nix::sys::statvfs::statvfs;

use crate::status::NoResult;
use crate::units::bytes as in_words;

/// What stays free: this part of the file system, and at least so many bytes.
const RESERVED_PART: u64 = 20;
const RESERVED_BYTES: u64 = 1 << 30;

/// Space of the file system that holds a folder, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The folder.
    pub place: PathBuf,
    /// What a person without rights can still write (statvfs `f_bavail` * `f_frsize`).
    pub free: u64,
    /// What of it stays free: the larger of 5 % of the file system and 1 GiB.
    pub reserve: u64,
}

impl Space {
    /// Asks the system.
    pub fn of(place: &Path) -> Result<Space, NoResult> {
        let unknown = |problem| {
            let place = place.display();
            NoResult::Failed(format!("the free space of {place} is not known: {problem}; give another with --dir"))
        };
        let answer = statvfs(place).map_err(unknown)?;
        // The width of these counts differs between systems.
        #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
        let (unit, all, free) =
            (answer.fragment_size() as u64, answer.blocks() as u64, answer.blocks_available() as u64);
        let reserve = (all.saturating_mul(unit) / RESERVED_PART).max(RESERVED_BYTES);
        Ok(Space { place: place.to_path_buf(), free: free.saturating_mul(unit), reserve })
    }

    /// Fails where so many bytes of work files would touch the reserve.
    pub fn must_hold(&self, needed: u64) -> Result<(), NoResult> {
        if needed == 0 || needed.saturating_add(self.reserve) <= self.free {
            return Ok(());
        }
        let advice = "free some, give another folder with --dir, or ask for less with --set";
        Err(NoResult::Unavailable(format!("no room: {}; {advice}", self.describe(needed))))
    }

    /// `48.0 GiB of work files needed in /tmp, 62.0 GiB free, of which 12.6 GiB stay untouched`.
    pub fn describe(&self, needed: u64) -> String {
        let (place, free, reserve) = (self.place.display(), in_words(self.free), in_words(self.reserve));
        let needed = in_words(needed);
        format!("{needed} of work files needed in {place}, {free} free, of which {reserve} stay untouched")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserve_is_never_touched() {
        let space = Space { place: "/tmp".into(), free: 3 << 30, reserve: 1 << 30 };
        assert_eq!(space.must_hold(2 << 30), Ok(()));
        let problem = space.must_hold((2 << 30) + 1).unwrap_err().to_string();
        assert!(
            problem.starts_with(
                "no room: 2.0 GiB of work files needed in /tmp, 3 GiB free, of which 1 GiB stay untouched"
            ),
            "{problem}"
        );
        assert!(space.must_hold(u64::MAX).is_err());
        let full = Space { free: 0, ..space };
        assert_eq!(full.must_hold(0), Ok(()), "who needs nothing is not refused");
    }

    #[test]
    fn a_twentieth_of_a_large_file_system_is_kept() {
        let space = Space::of(Path::new("/")).unwrap();
        assert!(space.reserve >= RESERVED_BYTES, "{space:?}");
        assert!(Space::of(Path::new("/no/such/place")).unwrap_err().to_string().contains("/no/such/place"));
    }
}
