//! A tar as a tree of files, in a folder that nobody else writes to.
//!
//! Only folders that this call made itself are written into, so nothing gets out of the tree through a link.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, DirBuilder, File, FileTimes, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use hostmark_harness::stop::Stop;
use nix::sys::stat::{Mode, umask};
use tar::{Entry, EntryType};

use crate::listing::MODE;
use crate::path::{check_target, inside, refused};
use crate::problem::stoppable;

/// The bits of a mode, which are 16 on some systems.
#[allow(clippy::useless_conversion)]
fn bits(mode: Mode) -> u32 {
    mode.bits().into()
}

/// Bytes that are written at a time.
const CHUNK: usize = 64 << 10;

/// Makes the files, folders and links of an archive in `into`, which is there and empty, with their names, modes (but
/// for the bits that change who a program runs as) and times. Owners are not restored. An entry that leads out of the
/// tree, and one of any other kind, is an error.
pub fn unpack(from: impl Read, into: &Path, stop: &Stop) -> io::Result<()> {
    let mut tree = Tree::new(into);
    for entry in tar::Archive::new(stoppable(from, stop)).entries()? {
        tree.add(entry?)?;
    }
    tree.finish()
}

struct Tree<'a> {
    into: &'a Path,
    /// Folders that were made, by their path in the tree.
    folders: HashSet<PathBuf>,
    /// What these get at the end, since files that are put into a folder change its time.
    attributes: BTreeMap<PathBuf, (u32, SystemTime)>,
    /// Bits that the system takes away from the mode of a new file.
    mask: u32,
    chunk: Vec<u8>,
}

impl<'a> Tree<'a> {
    fn new(into: &'a Path) -> Self {
        // The only way to read the mask is to set it.
        let mask = umask(Mode::from_bits_truncate(0o077));
        umask(mask);
        Tree {
            into,
            folders: HashSet::from([PathBuf::new()]),
            attributes: BTreeMap::new(),
            mask: bits(mask),
            chunk: vec![0; CHUNK],
        }
    }

    fn add(&mut self, mut entry: Entry<impl Read>) -> io::Result<()> {
        let name = entry.path_bytes().into_owned();
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            return Ok(());
        }
        let path = inside(&name)?;
        let mode = entry.header().mode()? & MODE;
        let time = SystemTime::UNIX_EPOCH
            .checked_add(Duration::from_secs(entry.header().mtime()?))
            .ok_or_else(|| refused(&name, "has an impossible time"))?;
        if kind == EntryType::Directory {
            self.folder(&path)?;
            self.attributes.insert(path, (mode, time));
            return Ok(());
        }
        let parent = path.parent().ok_or_else(|| refused(&name, "is the tree itself, and no folder"))?;
        self.folder(parent)?;
        let link =
            |entry: &Entry<_>| PathBuf::from(std::ffi::OsStr::from_bytes(&entry.link_name_bytes().unwrap_or_default()));
        match kind {
            EntryType::Regular | EntryType::Continuous => self.file(&path, mode, time, &mut entry),
            EntryType::Symlink => {
                let target = link(&entry);
                check_target(&path, &target)?;
                self.replace(&path, |place| std::os::unix::fs::symlink(&target, place))
            }
            EntryType::Link => {
                let target = inside(link(&entry).as_os_str().as_bytes())?;
                let known = target.parent().is_some_and(|parent| self.folders.contains(parent));
                if !known {
                    return Err(refused(&name, "is a link to a file that is not in the archive"));
                }
                let target = self.into.join(target);
                self.replace(&path, |place| fs::hard_link(&target, place))
            }
            _ => Err(refused(&name, "is neither file nor folder nor link")),
        }
    }

    /// Makes a folder, and those above it, that are not there yet.
    fn folder(&mut self, path: &Path) -> io::Result<()> {
        if self.folders.contains(path) {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            self.folder(parent)?;
        }
        // What is in the way is no folder of ours: a file or a link.
        DirBuilder::new().mode(0o700).create(self.into.join(path))?;
        self.folders.insert(path.to_path_buf());
        let now = SystemTime::now();
        self.attributes.insert(path.to_path_buf(), (0o777 & !self.mask, now));
        Ok(())
    }

    fn file(&mut self, path: &Path, mode: u32, time: SystemTime, from: &mut impl Read) -> io::Result<()> {
        let mut file =
            self.replace(path, |place| OpenOptions::new().write(true).create_new(true).mode(mode).open(place))?;
        copy(from, &mut file, &mut self.chunk)?;
        if mode & self.mask != 0 {
            file.set_permissions(Permissions::from_mode(mode))?;
        }
        file.set_times(FileTimes::new().set_modified(time))
    }

    /// Makes a thing; what an earlier entry made in its place goes, as in tar.
    fn replace<T>(&self, path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<T> {
        let place = self.into.join(path);
        match make(&place) {
            Err(problem) if problem.kind() == io::ErrorKind::AlreadyExists => {
                fs::remove_file(&place)?;
                make(&place)
            }
            made => made,
        }
    }

    /// Gives the folders their modes and times, the deepest first.
    fn finish(self) -> io::Result<()> {
        for (path, (mode, time)) in self.attributes.into_iter().rev() {
            let folder = File::open(self.into.join(path))?;
            folder.set_times(FileTimes::new().set_modified(time))?;
            folder.set_permissions(Permissions::from_mode(mode))?;
        }
        Ok(())
    }
}

fn copy(from: &mut impl Read, to: &mut File, chunk: &mut [u8]) -> io::Result<()> {
    loop {
        match from.read(chunk) {
            Ok(0) => return Ok(()),
            Ok(length) => to.write_all(&chunk[..length])?,
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            Err(problem) => return Err(problem),
        }
    }
}
