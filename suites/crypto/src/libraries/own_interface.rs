//! What libraries with an interface of their own are put into: kernels that have given the published answers.

use base16ct::lower::encode_string;
use hostmark_harness::suite::Loop;
use hostmark_probe::algorithm::{Cipher, Digest, Scheme};
use hostmark_probe::kernel::{self, LONGEST_DIGEST, LONGEST_SIGNATURE, Reason, Seal, TAG};
use hostmark_probe::task::{ADDITIONAL, INPUT, KEY, NONCE};
use hostmark_probe::vectors;
use hostmark_probe::work::Problem;

/// The kernel of a digest; `call` puts a message's digest into the room it is given.
pub(super) fn digests<C>(digest: Digest, size: usize, mut call: C) -> Result<Box<dyn Loop>, Problem>
where
    C: FnMut(&[u8], &mut [u8; LONGEST_DIGEST]) + Send + 'static,
{
    let vector = vectors::digest(digest);
    let (mut out, length) = ([0; LONGEST_DIGEST], vector.digest.len() / 2);
    call(vector.message, &mut out);
    expect(digest.name(), encode_string(&out[..length]) == vector.digest)?;
    let call = move |message: &[u8], out: &mut [u8; LONGEST_DIGEST]| {
        call(message, out);
        true
    };
    Ok(kernel::digests(size, length, no_reason(), call)?)
}

/// The kernel of a chained cipher; `start` takes key and IV and gives what encrypts in place.
pub(super) fn chained<U>(
    cipher: Cipher,
    size: usize,
    start: impl Fn(&[u8], &[u8]) -> U,
) -> Result<Box<dyn Loop>, Problem>
where
    U: FnMut(&mut [u8]) -> bool + Send + 'static,
{
    let vector = vectors::cipher(cipher);
    let mut text = vector.plain.clone();
    let worked = start(&vector.key, &vector.nonce)(&mut text);
    expect(cipher.name(), worked && text == vector.secret)?;
    let nonce = &NONCE[..cipher.nonce_bytes()];
    Ok(kernel::chained(size, nonce, no_reason(), start(&KEY[..cipher.key_bytes()], nonce))?)
}

/// Seals a message in place under additional data, and gives its tag.
pub(super) type Sealing = Box<dyn FnMut(&[u8], &mut [u8]) -> Option<[u8; TAG]> + Send>;

/// The kernel of sealed messages; `start` takes key and nonce.
pub(super) fn sealed(
    cipher: Cipher,
    size: usize,
    start: impl Fn(&[u8], &[u8]) -> Option<Sealing>,
) -> Result<Box<dyn Loop>, Problem> {
    let vector = vectors::cipher(cipher);
    let mut text = vector.plain.clone();
    let tag = start(&vector.key, &vector.nonce).and_then(|mut seal| seal(&vector.additional, &mut text));
    expect(cipher.name(), tag.is_some_and(|tag| tag[..] == vector.tag) && text == vector.secret)?;
    let call = start(&KEY[..cipher.key_bytes()], &NONCE[..cipher.nonce_bytes()]);
    let call = call.ok_or_else(|| Problem::Failed(format!("{} takes no key", cipher.name())))?;
    Ok(kernel::sealed(size, cipher.block_bytes(), no_reason(), Sealer { call, tag: None })?)
}

struct Sealer {
    call: Sealing,
    tag: Option<[u8; TAG]>,
}

impl Seal for Sealer {
    fn seal(&mut self, text: &mut [u8]) -> bool {
        self.tag = (self.call)(&ADDITIONAL, text);
        self.tag.is_some()
    }

    fn tag(&mut self, _text: &[u8]) -> Option<[u8; TAG]> {
        self.tag
    }
}

/// A public key, a message, a signature: whether it is accepted.
pub(super) type Accepts = fn(Scheme, &[u8], &[u8], &[u8]) -> bool;

/// The kernel of signatures, from a library that refuses what is wrong and accepts its own.
pub(super) fn signatures<C>(scheme: Scheme, accepts: Accepts, mut sign: C) -> Result<Box<dyn Loop>, Problem>
where
    C: FnMut(&[u8], &mut [u8; LONGEST_SIGNATURE]) -> Option<usize> + Send + 'static,
{
    check_published(scheme, accepts)?;
    let mut room = [0; LONGEST_SIGNATURE];
    let length = sign(&INPUT, &mut room).ok_or_else(|| Problem::Failed(format!("{} does not sign", scheme.name())))?;
    expect(scheme.name(), accepts(scheme, scheme.public_key(), &INPUT, &room[..length]))?;
    Ok(kernel::signatures(no_reason(), move |room| sign(&INPUT, room)))
}

/// Puts a signature into its room, and says how long it is.
pub(super) fn fill(room: &mut [u8; LONGEST_SIGNATURE], signature: &[u8]) -> usize {
    room[..signature.len()].copy_from_slice(signature);
    signature.len()
}

/// The kernel of checks; `verify` is bound to the test key, and told message and signature.
pub(super) fn verifications<C>(scheme: Scheme, accepts: Accepts, mut verify: C) -> Result<Box<dyn Loop>, Problem>
where
    C: FnMut(&[u8], &[u8]) -> bool + Send + 'static,
{
    check_published(scheme, accepts)?;
    let signature = scheme.signature_of_message();
    let mut other = signature.to_vec();
    *other.last_mut().expect("a signature has bytes") ^= 1;
    expect(scheme.name(), verify(&INPUT, signature) && !verify(&INPUT, &other))?;
    Ok(kernel::verifications(move || verify(&INPUT, signature)))
}

/// A published signature is accepted, and neither another one nor another message.
fn check_published(scheme: Scheme, accepts: Accepts) -> Result<(), Problem> {
    let vector = vectors::signature(scheme);
    let (mut signature, mut message) = (vector.signature.to_vec(), vector.message.to_vec());
    let right = accepts(scheme, vector.public_key, &message, &signature);
    *signature.last_mut().expect("a signature has bytes") ^= 1;
    let wrong = accepts(scheme, vector.public_key, &message, &signature);
    *message.last_mut().expect("a message has bytes") ^= 1;
    let other = accepts(scheme, vector.public_key, &message, vector.signature);
    expect(scheme.name(), right && !wrong && !other)
}

fn expect(name: &str, right: bool) -> Result<(), Problem> {
    if right { Ok(()) } else { Err(Problem::Failed(format!("wrong answer to a published vector of {name}"))) }
}

fn no_reason() -> Reason {
    Box::new(|| "it gives no reason".to_string())
}
