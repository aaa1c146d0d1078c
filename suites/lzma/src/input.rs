//! What is worked on: a source tree made here, or the person's own tree or archive. All forms of it that items need are made
//! once, outside of any timed section, and kept on the shelf.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use base16ct::lower::encode_string;
use hostmark_archive::codec::{Codec, Encoding, Preset};
use hostmark_archive::kernel;
use hostmark_archive::listing::{Listing, digest_of};
use hostmark_archive::pack::{pack, packed_bytes};
use hostmark_archive::reference::LzmaRust2;
use hostmark_corpus::Profile;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Environment;
use hostmark_harness::work_folder::WorkFolder;

use crate::task::{CORPUS, OWN, Task};

/// Where the input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Corpus(Profile),
    Tree(PathBuf),
    Archive(PathBuf),
}

/// Bytes of a file system's block: what a small file takes.
const BLOCK: u64 = 4096;

/// Bytes that a file takes in a tar beside its own: a header, and the rest of its last record.
const HEADERS: u64 = 1024;

/// What nobody's archive of sources is larger than, plain against encoded: to say what an extraction needs.
const EXPANSION: u64 = 10;

impl Source {
    /// The input that is wanted.
    pub(crate) fn of(environment: &Environment) -> Result<Source, NoResult> {
        let path = |name| environment.settings.all(name).into_iter().next().map(PathBuf::from);
        match (path("tree"), path("archive")) {
            (None, None) => {
                let profile = Profile::from_name(&environment.settings.text(CORPUS));
                profile.map(Source::Corpus).map_err(|problem| NoResult::Failed(problem.to_string()))
            }
            (Some(tree), None) => Ok(Source::Tree(tree)),
            (None, Some(archive)) => Ok(Source::Archive(archive)),
            (Some(_), Some(_)) => {
                Err(NoResult::Failed("lzma.tree and lzma.archive are both given; which is meant?".to_string()))
            }
        }
    }

    /// Its name in parameters. What an own input is, tells its digest.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Source::Corpus(profile) => profile.name(),
            Source::Tree(_) | Source::Archive(_) => OWN,
        }
    }

    /// Bytes of work files that a task needs at the most, as far as that can be said before the input was read.
    pub(crate) fn work_bytes(&self, task: Task, environment: &Environment) -> u64 {
        let (files, bytes) = match self {
            Source::Corpus(profile) => (profile.files(), profile.bytes()),
            // One that cannot be read says so when it is prepared.
            Source::Tree(path) => {
                environment.shelf.get_or_make("lzma size", || Ok(size(path))).map_or((0, 0), |size| *size)
            }
            Source::Archive(path) => (0, path.metadata().map_or(0, |data| data.len()) * EXPANSION),
        };
        let (tree, plain) = (bytes + files * BLOCK, bytes + files * HEADERS);
        match task {
            Task::Compress | Task::CompressThreaded => tree + plain,
            Task::Extract => 2 * tree + plain,
            Task::Encode | Task::EncodeThreaded => tree + 2 * plain,
            Task::Decode => tree + plain,
        }
    }
}

/// Files in a folder, and bytes in these; what cannot be read counts nothing.
fn size(folder: &Path) -> (u64, u64) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => size(&entry.path()),
        Ok(data) => (1, data.len()),
        Err(_) => (0, 0),
    });
    sizes.fold((0, 0), |(files, bytes), (more, larger)| (files + more, bytes + larger))
}

/// A tree of files.
pub(crate) struct Tree {
    pub path: PathBuf,
    pub listing: Listing,
    /// Of a tar of it.
    pub bytes: u64,
    _folder: Option<WorkFolder>,
}

/// A tar, or a `.tar.xz`. Digests are SHA-256 in hexadecimal digits.
pub(crate) struct Packed {
    pub path: PathBuf,
    /// Of the file.
    pub digest: String,
    /// Of the tar.
    pub plain: String,
    /// Bytes of the tar.
    pub bytes: u64,
    _folder: Option<WorkFolder>,
}

