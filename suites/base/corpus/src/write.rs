//! A tree on disk.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use nix::fcntl::AT_FDCWD;
use nix::sys::stat::{UtimensatFlags, utimensat};
use nix::sys::time::TimeSpec;

use crate::profile::Profile;
use crate::tree::{Entry, What, entries};

/// Bytes that are written between two looks at the stop token.
const CHUNK: usize = 1 << 20;

/// Makes a profile's tree in a folder that is there and empty, with modes and times. After an error, or when the stop
/// token was set, what was made so far is left to whoever owns the folder.
pub fn write(profile: Profile, place: &Path, stop: &Stop) -> Result<(), NoResult> {
    let mut folders = Vec::new();
    for entry in entries(profile) {
        make(&entry, &place.join(&entry.path), stop)?;
        if entry.what == What::Folder {
            folders.push(entry);
        }
    }
    // Files that are put into a folder change its time; those further in come first.
    for folder in folders.iter().rev() {
        attempt(&place.join(&folder.path), |path| set_times(path, folder.modified))?;
    }
    Ok(())
}

fn make(entry: &Entry, path: &Path, stop: &Stop) -> Result<(), NoResult> {
    if stop.is_set() {
        return Err(NoResult::Stopped);
    }
    match &entry.what {
        What::Folder => attempt(path, |path| {
            fs::create_dir(path)?;
            fs::set_permissions(path, Permissions::from_mode(entry.mode))
        })?,
        What::Link(target) => attempt(path, |path| symlink(target, path))?,
        What::File(contents) => {
            let bytes = contents.bytes();
            let mut file = attempt(path, |path| OpenOptions::new().write(true).create_new(true).open(path))?;
            for chunk in bytes.chunks(CHUNK) {
                if stop.is_set() {
                    return Err(NoResult::Stopped);
                }
                attempt(path, |_| file.write_all(chunk))?;
            }
            attempt(path, |_| file.set_permissions(Permissions::from_mode(entry.mode)))?;
        }
    }
    if entry.what == What::Folder { Ok(()) } else { attempt(path, |path| set_times(path, entry.modified)) }
}

/// Of a link it is the link itself that is changed.
fn set_times(path: &Path, seconds: u64) -> io::Result<()> {
    let time = TimeSpec::new(i64::try_from(seconds).unwrap_or(0), 0);
    Ok(utimensat(AT_FDCWD, path, &time, &time, UtimensatFlags::NoFollowSymlink)?)
}

fn attempt<T>(path: &Path, work: impl FnOnce(&Path) -> io::Result<T>) -> Result<T, NoResult> {
    work(path).map_err(|problem| NoResult::Failed(format!("{}: {problem}", path.display())))
}
