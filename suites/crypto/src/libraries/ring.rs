//! ring, through its own interface: messages are sealed or signed whole.

use hostmark_harness::suite::State;
use hostmark_probe::algorithm::{Cipher, Digest, Scheme};
use hostmark_probe::kernel::LONGEST_SIGNATURE;
use hostmark_probe::lack::Lack;
use hostmark_probe::task::{Api, Task};
use hostmark_probe::work::Problem;
use p256::pkcs8::SubjectPublicKeyInfoRef;
use ring::aead::{AES_128_GCM, AES_256_GCM, Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_ASN1_SIGNING, ED25519, EcdsaKeyPair, Ed25519KeyPair,
    RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey, VerificationAlgorithm,
};

use super::own_interface::Sealing;
use super::{Made, own_interface};
use crate::subject::Subject;

/// Its version; it does not tell it, a test compares it with what cargo builds.
pub(super) const VERSION: &str = "0.17.14";

/// Whether it has an algorithm.
pub(super) fn state(subject: Subject) -> State {
    let has = match subject {
        Subject::Digest(digest) => digest != Digest::Md5,
        Subject::Cipher(_) => subject.is_authenticated(),
        Subject::Scheme(_) => true,
    };
    if has { State::Ready } else { State::Missing(Lack::NotOffered.to_string()) }
}

/// The kernel of a task.
pub(super) fn make(task: Task, _: Api) -> Result<Made, Problem> {
    let kernel = match task {
        Task::Digest { digest, size } => {
            let algorithm = algorithm(digest)?;
            own_interface::digests(digest, size, move |message, out| {
                let digest = ring::digest::digest(algorithm, message);
                out[..digest.as_ref().len()].copy_from_slice(digest.as_ref());
            })?
        }
        Task::Cipher { .. } => return Err(Lack::NotInThisApi("whole sealed messages").into()),
        Task::Seal { cipher, size } => own_interface::sealed(cipher, size, |key, nonce| sealing(cipher, key, nonce))?,
        Task::Sign { scheme } => own_interface::signatures(scheme, accepts, signing(scheme)?)?,
        Task::Verify { scheme } => {
            let key = UnparsedPublicKey::new(verification(scheme), key_bytes(scheme.public_key())?);
            own_interface::verifications(scheme, accepts, move |message, signature| {
                key.verify(message, signature).is_ok()
            })?
        }
    };
    Ok(Made { kernel, version: VERSION.to_string(), findings: Default::default() })
}

fn algorithm(digest: Digest) -> Result<&'static ring::digest::Algorithm, Problem> {
    match digest {
        Digest::Md5 => Err(Lack::NotOffered.into()),
        Digest::Sha256 => Ok(&ring::digest::SHA256),
        Digest::Sha512 => Ok(&ring::digest::SHA512),
    }
}

/// Seals with the same key and nonce each time, which is only good for measuring.
fn sealing(cipher: Cipher, key: &[u8], nonce: &[u8]) -> Option<Sealing> {
    let algorithm = match cipher {
        Cipher::Aes128Gcm => &AES_128_GCM,
        Cipher::Aes256Gcm => &AES_256_GCM,
        Cipher::Chacha20Poly1305 => &CHACHA20_POLY1305,
        _ => return None,
    };
    let key = LessSafeKey::new(UnboundKey::new(algorithm, key).ok()?);
    let nonce: [u8; 12] = nonce.try_into().ok()?;
    Some(Box::new(move |additional, text| {
        let nonce = Nonce::assume_unique_for_key(nonce);
        let tag = key.seal_in_place_separate_tag(nonce, Aad::from(additional), text).ok()?;
        tag.as_ref().try_into().ok()
    }))
}

type Signing = Box<dyn FnMut(&[u8], &mut [u8; LONGEST_SIGNATURE]) -> Option<usize> + Send>;

fn signing(scheme: Scheme) -> Result<Signing, Problem> {
    let (key, random) = (scheme.private_key(), SystemRandom::new());
    let refused = |problem: ring::error::KeyRejected| Problem::Lack(Lack::Refused(problem.to_string()));
    match scheme {
        Scheme::Rsa4096 | Scheme::Rsa2048 => {
            let pair = RsaKeyPair::from_pkcs8(key).map_err(refused)?;
            let length = pair.public().modulus_len();
            Ok(Box::new(move |message, room| {
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut room[..length]).ok()?;
                Some(length)
            }))
        }
        Scheme::EcdsaP256 => {
            let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key, &random).map_err(refused)?;
            Ok(Box::new(move |message, room| {
                Some(own_interface::fill(room, pair.sign(&random, message).ok()?.as_ref()))
            }))
        }
        Scheme::Ed25519 => {
            let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(key).map_err(refused)?;
            Ok(Box::new(move |message, room| Some(own_interface::fill(room, pair.sign(message).as_ref()))))
        }
    }
}

fn verification(scheme: Scheme) -> &'static dyn VerificationAlgorithm {
    match scheme {
        Scheme::Rsa4096 | Scheme::Rsa2048 => &RSA_PKCS1_2048_8192_SHA256,
        Scheme::EcdsaP256 => &ECDSA_P256_SHA256_ASN1,
        Scheme::Ed25519 => &ED25519,
    }
}

/// Whether ring accepts a signature by a key, which is a SubjectPublicKeyInfo.
pub(crate) fn accepts(scheme: Scheme, key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    key_bytes(key).is_ok_and(|key| UnparsedPublicKey::new(verification(scheme), key).verify(message, signature).is_ok())
}

/// The key itself, as ring takes it.
fn key_bytes(information: &[u8]) -> Result<Vec<u8>, Problem> {
    let parsed = SubjectPublicKeyInfoRef::try_from(information).ok();
    let bytes = parsed.and_then(|parsed| parsed.subject_public_key.as_bytes());
    bytes.map(<[u8]>::to_vec).ok_or_else(|| Problem::Failed("the test key is no public key".to_string()))
}
