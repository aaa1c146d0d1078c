//! The bytes that are worked on.

use super::Problem;

/// The largest message; a call takes its length as a C `int`.
const MOST: usize = 1 << 30;

/// `openssl speed` aligns its buffer so.
const ALIGNMENT: usize = 64;

/// Zero bytes that begin on a cache line.
pub(super) struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    size: usize,
}

impl Buffer {
    /// So many zero bytes.
    pub(super) fn new(size: usize) -> Result<Buffer, Problem> {
        if size > MOST {
            return Err(Problem::Failed(format!("{size} bytes are too many for a message; {MOST} are the most")));
        }
        let bytes = vec![0; size + ALIGNMENT];
        let start = bytes.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Ok(Buffer { bytes, start, size })
    }

    /// So many zero bytes, one or more blocks of a cipher.
    pub(super) fn of_blocks(size: usize, block: usize) -> Result<Buffer, Problem> {
        if size == 0 || size % block != 0 {
            return Err(Problem::Failed(format!("{size} bytes are no whole blocks of {block} bytes")));
        }
        Buffer::new(size)
    }

    /// All of them.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.size]
    }
}