/// The tree, made or extracted now where it is not there yet.
pub(crate) fn tree(source: &Source, environment: &Environment) -> Result<Arc<Tree>, NoResult> {
    let stop = &environment.stop;
    environment.shelf.get_or_make("lzma tree", || {
        let (path, folder) = match source {
            Source::Tree(path) => (path.clone(), None),
            Source::Corpus(profile) => {
                let (path, folder) = place(environment, "tree")?;
                fs::create_dir(&path).map_err(|problem| no_result(&path, problem))?;
                hostmark_corpus::write(*profile, &path, stop)?;
                (path, Some(folder))
            }
            Source::Archive(archive) => {
                let (path, folder) = place(environment, "tree")?;
                kernel::extract(archive, &LzmaRust2, &path, stop).map_err(|problem| no_result(archive, problem))?;
                (path, Some(folder))
            }
        };
        let listing = Listing::of_tree(&path, stop).map_err(|problem| no_result(&path, problem))?;
        as_published(source, &listing.digest())?;
        let bytes = packed_bytes(&path, stop).map_err(|problem| no_result(&path, problem))?;
        Ok(Tree { path, listing, bytes, _folder: folder })
    })
}

/// The `.tar.xz`, made of the tree by [`LzmaRust2`] where it is not there yet: the same bytes on every host.
pub(crate) fn archive(source: &Source, preset: Preset, environment: &Environment) -> Result<Arc<Packed>, NoResult> {
    let stop = &environment.stop;
    if let Source::Archive(path) = source {
        return environment.shelf.get_or_make("lzma archive", || archive_at(path.clone(), None, stop));
    }
    let tree = tree(source, environment)?;
    environment.shelf.get_or_make(&format!("lzma archive {preset}"), || {
        let (path, folder) = place(environment, "archive.tar.xz")?;
        let encoding = Encoding { preset, threads: 1 };
        kernel::compress(&tree.path, encoding, &LzmaRust2, &path, stop).map_err(|problem| no_result(&path, problem))?;
        archive_at(path, Some(folder), stop)
    })
}

/// The tar, made of the tree or decoded now where it is not there yet.
pub(crate) fn plain(source: &Source, environment: &Environment) -> Result<Arc<Packed>, NoResult> {
    let stop = &environment.stop;
    let tree = match source {
        Source::Archive(_) => None,
        _ => Some(tree(source, environment)?),
    };
    environment.shelf.get_or_make("lzma plain", || {
        let (path, folder) = place(environment, "plain.tar")?;
        let problem = |problem| no_result(&path, problem);
        let mut file = BufWriter::with_capacity(1 << 20, File::create_new(&path).map_err(problem)?);
        match (source, &tree) {
            (Source::Archive(archive), _) => File::open(archive)
                .and_then(|mut from| LzmaRust2.decode(&mut from, &mut file, stop))
                .map_err(|problem| no_result(archive, problem))?,
            (_, Some(tree)) => pack(&tree.path, &mut file, stop).map_err(|problem| no_result(&tree.path, problem))?,
            (_, None) => {}
        }
        file.flush().map_err(problem)?;
        let (digest, bytes) = File::open(&path).and_then(|mut file| digest_of(&mut file)).map_err(problem)?;
        let digest = encode_string(&digest);
        Ok(Packed { plain: digest.clone(), digest, bytes, path, _folder: Some(folder) })
    })
}

/// A folder for the work of one thread of an item.
pub(crate) fn work_place(environment: &Environment) -> Result<PathBuf, NoResult> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("lzma place {}", COUNT.fetch_add(1, Ordering::Relaxed));
    let make = || WorkFolder::create(&environment.work_folder, "lzma");
    environment.shelf.get_or_make(&name, make).map(|folder| folder.path().to_path_buf())
}

fn place(environment: &Environment, name: &str) -> Result<(PathBuf, WorkFolder), NoResult> {
    let folder = WorkFolder::create(&environment.work_folder, "lzma")?;
    Ok((folder.path().join(name), folder))
}

fn archive_at(path: PathBuf, folder: Option<WorkFolder>, stop: &Stop) -> Result<Packed, NoResult> {
    let digests = || {
        let (digest, _) = digest_of(&mut File::open(&path)?)?;
        let (plain, bytes) = kernel::plain_of(&path, stop)?;
        Ok((encode_string(&digest), encode_string(&plain), bytes))
    };
    let (digest, plain, bytes) = digests().map_err(|problem| no_result(&path, problem))?;
    Ok(Packed { path, digest, plain, bytes, _folder: folder })
}

/// A corpus has to be the published one.
fn as_published(source: &Source, digest: &str) -> Result<(), NoResult> {
    match source {
        Source::Corpus(profile) if digest != profile.tree_digest() => {
            let (name, right) = (profile.name(), profile.tree_digest());
            Err(NoResult::Failed(format!("the corpus {name} came out wrong: {digest} instead of {right}")))
        }
        _ => Ok(()),
    }
}

fn no_result(path: &Path, problem: io::Error) -> NoResult {
    hostmark_archive::no_result(&path.display().to_string(), problem)
}
