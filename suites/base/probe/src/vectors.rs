//! Published answers that a library has to give before it is measured.

use crate::algorithm::{Cipher, Digest, Scheme};
use base16ct::lower::encode_string;

/// A message and its digest.
pub struct DigestVector {
    /// The message.
    pub message: &'static [u8],
    /// Its digest, in hexadecimal digits.
    pub digest: &'static str,
}

/// RFC 1321, A.5; FIPS 180-2, B.1 and C.1: the digests of `abc`.
pub fn digest(digest: Digest) -> DigestVector {
    let digest = match digest {
        Digest::Md5 => "900150983cd24fb0d6963f7d28e17f72",
        Digest::Sha256 => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        Digest::Sha512 => {
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        }
    };
    DigestVector { message: b"abc", digest }
}

/// A plain text and what a cipher makes of it.
pub struct CipherVector {
    /// The key.
    pub key: Vec<u8>,
    /// The IV or nonce.
    pub nonce: Vec<u8>,
    /// Additional data; empty for chained ciphers.
    pub additional: Vec<u8>,
    /// The plain text.
    pub plain: Vec<u8>,
    /// The cipher text.
    pub secret: Vec<u8>,
    /// The tag; empty for chained ciphers.
    pub tag: Vec<u8>,
}

const RECOMMENDATION_PLAIN: &str = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
    30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
const RECOMMENDATION_IV: &str = "000102030405060708090a0b0c0d0e0f";

const SPECIFICATION_PLAIN: &str = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72\
    1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
const SPECIFICATION_NONCE: &str = "cafebabefacedbaddecaf888";
const SPECIFICATION_ADDITIONAL: &str = "feedfacedeadbeeffeedfacedeadbeefabaddad2";

/// NIST SP 800-38A, F.2 (AES-CBC); Eric Young's vector in the SSLeay and Blowfish distributions, filled up with zeros
/// (Blowfish-CBC); test cases 4 and 16 of the GCM specification of McGrew and Viega; RFC 8439, 2.8.2 (ChaCha20-Poly1305).
pub fn cipher(cipher: Cipher) -> CipherVector {
    match cipher {
        Cipher::Aes128Cbc => recommendation(
            "2b7e151628aed2a6abf7158809cf4f3c",
            "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2\
             73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7",
        ),
        Cipher::Aes192Cbc => recommendation(
            "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b",
            "4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a\
             571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd",
        ),
        Cipher::Aes256Cbc => recommendation(
            "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
            "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d\
             39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b",
        ),
        Cipher::BfCbc => vector(
            ["0123456789abcdeff0e1d2c3b4a59687", "fedcba9876543210", ""],
            "37363534333231204e6f77206973207468652074696d6520666f722000000000",
            ["6b77b4d63006dee605b156e27403979358deb9e7154616d959f1652bd5ff92cc", ""],
        ),
        Cipher::Aes128Gcm => vector(
            ["feffe9928665731c6d6a8f9467308308", SPECIFICATION_NONCE, SPECIFICATION_ADDITIONAL],
            SPECIFICATION_PLAIN,
            [
                "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e\
                 21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091",
                "5bc94fbc3221a5db94fae95ae7121a47",
            ],
        ),
        Cipher::Aes256Gcm => vector(
            [
                "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
                SPECIFICATION_NONCE,
                SPECIFICATION_ADDITIONAL,
            ],
            SPECIFICATION_PLAIN,
            [
                "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa\
                 8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
                "76fc6ece0f4e1768cddf8853bb2d551b",
            ],
        ),
        Cipher::Chacha20Poly1305 => vector(
            [
                "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
                "070000004041424344454647",
                "50515253c0c1c2c3c4c5c6c7",
            ],
            &encode_string(
                b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                sunscreen would be it.",
            ),
            [
                "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6\
                 3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36\
                 92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
                 3ff4def08e4b7a9de576d26586cec64b6116",
                "1ae10b594f09e26a7e902ecbd0600691",
            ],
        ),
    }
}

fn recommendation(key: &str, secret: &str) -> CipherVector {
    vector([key, RECOMMENDATION_IV, ""], RECOMMENDATION_PLAIN, [secret, ""])
}

fn vector([key, nonce, additional]: [&str; 3], plain: &str, [secret, tag]: [&str; 2]) -> CipherVector {
    let bytes =
        |text: &str| base16ct::lower::decode_vec(text).expect("vectors are hexadecimal digits, as a test checks");
    CipherVector {
        key: bytes(key),
        nonce: bytes(nonce),
        additional: bytes(additional),
        plain: bytes(plain),
        secret: bytes(secret),
        tag: bytes(tag),
    }
}

/// A signature that is right.
pub struct SignatureVector {
    /// The public key, SubjectPublicKeyInfo.
    pub public_key: &'static [u8],
    /// What was signed: with SHA-256, or as it is for Ed25519.
    pub message: &'static [u8],
    /// The signature.
    pub signature: &'static [u8],
}

/// The published signature for a scheme; sources are in `vectors/README.md`.
pub fn signature(scheme: Scheme) -> SignatureVector {
    match scheme {
        Scheme::Rsa4096 => SignatureVector {
            public_key: include_bytes!("../vectors/rsa4096.public.der"),
            message: b"Test",
            signature: include_bytes!("../vectors/rsa4096.signature"),
        },
        Scheme::Rsa2048 => SignatureVector {
            public_key: include_bytes!("../vectors/rsa2048.public.der"),
            message: b"Test",
            signature: include_bytes!("../vectors/rsa2048.signature"),
        },
        Scheme::EcdsaP256 => SignatureVector {
            public_key: include_bytes!("../vectors/ecdsa-p256.public.der"),
            message: b"sample",
            signature: include_bytes!("../vectors/ecdsa-p256.signature"),
        },
        Scheme::Ed25519 => SignatureVector {
            public_key: include_bytes!("../vectors/ed25519.public.der"),
            message: b"\x72",
            signature: include_bytes!("../vectors/ed25519.signature"),
        },
    }
}

/// The DigestInfo of a SHA-256, which PKCS #1 v1.5 puts before it (RFC 8017, 9.2, note 1).
pub const SHA256_INFO: [u8; 19] =
    [0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_complete() {
        for one in Cipher::ALL {
            let vector = cipher(one);
            assert_eq!((vector.key.len(), vector.plain.len()), (one.key_bytes(), vector.secret.len()), "{one:?}");
            assert_eq!(vector.tag.is_empty(), one.mode() == crate::algorithm::Mode::Chained, "{one:?}");
        }
    }
}
