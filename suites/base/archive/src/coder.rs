//! The loop around a coder that goes on from call to call, as liblzma's do.

use std::io::{self, Read, Write};

use hostmark_harness::stop::Stop;

use crate::problem::stopped;

/// Bytes that are read and written at a time, as xz 5.4 does (`IO_BUFFER_SIZE`).
const CHUNK: usize = 8 << 10;

/// What one call did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Bytes of the input that are done.
    pub taken: usize,
    /// Bytes of the output that are filled.
    pub given: usize,
    /// True when all is done.
    pub ended: bool,
}

/// An encoder or decoder in the middle of its work.
pub trait Coder {
    /// Goes on. `is_last` where there is no input behind this one. A call may do nothing where other threads are at work.
    fn step(&mut self, input: &[u8], output: &mut [u8], is_last: bool) -> io::Result<Step>;
}

/// Codes all of `from`, which has to be the whole of it.
pub fn drive(coder: &mut dyn Coder, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
    let (mut input, mut output) = ([0; CHUNK], [0; CHUNK]);
    let (mut left, mut is_last, mut filled) = (0..0, false, 0);
    loop {
        if stop.is_set() {
            return Err(stopped());
        }
        if left.is_empty() && !is_last {
            let length = read(from, &mut input)?;
            (left, is_last) = (0..length, length == 0);
        }
        let step = coder.step(&input[left.clone()], &mut output[filled..], is_last)?;
        left.start += step.taken;
        filled += step.given;
        if filled == CHUNK || step.ended {
            to.write_all(&output[..filled])?;
            filled = 0;
        }
        if step.ended {
            return Ok(());
        }
    }
}

fn read(from: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(buffer) {
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
