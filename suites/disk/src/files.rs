//! The phases over many empty files in one folder: create, stat and delete, as `bonnie++` 2.00a.
//!
//! Where `bonnie++` changes into the folder, names are given relative to it: the same calls on as short a path.

use std::ffi::{CStr, CString};
use std::fs::{self, DirBuilder};
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use nix::dir::Dir;
use nix::fcntl::{AtFlags, OFlag, open, openat};
use nix::sys::stat::{Mode, fstatat};
use nix::unistd::{UnlinkatFlags, sync, unlinkat};

use crate::cases::SEQUENTIAL;
use crate::names::{names, shuffle};
use crate::problem::failed;
use crate::room::{Pass, Phase};
use crate::stopwatch::Stopwatch;
use crate::store::{Disk, go_on};

/// Which of the phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// open and close ... sync.
    Create,
    /// readdir, and stat of each.
    Stat,
    /// readdir, unlink of each, rmdir, sync.
    Delete,
}

/// One phase in one order.
pub(crate) struct Files {
    /// What is done.
    pub(crate) action: Action,
    /// Sequential or random.
    pub(crate) order: String,
    /// The files that are there from the pass before, which only asked for them.
    pub(crate) folder: Option<Folder>,
}

impl Phase for Files {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let left = self.folder.take();
        let mut watch = Stopwatch::new();
        let folder = match left {
            Some(folder) => folder,
            None => {
                let folder = Folder::new(disk, &self.order)?;
                if self.action == Action::Create {
                    watch.start();
                }
                folder.create(&mut watch, stop)?;
                folder
            }
        };
        let count = folder.names.len() as u64;
        let sample = match self.action {
            Action::Create => {
                let sample = watch.stop(count);
                folder.must_hold(count)?;
                sample
            }
            Action::Stat => {
                let names = folder.in_order(disk, &self.order)?;
                watch.start();
                let seen = folder.each(names, &mut watch, stop, |folder, name| folder.stat(name))?;
                let sample = watch.stop(count);
                same(seen, count)?;
                self.folder = Some(folder);
                return Ok(Pass { sample, residence: None });
            }
            Action::Delete => {
                let names = folder.in_order(disk, &self.order)?;
                watch.start();
                let seen = folder.each(names, &mut watch, stop, |folder, name| folder.unlink(name))?;
                fs::remove_dir(&folder.path).map_err(|problem| failed("removing", &folder.path, problem))?;
                sync();
                let sample = watch.stop(count);
                same(seen, count)?;
                sample
            }
        };
        Ok(Pass { sample, residence: None })
    }
}

fn same(seen: u64, count: u64) -> Result<(), NoResult> {
    if seen == count {
        return Ok(());
    }
    Err(NoResult::Failed(format!("wrong answer: {seen} files were found instead of {count}")))
}

/// The folder with the files, removed when it is dropped.
pub(crate) struct Folder {
    path: PathBuf,
    descriptor: OwnedFd,
    names: Vec<CString>,
}

/// Where names come from: a reading of the folder, or a list.
enum Names {
    Read,
    Listed(Vec<CString>),
}

impl Folder {
    /// An empty one, and the names that files in it will have.
    fn new(disk: &mut Disk, order: &str) -> Result<Folder, NoResult> {
        let seed = disk.new_seed();
        let path = disk.folder()?.join("files");
        let problem = |problem| failed("making", &path, problem);
        // What a pass that failed has left.
        let _ = fs::remove_dir_all(&path);
        DirBuilder::new().mode(0o700).create(&path).map_err(problem)?;
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
        let descriptor = open(&path, flags, Mode::empty()).map_err(|errno| problem(errno.into()))?;
        Ok(Folder { descriptor, names: names(disk.settings.files, order, seed), path })
    }

    /// The order of stat and delete: as the folder gives them, or by chance.
    fn in_order(&self, disk: &mut Disk, order: &str) -> Result<Names, NoResult> {
        self.must_hold(self.names.len() as u64)?;
        if order == SEQUENTIAL {
            return Ok(Names::Read);
        }
        let mut names = self.names.clone();
        shuffle(&mut names, disk.new_seed());
        Ok(Names::Listed(names))
    }

    /// All files, and a sync(2) at the end.
    fn create(&self, watch: &mut Stopwatch, stop: &Stop) -> Result<(), NoResult> {
        let flags = OFlag::O_WRONLY | OFlag::O_CREAT | OFlag::O_EXCL;
        for name in &self.names {
            go_on(stop)?;
            let file = openat(&self.descriptor, name.as_c_str(), flags, Mode::from_bits_truncate(0o600));
            drop(file.map_err(|problem| self.failed("making a file in", problem))?);
            watch.lap();
        }
        sync();
        Ok(())
    }

    /// Does something with each file; gives how many there were.
    fn each(
        &self,
        names: Names,
        watch: &mut Stopwatch,
        stop: &Stop,
        action: impl Fn(&Folder, &CStr) -> Result<(), NoResult>,
    ) -> Result<u64, NoResult> {
        let mut seen = 0;
        let mut one = |name: &CStr| {
            go_on(stop)?;
            action(self, name)?;
            watch.lap();
            seen += 1;
            Ok(())
        };
        match names {
            Names::Listed(names) => names.iter().try_for_each(|name| one(name))?,
            Names::Read => {
                for entry in self.read()? {
                    let entry = entry.map_err(|problem| self.failed("reading", problem))?;
                    if !entry.file_name().to_bytes().starts_with(b".") {
                        one(entry.file_name())?;
                    }
                }
            }
        }
        Ok(seen)
    }

    fn read(&self) -> Result<Dir, NoResult> {
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_NONBLOCK | OFlag::O_CLOEXEC;
        Dir::openat(&self.descriptor, ".", flags, Mode::empty()).map_err(|problem| self.failed("opening", problem))
    }

    fn stat(&self, name: &CStr) -> Result<(), NoResult> {
        match fstatat(&self.descriptor, name, AtFlags::empty()) {
            Ok(data) if data.st_size == 0 => Ok(()),
            Ok(_) => Err(NoResult::Failed("wrong answer: a file that was made empty is not".to_string())),
            Err(problem) => Err(self.failed("looking at a file in", problem)),
        }
    }

    fn unlink(&self, name: &CStr) -> Result<(), NoResult> {
        let unlinked = unlinkat(&self.descriptor, name, UnlinkatFlags::NoRemoveDir);
        unlinked.map_err(|problem| self.failed("removing a file in", problem))
    }

    fn must_hold(&self, count: u64) -> Result<(), NoResult> {
        let entries = fs::read_dir(&self.path).map_err(|problem| failed("reading", &self.path, problem))?;
        same(entries.count() as u64, count)
    }

    fn failed(&self, doing: &str, problem: nix::Error) -> NoResult {
        failed(doing, Path::new(&self.path), problem)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
