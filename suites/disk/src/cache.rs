//! Whether a file is read from the disk or from memory: it is taken out of the cache, and what is left is counted.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Instant;

use hostmark_harness::host::{FileSystem, Host};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::sample::Sample;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

use crate::data::{CHUNK, Content};
use crate::problem::failed;
use crate::store::Disk;

/// A larger part of the file in memory is no measurement of a disk.
const MOST: f64 = 0.05;

/// Bytes that are read again to learn how fast memory is.
const AGAIN: u64 = 64 << 20;

/// A file that is read faster than this part of what memory gives was in memory.
const AS_MEMORY: f64 = 0.5;

/// File systems with a cache of their own, which no call of the system tells of.
const OWN_CACHE: [&str; 1] = ["zfs"];

/// The file is this many times the memory or more: as `bonnie++` has it, little of it is left in a cache.
const LARGE: u64 = 2;

/// What can be told of a file system and of memory, however the file is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ground {
    in_memory: bool,
    is_hidden: bool,
    is_large: bool,
}

impl Ground {
    /// Of a file of so many bytes.
    pub(crate) fn of(system: Option<&FileSystem>, host: Option<&Host>, bytes: u64) -> Ground {
        let hides = |system: &FileSystem| system.is_elsewhere() || OWN_CACHE.contains(&system.kind.as_str());
        let memory = host.and_then(Host::usable_memory);
        Ground {
            in_memory: system.is_some_and(FileSystem::is_memory),
            is_hidden: system.is_none_or(hides),
            is_large: memory.is_some_and(|memory| bytes >= memory.saturating_mul(LARGE)),
        }
    }

    /// True where the disk is memory.
    pub(crate) fn is_memory(self) -> bool {
        self.in_memory
    }
}

/// Where a file was when its reading began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Residence {
    ground: Ground,
    dropped: bool,
    /// The part in the page cache; `None` where it cannot be told.
    resident: Option<f64>,
    /// How fast it was read by how fast it is read again; `None` where that was not looked at.
    as_memory: Option<f64>,
    /// True where it is read past the cache.
    direct: bool,
}

/// A file that is about to be read.
pub(crate) struct Opened {
    /// The file.
    pub(crate) file: File,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What it holds.
    pub(crate) content: Content,
    /// Where that is.
    pub(crate) residence: Residence,
}

/// Opens the file, which is written now where there is none.
pub(crate) fn open(disk: &mut Disk, stop: &Stop) -> Result<Opened, NoResult> {
    let content = disk.filled(stop)?;
    let (file, path) = disk.open()?;
    let residence = before_reading(&file, &path, disk)?;
    Ok(Opened { file, path, content, residence })
}

/// Takes the file out of the cache where that is asked for, and looks at what is left of it.
fn before_reading(file: &File, path: &Path, disk: &Disk) -> Result<Residence, NoResult> {
    let ground = disk.ground;
    let dropped = disk.settings.drop && drop_cache(file).map_err(|problem| failed("dropping", path, problem))?;
    let resident = if ground.is_hidden { None } else { resident(file, disk.settings.bytes) };
    Ok(Residence { ground, dropped, resident, as_memory: None, direct: false })
}

