//! Whole messages with nonce, additional data and tag.

use base16ct::lower::encode_string;
use std::sync::Arc;

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::buffer::Buffer;
use super::cipher::check_authenticated;
use super::{Problem, expect, refused, repeat};
use crate::algorithm::{Cipher, Mode};
use crate::lack::Lack;
use crate::libcrypto::{Aead, CipherContext, Family, Libcrypto, TAG};
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
    let buffer = Buffer::of_blocks(size, cipher.block_bytes())?;
    let (key, nonce) = (&KEY[..cipher.key_bytes()], &NONCE[..cipher.nonce_bytes()]);
    let vector = vectors::cipher(cipher);
    let library = Arc::clone(library);
    if library.family() == Family::BoringSsl && cipher == Cipher::Chacha20Poly1305 {
        check_aead(&library, &vector)?;
        let aead = Aead::chacha20_poly1305(&library, key, nonce)?;
        return Ok(Box::new(AeadSealed { library, aead, buffer: Buffer::new(size + TAG)? }));
    }
    let implicit = api == Api::EvpImplicit;
    let mut check = CipherContext::new(&library, cipher, implicit, &vector.key, &vector.nonce)?;
    check_authenticated(&library, cipher, &vector, &mut check)?;
    let context = CipherContext::new(&library, cipher, implicit, key, nonce)?;
    Ok(Box::new(Sealed { library, context, buffer }))
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
struct Sealed {
    library: Arc<Libcrypto>,
    context: CipherContext,
    buffer: Buffer,
}

impl Loop for Sealed {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (context, text) = (&mut self.context, self.buffer.bytes());
        text.fill(0);
        repeat(units, stop, &self.library, || {
            context.restart() && context.additional(&ADDITIONAL) && context.update(text) && context.finish()
        })?;
        let tag = context.tag().ok_or_else(|| NoResult::Failed("the library gives no tag".to_string()))?;
        Ok(Work::new(units, Answer::Text(encode_string(&tag))))
    }
}

/// Through BoringSSL's own interface, in one call.
struct AeadSealed {
    library: Arc<Libcrypto>,
    aead: Aead,
    /// The text and behind it the tag.
    buffer: Buffer,
}

impl Loop for AeadSealed {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (aead, text) = (&mut self.aead, self.buffer.bytes());
        text.fill(0);
        repeat(units, stop, &self.library, || aead.seal(&ADDITIONAL, text))?;
        Ok(Work::new(units, Answer::Text(encode_string(&text[text.len() - TAG..]))))
    }
}
