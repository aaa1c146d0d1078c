//! Whole messages with nonce, additional data and tag.

use std::sync::Arc;

use base16ct::lower::encode_string;
use hostmark_harness::suite::Loop;

use super::cipher::check_authenticated;
use super::{Problem, expect, reason, refused};
use crate::algorithm::{Cipher, Mode};
use crate::kernel::{self, Seal, TAG};
use crate::lack::Lack;
use crate::libcrypto::{Aead, CipherContext, Family, Libcrypto};
use crate::task::{ADDITIONAL, Api, KEY, NONCE};
use crate::vectors;
use crate::vectors::CipherVector;

pub(super) fn prepare(
    library: &Arc<Libcrypto>,
    cipher: Cipher,
    size: usize,
    api: Api,
) -> Result<Box<dyn Loop>, Problem> {
    if cipher.mode() == Mode::Chained {
        return Err(Problem::Failed(format!("{} has no tag to seal with", cipher.name())));
    }
    if api == Api::LowLevel {
        return Err(Lack::NotInThisApi("EVP").into());
    }
    let block = cipher.block_bytes();
    let (key, nonce) = (&KEY[..cipher.key_bytes()], &NONCE[..cipher.nonce_bytes()]);
    let vector = vectors::cipher(cipher);
    let library = Arc::clone(library);
    if library.family() == Family::BoringSsl && cipher == Cipher::Chacha20Poly1305 {
        check_aead(&library, &vector)?;
        let aead = Aead::chacha20_poly1305(&library, key, nonce)?;
        return Ok(kernel::sealed(size, block, reason(&library), aead)?);
    }
    let implicit = api == Api::EvpImplicit;
    let mut check = CipherContext::new(&library, cipher, implicit, &vector.key, &vector.nonce)?;
    check_authenticated(&library, cipher, &vector, &mut check)?;
    let context = CipherContext::new(&library, cipher, implicit, key, nonce)?;
    Ok(kernel::sealed(size, block, reason(&library), context)?)
}

fn check_aead(library: &Arc<Libcrypto>, vector: &CipherVector) -> Result<(), Problem> {
    let mut aead = Aead::chacha20_poly1305(library, &vector.key, &vector.nonce)?;
    let mut text = vector.plain.clone();
    text.resize(vector.plain.len() + TAG, 0);
    if !aead.seal(&vector.additional, &mut text) {
        return Err(refused(library));
    }
    let right = [vector.secret.as_slice(), &vector.tag].concat();
    expect(&format!("chacha20-poly1305 gives {}", encode_string(&text)), text == right)
}

/// Through EVP, call by call as `openssl speed -aead` 1.1.1 and 3.0 does: the nonce is set anew and the key kept. The tag
/// is made for each message and taken out of the library for the last.
impl Seal for CipherContext {
    fn seal(&mut self, text: &mut [u8]) -> bool {
        self.restart() && self.additional(&ADDITIONAL) && self.update(text) && self.finish()
    }

    fn tag(&mut self, _text: &[u8]) -> Option<[u8; TAG]> {
        CipherContext::tag(self)
    }
}

/// Through BoringSSL's own interface, in one call; the tag stands behind the text.
impl Seal for Aead {
    const ROOM: usize = TAG;

    fn seal(&mut self, text: &mut [u8]) -> bool {
        Aead::seal(self, &ADDITIONAL, text)
    }

    fn tag(&mut self, text: &[u8]) -> Option<[u8; TAG]> {
        text.last_chunk().copied()
    }
}
