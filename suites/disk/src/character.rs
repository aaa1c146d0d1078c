//! Single characters: each by a call of the system, as `bonnie++` 1.92 to 2.00a, or by putc and getc, as 1.03.

use std::fs;
use std::io::{Read, Write};
use std::time::Duration;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

use crate::cache::{self, Opened};
use crate::data::{CHUNK, Content};
use crate::problem::{failed, too_short};
use crate::room::{Pass, Phase};
use crate::stdio::Stream;
use crate::stopwatch::Stopwatch;
use crate::store::{Disk, create, go_on};

/// What `bonnie++` writes as the character of this number.
fn character(number: u64) -> u8 {
    (number & 0x7f) as u8
}

/// Writes a new file: write of one byte ... fsync, close.
pub(crate) struct Output;

impl Phase for Output {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let mut watch = Stopwatch::new();
        let path = disk.characters_path()?;
        let mut file = create(&path)?;
        watch.start();
        for number in 0..disk.settings.characters {
            if number % CHUNK as u64 == 0 && number > 0 {
                watch.lap();
            }
            go_on(stop)?;
            file.write_all(&[character(number)]).map_err(|problem| failed("writing", &path, problem))?;
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        drop(file);
        let sample = watch.stop(disk.settings.characters);
        let written = fs::read(&path).map_err(|problem| failed("reading", &path, problem))?;
        fs::remove_file(&path).map_err(|problem| failed("removing", &path, problem))?;
        let right = (0..disk.settings.characters).map(character).eq(written.iter().copied());
        if right { Ok(Pass { sample, residence: None }) } else { Err(too_short(&path, written.len() as u64)) }
    }
}

/// Reads the beginning of the file: read of one byte ... fsync, close.
pub(crate) struct Input;

impl Phase for Input {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let Opened { mut file, path, content, residence } = cache::open(disk, stop)?;
        let mut reader = Reader { content, chunk: vec![0; CHUNK], count: 0 };
        let (mut byte, mut watch) = ([0], Stopwatch::new());
        watch.start();
        for number in 0..disk.settings.characters {
            go_on(stop)?;
            match file.read(&mut byte) {
                Ok(1) => {}
                Ok(_) => return Err(too_short(&path, number)),
                Err(problem) => return Err(failed("reading", &path, problem)),
            }
            if reader.took(byte[0])? {
                watch.lap();
            }
        }
        file.sync_all().map_err(|problem| failed("syncing", &path, problem))?;
        drop(file);
        Ok(Pass { sample: watch.stop(disk.settings.characters), residence: Some(residence) })
    }
}

/// Puts chunks together again and checks them.
struct Reader {
    content: Content,
    chunk: Vec<u8>,
    count: u64,
}

impl Reader {
    /// True when a chunk is complete, and right.
    #[inline]
    fn took(&mut self, byte: u8) -> Result<bool, NoResult> {
        let place = (self.count % CHUNK as u64) as usize;
        self.chunk[place] = byte;
        self.count += 1;
        if place + 1 < CHUNK {
            return Ok(false);
        }
        self.content.check(&self.chunk, self.count / CHUNK as u64 - 1).map(|()| true)
    }
}

/// Writes the whole file with putc, then fflush, fsync, fclose.
pub(crate) struct StdioOutput;

impl Phase for StdioOutput {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let mut watch = Stopwatch::new();
        let (file, path) = disk.anew()?;
        let content = Content { seed: disk.new_seed(), rewrites: 0 };
        let mut stream = Stream::of(file).map_err(|problem| failed("opening", &path, problem))?;
        watch.start();
        for number in 0..disk.chunks() {
            go_on(stop)?;
            for byte in disk.data.chunk(content.seed, number) {
                stream.put(*byte).map_err(|problem| failed("writing", &path, problem))?;
            }
            watch.lap();
        }
        stream.sync().map_err(|problem| failed("syncing", &path, problem))?;
        stream.close().map_err(|problem| failed("closing", &path, problem))?;
        let sample = watch.stop(disk.settings.bytes);
        disk.holds(content);
        Ok(Pass { sample, residence: None })
    }
}

/// Reads the whole file with getc, then fclose.
pub(crate) struct StdioInput;

impl Phase for StdioInput {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let Opened { file, path, content, residence } = cache::open(disk, stop)?;
        let mut stream = Stream::of(file).map_err(|problem| failed("opening", &path, problem))?;
        let mut reader = Reader { content, chunk: vec![0; CHUNK], count: 0 };
        let mut watch = Stopwatch::new();
        watch.start();
        for number in 0..disk.settings.bytes {
            let byte = stream.get().map_err(|problem| failed("reading", &path, problem))?;
            if reader.took(byte.ok_or_else(|| too_short(&path, number))?)? {
                go_on(stop)?;
                watch.lap();
            }
        }
        stream.close().map_err(|problem| failed("closing", &path, problem))?;
        Ok(Pass { sample: watch.stop(disk.settings.bytes), residence: Some(residence) })
    }
}
