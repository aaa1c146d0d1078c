//! BoringSSL's own interface for ciphers with a tag. It has ChaCha20-Poly1305 there only.

use std::sync::Arc;

use super::cipher::check_lengths;
use super::digest::named;
use super::symbols::{Object, Seal};
use super::{Family, Libcrypto};
use crate::algorithm::Cipher;
use crate::kernel::TAG;
use crate::lack::Lack;

/// A context that seals messages in place.
pub struct Aead {
    library: Arc<Libcrypto>,
    context: Object,
    seal: Seal,
    nonce: Vec<u8>,
}

// SAFETY: a context may be used by any thread, by one at a time.
unsafe impl Send for Aead {}

impl Aead {
    /// ChaCha20-Poly1305 with this key and nonce. Other libraries have calls of these names with other parameters.
    pub fn chacha20_poly1305(library: &Arc<Libcrypto>, key: &[u8], nonce: &[u8]) -> Result<Aead, Lack> {
        check_lengths(Cipher::Chacha20Poly1305, key, nonce)?;
        let symbols = &library.symbols;
        if library.family != Family::BoringSsl {
            return Err(Lack::NotOffered);
        }
        let kind = named(symbols.EVP_aead_chacha20_poly1305)?;
        let (new, seal) = symbols.EVP_AEAD_CTX_new.zip(symbols.EVP_AEAD_CTX_seal).ok_or(Lack::NotOffered)?;
        // SAFETY: the parameters of BoringSSL's aead.h: algorithm, key, its length, length of the tag.
        let context = unsafe { new(kind, key.as_ptr(), key.len(), TAG) };
        if context.is_null() {
            return Err(library.refusal());
        }
        Ok(Aead { library: Arc::clone(library), context, seal, nonce: nonce.to_vec() })
    }

    /// Seals in place all but the last bytes of the buffer, which become the tag; false where the library fails.
    #[inline]
    pub fn seal(&mut self, additional: &[u8], buffer: &mut [u8]) -> bool {
        let Some(text) = buffer.len().checked_sub(TAG) else { return false };
        let (start, room, mut written) = (buffer.as_mut_ptr(), buffer.len(), 0);
        let (nonce, nonce_length) = (self.nonce.as_ptr(), self.nonce.len());
        let (data, data_length) = (additional.as_ptr(), additional.len());
        let seal = self.seal;
        // SAFETY: in and out begin at the same place, which the library allows; it writes at most `room` bytes.
        unsafe {
            seal(self.context, start, &mut written, room, nonce, nonce_length, start, text, data, data_length) == 1
        }
    }
}

impl Drop for Aead {
    fn drop(&mut self) {
        if let Some(free) = self.library.symbols.EVP_AEAD_CTX_free {
            // SAFETY: it was made by the library and is not used again.
            unsafe { free(self.context) }
        }
    }
}
