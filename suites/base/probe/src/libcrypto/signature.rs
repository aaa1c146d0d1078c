//! Signatures: `EVP_PKEY_sign` and `EVP_PKEY_verify`, and the calls over whole messages that Ed25519 needs.

use std::ffi::c_long;
use std::ptr::{null, null_mut};
use std::sync::Arc;

use super::Libcrypto;
use super::symbols::Object;
use crate::algorithm::Scheme;
use crate::kernel::LONGEST_SIGNATURE;
use crate::lack::Lack;

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// A private key, PKCS #8.
    Sign,
    /// A public key, SubjectPublicKeyInfo.
    Verify,
}

/// One context for all signatures with a key, as `openssl speed` has.
pub struct SignatureContext(Calls);

enum Calls {
    Direct(Direct),
    Whole(Whole),
}

impl SignatureContext {
    /// From a key in DER. RSA signs what it is given with the padding of PKCS #1 v1.5 and no digest, ECDSA a digest,
    /// Ed25519 a message.
    pub fn new(library: &Arc<Libcrypto>, scheme: Scheme, der: &[u8], usage: Usage) -> Result<SignatureContext, Lack> {
        let key = Key::parse(library, der, usage)?;
        let calls = match scheme {
            Scheme::Ed25519 => Calls::Whole(Whole::new(key, usage)?),
            Scheme::Rsa4096 | Scheme::Rsa2048 | Scheme::EcdsaP256 => Calls::Direct(Direct::new(key, usage)?),
        };
        Ok(SignatureContext(calls))
    }

    /// Signs; the length of the signature, or nothing where the library fails.
    #[inline]
    pub fn sign(&mut self, input: &[u8], signature: &mut [u8; LONGEST_SIGNATURE]) -> Option<usize> {
        match &mut self.0 {
            Calls::Direct(direct) => direct.sign(input, signature),
            Calls::Whole(whole) => whole.sign(input, signature),
        }
    }

    /// True where the signature is accepted.
    #[inline]
    pub fn verify(&mut self, input: &[u8], signature: &[u8]) -> bool {
        match &mut self.0 {
            Calls::Direct(direct) => direct.verify(input, signature),
            Calls::Whole(whole) => whole.verify(input, signature),
        }
    }

    /// From now on it is started anew for each whole message.
    pub fn start_each_time(&mut self) {
        if let Calls::Whole(whole) = &mut self.0 {
            whole.anew = true;
        }
    }

    /// True where it is started anew for each whole message.
    pub fn starts_each_time(&self) -> bool {
        matches!(&self.0, Calls::Whole(whole) if whole.anew)
    }
}

struct Key {
    library: Arc<Libcrypto>,
    key: Object,
}

// SAFETY: a key, and the contexts below, may be used by any thread, by one at a time.
unsafe impl Send for Key {}

impl Key {
    fn parse(library: &Arc<Libcrypto>, der: &[u8], usage: Usage) -> Result<Key, Lack> {
        let parse = match usage {
            Usage::Sign => library.symbols.d2i_AutoPrivateKey,
            Usage::Verify => library.symbols.d2i_PUBKEY,
        };
        let mut place = der.as_ptr();
        // SAFETY: it reads at most the length given and moves only our copy of the pointer.
        let key = unsafe { parse(null_mut(), &mut place, der.len() as c_long) };
        if key.is_null() { Err(library.refusal()) } else { Ok(Key { library: Arc::clone(library), key }) }
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        // SAFETY: it was made by the library and is not used again.
        unsafe { (self.library.symbols.EVP_PKEY_free)(self.key) }
    }
}

/// `EVP_PKEY_sign` and `EVP_PKEY_verify`.
struct Direct {
    context: Object,
    key: Key,
}

// SAFETY: as for `Key`.
unsafe impl Send for Direct {}

