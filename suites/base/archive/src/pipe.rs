//! The pipe between the thread of the codec and the thread of the files: a few chunks, as the kernel's has.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes of a chunk.
const CHUNK: usize = 64 << 10;

/// Chunks on their way.
const DEPTH: usize = 16;

/// A new pipe.
pub fn pipe() -> (Source, Drain) {
    let (full_in, full_out) = sync_channel(DEPTH);
    let (empty_in, empty_out) = sync_channel(DEPTH + 2);
    let source = Source { full: full_in, empty: empty_out, chunk: Vec::with_capacity(CHUNK) };
    (source, Drain { full: full_out, empty: empty_in, chunk: Vec::new(), taken: 0 })
}

/// The end that is written to. What it was given last arrives when it is flushed.
pub struct Source {
    full: SyncSender<Vec<u8>>,
    empty: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
}

impl Source {
    fn send(&mut self) -> io::Result<()> {
        let next = self.empty.try_recv().unwrap_or_else(|_| Vec::with_capacity(CHUNK));
        let chunk = std::mem::replace(&mut self.chunk, next);
        self.full.send(chunk).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Source {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.chunk.len() == CHUNK {
            self.send()?;
        }
        let length = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() { Ok(()) } else { self.send() }
    }
}

/// The end that is read from: it ends when the other one is dropped.
pub struct Drain {
    full: Receiver<Vec<u8>>,
    empty: SyncSender<Vec<u8>>,
    chunk: Vec<u8>,
    taken: usize,
}

impl Read for Drain {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.chunk.len() {
            let Ok(chunk) = self.full.recv() else { return Ok(0) };
            let mut empty = std::mem::replace(&mut self.chunk, chunk);
            empty.clear();
            // Where the other end is gone, or has enough, it is dropped.
            let _ = self.empty.try_send(empty);
            self.taken = 0;
        }
        let length = buffer.len().min(self.chunk.len() - self.taken);
        buffer[..length].copy_from_slice(&self.chunk[self.taken..self.taken + length]);
        self.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_as_they_went_in() {
        let bytes: Vec<u8> = (0..3_000_017_u32).map(|index| (index * 7 % 251) as u8).collect();
        let (mut source, mut drain) = pipe();
        let sent = bytes.clone();
        let writer = std::thread::spawn(move || {
            sent.chunks(1013).try_for_each(|part| source.write_all(part)).and_then(|()| source.flush())
        });
        let mut read = Vec::new();
        drain.read_to_end(&mut read).unwrap();
        writer.join().unwrap().unwrap();
        assert!(read == bytes);
    }

    #[test]
    fn a_reader_that_is_gone_ends_the_writer() {
        let (mut source, drain) = pipe();
        drop(drain);
        let problem = source.write_all(&vec![0; 3 * CHUNK]).unwrap_err();
        assert_eq!(problem.kind(), io::ErrorKind::BrokenPipe);
    }
}
