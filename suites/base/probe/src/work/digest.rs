//! Digests of zero bytes, each in one call.

use std::sync::Arc;

use base16ct::lower::encode_string;
use hostmark_harness::suite::Loop;

use super::{Problem, expect, reason, refused};
use crate::algorithm::Digest;
use crate::kernel::{self, LONGEST_DIGEST};
use crate::libcrypto::{Algorithm, Libcrypto, one_shot};
use crate::task::Api;
use crate::vectors;

pub(super) fn prepare(
    library: &Arc<Libcrypto>,
    digest: Digest,
    size: usize,
    api: Api,
) -> Result<Box<dyn Loop>, Problem> {
    if api == Api::LowLevel {
        return checked(library, digest, size, one_shot(library, digest)?);
    }
    let algorithm = Algorithm::new(library, digest, api == Api::EvpImplicit)?;
    checked(library, digest, size, move |message: &[u8], out: &mut _| algorithm.digest(message, out))
}

fn checked<C>(library: &Arc<Libcrypto>, digest: Digest, size: usize, call: C) -> Result<Box<dyn Loop>, Problem>
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
    Ok(kernel::digests(size, length, reason(library), call)?)
}