/// False where this system has no way to do it.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
fn drop_cache(file: &File) -> Result<bool, nix::Error> {
    use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
    posix_fadvise(file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED).map(|()| true)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
fn drop_cache(_: &File) -> Result<bool, nix::Error> {
    Ok(false)
}

/// The part of the file that is in the page cache; `None` where this system does not tell.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
fn resident(file: &File, bytes: u64) -> Option<f64> {
    crate::residency::share(file, bytes).ok()
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
fn resident(_: &File, _: u64) -> Option<f64> {
    None
}

impl Residence {
    /// Of a file that is read past the cache, so that it does not matter what is there.
    pub(crate) fn past_the_cache(disk: &Disk) -> Residence {
        Residence { ground: disk.ground, dropped: false, resident: None, as_memory: None, direct: true }
    }

    /// Where the system cannot tell, time does: reads the end of the file again, which is in a cache by now.
    pub(crate) fn timed(mut self, sample: &Sample, path: &Path) -> Result<Residence, NoResult> {
        if self.resident.is_none() {
            let again = read_again(path).map_err(|problem| failed("reading", path, problem))?;
            self.as_memory = Some(sample.work / sample.seconds / again);
        }
        Ok(self)
    }

    /// The larger, the more of the file was in memory.
    pub(crate) fn share(&self) -> f64 {
        if self.direct {
            return 0.0;
        }
        self.resident.or(self.as_memory).unwrap_or(1.0)
    }

    /// For the record: whether the cache was dropped, and what was left.
    pub(crate) fn context(&self) -> Parameters {
        if self.direct {
            return Parameters::new().with("direct", "yes");
        }
        let word = |yes| if yes { "yes" } else { "no" };
        let resident = self.resident.map_or("unknown".to_string(), |part| format!("{:.0}", 100.0 * part));
        Parameters::new().with("dropped", word(self.dropped)).with("resident-percent", resident)
    }

    /// Why the figure is none of a disk; `None` where it is.
    pub(crate) fn cached(&self) -> Option<String> {
        match (self.resident, self.as_memory) {
            _ if self.ground.in_memory => Some("the file system is memory".to_string()),
            _ if self.direct => None,
            _ if self.ground.is_large && !self.dropped => None,
            (Some(part), _) if part > MOST => {
                Some(format!("{:.0} % of the file was in memory before it was read", 100.0 * part))
            }
            (Some(_), _) => None,
            (None, Some(part)) if part < AS_MEMORY => None,
            (None, Some(_)) => Some("it was read about as fast as memory".to_string()),
            (None, None) if self.ground.is_large => None,
            (None, None) => Some("this file system does not tell what it keeps in memory".to_string()),
        }
    }
}

/// Bytes a second of the end of the file, read twice.
fn read_again(path: &Path) -> std::io::Result<f64> {
    let mut file = File::open(path)?;
    let start = file.metadata()?.len().saturating_sub(AGAIN);
    let mut buffer = vec![0; CHUNK];
    let mut rate = 0.0;
    for _ in 0..2 {
        file.seek(SeekFrom::Start(start))?;
        let (begun, mut bytes) = (Instant::now(), 0);
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                count => bytes += count,
            }
        }
        rate = bytes as f64 / begun.elapsed().as_secs_f64();
    }
    Ok(rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Residence = Residence {
        ground: Ground { in_memory: false, is_hidden: false, is_large: false },
        dropped: true,
        resident: Some(0.0),
        as_memory: None,
        direct: false,
    };

    #[test]
    fn what_was_in_memory_is_said_and_what_was_not_is_not() {
        assert_eq!(SEEN.cached(), None);
        let half = Residence { resident: Some(0.5), ..SEEN };
        assert_eq!(half.cached().unwrap(), "50 % of the file was in memory before it was read");
        let large = Ground { is_large: true, ..SEEN.ground };
        assert_eq!(Residence { ground: large, dropped: false, ..half }.cached(), None, "as bonnie++");
        let memory = Ground { in_memory: true, ..large };
        assert_eq!(Residence { ground: memory, ..SEEN }.cached().unwrap(), "the file system is memory");
    }

    #[test]
    fn where_the_system_does_not_tell_time_does() {
        let untold = Residence { resident: None, ..SEEN };
        assert!(untold.cached().unwrap().contains("does not tell"));
        assert_eq!(Residence { as_memory: Some(0.1), ..untold }.cached(), None);
        assert!(Residence { as_memory: Some(0.9), ..untold }.cached().unwrap().contains("as fast as memory"));
        let path = tempfile::NamedTempFile::new().unwrap();
        path.as_file().set_len(1 << 20).unwrap();
        let slow = Sample { work: 1.0, seconds: 10.0, ..Sample::default() };
        assert_eq!(untold.timed(&slow, path.path()).unwrap().cached(), None);
    }
}
