//! Pieces of work for the harness: encode and decode in memory, compress and extract with files.
//!
//! A unit is the whole input once. The answer of encode and decode is the SHA-256 of the plain bytes, that of compress and
//! extract the digest of the [`Listing`]; both are found after the timed section, and what was encoded is decoded for it
//! by [`LzmaRust2`], which is no part of the codec under test but when it is that itself.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};
use hostmark_harness::work_folder;
use serde::{Deserialize, Serialize};

use crate::codec::{Codec, Encoding, fitting};
use crate::listing::{Listing, digest_of};
use crate::pack::pack;
use crate::pipe::pipe;
use crate::problem::{no_result, stoppable};
use crate::reference::LzmaRust2;
use crate::unpack::unpack;

/// One kind of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Job {
    /// The bytes of a file, encoded from memory to memory.
    Encode {
        /// The file.
        plain: PathBuf,
        /// How.
        encoding: Encoding,
    },
    /// An .xz file, decoded from memory to memory.
    Decode {
        /// The file.
        archive: PathBuf,
        /// Bytes that come out.
        bytes: u64,
    },
    /// A tree of files to a .tar.xz: one thread reads files, one encodes.
    Compress {
        /// The tree.
        tree: PathBuf,
        /// How.
        encoding: Encoding,
        /// A folder for the archive.
        place: PathBuf,
    },
    /// A .tar.xz to a tree of files: one thread decodes, one makes files.
    Extract {
        /// The archive.
        archive: PathBuf,
        /// A folder for the trees.
        place: PathBuf,
    },
}

impl Job {
    /// The same work with as many of its encoder's threads as fit into so many bytes of memory, and how many that are,
    /// where it encodes.
    pub fn fitting(&self, codec: &dyn Codec, memory: Option<u64>) -> (Job, Option<u32>) {
        let mut job = self.clone();
        let threads = match &mut job {
            Job::Encode { encoding, .. } | Job::Compress { encoding, .. } => {
                *encoding = fitting(codec, *encoding, memory);
                Some(encoding.threads)
            }
            Job::Decode { .. } | Job::Extract { .. } => None,
        };
        (job, threads)
    }
}

/// What a kernel measured itself: bytes of plain data in a unit.
pub const PLAIN: &str = "plain";

/// Makes a piece of work ready. What is worked on in memory is read now.
pub fn prepare(job: &Job, codec: Arc<dyn Codec>) -> Result<Box<dyn Loop>, NoResult> {
    Ok(match job {
        Job::Encode { plain, encoding } => {
            let input = read(plain)?;
            Box::new(InMemory {
                codec,
                encoding: Some(*encoding),
                plain: input.len() as u64,
                input,
                output: Vec::new(),
            })
        }
        Job::Decode { archive, bytes } => {
            let output = Vec::with_capacity(usize::try_from(*bytes).unwrap_or(0));
            Box::new(InMemory { codec, encoding: None, plain: *bytes, input: read(archive)?, output })
        }
        Job::Compress { tree, encoding, place } => {
            let (tree, place) = (tree.clone(), place.clone());
            Box::new(Compress {
                codec,
                tree,
                encoding: *encoding,
                place,
                made: Vec::new(),
                known: None,
                stop: Stop::new(),
            })
        }
        Job::Extract { archive, place } => {
            let (archive, place) = (archive.clone(), place.clone());
            Box::new(Extract { codec, archive, place, made: Vec::new(), stop: Stop::new() })
        }
    })
}

fn read(path: &Path) -> Result<Vec<u8>, NoResult> {
    fs::read(path).map_err(|problem| no_result(&path.display().to_string(), problem))
}

struct InMemory {
    codec: Arc<dyn Codec>,
    /// To encode; `None` to decode.
    encoding: Option<Encoding>,
    input: Vec<u8>,
    plain: u64,
    output: Vec<u8>,
}

impl Loop for InMemory {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        for _ in 0..units {
            self.output.clear();
            let mut from = self.input.as_slice();
            let done = match self.encoding {
                Some(encoding) => self.codec.encode(encoding, &mut from, &mut self.output, stop),
                None => self.codec.decode(&mut from, &mut self.output, stop),
            };
            done.map_err(|problem| no_result("the input in memory", problem))?;
        }
        Ok(Work { values: vec![(PLAIN, self.plain as f64)], ..Work::new(units, Answer::Discarded) })
    }

    fn settle(&mut self, runs: &mut [Work]) -> Result<(), NoResult> {
        let digest = match self.encoding {
            None => digest_of(&mut self.output.as_slice()).map(|(digest, _)| digest),
            Some(_) => decoded(self.output.as_slice(), &Stop::new(), |mut plain| Ok(digest_of(&mut plain)?.0)),
        };
        let digest = digest.map_err(|problem| no_result("what was made", problem))?;
        answer(runs, &base16ct::lower::encode_string(&digest));
        Ok(())
    }
}

/// The SHA-256 of the plain bytes of an .xz, and how many they are.
pub fn plain_of(archive: &Path, stop: &Stop) -> io::Result<([u8; 32], u64)> {
    decoded(File::open(archive)?, stop, |mut plain| digest_of(&mut plain))
}

/// What `look` finds in the plain bytes of an .xz.
fn decoded<T: Send>(
    mut from: impl Read + Send,
    stop: &Stop,
    look: impl FnOnce(&mut dyn Read) -> io::Result<T>,
) -> io::Result<T> {
    let (mut source, mut drain) = pipe();
    thread::scope(|scope| {
        let decoder = scope.spawn(move || LzmaRust2.decode(&mut from, &mut source, stop).and_then(|()| source.flush()));
        let found = look(&mut drain);
        drop(drain);
        first_problem(join(decoder), found)
    })
}

