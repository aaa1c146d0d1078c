//! The work folder and the file in it, which phases leave to each other.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hostmark_harness::space::Space;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Environment;
use hostmark_harness::work_folder::WorkFolder;
use signal_hook::consts::SIGXFSZ;

use crate::cache::Ground;
use crate::cases::Settings;
use crate::data::{CHUNK, Content, Data};
use crate::file_system;
use crate::problem::failed;

/// The name of the file, and of the one that single characters go to.
const FILE: &str = "file";
const CHARACTERS: &str = "characters";

/// What all phases share. It is on the shelf of the environment, so that it is gone when the suite is done.
pub(crate) struct Store(Mutex<Disk>);

impl Store {
    /// The one of this environment; nothing is written yet. Unavailable where there is no room for the file.
    pub(crate) fn of(environment: &Environment) -> Result<Arc<Store>, NoResult> {
        environment.shelf.get_or_make("disk", || {
            let settings = Settings::of(environment)?;
            let needed = settings.bytes.saturating_add(settings.characters);
            Space::of(&environment.work_folder)?.must_hold(needed)?;
            // A limit of 'ulimit -f' is then told by the write, and does not kill.
            signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))
                .map_err(|problem| NoResult::Failed(format!("signals cannot be caught: {problem}")))?;
            Ok(Store(Mutex::new(Disk::new(environment, settings))))
        })
    }

    /// For one pass.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Disk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The folder, what is in the file, and what makes it.
pub(crate) struct Disk {
    /// The parameters.
    pub(crate) settings: Settings,
    /// Makes chunks.
    pub(crate) data: Data,
    /// What can be told of the file system.
    pub(crate) ground: Ground,
    place: PathBuf,
    folder: Option<WorkFolder>,
    content: Option<Content>,
    seed: u64,
}

impl Disk {
    fn new(environment: &Environment, settings: Settings) -> Disk {
        let seed = RandomState::new().hash_one(std::process::id());
        let data = Data::new(&settings.data, seed);
        let system = file_system::of(&environment.work_folder);
        let ground = Ground::of(system.as_ref(), environment.host.as_deref(), settings.bytes);
        let place = environment.work_folder.clone();
        Disk { settings, data, ground, place, folder: None, content: None, seed }
    }

    /// How many chunks the file has.
    pub(crate) fn chunks(&self) -> u64 {
        self.settings.bytes / CHUNK as u64
    }

    /// Where the file is.
    pub(crate) fn path(&mut self) -> Result<PathBuf, NoResult> {
        Ok(self.folder()?.join(FILE))
    }

    /// Where single characters go.
    pub(crate) fn characters_path(&mut self) -> Result<PathBuf, NoResult> {
        Ok(self.folder()?.join(CHARACTERS))
    }

    /// A number that no file of the run had before.
    pub(crate) fn new_seed(&mut self) -> u64 {
        // Far enough from the last that no sector of two files is equal.
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.seed
    }

    /// The folder of this run; made anew where somebody removed it.
    pub(crate) fn folder(&mut self) -> Result<&Path, NoResult> {
        let is_there = self.folder.as_ref().is_some_and(|folder| folder.path().is_dir());
        if !is_there {
            self.content = None;
            self.folder = None;
        }
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => WorkFolder::create(&self.place, "disk")?,
        };
        Ok(self.folder.insert(folder).path())
    }

    /// The file made anew and empty, as `bonnie++` does before it writes.
    pub(crate) fn anew(&mut self) -> Result<(File, PathBuf), NoResult> {
        self.content = None;
        let path = self.path()?;
        Ok((create(&path)?, path))
    }

    /// Says what the file holds from now on.
    pub(crate) fn holds(&mut self, content: Content) {
        self.content = Some(content);
    }

    /// What the file holds, written now where there is none; synced.
    pub(crate) fn filled(&mut self, stop: &Stop) -> Result<Content, NoResult> {
        self.folder()?;
        if let Some(content) = self.content {
            return Ok(content);
        }
        let (mut file, path) = self.anew()?;
        let content = Content { seed: self.new_seed(), rewrites: 0 };
        for number in 0..self.chunks() {
            go_on(stop)?;
            let chunk = self.data.chunk(content.seed, number);
            file.write_all(chunk).map_err(|problem| failed("writing", &path, problem))?;
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        self.holds(content);
        Ok(content)
    }

    /// Opens the file that is there, as `bonnie++` does before it reads or rewrites.
    pub(crate) fn open(&mut self) -> Result<(File, PathBuf), NoResult> {
        let path = self.path()?;
        let file = open(&path)?;
        Ok((file, path))
    }

    /// Gives the space back after a failure; the next phase makes the file anew.
    pub(crate) fn give_back(&mut self) {
        self.content = None;
        self.folder = None;
    }
}

/// Opens a file that is there for reading and writing.
pub(crate) fn open(path: &Path) -> Result<File, NoResult> {
    let file = OpenOptions::new().read(true).write(true).open(path);
    file.map_err(|problem| failed("opening", path, problem))
}

/// A new file in the place of an old one.
pub(crate) fn create(path: &Path) -> Result<File, NoResult> {
    let _ = fs::remove_file(path);
    let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path);
    file.map_err(|problem| failed("making", path, problem))
}

/// Fails once the run has to stop.
#[inline]
pub(crate) fn go_on(stop: &Stop) -> Result<(), NoResult> {
    if stop.is_set() { Err(NoResult::Stopped) } else { Ok(()) }
}
