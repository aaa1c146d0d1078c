//! The phases over chunks of 8 KiB: block output, rewrite, block input, each with the system calls of `bonnie++` 2.00a.

use std::io::{Read, Seek, SeekFrom, Write};
use std::time::Duration;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

use crate::cache;
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

/// Changes each chunk in its place: read, lseek, write ... fsync, close.
pub(crate) struct Rewrite;

impl Phase for Rewrite {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let content = disk.filled(stop)?;
        let (mut file, path) = disk.open()?;
        let residence = cache::before_reading(&file, &path, disk)?;
        let chunks = disk.chunks();
        let mut buffer = vec![0; CHUNK];
        let mut watch = Stopwatch::new();
        watch.start();
        for number in 0..chunks {
            go_on(stop)?;
            read(&mut file, &mut buffer, &path, number)?;
            content.check(&buffer, number)?;
            data::rewrite(&mut buffer, 1);
            let back = -(CHUNK as i64);
            file.seek(SeekFrom::Current(back)).map_err(|problem| failed("seeking in", &path, problem))?;
            file.write_all(&buffer).map_err(|problem| failed("writing", &path, problem))?;
            watch.lap();
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        drop(file);
        let sample = watch.stop(chunks * CHUNK as u64);
        disk.holds(Content { rewrites: content.rewrites + 1, ..content });
        Ok(Pass { sample, residence: Some(residence) })
    }
}

/// Reads the file: read, read ... fsync, close.
pub(crate) struct Input;

impl Phase for Input {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let content = disk.filled(stop)?;
        let (mut file, path) = disk.open()?;
        let residence = cache::before_reading(&file, &path, disk)?;
        let chunks = disk.chunks();
        let mut buffer = vec![0; CHUNK];
        let mut watch = Stopwatch::new();
        watch.start();
        for number in 0..chunks {
            go_on(stop)?;
            read(&mut file, &mut buffer, &path, number)?;
            content.check(&buffer, number)?;
            watch.lap();
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        drop(file);
        let sample = watch.stop(chunks * CHUNK as u64);
        let residence = residence.timed(&sample, &path)?;
        Ok(Pass { sample, residence: Some(residence) })
    }
}

/// One chunk, by one call.
fn read(file: &mut std::fs::File, buffer: &mut [u8], path: &std::path::Path, number: u64) -> Result<(), NoResult> {
    match file.read(buffer) {
        Ok(CHUNK) => Ok(()),
        Ok(_) => Err(too_short(path, number * CHUNK as u64)),
        Err(problem) => Err(failed("reading", path, problem)),
    }
}

/// The file has as many bytes as were written.
fn check_length(disk: &mut Disk, chunks: u64) -> Result<(), NoResult> {
    let path = disk.path()?;
    let data = std::fs::metadata(&path).map_err(|problem| failed("looking at", &path, problem))?;
    if data.len() == chunks * CHUNK as u64 { Ok(()) } else { Err(too_short(&path, data.len())) }
}
