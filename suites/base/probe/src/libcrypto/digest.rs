//! Digests: through EVP, and by the one-shot calls below it.

use std::ptr::{null, null_mut};
use std::sync::Arc;

use super::symbols::{Getter, Kind};
use super::{Family, Libcrypto};
use crate::algorithm::Digest;
use crate::kernel::LONGEST_DIGEST;
use crate::lack::Lack;

/// A digest algorithm of a library, for `EVP_Digest`.
pub struct Algorithm {
    library: Arc<Libcrypto>,
    kind: Kind,
}

// SAFETY: the library never changes an algorithm, and it is held until the program ends.
unsafe impl Send for Algorithm {}

impl Algorithm {
    /// Looks it up once. OpenSSL 3: fetched, as `openssl speed` does since 3.0 (apps/lib/opt.c); with `implicit` only
    /// named, so that each digest fetches it again, as in programs that call `EVP_sha256()`. In the other libraries
    /// that makes no difference.
    pub fn new(library: &Arc<Libcrypto>, digest: Digest, implicit: bool) -> Result<Algorithm, Lack> {
        let symbols = &library.symbols;
        let (getter, name) = match digest {
            Digest::Md5 => (symbols.EVP_md5, c"MD5"),
            Digest::Sha256 => (symbols.EVP_sha256, c"SHA256"),
            Digest::Sha512 => (symbols.EVP_sha512, c"SHA512"),
        };
        let kind = match (library.family, symbols.EVP_MD_fetch) {
            (Family::OpenSsl3, Some(fetch)) if !implicit => {
                // SAFETY: null stands for the default context and properties; it is never freed, so it stays valid.
                let fetched = unsafe { fetch(null_mut(), name.as_ptr(), null()) };
                if fetched.is_null() {
                    return Err(library.disabled());
                }
                fetched.cast_const()
            }
            _ => named(getter)?,
        };
        Ok(Algorithm { library: Arc::clone(library), kind })
    }

    /// The digest of a message in one call; false where the library fails.
    #[inline]
    pub fn digest(&self, message: &[u8], out: &mut [u8; LONGEST_DIGEST]) -> bool {
        let (call, start, length) = (self.library.symbols.EVP_Digest, message.as_ptr(), message.len());
        // SAFETY: it reads the message and writes at most `LONGEST_DIGEST` bytes; null stands for no interest in their count
        // and for no engine.
        unsafe { call(start, length, out.as_mut_ptr(), null_mut(), self.kind, null_mut()) == 1 }
    }
}

/// An algorithm that the library holds for ever.
pub(super) fn named(getter: Option<Getter>) -> Result<Kind, Lack> {
    // SAFETY: a getter takes nothing and only gives.
    let kind = getter.map(|getter| unsafe { getter() });
    kind.filter(|kind| !kind.is_null()).ok_or(Lack::NotOffered)
}

/// The call below EVP, `SHA256` and the like: message to digest; false where the library fails.
pub fn one_shot(
    library: &Libcrypto,
    digest: Digest,
) -> Result<impl Fn(&[u8], &mut [u8; LONGEST_DIGEST]) -> bool + Send + use<>, Lack> {
    let symbols = &library.symbols;
    let call = match digest {
        Digest::Md5 => symbols.MD5,
        Digest::Sha256 => symbols.SHA256,
        Digest::Sha512 => symbols.SHA512,
    };
    let call = call.ok_or(Lack::NotInThisApi("EVP"))?;
    // SAFETY: it reads the message and writes a digest, for which there is room; the library stays loaded.
    Ok(move |message: &[u8], out: &mut [u8; LONGEST_DIGEST]| unsafe {
        !call(message.as_ptr(), message.len(), out.as_mut_ptr()).is_null()
    })
}
