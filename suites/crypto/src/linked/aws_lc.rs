//! AWS-LC, built and linked by aws-lc-sys, which gives its functions names that clash with nobody's.

use std::ffi::{CStr, c_void};

use super::with_common;

macro_rules! of_aws_lc {
    ($($name:ident)*) => {
        /// The address of a function.
        pub(super) fn address(name: &CStr) -> Option<*const c_void> {
            match name.to_str().ok()? {
                $(stringify!($name) => Some(aws_lc_sys::$name as *const c_void),)*
                _ => None,
            }
        }
    };
}

with_common!(of_aws_lc EVP_aead_chacha20_poly1305 EVP_AEAD_CTX_new EVP_AEAD_CTX_free EVP_AEAD_CTX_seal);
