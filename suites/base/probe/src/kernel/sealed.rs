//! Whole messages with nonce, additional data and tag.

use base16ct::lower::encode_string;
use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::{Buffer, Reason, repeat};

/// Bytes of a tag.
pub const TAG: usize = 16;

/// A library that seals messages with one key and one nonce.
pub trait Seal: Send {
    /// Bytes that it needs behind the text, for the tag.
    const ROOM: usize = 0;

    /// Seals a message in place, additional data included; false where the library fails.
    fn seal(&mut self, text: &mut [u8]) -> bool;

    /// The tag of the last message, where the library gives it.
    fn tag(&mut self, text: &[u8]) -> Option<[u8; TAG]>;
}

/// Messages of `size` bytes, whole blocks.
pub fn sealed<S: Seal + 'static>(size: usize, block: usize, reason: Reason, seal: S) -> Result<Box<dyn Loop>, String> {
    Ok(Box::new(Sealed { seal, reason, buffer: Buffer::of_blocks(size, block, S::ROOM)? }))
}

struct Sealed<S> {
    seal: S,
    reason: Reason,
    buffer: Buffer,
}

impl<S: Seal> Loop for Sealed<S> {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (seal, text) = (&mut self.seal, self.buffer.bytes());
        text.fill(0);
        repeat(units, stop, &self.reason, || seal.seal(text))?;
        let tag = seal.tag(text).ok_or_else(|| NoResult::Failed("the library gives no tag".to_string()))?;
        Ok(Work::new(units, Answer::Text(encode_string(&tag))))
    }
}
