//! The phase seeks, as `bonnie++` 2.00a: five threads take tickets from a pipe, each a chunk to read at a random place, and
//! write about every tenth back, changed.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use nix::unistd::pipe;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::cache::{self, Opened};
use crate::data::{self, CHUNK, Content};
use crate::problem::{failed, too_short};
use crate::room::{Pass, Phase};
use crate::stopwatch::{Lap, Stopwatch};
use crate::store::{Disk, go_on, open};

/// Seeks of a pass, and how many threads do them.
pub(crate) const SEEKS: u64 = 8192;
pub(crate) const SEEKERS: usize = 5;

/// One of so many is written back, by chance.
const WRITTEN_BACK: u64 = 10;

/// The ticket that ends a thread.
const END: i32 = i32::MIN;

/// A seek.
#[derive(Clone, Copy)]
struct Target {
    chunk: u64,
    is_written: bool,
}

/// Reads at random: lseek, read, and at times lseek, write; each thread ends with fsync and close.
pub(crate) struct Seeks;

impl Phase for Seeks {
    fn pass(&mut self, disk: &mut Disk, _: Duration, stop: &Stop) -> Result<Pass, NoResult> {
        let Opened { file, path, content, residence } = cache::open(disk, stop)?;
        let seed = disk.new_seed();
        let targets = targets(seed, disk.chunks());
        let party = Party { targets: &targets, content, mark: seed, path: &path, stop };
        let sample = party.seek(file)?;
        party.check()?;
        Ok(Pass { sample, residence: Some(residence) })
    }
}

fn targets(seed: u64, chunks: u64) -> Vec<Target> {
    let mut random = Xoshiro256StarStar::seed_from_u64(seed);
    let target = |_| {
        let number = random.next_u64() >> 1;
        Target { chunk: number % chunks, is_written: (number / chunks) % WRITTEN_BACK == 0 }
    };
    (0..SEEKS).map(target).collect()
}

/// What all seekers know.
struct Party<'a> {
    targets: &'a [Target],
    content: Content,
    /// What a chunk that is written back has in its second word.
    mark: u64,
    path: &'a Path,
    stop: &'a Stop,
}

impl Party<'_> {
    /// From the first ticket taken to the last file closed.
    fn seek(&self, file: File) -> Result<hostmark_harness::sample::Sample, NoResult> {
        let pipe = pipe().map_err(|problem| failed("making a pipe beside", self.path, problem))?;
        let (tickets, gate) = (File::from(pipe.0), pipe.1);
        let (ready, all_ready) = channel();
        let mut watch = Stopwatch::new();
        let longest = thread::scope(|scope| {
            // Behind an error the gate is dropped, and the threads find the end of the pipe.
            let gate = gate;
            let mut threads = Vec::new();
            for _ in 0..SEEKERS {
                let (opened, ready, tickets) = (open(self.path)?, ready.clone(), &tickets);
                let seeker = move || {
                    let _ = ready.send(());
                    self.take_tickets(opened, tickets)
                };
                let spawned = thread::Builder::new().spawn_scoped(scope, seeker);
                threads.push(spawned.map_err(|problem| failed("starting a thread for", self.path, problem))?);
            }
            all_ready.iter().take(SEEKERS).for_each(drop);
            watch.start();
            self.give_tickets(gate)?;
            file.sync_all().map_err(|problem| failed("syncing", self.path, problem))?;
            drop(file);
            let mut longest = Duration::ZERO;
            for thread in threads {
                let crashed = |_| NoResult::Failed("a seeking thread crashed".to_string());
                longest = longest.max(thread.join().map_err(crashed)??);
            }
            Ok(longest)
        })?;
        watch.longest(longest);
        Ok(watch.stop(SEEKS))
    }

    /// Ticket n is the n-th target, -n-1 one that is written back. All fit into a pipe at once, which then ends.
    fn give_tickets(&self, gate: OwnedFd) -> Result<(), NoResult> {
        let ticket = |(number, target): (usize, &Target)| {
            let number = number as i32;
            if target.is_written { -number - 1 } else { number }
        };
        let all = self.targets.iter().enumerate().map(ticket).chain([END; SEEKERS]);
        let bytes: Vec<u8> = all.flat_map(i32::to_ne_bytes).collect();
        File::from(gate).write_all(&bytes).map_err(|problem| failed("giving tickets beside", self.path, problem))
    }

    /// One thread's seeks; gives the longest.
    fn take_tickets(&self, mut file: File, mut tickets: &File) -> Result<Duration, NoResult> {
        let (mut buffer, mut ticket) = (vec![0; CHUNK], [0; 4]);
        let mut lap = Lap::start();
        loop {
            go_on(self.stop)?;
            tickets.read_exact(&mut ticket).map_err(|problem| failed("taking tickets beside", self.path, problem))?;
            lap.begin();
            let target = match i32::from_ne_bytes(ticket) {
                END => break,
                number if number < 0 => self.targets[(-(number + 1)) as usize],
                number => self.targets[number as usize],
            };
            self.visit(&mut file, target, &mut buffer)?;
            lap.end();
        }
        file.sync_all().map_err(|problem| failed("syncing", self.path, problem))?;
        Ok(lap.longest())
    }

    fn visit(&self, file: &mut File, target: Target, buffer: &mut [u8]) -> Result<(), NoResult> {
        let place = SeekFrom::Start(target.chunk * CHUNK as u64);
        let seek = |file: &mut File| file.seek(place).map_err(|problem| failed("seeking in", self.path, problem));
        seek(file)?;
        match file.read(buffer) {
            Ok(CHUNK) => self.content.check(buffer, target.chunk)?,
            Ok(_) => return Err(too_short(self.path, target.chunk * CHUNK as u64)),
            Err(problem) => return Err(failed("reading", self.path, problem)),
        }
        if target.is_written {
            data::mark(buffer, self.mark);
            seek(file)?;
            file.write_all(buffer).map_err(|problem| failed("writing", self.path, problem))?;
        }
        Ok(())
    }

    /// The chunks that were written back are found in the file.
    fn check(&self) -> Result<(), NoResult> {
        let mut file = open(self.path)?;
        let mut buffer = vec![0; CHUNK];
        for target in self.targets.iter().filter(|target| target.is_written) {
            self.visit(&mut file, Target { is_written: false, ..*target }, &mut buffer)?;
            if data::mark_of(&buffer) != self.mark {
                let problem = format!("wrong answer: chunk {} was not written back", target.chunk);
                return Err(NoResult::Failed(problem));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_everywhere_and_one_in_ten_is_written_back() {
        let targets = targets(1, 100);
        assert_eq!(targets.len() as u64, SEEKS);
        assert!((0..100).all(|chunk| targets.iter().any(|target| target.chunk == chunk)));
        let written = targets.iter().filter(|target| target.is_written).count();
        assert!((700..950).contains(&written), "{written}");
    }
}
