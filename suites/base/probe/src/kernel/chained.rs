//! Messages encrypted without end, in place, each chained to the one before.

use base16ct::lower::encode_string;
use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::{Buffer, Reason, repeat};

/// Messages of `size` bytes, whole blocks as long as the IV; `update` encrypts one in place and keeps the chain.
pub fn chained<U>(size: usize, nonce: &[u8], reason: Reason, update: U) -> Result<Box<dyn Loop>, String>
where
    U: FnMut(&mut [u8]) -> bool + Send + 'static,
{
    let buffer = Buffer::of_blocks(size, nonce.len(), 0)?;
    Ok(Box::new(Chained { update, reason, buffer, chain: nonce.to_vec() }))
}

/// The chain goes on for as long as the kernel lives.
struct Chained<U> {
    update: U,
    reason: Reason,
    buffer: Buffer,
    /// The chain behind the last unit: its last block, and at first the IV.
    chain: Vec<u8>,
}

impl<U: FnMut(&mut [u8]) -> bool + Send> Loop for Chained<U> {
    /// The last unit stands by itself, so that the blocks of the answer can be kept.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (update, reason, text) = (&mut self.update, &self.reason, self.buffer.bytes());
        let block = self.chain.len();
        let last = text.len() - block;
        repeat(units.saturating_sub(1), stop, reason, || update(text))?;
        if units > 1 {
            self.chain.copy_from_slice(&text[last..]);
        }
        let before = text[last..].to_vec();
        repeat(units.min(1), stop, reason, || update(text))?;
        let chain = if last > 0 { &text[last - block..last] } else { self.chain.as_slice() };
        let answer = [chain, &before, &text[last..]].concat();
        if units > 0 {
            self.chain.copy_from_slice(&text[last..]);
        }
        Ok(Work::new(units, Answer::Text(encode_string(&answer))))
    }
}
