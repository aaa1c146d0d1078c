//! Signatures of one input, made and checked.

use base16ct::lower::encode_string;
use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::{Reason, repeat};

/// Room for any signature, in bytes: RSA of 4096 bits.
pub const LONGEST_SIGNATURE: usize = 512;

/// Makes signatures; `sign` puts one into the room it is given and says how long it is.
pub fn signatures<C>(reason: Reason, sign: C) -> Box<dyn Loop>
where
    C: FnMut(&mut [u8; LONGEST_SIGNATURE]) -> Option<usize> + Send + 'static,
{
    Box::new(Signatures { sign, reason, signature: [0; LONGEST_SIGNATURE], length: 0 })
}

/// Checks a good signature again and again; `verify` says whether it was accepted.
pub fn verifications(verify: impl FnMut() -> bool + Send + 'static) -> Box<dyn Loop> {
    Box::new(Verifications { verify })
}

struct Signatures<C> {
    sign: C,
    reason: Reason,
    signature: [u8; LONGEST_SIGNATURE],
    length: usize,
}

impl<C: FnMut(&mut [u8; LONGEST_SIGNATURE]) -> Option<usize> + Send> Loop for Signatures<C> {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (sign, signature, length) = (&mut self.sign, &mut self.signature, &mut self.length);
        repeat(units, stop, &self.reason, || {
            let signed = sign(signature);
            *length = signed.unwrap_or_default();
            signed.is_some()
        })?;
        Ok(Work::new(units, Answer::Text(encode_string(&self.signature[..self.length]))))
    }
}

struct Verifications<C> {
    verify: C,
}

impl<C: FnMut() -> bool + Send> Loop for Verifications<C> {
    /// A refusal is not counted, and so shows in the answer.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let mut accepted = 0;
        repeat(units, stop, &String::new, || {
            accepted += u64::from((self.verify)());
            true
        })?;
        Ok(Work::new(units, Answer::Count(accepted)))
    }
}
