//! Chained ciphers below EVP: `AES_cbc_encrypt` and `BF_cbc_encrypt`.

use std::ffi::c_int;
use std::sync::Arc;

use super::Libcrypto;
use super::cipher::{Whole, check_lengths};
use super::symbols::ChainCall;
use crate::algorithm::Cipher;
use crate::lack::Lack;

/// Room for an expanded key: `BF_KEY` has 4168 bytes, `AES_KEY` 244 (blowfish.h and aes.h of OpenSSL 1.1.1 and 3.x).
#[repr(C, align(16))]
struct KeySchedule([u8; 8192]);

/// An expanded key with the chain that goes on from call to call.
pub struct Chain {
    /// Held because the calls are the library's.
    _library: Arc<Libcrypto>,
    call: ChainCall,
    schedule: Box<KeySchedule>,
    chain: [u8; 16],
    whole: Whole,
}

impl Chain {
    /// Ready with key and IV.
    pub fn new(library: &Arc<Libcrypto>, cipher: Cipher, key: &[u8], iv: &[u8]) -> Result<Chain, Lack> {
        check_lengths(cipher, key, iv)?;
        let mut schedule = Box::new(KeySchedule([0; 8192]));
        let call = expand(library, cipher, key, &mut schedule)?;
        let mut chain = [0; 16];
        chain[..iv.len()].copy_from_slice(iv);
        Ok(Chain { _library: Arc::clone(library), call, schedule, chain, whole: Whole::of(cipher) })
    }

    /// Encrypts in place; false for a part of a block.
    #[inline]
    pub fn update(&mut self, text: &mut [u8]) -> bool {
        let (start, length, schedule) = (text.as_mut_ptr(), text.len(), self.schedule.0.as_ptr().cast());
        if !self.whole.is(length) {
            return false;
        }
        // SAFETY: in and out are the same buffer, which the library allows; it writes whole blocks only, and the chain
        // has room for any block.
        unsafe { (self.call)(start, start, length, schedule, self.chain.as_mut_ptr(), 1) }
        true
    }
}

/// Expands the key, and gives the call that uses it.
fn expand(library: &Libcrypto, cipher: Cipher, key: &[u8], schedule: &mut KeySchedule) -> Result<ChainCall, Lack> {
    let (symbols, length, place) = (&library.symbols, key.len() as c_int, schedule.0.as_mut_ptr().cast());
    match cipher {
        Cipher::BfCbc => {
            let lack = if symbols.EVP_bf_cbc.is_some() { Lack::NotInThisApi("EVP") } else { Lack::NotOffered };
            let (set, call) = symbols.BF_set_key.zip(symbols.BF_cbc_encrypt).ok_or(lack)?;
            // SAFETY: the schedule is larger than the library's, and the key as long as it is said to be.
            unsafe { set(place, length, key.as_ptr()) }
            Ok(call)
        }
        Cipher::Aes128Cbc | Cipher::Aes192Cbc | Cipher::Aes256Cbc => {
            let (set, call) =
                symbols.AES_set_encrypt_key.zip(symbols.AES_cbc_encrypt).ok_or(Lack::NotInThisApi("EVP"))?;
            // SAFETY: as above.
            if unsafe { set(key.as_ptr(), length * 8, place) } == 0 { Ok(call) } else { Err(library.refusal()) }
        }
        Cipher::Aes128Gcm | Cipher::Aes256Gcm | Cipher::Chacha20Poly1305 => Err(Lack::NotInThisApi("EVP")),
    }
}
