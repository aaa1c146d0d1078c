//! Digests of zero bytes, each in one call.

use base16ct::lower::encode_string;
use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::{Buffer, Reason, repeat};

/// Room for any digest, in bytes (`EVP_MAX_MD_SIZE`).
pub const LONGEST_DIGEST: usize = 64;

/// The digest of a message of `size` zero bytes; `call` puts `length` bytes of it into the room it is given.
pub fn digests<C>(size: usize, length: usize, reason: Reason, call: C) -> Result<Box<dyn Loop>, String>
where
    C: FnMut(&[u8], &mut [u8; LONGEST_DIGEST]) -> bool + Send + 'static,
{
    Ok(Box::new(Digests { call, reason, message: Buffer::new(size)?, digest: Room([0; LONGEST_DIGEST]), length }))
}

struct Digests<C> {
    call: C,
    reason: Reason,
    message: Buffer,
    digest: Room,
    length: usize,
}

/// A place for a digest within one line of the cache.
#[repr(align(64))]
struct Room([u8; LONGEST_DIGEST]);

impl<C: FnMut(&[u8], &mut [u8; LONGEST_DIGEST]) -> bool + Send> Loop for Digests<C> {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (message, digest) = (&*self.message.bytes(), &mut self.digest.0);
        repeat(units, stop, &self.reason, || (self.call)(message, digest))?;
        Ok(Work::new(units, Answer::Text(encode_string(&self.digest.0[..self.length]))))
    }
}
