//! The algorithms, by the names that `openssl speed` takes.

use serde::{Deserialize, Serialize};

/// A message digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Digest {
    /// RFC 1321.
    Md5,
    /// FIPS 180-4.
    Sha256,
    /// FIPS 180-4.
    Sha512,
}

impl Digest {
    /// All of them.
    pub const ALL: [Digest; 3] = [Digest::Md5, Digest::Sha256, Digest::Sha512];

    /// The name in `openssl speed`.
    pub fn name(self) -> &'static str {
        match self {
            Digest::Md5 => "md5",
            Digest::Sha256 => "sha256",
            Digest::Sha512 => "sha512",
        }
    }
}

/// How a cipher turns blocks into a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Cipher block chaining, without padding.
    Chained,
    /// With an authentication tag: Galois counter mode, or ChaCha20-Poly1305.
    Authenticated,
}

/// A cipher with its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cipher {
    /// AES with a key of 128 bits, chained.
    #[serde(rename = "aes-128-cbc")]
    Aes128Cbc,
    /// AES with a key of 192 bits, chained.
    #[serde(rename = "aes-192-cbc")]
    Aes192Cbc,
    /// AES with a key of 256 bits, chained.
    #[serde(rename = "aes-256-cbc")]
    Aes256Cbc,
    /// Blowfish with a key of 128 bits, chained.
    BfCbc,
    /// AES-GCM with a key of 128 bits.
    #[serde(rename = "aes-128-gcm")]
    Aes128Gcm,
    /// AES-GCM with a key of 256 bits.
    #[serde(rename = "aes-256-gcm")]
    Aes256Gcm,
    /// RFC 8439.
    Chacha20Poly1305,
}

impl Cipher {
    /// All of them.
    pub const ALL: [Cipher; 7] = [
        Cipher::Aes128Cbc,
        Cipher::Aes192Cbc,
        Cipher::Aes256Cbc,
        Cipher::BfCbc,
        Cipher::Aes128Gcm,
        Cipher::Aes256Gcm,
        Cipher::Chacha20Poly1305,
    ];

    /// The name in `openssl speed`.
    pub fn name(self) -> &'static str {
        match self {
            Cipher::Aes128Cbc => "aes-128-cbc",
            Cipher::Aes192Cbc => "aes-192-cbc",
            Cipher::Aes256Cbc => "aes-256-cbc",
            Cipher::BfCbc => "bf-cbc",
            Cipher::Aes128Gcm => "aes-128-gcm",
            Cipher::Aes256Gcm => "aes-256-gcm",
            Cipher::Chacha20Poly1305 => "chacha20-poly1305",
        }
    }

    /// How it turns blocks into a message.
    pub fn mode(self) -> Mode {
        match self {
            Cipher::Aes128Cbc | Cipher::Aes192Cbc | Cipher::Aes256Cbc | Cipher::BfCbc => Mode::Chained,
            Cipher::Aes128Gcm | Cipher::Aes256Gcm | Cipher::Chacha20Poly1305 => Mode::Authenticated,
        }
    }

    /// Bytes of its key.
    pub fn key_bytes(self) -> usize {
        match self {
            Cipher::Aes128Cbc | Cipher::Aes128Gcm | Cipher::BfCbc => 16,
            Cipher::Aes192Cbc => 24,
            Cipher::Aes256Cbc | Cipher::Aes256Gcm | Cipher::Chacha20Poly1305 => 32,
        }
    }

    /// Bytes of its IV or nonce.
    pub fn nonce_bytes(self) -> usize {
        match self.mode() {
            Mode::Chained => self.block_bytes(),
            Mode::Authenticated => 12,
        }
    }

    /// Bytes of a block of the cipher; 16 for ChaCha20-Poly1305, whose tag counts in such blocks.
    pub fn block_bytes(self) -> usize {
        if self == Cipher::BfCbc { 8 } else { 16 }
    }
}

/// A signature scheme with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// RSA of 4096 bits, PKCS #1 v1.5.
    Rsa4096,
    /// RSA of 2048 bits, PKCS #1 v1.5.
    Rsa2048,
    /// ECDSA on P-256 over a SHA-256.
    EcdsaP256,
    /// RFC 8032, over the message.
    Ed25519,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 4] = [Scheme::Rsa4096, Scheme::Rsa2048, Scheme::EcdsaP256, Scheme::Ed25519];

    /// The name of the case.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Rsa4096 => "rsa4096",
            Scheme::Rsa2048 => "rsa2048",
            Scheme::EcdsaP256 => "ecdsa-p256",
            Scheme::Ed25519 => "ed25519",
        }
    }

    /// The test key, PKCS #8.
    pub fn private_key(self) -> &'static [u8] {
        match self {
            Scheme::Rsa4096 => include_bytes!("../keys/rsa4096.private.der"),
            Scheme::Rsa2048 => include_bytes!("../keys/rsa2048.private.der"),
            Scheme::EcdsaP256 => include_bytes!("../keys/ecdsa-p256.private.der"),
            Scheme::Ed25519 => include_bytes!("../keys/ed25519.private.der"),
        }
    }

    /// The public half of the test key, SubjectPublicKeyInfo.
    pub fn public_key(self) -> &'static [u8] {
        match self {
            Scheme::Rsa4096 => include_bytes!("../keys/rsa4096.public.der"),
            Scheme::Rsa2048 => include_bytes!("../keys/rsa2048.public.der"),
            Scheme::EcdsaP256 => include_bytes!("../keys/ecdsa-p256.public.der"),
            Scheme::Ed25519 => include_bytes!("../keys/ed25519.public.der"),
        }
    }
}

impl Scheme {
    /// The right signature of [`INPUT`](crate::task::INPUT) by the test key, made by OpenSSL 3.0. RSA: of the bytes
    /// themselves, as `openssl speed` does. ECDSA: of their SHA-256, and one of many that are right.
    pub fn signature(self) -> &'static [u8] {
        match self {
            Scheme::Rsa4096 => include_bytes!("../keys/rsa4096.raw.signature"),
            Scheme::Rsa2048 => include_bytes!("../keys/rsa2048.raw.signature"),
            Scheme::EcdsaP256 => include_bytes!("../keys/ecdsa-p256.sha256.signature"),
            Scheme::Ed25519 => include_bytes!("../keys/ed25519.message.signature"),
        }
    }

    /// The same where a library takes messages only, so that RSA signs a SHA-256.
    pub fn signature_of_message(self) -> &'static [u8] {
        match self {
            Scheme::Rsa4096 => include_bytes!("../keys/rsa4096.sha256.signature"),
            Scheme::Rsa2048 => include_bytes!("../keys/rsa2048.sha256.signature"),
            Scheme::EcdsaP256 | Scheme::Ed25519 => self.signature(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_use_the_names_of_openssl_speed() {
        let written = |value: serde_json::Value| value.as_str().map(str::to_string);
        for digest in Digest::ALL {
            assert_eq!(written(serde_json::json!(digest)).as_deref(), Some(digest.name()));
        }
        for cipher in Cipher::ALL {
            assert_eq!(written(serde_json::json!(cipher)).as_deref(), Some(cipher.name()));
        }
        for scheme in Scheme::ALL {
            assert_eq!(written(serde_json::json!(scheme)).as_deref(), Some(scheme.name()));
        }
    }
}
