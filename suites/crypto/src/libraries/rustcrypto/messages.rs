//! Digests and ciphers.

use aes::cipher::array::Array;
use aes::cipher::{BlockCipherEncrypt, BlockModeEncrypt, KeyInit, KeyIvInit};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::aead::AeadInOut;
use aes_gcm::{Aes128Gcm, Aes256Gcm};
use blowfish::Blowfish;
use chacha20poly1305::ChaCha20Poly1305;
use hostmark_harness::suite::Loop;
use hostmark_probe::algorithm::{Cipher, Digest};
use hostmark_probe::kernel::LONGEST_DIGEST;
use hostmark_probe::lack::Lack;
use hostmark_probe::work::Problem;
use md5::Md5;
use sha2::{Sha256, Sha512};

use super::super::own_interface as own;

pub(super) fn digests(digest: Digest, size: usize) -> Result<Box<dyn Loop>, Problem> {
    fn one<D: sha2::Digest>(message: &[u8], out: &mut [u8; LONGEST_DIGEST]) {
        let digest = D::digest(message);
        out[..digest.len()].copy_from_slice(&digest);
    }
    match digest {
        Digest::Md5 => own::digests(digest, size, one::<Md5>),
        Digest::Sha256 => own::digests(digest, size, one::<Sha256>),
        Digest::Sha512 => own::digests(digest, size, one::<Sha512>),
    }
}

pub(super) fn chained(cipher: Cipher, size: usize) -> Result<Box<dyn Loop>, Problem> {
    match cipher {
        Cipher::Aes128Cbc => own::chained(cipher, size, chaining::<Aes128>),
        Cipher::Aes192Cbc => own::chained(cipher, size, chaining::<Aes192>),
        Cipher::Aes256Cbc => own::chained(cipher, size, chaining::<Aes256>),
        Cipher::BfCbc => own::chained(cipher, size, chaining::<Blowfish>),
        _ => Err(Lack::NotInThisApi("whole sealed messages").into()),
    }
}

/// What encrypts in place by a block cipher, chained.
fn chaining<C>(key: &[u8], nonce: &[u8]) -> impl FnMut(&mut [u8]) -> bool + Send + use<C>
where
    C: BlockCipherEncrypt + KeyInit + Send + 'static,
    cbc::Encryptor<C>: KeyIvInit + BlockModeEncrypt + Send,
{
    let mut state = cbc::Encryptor::<C>::new_from_slices(key, nonce).ok();
    move |text| match &mut state {
        Some(state) => {
            state.encrypt_blocks(Array::slice_as_chunks_mut(text).0);
            true
        }
        None => false,
    }
}

pub(super) fn sealed(cipher: Cipher, size: usize) -> Result<Box<dyn Loop>, Problem> {
    match cipher {
        Cipher::Aes128Gcm => own::sealed(cipher, size, sealing::<Aes128Gcm>),
        Cipher::Aes256Gcm => own::sealed(cipher, size, sealing::<Aes256Gcm>),
        Cipher::Chacha20Poly1305 => own::sealed(cipher, size, sealing::<ChaCha20Poly1305>),
        _ => Err(Problem::Failed(format!("{} has no tag to seal with", cipher.name()))),
    }
}

/// What seals with the same key and nonce each time, which is only good for measuring.
pub(crate) fn sealing<A: AeadInOut + KeyInit + Send + 'static>(key: &[u8], nonce: &[u8]) -> Option<own::Sealing> {
    let cipher = A::new_from_slice(key).ok()?;
    let nonce = nonce.to_vec();
    Some(Box::new(move |additional: &[u8], text: &mut [u8]| {
        let nonce = nonce.as_slice().try_into().ok()?;
        let tag = cipher.encrypt_inout_detached(nonce, additional, text.into()).ok()?;
        tag.as_slice().try_into().ok()
    }))
}
