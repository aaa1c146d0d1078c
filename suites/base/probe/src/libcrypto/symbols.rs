//! The calls of a libcrypto that are used, by name, with their types in C.
//!
//! Types are those of OpenSSL 1.1.1, and the same in OpenSSL 3, LibreSSL, BoringSSL and AWS-LC, but that error codes are
//! shorter in the last two. What only some libraries have is optional.
#![allow(non_snake_case)]

use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};

use crate::shared_library::symbols;

/// Any object of the library.
pub(super) type Object = *mut c_void;
/// An algorithm of the library.
pub(super) type Kind = *const c_void;

/// Gives an algorithm that the library holds for ever.
pub(super) type Getter = unsafe extern "C" fn() -> Kind;
/// Message, its length, where the digest goes.
pub(super) type OneShot = unsafe extern "C" fn(*const u8, usize, *mut u8) -> *mut u8;
/// In, out, length, key schedule, chain, 1 to encrypt.
pub(super) type ChainCall = unsafe extern "C" fn(*const u8, *mut u8, usize, *const c_void, *mut u8, c_int);
/// Context, out, its length, room; nonce, text, additional data, each with its length.
pub(super) type Seal = unsafe extern "C" fn(
    Object,
    *mut u8,
    *mut usize,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
) -> c_int;
type Parse = unsafe extern "C" fn(*mut Object, *mut *const u8, c_long) -> Object;
type Start = unsafe extern "C" fn(Object) -> c_int;
type New = unsafe extern "C" fn() -> Object;
type Free = unsafe extern "C" fn(Object);
type StartWithKey = unsafe extern "C" fn(Object, *mut Object, Kind, Object, Object) -> c_int;

symbols! {
    needed {
        OpenSSL_version: unsafe extern "C" fn(c_int) -> *const c_char,
        EVP_Digest: unsafe extern "C" fn(*const u8, usize, *mut u8, *mut c_uint, Kind, Object) -> c_int,
        EVP_CIPHER_CTX_new: New,
        EVP_CIPHER_CTX_free: Free,
        EVP_CIPHER_CTX_set_padding: unsafe extern "C" fn(Object, c_int) -> c_int,
        EVP_CIPHER_CTX_ctrl: unsafe extern "C" fn(Object, c_int, c_int, *mut c_void) -> c_int,
        EVP_EncryptInit_ex: unsafe extern "C" fn(Object, Kind, Object, *const u8, *const u8) -> c_int,
        EVP_EncryptUpdate: unsafe extern "C" fn(Object, *mut u8, *mut c_int, *const u8, c_int) -> c_int,
        EVP_EncryptFinal_ex: unsafe extern "C" fn(Object, *mut u8, *mut c_int) -> c_int,
        EVP_PKEY_free: Free,
        EVP_PKEY_CTX_new: unsafe extern "C" fn(Object, Object) -> Object,
        EVP_PKEY_CTX_free: Free,
        EVP_PKEY_sign_init: Start,
        EVP_PKEY_sign: unsafe extern "C" fn(Object, *mut u8, *mut usize, *const u8, usize) -> c_int,
        EVP_PKEY_verify_init: Start,
        EVP_PKEY_verify: unsafe extern "C" fn(Object, *const u8, usize, *const u8, usize) -> c_int,
        d2i_AutoPrivateKey: Parse,
        d2i_PUBKEY: Parse,
        ERR_get_error: unsafe extern "C" fn() -> c_ulong,
        ERR_error_string_n: unsafe extern "C" fn(c_ulong, *mut c_char, usize),
        ERR_clear_error: unsafe extern "C" fn(),
    }
    optional {
        OSSL_PROVIDER_load: unsafe extern "C" fn(Object, *const c_char) -> Object,
        EVP_MD_fetch: unsafe extern "C" fn(Object, *const c_char, *const c_char) -> Object,
        EVP_CIPHER_fetch: unsafe extern "C" fn(Object, *const c_char, *const c_char) -> Object,
        EVP_md5: Getter,
        EVP_sha256: Getter,
        EVP_sha512: Getter,
        EVP_aes_128_cbc: Getter,
        EVP_aes_192_cbc: Getter,
        EVP_aes_256_cbc: Getter,
        EVP_bf_cbc: Getter,
        EVP_aes_128_gcm: Getter,
        EVP_aes_256_gcm: Getter,
        EVP_chacha20_poly1305: Getter,
        EVP_aead_chacha20_poly1305: Getter,
        EVP_AEAD_CTX_new: unsafe extern "C" fn(Kind, *const u8, usize, usize) -> Object,
        EVP_AEAD_CTX_free: Free,
        EVP_AEAD_CTX_seal: Seal,
        MD5: OneShot,
        SHA256: OneShot,
        SHA512: OneShot,
        AES_set_encrypt_key: unsafe extern "C" fn(*const u8, c_int, *mut c_void) -> c_int,
        AES_cbc_encrypt: ChainCall,
        BF_set_key: unsafe extern "C" fn(*mut c_void, c_int, *const u8),
        BF_cbc_encrypt: ChainCall,
        EVP_MD_CTX_new: New,
        EVP_MD_CTX_free: Free,
        EVP_DigestSignInit: StartWithKey,
        EVP_DigestSign: unsafe extern "C" fn(Object, *mut u8, *mut usize, *const u8, usize) -> c_int,
        EVP_DigestVerifyInit: StartWithKey,
        EVP_DigestVerify: unsafe extern "C" fn(Object, *const u8, usize, *const u8, usize) -> c_int,
    }
}
