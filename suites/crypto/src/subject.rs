//! What is measured: the algorithms by the names of `openssl speed`, and the task that a case stands for.

use hostmark_harness::parameters::Parameters;
use hostmark_probe::algorithm::{Cipher, Digest, Mode, Scheme};
use hostmark_probe::task::Task;

/// The parameter that tells how many bytes a message has.
pub(crate) const SIZE: &str = "size";
/// The parameter that tells signing from verifying.
pub(crate) const OPERATION: &str = "operation";
/// The parameter that tells through which calls.
pub(crate) const API: &str = "api";
/// The value of [`API`] for whole sealed messages.
pub(crate) const AEAD: &str = "aead";

/// An algorithm of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Digest(Digest),
    Cipher(Cipher),
    Scheme(Scheme),
}

/// What is done with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Sign,
    Verify,
}

impl Operation {
    pub(crate) const ALL: [Operation; 2] = [Operation::Sign, Operation::Verify];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Operation::Sign => "sign",
            Operation::Verify => "verify",
        }
    }
}

impl Subject {
    /// All of them, in the order in which they are listed.
    pub(crate) fn all() -> impl Iterator<Item = Subject> {
        let digests = Digest::ALL.into_iter().map(Subject::Digest);
        digests.chain(Cipher::ALL.into_iter().map(Subject::Cipher)).chain(Scheme::ALL.into_iter().map(Subject::Scheme))
    }

    /// The one of this name.
    pub(crate) fn named(name: &str) -> Option<Subject> {
        Subject::all().find(|subject| subject.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Subject::Digest(digest) => digest.name(),
            Subject::Cipher(cipher) => cipher.name(),
            Subject::Scheme(scheme) => scheme.name(),
        }
    }

    pub(crate) fn about(self) -> &'static str {
        match self {
            Subject::Digest(Digest::Md5) => "MD5 digests of zero bytes",
            Subject::Digest(Digest::Sha256) => "SHA-256 digests of zero bytes",
            Subject::Digest(Digest::Sha512) => "SHA-512 digests of zero bytes",
            Subject::Cipher(Cipher::Aes128Cbc) => "AES, 128-bit key, chained blocks, encrypts in place",
            Subject::Cipher(Cipher::Aes192Cbc) => "AES, 192-bit key, chained blocks, encrypts in place",
            Subject::Cipher(Cipher::Aes256Cbc) => "AES, 256-bit key, chained blocks, encrypts in place",
            Subject::Cipher(Cipher::BfCbc) => "Blowfish, 128-bit key, chained blocks, encrypts in place",
            Subject::Cipher(Cipher::Aes128Gcm) => "AES-GCM, 128-bit key: the stream, or whole sealed messages",
            Subject::Cipher(Cipher::Aes256Gcm) => "AES-GCM, 256-bit key: the stream, or whole sealed messages",
            Subject::Cipher(Cipher::Chacha20Poly1305) => "ChaCha20-Poly1305: the stream, or whole sealed messages",
            Subject::Scheme(Scheme::Rsa4096) => "RSA, 4096-bit key, PKCS #1 v1.5, of 36 bytes",
            Subject::Scheme(Scheme::Rsa2048) => "RSA, 2048-bit key, PKCS #1 v1.5, of 36 bytes",
            Subject::Scheme(Scheme::EcdsaP256) => "ECDSA on P-256, of a SHA-256",
            Subject::Scheme(Scheme::Ed25519) => "Ed25519, of 36 bytes",
        }
    }

    /// True where a library may work on an endless stream or seal whole messages.
    pub(crate) fn is_authenticated(self) -> bool {
        matches!(self, Subject::Cipher(cipher) if cipher.mode() == Mode::Authenticated)
    }

    /// The task of a case and its variant, which both come from this crate; `None` where they do not.
    pub(crate) fn task(name: &str, parameters: &Parameters) -> Option<Task> {
        let size = || parameters.get(SIZE)?.parse().ok();
        let seals = parameters.get(API) == Some(AEAD);
        Some(match Subject::named(name)? {
            Subject::Digest(digest) => Task::Digest { digest, size: size()? },
            Subject::Cipher(cipher) if seals && cipher.mode() == Mode::Authenticated => {
                Task::Seal { cipher, size: size()? }
            }
            Subject::Cipher(cipher) => Task::Cipher { cipher, size: size()? },
            Subject::Scheme(scheme) if parameters.get(OPERATION)? == Operation::Sign.name() => Task::Sign { scheme },
            Subject::Scheme(scheme) => Task::Verify { scheme },
        })
    }
}
