//! Folders for work files: gone after success, failure and a stop, and known as left behind after a kill.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use nix::fcntl::{Flock, FlockArg};

use crate::status::NoResult;
use crate::units::bytes as in_words;

/// What the names begin with.
const PREFIX: &str = "hostmark-work-";

/// The file in each folder that its maker holds locked. A folder without it is nobody's leftover.
const LOCK: &str = "hostmark.lock";

/// A folder that one process made for its work files, and removes when this is dropped.
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    _lock: Flock<File>,
}

impl WorkFolder {
    /// Makes `hostmark-work-PURPOSE-PROCESS-COUNT` in `place`; nobody else may look into it.
    pub fn create(place: &Path, purpose: &str) -> Result<WorkFolder, NoResult> {
        let problem = |problem: io::Error| {
            let place = place.display();
            NoResult::Failed(format!("no folder can be made in {place}: {problem}; choose another place with --dir"))
        };
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = place.join(format!("{PREFIX}{purpose}-{}-{count}", std::process::id()));
            match DirBuilder::new().mode(0o700).create(&path) {
                // Of an earlier process with this number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                other => other.map_err(problem)?,
            }
            let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path.join(LOCK));
            let locked = file.and_then(|file| lock(file).map_err(io::Error::from));
            return match locked {
                Ok(_lock) => Ok(WorkFolder { path, _lock }),
                Err(error) => {
                    let _ = remove(&path);
                    Err(problem(error))
                }
            };
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let _ = remove(&self.path);
    }
}

fn lock(file: File) -> Result<Flock<File>, nix::Error> {
    Flock::lock(file, FlockArg::LockExclusiveNonblock).map_err(|(_, problem)| problem)
}

/// Removes a tree, whatever modes its folders have.
pub fn remove(path: &Path) -> io::Result<()> {
    fs::remove_dir_all(path).or_else(|_| {
        make_writable(path)?;
        fs::remove_dir_all(path)
    })
}

fn make_writable(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            make_writable(&entry.path())?;
        }
    }
    Ok(())
}

/// A work folder of a process that was killed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub path: PathBuf,
    /// Bytes on the device of all files in it.
    pub bytes: u64,
}

impl Leftover {
    /// `/tmp/hostmark-work-disk-4711-0 with 256 MiB was left by a run that was killed`.
    pub fn describe(&self) -> String {
        format!("{} with {} was left by a run that was killed", self.path.display(), in_words(self.bytes))
    }
}

/// The work folders in `place` that belong to this user and that no living process holds. What cannot be read is left
/// out.
pub fn leftovers(place: &Path) -> Vec<Leftover> {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let mut found: Vec<Leftover> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX))
        .map(|entry| entry.path())
        .filter(|path| is_left_behind(path))
        .map(|path| Leftover { bytes: bytes(&path), path })
        .collect();
    found.sort_by(|left, right| left.path.cmp(&right.path));
    found
}

fn is_left_behind(folder: &Path) -> bool {
    let own = nix::unistd::geteuid().as_raw();
    let is_ours = fs::symlink_metadata(folder).is_ok_and(|data| data.is_dir() && data.uid() == own);
    let file = OpenOptions::new().write(true).custom_flags(nix::libc::O_NOFOLLOW).open(folder.join(LOCK));
    is_ours && file.is_ok_and(|file| lock(file).is_ok())
}

fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => bytes(&entry.path()),
        Ok(data) => data.blocks() * 512,
        Err(_) => 0,
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_folder_is_gone_whatever_is_in_it() {
        let place = tempfile::tempdir().unwrap();
        let folder = WorkFolder::create(place.path(), "disk").unwrap();
        let inner = folder.path().join("closed");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("file"), "x").unwrap();
        fs::set_permissions(&inner, Permissions::from_mode(0o500)).unwrap();
        assert_eq!(leftovers(place.path()), [], "it is in use");
        drop(folder);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn only_what_a_killed_process_of_ours_left_is_a_leftover() {
        let place = tempfile::tempdir().unwrap();
        let made = |name: &str, file: &str| {
            fs::create_dir(place.path().join(name)).unwrap();
            fs::write(place.path().join(name).join(file), vec![1; 5000]).unwrap();
        };
        made("hostmark-work-disk-1-0", LOCK);
        made("hostmark-work-of-a-person", "thesis");
        made("hostmark-runs", LOCK);
        std::os::unix::fs::symlink("/", place.path().join("hostmark-work-link")).unwrap();
        let found = leftovers(place.path());
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].path.ends_with("hostmark-work-disk-1-0") && found[0].bytes >= 4096, "{found:?}");
    }

    #[test]
    fn a_place_that_takes_no_folder_is_named() {
        let problem = WorkFolder::create(Path::new("/no/such/place"), "disk").unwrap_err().to_string();
        assert!(problem.starts_with("no folder can be made in /no/such/place: "), "{problem}");
    }
}
