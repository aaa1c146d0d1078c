//! Signatures of [`INPUT`], made and checked.

use std::sync::Arc;

use hostmark_harness::suite::Loop;

use super::{Problem, expect, reason, refused};
use crate::algorithm::{Digest, Scheme};
use crate::kernel::{self, LONGEST_DIGEST, LONGEST_SIGNATURE};
use crate::lack::Lack;
use crate::libcrypto::{Algorithm, Libcrypto, SignatureContext, Usage};
use crate::task::{Api, INPUT};
use crate::vectors::{self, SHA256_INFO};

/// Bytes of a SHA-256.
const SHA256: usize = 32;

/// Makes signatures. The check: what has one right signature has that, ECDSA's is verified by what has been checked.
pub(super) fn prepare_sign(library: &Arc<Libcrypto>, scheme: Scheme, api: Api) -> Result<Box<dyn Loop>, Problem> {
    let input = input(library, scheme, api)?;
    let mut context = SignatureContext::new(library, scheme, scheme.private_key(), Usage::Sign)?;
    let mut signature = [0; LONGEST_SIGNATURE];
    let mut length = 0;
    let signs = settle(&mut context, |context| {
        length = context.sign(&input, &mut signature).unwrap_or_default();
        length > 0
    });
    if !signs {
        return Err(refused(library));
    }
    let given = &signature[..length];
    let deterministic = scheme != Scheme::EcdsaP256;
    expect(&format!("{} signs otherwise", scheme.name()), !deterministic || given == scheme.signature())?;
    let mut verifier = verifier(library, scheme)?;
    expect(&format!("{} refuses its own signature", scheme.name()), verifier.verify(&input, given))?;
    Ok(kernel::signatures(reason(library), move |signature| context.sign(&input, signature)))
}

/// Verifies the signature that comes with the test key.
pub(super) fn prepare_verify(library: &Arc<Libcrypto>, scheme: Scheme, api: Api) -> Result<Box<dyn Loop>, Problem> {
    let input = input(library, scheme, api)?;
    let mut context = verifier(library, scheme)?;
    Ok(kernel::verifications(move || context.verify(&input, scheme.signature())))
}

/// What the library is given to sign: the input itself, or for ECDSA its SHA-256.
fn input(library: &Arc<Libcrypto>, scheme: Scheme, api: Api) -> Result<Vec<u8>, Problem> {
    if api == Api::LowLevel {
        return Err(Lack::NotInThisApi("EVP").into());
    }
    if scheme == Scheme::EcdsaP256 { sha256(library, &INPUT) } else { Ok(INPUT.to_vec()) }
}

fn sha256(library: &Arc<Libcrypto>, message: &[u8]) -> Result<Vec<u8>, Problem> {
    let mut digest = [0; LONGEST_DIGEST];
    if !Algorithm::new(library, Digest::Sha256, false)?.digest(message, &mut digest) {
        return Err(refused(library));
    }
    Ok(digest[..SHA256].to_vec())
}

/// A context for the test key, of a library that accepts the published signature and no other.
fn verifier(library: &Arc<Libcrypto>, scheme: Scheme) -> Result<SignatureContext, Problem> {
    let vector = vectors::signature(scheme);
    let input = match scheme {
        Scheme::Ed25519 => vector.message.to_vec(),
        Scheme::EcdsaP256 => sha256(library, vector.message)?,
        Scheme::Rsa4096 | Scheme::Rsa2048 => [&SHA256_INFO[..], &sha256(library, vector.message)?].concat(),
    };
    let mut context = SignatureContext::new(library, scheme, vector.public_key, Usage::Verify)?;
    let accepts = settle(&mut context, |context| context.verify(&input, vector.signature));
    expect(&format!("{} refuses a good signature", scheme.name()), accepts)?;
    let mut other = vector.signature.to_vec();
    *other.last_mut().expect("a signature has bytes") ^= 1;
    expect(&format!("{} accepts a changed signature", scheme.name()), !context.verify(&input, &other))?;
    let mut other = input;
    *other.last_mut().expect("an input has bytes") ^= 1;
    expect(&format!("{} accepts a changed message", scheme.name()), !context.verify(&other, vector.signature))?;
    let anew = context.starts_each_time();
    let mut context = SignatureContext::new(library, scheme, scheme.public_key(), Usage::Verify)?;
    if anew {
        context.start_each_time();
    }
    Ok(context)
}

/// OpenSSL 3.0 and all before take one start of a context for many messages, later ones want a start for each, and their
/// `openssl speed` does that. True where the call works again and again.
fn settle(context: &mut SignatureContext, mut once: impl FnMut(&mut SignatureContext) -> bool) -> bool {
    if once(context) && once(context) {
        return true;
    }
    context.start_each_time();
    once(context) && once(context)
}
