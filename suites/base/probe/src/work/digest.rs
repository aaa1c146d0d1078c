//! Digests of zero bytes, each in one call.

use base16ct::lower::encode_string;
use std::sync::Arc;

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::buffer::Buffer;
use super::{Problem, expect, refused, repeat};
use crate::algorithm::Digest;
use crate::libcrypto::{Algorithm, LONGEST_DIGEST, Libcrypto, one_shot};
use crate::task::Api;
use crate::vectors;

struct Digests<C> {
    library: Arc<Libcrypto>,
    /// Message to digest; false where the library fails.
    call: C,
    message: Buffer,
    digest: [u8; LONGEST_DIGEST],
    length: usize,
}

pub(super) fn prepare(
    library: &Arc<Libcrypto>,
    digest: Digest,
    size: usize,
    api: Api,
) -> Result<Box<dyn Loop>, Problem> {
    if api == Api::LowLevel {
        return kernel(library, digest, size, one_shot(library, digest)?);
    }
    let algorithm = Algorithm::new(library, digest, api == Api::EvpImplicit)?;
    kernel(library, digest, size, move |message: &[u8], out: &mut _| algorithm.digest(message, out))
}

fn kernel<C>(library: &Arc<Libcrypto>, digest: Digest, size: usize, call: C) -> Result<Box<dyn Loop>, Problem>
where
    C: Fn(&[u8], &mut [u8; LONGEST_DIGEST]) -> bool + Send + 'static,
{
    let vector = vectors::digest(digest);
    let mut out = [0; LONGEST_DIGEST];
    if !call(vector.message, &mut out) {
        return Err(refused(library));
    }
    let length = vector.digest.len() / 2;
    expect(&format!("{} of 'abc'", digest.name()), encode_string(&out[..length]) == vector.digest)?;
    let message = Buffer::new(size)?;
    Ok(Box::new(Digests { library: Arc::clone(library), call, message, digest: out, length }))
}

impl<C: Fn(&[u8], &mut [u8; LONGEST_DIGEST]) -> bool + Send> Loop for Digests<C> {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (message, digest) = (&*self.message.bytes(), &mut self.digest);
        repeat(units, stop, &self.library, || (self.call)(message, digest))?;
        Ok(Work::new(units, Answer::Text(encode_string(&self.digest[..self.length]))))
    }
}
