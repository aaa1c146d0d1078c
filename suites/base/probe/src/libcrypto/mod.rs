//! A libcrypto: opened, asked who it is, and called.
//!
//! All unsafe code of the probe is in this folder, and what leaves it is safe, but for [`Libcrypto::resolve`]: the word
//! of whoever gives the addresses has to be taken.
#![allow(unsafe_code)]

mod aead;
mod cipher;
mod digest;
mod family;
mod low_level;
mod signature;
mod symbols;

use std::ffi::{CStr, c_int};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use aead::Aead;
pub use cipher::CipherContext;
pub use digest::{Algorithm, one_shot};
pub use family::Family;
pub use low_level::Chain;
pub use signature::{SignatureContext, Usage};

use crate::lack::Lack;
pub use crate::shared_library::Resolver;
use crate::shared_library::{self, Kind};
use symbols::Symbols;

/// On Linux the name without a number is for compilers and may lead elsewhere. OpenBSD's loader takes it for the newest,
/// and elsewhere it belongs to the base system; the numbers are FreeBSD's and NetBSD's, for systems without development
/// files.
const FILES: &[&str] = if cfg!(target_os = "linux") {
    &["libcrypto.so.4", "libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"]
} else if cfg!(target_os = "freebsd") {
    &["libcrypto.so", "libcrypto.so.35", "libcrypto.so.30", "libcrypto.so.111"]
} else if cfg!(target_os = "netbsd") {
    &["libcrypto.so", "libcrypto.so.15", "libcrypto.so.14"]
} else {
    &["libcrypto.so", "libcrypto.so.3", "libcrypto.so.1.1"]
};

const KIND: Kind =
    Kind { name: "libcrypto", files: FILES, landmark: c"EVP_Digest", advice: "install OpenSSL or LibreSSL" };

/// What `OpenSSL_version` is asked for (crypto.h of OpenSSL 1.1.1 and 3.0; the first two are the same everywhere).
const VERSION: c_int = 0;
const COMPILER_FLAGS: c_int = 1;
const PROCESSOR: c_int = 9;

/// A loaded libcrypto. It stays loaded until the program ends.
pub struct Libcrypto {
    symbols: Symbols,
    version: String,
    family: Family,
}

impl Libcrypto {
    /// From the addresses of its functions; an error says which is missing.
    ///
    /// # Safety
    /// What the resolver gives has to be the functions of one libcrypto, which stays loaded until the program ends.
    pub unsafe fn resolve(symbol: Resolver) -> Result<Arc<Libcrypto>, String> {
        // SAFETY: the caller's promise.
        let symbols = unsafe { Symbols::resolve(symbol)? };
        let version = text(&symbols, VERSION);
        let family = Family::of(&version);
        Ok(Arc::new(Libcrypto { symbols, version, family }))
    }

    /// Opens the library in this file, or the system's own, for nobody else to see (`RTLD_LOCAL`), and gives it with the
    /// file behind all links. The error is one line that names the file, and the symbol that it lacks.
    pub fn open(path: Option<&Path>) -> Result<(Arc<Libcrypto>, PathBuf), String> {
        // SAFETY: the addresses are those of one library, which is never closed.
        shared_library::open(path, &KIND, |symbol| unsafe { Libcrypto::resolve(symbol) })
    }

    /// What it calls itself: `OpenSSL 3.0.19 27 Jan 2026`, `LibreSSL 4.0.0`.
    pub fn version(&self) -> String {
        self.version.clone()
    }

    /// The compiler flags that it was built with, and what it sees of the processor, where it tells.
    pub fn options(&self) -> String {
        let mut told = vec![text(&self.symbols, COMPILER_FLAGS)];
        if self.family == Family::OpenSsl3 {
            told.push(text(&self.symbols, PROCESSOR));
        }
        told.retain(|part| !part.is_empty());
        told.join("; ")
    }

    /// Whose library it is.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The library's own words for its first error since it was last asked; all are then forgotten.
    pub fn last_error(&self) -> String {
        let mut words = [0_u8; 256];
        // SAFETY: the library writes at most so many bytes, with a 0 at their end.
        unsafe {
            let code = (self.symbols.ERR_get_error)();
            // BoringSSL's and AWS-LC's codes have 32 bits and leave the others as they were.
            if code as u32 == 0 {
                return "it gives no reason".to_string();
            }
            (self.symbols.ERR_error_string_n)(code, words.as_mut_ptr().cast(), words.len());
            (self.symbols.ERR_clear_error)();
        }
        CStr::from_bytes_until_nul(&words).unwrap_or_default().to_string_lossy().into_owned()
    }

    fn refusal(&self) -> Lack {
        Lack::Refused(self.last_error())
    }

    fn disabled(&self) -> Lack {
        Lack::Disabled(self.last_error())
    }

    /// Loads OpenSSL 3's provider of old algorithms. `default` has to be loaded by name before any other one, because
    /// the first load by name ends its silent presence (OSSL_PROVIDER-default(7) of OpenSSL 3.0).
    fn load_legacy_provider(&self) -> Result<(), Lack> {
        let Some(load) = self.symbols.OSSL_PROVIDER_load else { return Err(Lack::NotOffered) };
        for name in [c"default", c"legacy"] {
            // SAFETY: null stands for the default library context; the name is a C string.
            let provider = unsafe { load(std::ptr::null_mut(), name.as_ptr()) };
            if provider.is_null() {
                let (name, words) = (name.to_string_lossy(), self.last_error());
                return Err(Lack::Disabled(format!("OpenSSL's provider module '{name}' cannot be loaded ({words})")));
            }
        }
        Ok(())
    }
}

fn text(symbols: &Symbols, what: c_int) -> String {
    // SAFETY: the library gives a C string that it keeps, or null.
    unsafe {
        let words = (symbols.OpenSSL_version)(what);
        if words.is_null() { String::new() } else { CStr::from_ptr(words).to_string_lossy().into_owned() }
    }
}
