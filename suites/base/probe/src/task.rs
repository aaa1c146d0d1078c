//! What a libcrypto, or any other library, is asked to do; what one unit of it is; and what the answer of a run is.
//!
//! | task | a unit | the answer, in hexadecimal digits |
//! |---|---|---|
//! | digest | the digest of `size` zero bytes, in one call | the last digest |
//! | cipher, chained | `size` bytes encrypted in place, the chain going on from unit to unit | three blocks: the chain before the last block (the block before it, in the first unit of one block the IV), the last block before it was encrypted, and after |
//! | cipher, authenticated | `size` bytes encrypted in place; the key stream goes on from unit to unit and starts anew with each run; no tag | the last 16 bytes before and after the last unit |
//! | seal | one whole message: the same nonce and 13 bytes of additional data each time, `size` bytes in place, a tag. The buffer is zeroed at the start of a run, so it is zero before each unit with an odd number | the last tag |
//! | sign | one signature of [`INPUT`] | the last signature |
//! | verify | one good signature of [`INPUT`] checked | a count: the signatures that were accepted |
//!
//! Buffers are zero at first. Of a cipher the key is the first bytes of [`KEY`], the IV or nonce of [`NONCE`].

use serde::{Deserialize, Serialize};

use crate::algorithm::{Cipher, Digest, Scheme};

/// Key bytes of all ciphers.
pub const KEY: [u8; 32] = counted();

/// IV bytes of chained ciphers (16 or 8 of them), nonce of the others (12).
pub const NONCE: [u8; 16] = *b"hostmark nonce..";

/// The additional data of sealed messages: as long as in TLS 1.2 and in `openssl speed -aead`.
pub const ADDITIONAL: [u8; 13] = *b"hostmark data";

/// What is signed: as long as in `openssl speed rsa4096`.
pub const INPUT: [u8; 36] = counted();

/// 0, 1, 2 ...
const fn counted<const SIZE: usize>() -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    let mut index = 0;
    while index < SIZE {
        bytes[index] = index as u8;
        index += 1;
    }
    bytes
}

/// One kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Digests of messages of `size` bytes.
    Digest {
        /// Which digest.
        digest: Digest,
        /// Bytes of a message.
        size: usize,
    },
    /// Messages of `size` bytes encrypted without end.
    Cipher {
        /// Which cipher.
        cipher: Cipher,
        /// Bytes of a call; whole blocks.
        size: usize,
    },
    /// Whole messages of `size` bytes with nonce, additional data and tag.
    Seal {
        /// Which cipher, authenticated.
        cipher: Cipher,
        /// Bytes of a message; whole blocks.
        size: usize,
    },
    /// Signatures.
    Sign {
        /// Which scheme.
        scheme: Scheme,
    },
    /// Checks of a signature.
    Verify {
        /// Which scheme.
        scheme: Scheme,
    },
}

/// Through which calls of a libcrypto.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Api {
    /// The EVP calls as `openssl speed -evp` makes them: the algorithm is looked up once (OpenSSL 3: fetched).
    Evp,
    /// The EVP calls as most programs make them, with `EVP_sha256()` and the like: OpenSSL 3 fetches for each digest.
    EvpImplicit,
    /// The calls below EVP: `AES_cbc_encrypt`, `BF_cbc_encrypt`, `SHA512`.
    LowLevel,
    /// Whichever of these `openssl speed NAME` of this library calls.
    Speed,
}

impl Api {
    /// The name in parameters.
    pub fn name(self) -> &'static str {
        match self {
            Api::Evp => "evp",
            Api::EvpImplicit => "evp-implicit",
            Api::LowLevel => "low-level",
            Api::Speed => "speed",
        }
    }
}
