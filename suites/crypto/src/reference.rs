//! The RustCrypto crates as the reference that answers are compared with, called in the plainest way.

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use hostmark_probe::algorithm::{Cipher, Digest, Scheme};
use hostmark_probe::kernel::TAG;
use hostmark_probe::task::{ADDITIONAL, INPUT, KEY, NONCE};
use p256::ecdsa::signature::Verifier;
use p256::pkcs8::DecodePublicKey;
use sha2::Digest as _;

use crate::libraries::rustcrypto::sealing;

/// Bytes of a key stream that are asked for at a time.
pub(crate) const PIECE: usize = 16;

/// The digest of a message.
pub(crate) fn digest(digest: Digest, message: &[u8]) -> Vec<u8> {
    match digest {
        Digest::Md5 => md5::Md5::digest(message).to_vec(),
        Digest::Sha256 => sha2::Sha256::digest(message).to_vec(),
        Digest::Sha512 => sha2::Sha512::digest(message).to_vec(),
    }
}

/// Encrypts one block by the cipher's key; `None` where it is no block of it.
pub(crate) fn encrypt_block(cipher: Cipher, block: &[u8]) -> Option<Vec<u8>> {
    fn by<C: BlockCipherEncrypt + KeyInit>(key: &[u8], block: &[u8]) -> Option<Vec<u8>> {
        let mut block = block.try_into().ok()?;
        C::new_from_slice(key).ok()?.encrypt_block(&mut block);
        Some(block.to_vec())
    }
    let key = &KEY[..cipher.key_bytes()];
    match cipher {
        Cipher::Aes128Cbc | Cipher::Aes128Gcm => by::<aes::Aes128>(key, block),
        Cipher::Aes192Cbc => by::<aes::Aes192>(key, block),
        Cipher::Aes256Cbc | Cipher::Aes256Gcm => by::<aes::Aes256>(key, block),
        Cipher::BfCbc => by::<blowfish::Blowfish>(key, block),
        Cipher::Chacha20Poly1305 => None,
    }
}

/// A piece of an authenticated cipher's key stream, which begins so many bytes behind its start, a multiple of [`PIECE`].
/// Galois counter mode begins at counter 2 (SP 800-38D, 7.1), ChaCha20-Poly1305 at block 1 (RFC 8439, 2.8).
pub(crate) fn key_stream(cipher: Cipher, start: u64) -> Option<Vec<u8>> {
    let nonce = &NONCE[..cipher.nonce_bytes()];
    if cipher == Cipher::Chacha20Poly1305 {
        let mut stream = ChaCha20::new_from_slices(&KEY, nonce).ok()?;
        stream.try_seek(64 + start).ok()?;
        let mut piece = vec![0; PIECE];
        stream.apply_keystream(&mut piece);
        return Some(piece);
    }
    // The counter has 32 bits and begins anew behind its last value.
    let counter = 2_u32.wrapping_add((start / PIECE as u64) as u32);
    encrypt_block(cipher, &[nonce, &counter.to_be_bytes()].concat())
}

/// Seals a message in place and gives the tag.
pub(crate) fn seal(cipher: Cipher, message: &mut [u8]) -> Option<[u8; TAG]> {
    let (key, nonce) = (&KEY[..cipher.key_bytes()], &NONCE[..cipher.nonce_bytes()]);
    match cipher {
        Cipher::Aes128Gcm => sealing::<aes_gcm::Aes128Gcm>(key, nonce)?(&ADDITIONAL, message),
        Cipher::Aes256Gcm => sealing::<aes_gcm::Aes256Gcm>(key, nonce)?(&ADDITIONAL, message),
        Cipher::Chacha20Poly1305 => sealing::<chacha20poly1305::ChaCha20Poly1305>(key, nonce)?(&ADDITIONAL, message),
        _ => None,
    }
}

/// Whether this is a signature of the input by the ECDSA test key.
pub(crate) fn accepts_ecdsa(signature: &[u8]) -> bool {
    let key = p256::ecdsa::VerifyingKey::from_public_key_der(Scheme::EcdsaP256.public_key());
    let signature = p256::ecdsa::Signature::from_der(signature);
    key.is_ok_and(|key| signature.is_ok_and(|signature| key.verify(&INPUT, &signature).is_ok()))
}
