//! What `openssl speed NAME`, without `-evp`, calls in each library.
//!
//! | | digests | chained ciphers | ciphers with a tag | signatures |
//! |---|---|---|---|---|
//! | OpenSSL 3 and 4 | `EVP_Digest`, fetched once | `EVP_Cipher` (1) | only `-evp` has them | `EVP_PKEY_sign`, `EVP_DigestSign` |
//! | OpenSSL 1.1.1 | `MD5`, `SHA256`, `SHA512` | `AES_cbc_encrypt`, `BF_cbc_encrypt` | only `-evp` has them | `RSA_sign` and the like (2) |
//! | LibreSSL | md5: `EVP_Digest` (3), else `SHA256`, `SHA512` | `AES_cbc_encrypt`, `BF_cbc_encrypt` | `EVP_AEAD_CTX_seal` (4) | `RSA_sign` and the like (2) |
//! | BoringSSL, AWS-LC | have no such tool | | | |
//!
//! Sources: apps/speed.c of OpenSSL 1.1.1w, 3.0.8 and 3.6.3; usr.bin/openssl/speed.c of OpenBSD 5.8 and 7 (LibreSSL).
//!
//! 1. Counted as `evp`, which is `EVP_EncryptUpdate` as in `openssl speed -evp`: a little more in each call.
//! 2. Counted as `evp`: the same arithmetic, with a little more around it. ECDSA signs 20 bytes there and 32 here,
//!    which is shorter than the curve's order both times.
//! 3. It looks the name up before each digest; we do not.
//! 4. Counted as `evp`, without tag; sealing is a task of its own.

use crate::algorithm::{Digest, Mode};
use crate::libcrypto::Family;
use crate::task::{Api, Task};

/// The calls that an order really means.
pub(super) fn decide(family: Family, task: Task, api: Api) -> Api {
    match (api, family) {
        (Api::Speed, Family::OpenSsl1 | Family::LibreSsl) => before_openssl_3(family, task),
        (Api::Speed, _) => Api::Evp,
        (asked, _) => asked,
    }
}

fn before_openssl_3(family: Family, task: Task) -> Api {
    match task {
        Task::Digest { digest: Digest::Md5, .. } if family == Family::LibreSsl => Api::Evp,
        Task::Digest { .. } => Api::LowLevel,
        Task::Cipher { cipher, .. } if cipher.mode() == Mode::Chained => Api::LowLevel,
        Task::Cipher { .. } | Task::Seal { .. } | Task::Sign { .. } | Task::Verify { .. } => Api::Evp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::{Cipher, Scheme};

    #[test]
    fn libraries_before_openssl_3_are_called_below_evp() {
        let cipher = |cipher| Task::Cipher { cipher, size: 256 };
        let digest = |digest| Task::Digest { digest, size: 256 };
        let speed = |family, task| decide(family, task, Api::Speed);
        for family in [Family::OpenSsl1, Family::LibreSsl] {
            assert_eq!(speed(family, cipher(Cipher::Aes256Cbc)), Api::LowLevel);
            assert_eq!(speed(family, cipher(Cipher::Aes256Gcm)), Api::Evp);
            assert_eq!(speed(family, digest(Digest::Sha512)), Api::LowLevel);
            assert_eq!(speed(family, Task::Sign { scheme: Scheme::Rsa4096 }), Api::Evp);
        }
        assert_eq!(speed(Family::OpenSsl1, digest(Digest::Md5)), Api::LowLevel);
        assert_eq!(speed(Family::LibreSsl, digest(Digest::Md5)), Api::Evp);
        assert_eq!(speed(Family::OpenSsl3, cipher(Cipher::BfCbc)), Api::Evp);
    }

    #[test]
    fn what_is_asked_for_by_name_stays() {
        let task = Task::Digest { digest: Digest::Md5, size: 16 };
        for api in [Api::Evp, Api::EvpImplicit, Api::LowLevel] {
            assert_eq!(decide(Family::OpenSsl1, task, api), api);
        }
    }
}
