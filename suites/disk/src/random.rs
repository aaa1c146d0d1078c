//! Random reads and synced writes of 4 KiB, one after another, with the distribution of their times.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

use hdrhistogram::Histogram;
use hostmark_harness::sample::Sample;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::cache::{self, Opened, Residence};
use crate::data::{self, CHUNK, Content};
use crate::histogram;
use crate::metrics::{LATENCY, PERCENTILES};
use crate::problem::failed;
use crate::room::{Pass, Phase};
use crate::stopwatch::{Lap, Stopwatch};
use crate::store::{Disk, go_on};

/// Bytes of an operation, and what a direct read is aligned to.
pub(crate) const BLOCK: usize = 4096;

/// Blocks of a chunk.
const OF_CHUNK: u64 = (CHUNK / BLOCK) as u64;

/// A pass takes this part of the window, so that some samples come of it, within these bounds.
const PART: u32 = 8;
const SHORTEST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(2);

/// A time of no operation, in nanoseconds: an hour.
const MOST_NANOSECONDS: u64 = 3_600_000_000_000;

/// Reads past the cache where the file system can do that, else from a file that was dropped.
pub(crate) struct Reads;

impl Phase for Reads {
    fn pass(&mut self, disk: &mut Disk, window: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let Opened { file, path, content, residence } = cache::open(disk, stop)?;
        let (file, residence) = match direct(&path) {
            Some(direct) => (direct, Residence::past_the_cache(disk)),
            None => (file, residence),
        };
        let mut places = Places::new(disk);
        let mut space = vec![0; 2 * BLOCK];
        let start = space.as_ptr().align_offset(BLOCK);
        let buffer = &mut space[start..start + BLOCK];
        let sample = operations(window, stop, || {
            let block = places.next();
            file.read_exact_at(buffer, block * BLOCK as u64).map_err(|problem| failed("reading", &path, problem))?;
            check(content, buffer, block)
        })?;
        Ok(Pass { sample, residence: Some(residence) })
    }
}

/// Writes through the cache, each with fdatasync(2).
pub(crate) struct Writes;

impl Phase for Writes {
    fn pass(&mut self, disk: &mut Disk, window: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let content = disk.filled(stop)?;
        let (file, path) = disk.open()?;
        let mark = disk.new_seed();
        let mut places = Places::new(disk);
        let mut buffer = vec![0; BLOCK];
        let mut written = Vec::new();
        let sample = operations(window, stop, || {
            let block = places.next();
            fill(&mut buffer, disk, content, block);
            data::mark(&mut buffer, mark);
            written.push(block);
            let done = file.write_all_at(&buffer, block * BLOCK as u64).and_then(|()| file.sync_data());
            done.map_err(|problem| failed("writing", &path, problem))
        })?;
        for block in written {
            file.read_exact_at(&mut buffer, block * BLOCK as u64)
                .map_err(|problem| failed("reading", &path, problem))?;
            check(content, &buffer, block)?;
            if data::mark_of(&buffer) != mark {
                return Err(NoResult::Failed(format!("wrong answer: block {block} of the file was not written")));
            }
        }
        Ok(Pass { sample, residence: None })
    }
}

/// Random blocks of the file.
struct Places {
    random: Xoshiro256StarStar,
    blocks: u64,
}

impl Places {
    fn new(disk: &mut Disk) -> Places {
        let random = Xoshiro256StarStar::seed_from_u64(disk.new_seed());
        Places { random, blocks: disk.chunks() * OF_CHUNK }
    }

    fn next(&mut self) -> u64 {
        (self.random.next_u64() >> 1) % self.blocks
    }
}

/// One operation after another until the time is up.
fn operations(
    window: Duration,
    stop: &Stop,
    mut operation: impl FnMut() -> Result<(), NoResult>,
) -> Result<Sample, NoResult> {
    let long_enough = (window / PART).clamp(SHORTEST, LONGEST).as_secs_f64();
    let problem = |problem| NoResult::Failed(format!("a histogram cannot be made: {problem}"));
    let mut times = Histogram::<u64>::new_with_max(MOST_NANOSECONDS, 3).map_err(problem)?;
    let mut watch = Stopwatch::new();
    watch.start();
    let mut lap = Lap::start();
    while times.is_empty() || watch.seconds() < long_enough {
        go_on(stop)?;
        lap.begin();
        operation()?;
        times.saturating_record(lap.end().as_nanos() as u64);
    }
    watch.longest(lap.longest());
    let mut sample = watch.stop(times.len());
    for (name, percent) in PERCENTILES {
        sample.values.insert(name.to_string(), times.value_at_percentile(percent) as f64 / 1e9);
    }
    sample.histograms.insert(LATENCY.to_string(), histogram::text(&times));
    Ok(sample)
}

/// The file opened past the cache; `None` where the system or the file system has no such thing.
fn direct(path: &Path) -> Option<File> {
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd"))]
    {
        let file = OpenOptions::new().read(true).custom_flags(nix::libc::O_DIRECT).open(path).ok()?;
        let mut space = vec![0; 2 * BLOCK];
        let start = space.as_ptr().align_offset(BLOCK);
        // Some take the flag and then refuse to read.
        file.read_exact_at(&mut space[start..start + BLOCK], 0).ok()?;
        Some(file)
    }
    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "netbsd")))]
    None
}

/// What the file holds at a block, so that it stays what it is.
fn fill(buffer: &mut [u8], disk: &mut Disk, content: Content, block: u64) {
    let half = (block % OF_CHUNK) as usize * BLOCK;
    buffer.copy_from_slice(&disk.data.chunk(content.seed, block / OF_CHUNK)[half..half + BLOCK]);
    if half == 0 {
        data::rewrite(buffer, content.rewrites);
    }
}

/// The first block of a chunk tells which chunk it is.
fn check(content: Content, buffer: &[u8], block: u64) -> Result<(), NoResult> {
    if block % OF_CHUNK == 0 { content.check(buffer, block / OF_CHUNK) } else { Ok(()) }
}
