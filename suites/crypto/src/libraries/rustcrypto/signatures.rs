//! ECDSA and Ed25519.

use ed25519_dalek::Signer as _;
use ed25519_dalek::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};
use hostmark_harness::suite::Loop;
use hostmark_probe::algorithm::Scheme;
use hostmark_probe::lack::Lack;
use hostmark_probe::work::Problem;
use p256::ecdsa::signature::{Signer as _, Verifier as _};
use p256::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};

use super::super::own_interface as own;
use super::RSA_ADVISORY;

fn unreadable(scheme: Scheme) -> Problem {
    Problem::Lack(Lack::Refused(format!("the key of {} cannot be read", scheme.name())))
}

pub(super) fn sign(scheme: Scheme) -> Result<Box<dyn Loop>, Problem> {
    match scheme {
        Scheme::Rsa4096 | Scheme::Rsa2048 => Err(Lack::OpenAdvisory(RSA_ADVISORY).into()),
        Scheme::EcdsaP256 => {
            let key = p256::ecdsa::SigningKey::from_pkcs8_der(scheme.private_key());
            let key = key.map_err(|_| unreadable(scheme))?;
            own::signatures(scheme, accepts, move |message, room| {
                let signature: p256::ecdsa::Signature = key.try_sign(message).ok()?;
                Some(own::fill(room, signature.to_der().as_bytes()))
            })
        }
        Scheme::Ed25519 => {
            let key = ed25519_dalek::SigningKey::from_pkcs8_der(scheme.private_key());
            let key = key.map_err(|_| unreadable(scheme))?;
            own::signatures(scheme, accepts, move |message, room| {
                Some(own::fill(room, &key.try_sign(message).ok()?.to_bytes()))
            })
        }
    }
}

pub(super) fn verify(scheme: Scheme) -> Result<Box<dyn Loop>, Problem> {
    let key = PublicKey::parse(scheme, scheme.public_key()).ok_or_else(|| match scheme {
        Scheme::Rsa4096 | Scheme::Rsa2048 => Lack::OpenAdvisory(RSA_ADVISORY).into(),
        _ => unreadable(scheme),
    })?;
    own::verifications(scheme, accepts, move |message, signature| key.accepts(message, signature))
}

fn accepts(scheme: Scheme, key: &[u8], message: &[u8], signature: &[u8]) -> bool {
    PublicKey::parse(scheme, key).is_some_and(|key| key.accepts(message, signature))
}

enum PublicKey {
    P256(p256::ecdsa::VerifyingKey),
    Ed25519(ed25519_dalek::VerifyingKey),
}

impl PublicKey {
    /// From a SubjectPublicKeyInfo.
    fn parse(scheme: Scheme, information: &[u8]) -> Option<PublicKey> {
        match scheme {
            Scheme::Rsa4096 | Scheme::Rsa2048 => None,
            Scheme::EcdsaP256 => p256::ecdsa::VerifyingKey::from_public_key_der(information).ok().map(PublicKey::P256),
            Scheme::Ed25519 => {
                ed25519_dalek::VerifyingKey::from_public_key_der(information).ok().map(PublicKey::Ed25519)
            }
        }
    }

    fn accepts(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            PublicKey::P256(key) => {
                let signature = p256::ecdsa::Signature::from_der(signature);
                signature.is_ok_and(|signature| key.verify(message, &signature).is_ok())
            }
            PublicKey::Ed25519(key) => {
                let signature = ed25519_dalek::Signature::from_slice(signature);
                signature.is_ok_and(|signature| key.verify_strict(message, &signature).is_ok())
            }
        }
    }
}
