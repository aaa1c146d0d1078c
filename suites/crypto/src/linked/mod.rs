//! The libcryptos that are built into this program: the addresses of their calls, for the same binding as the host's.
//!
//! The only unsafe code of this room. It names functions; all calls are in `hostmark_probe::libcrypto`.
#![allow(unsafe_code)]

mod aws_lc;
mod openssl;

use std::ffi::{CStr, c_void};
use std::sync::{Arc, OnceLock};

use hostmark_probe::libcrypto::Libcrypto;

/// The functions that both libraries have, and some more.
macro_rules! with_common {
    ($macro:ident $($more:ident)*) => {
        $macro! {
            OpenSSL_version EVP_Digest EVP_CIPHER_CTX_new EVP_CIPHER_CTX_free EVP_CIPHER_CTX_set_padding
            EVP_CIPHER_CTX_ctrl EVP_EncryptInit_ex EVP_EncryptUpdate EVP_EncryptFinal_ex EVP_PKEY_free
            EVP_PKEY_CTX_new EVP_PKEY_CTX_free EVP_PKEY_sign_init EVP_PKEY_sign EVP_PKEY_verify_init
            EVP_PKEY_verify d2i_AutoPrivateKey d2i_PUBKEY ERR_get_error ERR_error_string_n ERR_clear_error
            EVP_md5 EVP_sha256 EVP_sha512 EVP_aes_128_cbc EVP_aes_192_cbc EVP_aes_256_cbc EVP_bf_cbc
            EVP_aes_128_gcm EVP_aes_256_gcm EVP_chacha20_poly1305 MD5 SHA256 SHA512 AES_set_encrypt_key
            AES_cbc_encrypt BF_set_key BF_cbc_encrypt EVP_MD_CTX_new EVP_MD_CTX_free EVP_DigestSignInit
            EVP_DigestSign EVP_DigestVerifyInit EVP_DigestVerify
            $($more)*
        }
    };
}
use with_common;

/// OpenSSL.
pub(crate) fn openssl() -> Result<Arc<Libcrypto>, String> {
    static LIBRARY: OnceLock<Result<Arc<Libcrypto>, String>> = OnceLock::new();
    LIBRARY.get_or_init(|| resolve(&openssl::address)).clone()
}

/// AWS-LC.
pub(crate) fn aws_lc() -> Result<Arc<Libcrypto>, String> {
    static LIBRARY: OnceLock<Result<Arc<Libcrypto>, String>> = OnceLock::new();
    LIBRARY.get_or_init(|| resolve(&aws_lc::address)).clone()
}

fn resolve(address: &dyn Fn(&CStr) -> Option<*const c_void>) -> Result<Arc<Libcrypto>, String> {
    // SAFETY: each address is that of the function of this name, all are of one library, and it is part of the program.
    unsafe { Libcrypto::resolve(address) }
}
