//! Ciphers through EVP.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use super::digest::named;
use super::symbols::{Getter, Kind, Object, Symbols};
use super::{Family, Libcrypto};
use crate::algorithm::{Cipher, Mode};
use crate::kernel::TAG;
use crate::lack::Lack;

/// `EVP_CTRL_AEAD_GET_TAG` of evp.h (OpenSSL since 1.1.0; LibreSSL calls it `EVP_CTRL_GCM_GET_TAG`).
const GET_TAG: c_int = 0x10;

/// A context that encrypts in place, without padding.
pub struct CipherContext {
    library: Arc<Libcrypto>,
    context: Object,
    nonce: Vec<u8>,
    whole: Whole,
}

// SAFETY: a context may be used by any thread, by one at a time.
unsafe impl Send for CipherContext {}

impl CipherContext {
    /// Ready with key and nonce. OpenSSL 3: the cipher is fetched, as `openssl speed -evp` does; with `implicit` it is
    /// only named, and the library fetches it here. No later call looks it up, so these cost the same.
    pub fn new(
        library: &Arc<Libcrypto>,
        cipher: Cipher,
        implicit: bool,
        key: &[u8],
        nonce: &[u8],
    ) -> Result<CipherContext, Lack> {
        check_lengths(cipher, key, nonce)?;
        let kind = kind(library, cipher, implicit)?;
        let symbols = &library.symbols;
        // SAFETY: takes nothing; null is looked at below.
        let context = unsafe { (symbols.EVP_CIPHER_CTX_new)() };
        if context.is_null() {
            return Err(library.refusal());
        }
        let whole = Whole::of(cipher);
        let made = CipherContext { library: Arc::clone(library), context, nonce: nonce.to_vec(), whole };
        // SAFETY: key and nonce have the lengths of the cipher.
        let ready = unsafe {
            (symbols.EVP_EncryptInit_ex)(context, kind, null_mut(), key.as_ptr(), nonce.as_ptr()) == 1
                && (symbols.EVP_CIPHER_CTX_set_padding)(context, 0) == 1
        };
        if ready { Ok(made) } else { Err(library.refusal()) }
    }

    /// Starts a new message with the key and nonce that it has; false where the library fails.
    #[inline]
    pub fn restart(&mut self) -> bool {
        let start = self.library.symbols.EVP_EncryptInit_ex;
        // SAFETY: null keeps cipher and key; the nonce has the length of the cipher.
        unsafe { start(self.context, null(), null_mut(), null(), self.nonce.as_ptr()) == 1 }
    }

    /// Encrypts in place; false where the library fails, or for a part of a block.
    #[inline]
    pub fn update(&mut self, text: &mut [u8]) -> bool {
        let (update, start, length) = (self.library.symbols.EVP_EncryptUpdate, text.as_mut_ptr(), text.len());
        let mut written = 0;
        // SAFETY: in and out are the same buffer, which the library allows; whole blocks give as many bytes, since the
        // context never holds a part of one.
        self.whole.is(length) && unsafe { update(self.context, start, &mut written, start, length as c_int) == 1 }
    }

    /// Additional data, before any text; false where the library fails.
    #[inline]
    pub fn additional(&mut self, data: &[u8]) -> bool {
        let (update, mut written) = (self.library.symbols.EVP_EncryptUpdate, 0);
        let Ok(length) = c_int::try_from(data.len()) else { return false };
        // SAFETY: no place for output means that it is additional data, which is only read.
        unsafe { update(self.context, null_mut(), &mut written, data.as_ptr(), length) == 1 }
    }

    /// Ends a message; false where the library fails.
    #[inline]
    pub fn finish(&mut self) -> bool {
        let (mut rest, mut written) = ([0_u8; 32], 0);
        // SAFETY: at most one block is written.
        unsafe { (self.library.symbols.EVP_EncryptFinal_ex)(self.context, rest.as_mut_ptr(), &mut written) == 1 }
    }

    /// The tag of the message that was ended.
    pub fn tag(&mut self) -> Option<[u8; TAG]> {
        let mut tag = [0; TAG];
        let place: *mut c_void = tag.as_mut_ptr().cast();
        // SAFETY: it writes as many bytes as it is told.
        let given = unsafe { (self.library.symbols.EVP_CIPHER_CTX_ctrl)(self.context, GET_TAG, TAG as c_int, place) };
        (given == 1).then_some(tag)
    }
}

impl Drop for CipherContext {
    fn drop(&mut self) {
        // SAFETY: it was made by the library and is not used again.
        unsafe { (self.library.symbols.EVP_CIPHER_CTX_free)(self.context) }
    }
}

/// Tells lengths that a call may take: whole blocks of a chained cipher, anything of a stream, and what a C `int` holds.
/// A mask, since a division would take a part of what is measured.
#[derive(Clone, Copy)]
pub(super) struct Whole(usize);

impl Whole {
    pub(super) fn of(cipher: Cipher) -> Whole {
        let part = if cipher.mode() == Mode::Chained { cipher.block_bytes() - 1 } else { 0 };
        Whole(part | !(c_int::MAX as usize))
    }

    #[inline(always)]
    pub(super) fn is(self, length: usize) -> bool {
        length & self.0 == 0
    }
}

/// Fails where the library would read beyond what it is given.
pub(super) fn check_lengths(cipher: Cipher, key: &[u8], nonce: &[u8]) -> Result<(), Lack> {
    if (key.len(), nonce.len()) == (cipher.key_bytes(), cipher.nonce_bytes()) {
        return Ok(());
    }
    Err(Lack::Refused(format!("{} takes no key of {} with a nonce of {} bytes", cipher.name(), key.len(), nonce.len())))
}

fn kind(library: &Libcrypto, cipher: Cipher, implicit: bool) -> Result<Kind, Lack> {
    let (getter, name) = names(&library.symbols, cipher);
    if cipher == Cipher::BfCbc && library.family == Family::OpenSsl3 {
        library.load_legacy_provider()?;
    }
    match (library.family, library.symbols.EVP_CIPHER_fetch) {
        (Family::OpenSsl3, Some(fetch)) if !implicit => {
            // SAFETY: null stands for the default context and properties; it is never freed, so it stays valid.
            let fetched = unsafe { fetch(null_mut(), name.as_ptr(), null()) };
            if fetched.is_null() { Err(library.disabled()) } else { Ok(fetched.cast_const()) }
        }
        _ => named(getter).map_err(|lack| match (cipher, library.symbols.EVP_aead_chacha20_poly1305) {
            (Cipher::Chacha20Poly1305, Some(_)) => Lack::NotInThisApi("EVP_AEAD"),
            _ => lack,
        }),
    }
}

fn names(symbols: &Symbols, cipher: Cipher) -> (Option<Getter>, &'static CStr) {
    match cipher {
        Cipher::Aes128Cbc => (symbols.EVP_aes_128_cbc, c"AES-128-CBC"),
        Cipher::Aes192Cbc => (symbols.EVP_aes_192_cbc, c"AES-192-CBC"),
        Cipher::Aes256Cbc => (symbols.EVP_aes_256_cbc, c"AES-256-CBC"),
        Cipher::BfCbc => (symbols.EVP_bf_cbc, c"BF-CBC"),
        Cipher::Aes128Gcm => (symbols.EVP_aes_128_gcm, c"AES-128-GCM"),
        Cipher::Aes256Gcm => (symbols.EVP_aes_256_gcm, c"AES-256-GCM"),
        Cipher::Chacha20Poly1305 => (symbols.EVP_chacha20_poly1305, c"ChaCha20-Poly1305"),
    }
}