impl Direct {
    fn new(key: Key, usage: Usage) -> Result<Direct, Lack> {
        let library = Arc::clone(&key.library);
        let symbols = &library.symbols;
        // SAFETY: the key is the library's; null stands for no engine.
        let context = unsafe { (symbols.EVP_PKEY_CTX_new)(key.key, null_mut()) };
        if context.is_null() {
            return Err(library.refusal());
        }
        let direct = Direct { context, key };
        let start = if usage == Usage::Sign { symbols.EVP_PKEY_sign_init } else { symbols.EVP_PKEY_verify_init };
        // SAFETY: the context is the library's. PKCS #1 v1.5 is the padding that it begins with.
        if unsafe { start(context) } == 1 { Ok(direct) } else { Err(library.refusal()) }
    }

    #[inline]
    fn sign(&mut self, input: &[u8], signature: &mut [u8; LONGEST_SIGNATURE]) -> Option<usize> {
        let (sign, mut length) = (self.key.library.symbols.EVP_PKEY_sign, signature.len());
        // SAFETY: it reads the input and writes at most `length` bytes.
        let signed = unsafe { sign(self.context, signature.as_mut_ptr(), &mut length, input.as_ptr(), input.len()) };
        (signed == 1).then_some(length)
    }

    #[inline]
    fn verify(&mut self, input: &[u8], signature: &[u8]) -> bool {
        let verify = self.key.library.symbols.EVP_PKEY_verify;
        // SAFETY: it reads both.
        unsafe { verify(self.context, signature.as_ptr(), signature.len(), input.as_ptr(), input.len()) == 1 }
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        // SAFETY: it was made by the library and is not used again.
        unsafe { (self.key.library.symbols.EVP_PKEY_CTX_free)(self.context) }
    }
}

/// `EVP_DigestSign` and `EVP_DigestVerify` without a digest.
struct Whole {
    context: Object,
    key: Key,
    usage: Usage,
    anew: bool,
}

// SAFETY: as for `Key`.
unsafe impl Send for Whole {}

impl Whole {
    fn new(key: Key, usage: Usage) -> Result<Whole, Lack> {
        let symbols = &key.library.symbols;
        let new = symbols.EVP_MD_CTX_new.ok_or(Lack::NotOffered)?;
        if symbols.EVP_DigestSign.is_none() || symbols.EVP_DigestVerify.is_none() {
            return Err(Lack::NotOffered);
        }
        // SAFETY: takes nothing; null is looked at below.
        let context = unsafe { new() };
        if context.is_null() {
            return Err(key.library.refusal());
        }
        let first = key.key;
        let mut whole = Whole { context, key, usage, anew: false };
        if whole.start(first) { Ok(whole) } else { Err(whole.key.library.refusal()) }
    }

    /// Starts with a key, or anew with none: with the one that it has.
    fn start(&mut self, key: Object) -> bool {
        let symbols = &self.key.library.symbols;
        let start = if self.usage == Usage::Sign { symbols.EVP_DigestSignInit } else { symbols.EVP_DigestVerifyInit };
        // SAFETY: context and key are the library's; null stands for no place for its context, no digest, no engine.
        start.is_some_and(|start| unsafe { start(self.context, null_mut(), null(), null_mut(), key) } == 1)
    }

    #[inline]
    fn sign(&mut self, message: &[u8], signature: &mut [u8; LONGEST_SIGNATURE]) -> Option<usize> {
        if self.anew && !self.start(null_mut()) {
            return None;
        }
        let (sign, mut length) = (self.key.library.symbols.EVP_DigestSign?, signature.len());
        // SAFETY: it reads the message and writes at most `length` bytes.
        let signed =
            unsafe { sign(self.context, signature.as_mut_ptr(), &mut length, message.as_ptr(), message.len()) };
        (signed == 1).then_some(length)
    }

    #[inline]
    fn verify(&mut self, message: &[u8], signature: &[u8]) -> bool {
        if self.anew && !self.start(null_mut()) {
            return false;
        }
        let Some(verify) = self.key.library.symbols.EVP_DigestVerify else { return false };
        // SAFETY: it reads both.
        unsafe { verify(self.context, signature.as_ptr(), signature.len(), message.as_ptr(), message.len()) == 1 }
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(free) = self.key.library.symbols.EVP_MD_CTX_free {
            // SAFETY: it was made by the library and is not used again.
            unsafe { free(self.context) }
        }
    }
}
