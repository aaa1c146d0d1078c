//! OpenSSL, built and linked by openssl-sys, which declares only some of these functions.

use std::ffi::{CStr, c_void};

use openssl_sys as _;

use super::with_common;

macro_rules! declared {
    ($($name:ident)*) => {
        /// The address of a function.
        pub(super) fn address(name: &CStr) -> Option<*const c_void> {
            // Only their addresses are taken, so that they are declared without arguments.
            unsafe extern "C" {
                $(fn $name();)*
            }
            match name.to_str().ok()? {
                $(stringify!($name) => Some($name as *const c_void),)*
                _ => None,
            }
        }
    };
}

with_common!(declared OSSL_PROVIDER_load EVP_MD_fetch EVP_CIPHER_fetch);
