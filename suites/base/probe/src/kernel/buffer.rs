//! The bytes that are worked on.

/// The largest message; a call takes its length as a C `int`.
const MOST: usize = 1 << 30;

/// `openssl speed` aligns its buffer so.
const ALIGNMENT: usize = 64;

/// Zero bytes that begin on a cache line.
pub struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    size: usize,
}

impl Buffer {
    /// So many zero bytes; an error where they are too many.
    pub fn new(size: usize) -> Result<Buffer, String> {
        if size > MOST {
            return Err(format!("{size} bytes are too many for a message; {MOST} are the most"));
        }
        let bytes = vec![0; size + ALIGNMENT];
        let start = bytes.as_ptr().align_offset(ALIGNMENT).min(ALIGNMENT);
        Ok(Buffer { bytes, start, size })
    }

    /// So many zero bytes, one or more blocks of a cipher, and room behind them; an error where they are no blocks.
    pub fn of_blocks(size: usize, block: usize, room: usize) -> Result<Buffer, String> {
        if size == 0 || size % block != 0 {
            return Err(format!("{size} bytes are no whole blocks of {block} bytes"));
        }
        Buffer::new(size.saturating_add(room))
    }

    /// All of them.
    pub fn bytes(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.size]
    }
}
