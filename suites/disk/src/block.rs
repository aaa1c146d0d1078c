//! The phases over chunks of 8 KiB: block output, rewrite, block input, each with the system calls of `bonnie++` 2.00a.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

use crate::cache::{self, Opened};
use crate::data::{self, CHUNK, Content};
use crate::problem::{failed, too_short};
use crate::room::{Pass, Phase};
use crate::stopwatch::Stopwatch;
use crate::store::{Disk, go_on};

/// Writes a new file: write, write ... fsync, close.
pub(crate) struct Output;

impl Phase for Output {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let mut watch = Stopwatch::new();
        let (mut file, path) = disk.anew()?;
        let content = Content { seed: disk.new_seed(), rewrites: 0 };
        let chunks = disk.chunks();
        watch.start();
        for number in 0..chunks {
            go_on(stop)?;
            let chunk = disk.data.chunk(content.seed, number);
            file.write_all(chunk).map_err(|problem| failed("writing", &path, problem))?;
            watch.lap();
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        drop(file);
        let sample = watch.stop(chunks * CHUNK as u64);
        check_length(disk, chunks)?;
        disk.holds(content);
        Ok(Pass { sample, residence: None })
    }
}

/// Goes through the file: read ... fsync, close; to rewrite it, read, lseek, write ... fsync, close.
pub(crate) struct Through {
    /// Whether each chunk is changed in its place.
    pub(crate) rewrites: bool,
}

impl Phase for Through {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let Opened { mut file, path, content, residence } = cache::open(disk, stop)?;
        let chunks = disk.chunks();
        let mut buffer = vec![0; CHUNK];
        let mut watch = Stopwatch::new();
        watch.start();
        for number in 0..chunks {
            go_on(stop)?;
            read(&mut file, &mut buffer, &path, number)?;
            content.check(&buffer, number)?;
            if self.rewrites {
                data::rewrite(&mut buffer, 1);
                write_back(&mut file, &buffer, &path)?;
            }
            watch.lap();
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        drop(file);
        let sample = watch.stop(chunks * CHUNK as u64);
        if self.rewrites {
            disk.holds(Content { rewrites: content.rewrites + 1, ..content });
            return Ok(Pass { sample, residence: Some(residence) });
        }
        let residence = residence.timed(&sample, &path)?;
        Ok(Pass { sample, residence: Some(residence) })
    }
}

/// A chunk in the place where it was read.
fn write_back(file: &mut File, chunk: &[u8], path: &Path) -> Result<(), NoResult> {
    let back = SeekFrom::Current(-(CHUNK as i64));
    file.seek(back).map_err(|problem| failed("seeking in", path, problem))?;
    file.write_all(chunk).map_err(|problem| failed("writing", path, problem))
}

/// One chunk, by one call.
fn read(file: &mut File, buffer: &mut [u8], path: &Path, number: u64) -> Result<(), NoResult> {
    match file.read(buffer) {
        Ok(CHUNK) => Ok(()),
        Ok(_) => Err(too_short(path, number * CHUNK as u64)),
        Err(problem) => Err(failed("reading", path, problem)),
    }
}

/// The file has as many bytes as were written.
fn check_length(disk: &mut Disk, chunks: u64) -> Result<(), NoResult> {
    let path = disk.path()?;
    let data = path.metadata().map_err(|problem| failed("looking at", &path, problem))?;
    if data.len() == chunks * CHUNK as u64 { Ok(()) } else { Err(too_short(&path, data.len())) }
}