fn join(thread: thread::ScopedJoinHandle<io::Result<()>>) -> io::Result<()> {
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the codec crashed")))
}

/// The problem of two threads with a pipe between them: the one that is no consequence of the other's. `result` is that of
/// the reader.
fn first_problem<T>(writer: io::Result<()>, result: io::Result<T>) -> io::Result<T> {
    match writer {
        Err(problem) if problem.kind() != io::ErrorKind::BrokenPipe => Err(problem),
        _ => result,
    }
}

fn answer(runs: &mut [Work], text: &str) {
    runs.iter_mut().for_each(|run| run.answer = Answer::Text(text.to_string()));
}

struct Compress {
    codec: Arc<dyn Codec>,
    tree: PathBuf,
    encoding: Encoding,
    place: PathBuf,
    made: Vec<PathBuf>,
    /// The SHA-256 of an archive, and the digest of what was found in it.
    known: Option<([u8; 32], String)>,
    stop: Stop,
}

impl Loop for Compress {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        self.stop = stop.clone();
        let mut plain = 0;
        for _ in 0..units {
            let archive = self.place.join(format!("{}.tar.xz", self.made.len()));
            self.made.push(archive.clone());
            plain = compress(&self.tree, self.encoding, &*self.codec, &archive, stop)
                .map_err(|problem| no_result(&format!("{} to {}", self.tree.display(), archive.display()), problem))?;
        }
        Ok(Work { values: vec![(PLAIN, plain as f64)], ..Work::new(units, Answer::Discarded) })
    }

    fn settle(&mut self, runs: &mut [Work]) -> Result<(), NoResult> {
        for archive in std::mem::take(&mut self.made) {
            let found = look_into(&archive, &mut self.known, &self.stop);
            let removed = fs::remove_file(&archive);
            let digest = found.and_then(|digest| removed.map(|()| digest));
            answer(runs, &digest.map_err(|problem| no_result(&archive.display().to_string(), problem))?);
        }
        Ok(())
    }
}

/// The digest of what is in an archive; one that is byte for byte as a known one is not decoded again.
pub fn look_into(archive: &Path, known: &mut Option<([u8; 32], String)>, stop: &Stop) -> io::Result<String> {
    let (bytes, _) = digest_of(&mut stoppable(File::open(archive)?, stop))?;
    if let Some((_, digest)) = known.as_ref().filter(|(same, _)| *same == bytes) {
        return Ok(digest.clone());
    }
    let digest = decoded(File::open(archive)?, stop, |plain| Ok(Listing::of_tar(plain)?.digest()))?;
    *known = Some((bytes, digest.clone()));
    Ok(digest)
}

/// As `tar cJf` does; gives the bytes of the tar.
pub fn compress(tree: &Path, encoding: Encoding, codec: &dyn Codec, archive: &Path, stop: &Stop) -> io::Result<u64> {
    let mut to = BufWriter::new(File::create_new(archive)?);
    let (mut source, drain) = pipe();
    thread::scope(|scope| {
        let reader = scope.spawn(move || pack(tree, &mut source, stop));
        let mut plain = Counted { inner: drain, count: 0 };
        let encoded = codec.encode(encoding, &mut plain, &mut to, stop).and_then(|()| to.flush());
        let count = plain.count;
        drop(plain);
        first_problem(join(reader), encoded).map(|()| count)
    })
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    count: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.count += length as u64;
        Ok(length)
    }
}

struct Extract {
    codec: Arc<dyn Codec>,
    archive: PathBuf,
    place: PathBuf,
    made: Vec<PathBuf>,
    stop: Stop,
}

impl Loop for Extract {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        self.stop = stop.clone();
        let mut plain = 0;
        for _ in 0..units {
            let tree = self.place.join(self.made.len().to_string());
            self.made.push(tree.clone());
            plain = extract(&self.archive, &*self.codec, &tree, stop)
                .map_err(|problem| no_result(&format!("{} to {}", self.archive.display(), tree.display()), problem))?;
        }
        Ok(Work { values: vec![(PLAIN, plain as f64)], ..Work::new(units, Answer::Discarded) })
    }

    fn settle(&mut self, runs: &mut [Work]) -> Result<(), NoResult> {
        for tree in std::mem::take(&mut self.made) {
            let listing = Listing::of_tree(&tree, &self.stop);
            let removed = work_folder::remove(&tree);
            let listing = listing.and_then(|listing| removed.map(|()| listing));
            answer(runs, &listing.map_err(|problem| no_result(&tree.display().to_string(), problem))?.digest());
        }
        Ok(())
    }
}

/// As `tar xJf` does; gives the bytes of the tar.
pub fn extract(archive: &Path, codec: &dyn Codec, tree: &Path, stop: &Stop) -> io::Result<u64> {
    fs::create_dir(tree)?;
    let mut file = File::open(archive)?;
    let (mut source, drain) = pipe();
    thread::scope(|scope| {
        let decoder = scope.spawn(move || codec.decode(&mut file, &mut source, stop).and_then(|()| source.flush()));
        let mut plain = Counted { inner: drain, count: 0 };
        let made = unpack(&mut plain, tree, stop).and_then(|()| io::copy(&mut plain, &mut io::sink()));
        let count = plain.count;
        drop(plain);
        first_problem(join(decoder), made).map(|_| count)
    })
}
