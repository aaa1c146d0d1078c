//! The right answers, by another implementation than the one that is measured.
//!
//! What an answer holds is in [`hostmark_probe::task`]. All are checked outside the timed section. The RustCrypto crates
//! give them, also where they are measured themselves: then this is the check of the kernel, and the published vectors,
//! which each kernel has to give first, are the check of the library.

use std::sync::OnceLock;

use base16ct::lower::{decode_vec, encode_string};
use hostmark_harness::answer::{Answer, Check, Known};
use hostmark_probe::algorithm::{Cipher, Digest, Mode, Scheme};
use hostmark_probe::task::INPUT;

use crate::libraries::ring_accepts;
use crate::reference::{self, PIECE};
use crate::subject::{Operation, Subject};

/// The right answers for messages of so many bytes; `sealed` for whole messages with a tag.
pub(crate) fn of_messages(subject: Subject, size: u64, sealed: bool) -> Known {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    match subject {
        Subject::Digest(digest) => of_digest(digest, size),
        Subject::Cipher(cipher) if sealed => of_seal(cipher, size),
        Subject::Cipher(cipher) if cipher.mode() == Mode::Chained => of_chain(cipher),
        Subject::Cipher(cipher) => of_stream(cipher, size),
        Subject::Scheme(_) => Known::NotHere("a signature has no size"),
    }
}

/// The right answers for signatures of [`INPUT`] as it is, and for checks of one.
pub(crate) fn of_signatures(subject: Subject, operation: Operation) -> Known {
    match (subject, operation) {
        (Subject::Scheme(Scheme::EcdsaP256), Operation::Sign) => of_ecdsa(reference::accepts_ecdsa),
        (Subject::Scheme(scheme), Operation::Sign) => Known::Text(encode_string(scheme.signature())),
        _ => Known::PerUnit(1),
    }
}

/// What replaces it for a library that takes messages only; `None` where nothing does.
pub(crate) fn of_signed_messages(scheme: Scheme, by: &str, operation: &str) -> Option<Known> {
    if operation != Operation::Sign.name() {
        return None;
    }
    match scheme {
        Scheme::Rsa4096 | Scheme::Rsa2048 => Some(Known::Text(encode_string(scheme.signature_of_message()))),
        // Nobody vouches for himself.
        Scheme::EcdsaP256 if by == "rustcrypto" => Some(of_ecdsa(ring_accepts_ecdsa)),
        Scheme::EcdsaP256 | Scheme::Ed25519 => None,
    }
}

fn ring_accepts_ecdsa(signature: &[u8]) -> bool {
    ring_accepts(Scheme::EcdsaP256, Scheme::EcdsaP256.public_key(), &INPUT, signature)
}

fn of_digest(digest: Digest, size: usize) -> Known {
    let right = OnceLock::new();
    check(move |_, text| equal(text, right.get_or_init(|| encode_string(&reference::digest(digest, &vec![0; size])))))
}

/// The last block encrypted is the block before it, mixed with the chain, encrypted.
fn of_chain(cipher: Cipher) -> Known {
    check(move |_, text| {
        let bytes = bytes(text, 3 * cipher.block_bytes())?;
        let (chain, blocks) = bytes.split_at(cipher.block_bytes());
        let (before, after) = blocks.split_at(cipher.block_bytes());
        let mixed: Vec<u8> = chain.iter().zip(before).map(|(chain, before)| chain ^ before).collect();
        let right = reference::encrypt_block(cipher, &mixed).ok_or("it is no block of this cipher")?;
        equal(&encode_string(after), &encode_string(&right))
    })
}

/// The last bytes before and after differ by the key stream, which stands where the units say.
fn of_stream(cipher: Cipher, size: usize) -> Known {
    check(move |units, text| {
        let bytes = bytes(text, 2 * PIECE)?;
        let (before, after) = bytes.split_at(PIECE);
        let start = (units * size as u64).checked_sub(PIECE as u64);
        let stream = start.and_then(|start| reference::key_stream(cipher, start));
        let stream = stream.ok_or("the key stream does not reach so far")?;
        let right: Vec<u8> = stream.iter().zip(before).map(|(key, before)| key ^ before).collect();
        equal(&encode_string(after), &encode_string(&right))
    })
}

/// Units with an odd number seal zeros, the others what the one before made of them: in place, twice is back again.
fn of_seal(cipher: Cipher, size: usize) -> Known {
    let tags = OnceLock::new();
    let both = move || {
        let mut message = vec![0; size];
        [(); 2].map(|()| reference::seal(cipher, &mut message).map(|tag| encode_string(&tag)).unwrap_or_default())
    };
    check(move |units, text| {
        let [odd, even] = tags.get_or_init(&both);
        equal(text, if units % 2 == 1 { odd } else { even })
    })
}

/// A signature by ECDSA is another one each time; it has to verify.
fn of_ecdsa(accepts: impl Fn(&[u8]) -> bool + Send + Sync + 'static) -> Known {
    check(move |_, text| {
        let signature = decode_vec(text).map_err(|problem| problem.to_string())?;
        if accepts(&signature) { Ok(()) } else { Err("the signature does not verify".to_string()) }
    })
}

/// So many bytes from their hexadecimal digits.
fn bytes(text: &str, count: usize) -> Result<Vec<u8>, String> {
    let bytes = decode_vec(text).map_err(|problem| problem.to_string())?;
    if bytes.len() == count { Ok(bytes) } else { Err(format!("it has {} bytes instead of {count}", bytes.len())) }
}

fn check(test: impl Fn(u64, &str) -> Result<(), String> + Send + Sync + 'static) -> Known {
    Known::Check(Check::new(move |units, answer| match answer {
        Answer::Text(text) => test(units, text),
        other => Err(format!("{other:?} is no text")),
    }))
}

fn equal(given: &str, right: &str) -> Result<(), String> {
    if given == right { Ok(()) } else { Err(format!("{given} instead of {right}")) }
}
