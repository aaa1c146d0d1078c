//! Messages encrypted without end, in place.

use base16ct::lower::encode_string;
use std::sync::Arc;

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::buffer::Buffer;
use super::{Problem, expect, refused, repeat};
use crate::algorithm::{Cipher, Mode};
use crate::lack::Lack;
use crate::libcrypto::{Chain, CipherContext, Libcrypto};
use crate::task::{Api, KEY, NONCE};
use crate::vectors;
use crate::vectors::CipherVector;

/// Bytes of the last unit that are a part of an authenticated cipher's answer.
const SHOWN: usize = 16;

pub(super) fn prepare(
    library: &Arc<Libcrypto>,
    cipher: Cipher,
    size: usize,
    api: Api,
) -> Result<Box<dyn Loop>, Problem> {
    let buffer = Buffer::of_blocks(size, cipher.block_bytes())?;
    let (key, nonce) = (&KEY[..cipher.key_bytes()], &NONCE[..cipher.nonce_bytes()]);
    let vector = vectors::cipher(cipher);
    let library = Arc::clone(library);
    match (api, cipher.mode()) {
        (Api::LowLevel, Mode::Authenticated) => Err(Lack::NotInThisApi("EVP").into()),
        (Api::LowLevel, Mode::Chained) => {
            let mut check = Chain::new(&library, cipher, &vector.key, &vector.nonce)?;
            check_chained(&library, cipher, &vector, |text| check.update(text))?;
            let mut chain = Chain::new(&library, cipher, key, nonce)?;
            let update = move |text: &mut [u8]| chain.update(text);
            Ok(Box::new(Chained { library, update, buffer, chain: nonce.to_vec() }))
        }
        (_, mode) => {
            let implicit = api == Api::EvpImplicit;
            let mut check = CipherContext::new(&library, cipher, implicit, &vector.key, &vector.nonce)?;
            let mut context = CipherContext::new(&library, cipher, implicit, key, nonce)?;
            if mode == Mode::Authenticated {
                check_authenticated(&library, cipher, &vector, &mut check)?;
                return Ok(Box::new(Streamed { library, context, buffer }));
            }
            check_chained(&library, cipher, &vector, |text| check.update(text))?;
            let update = move |text: &mut [u8]| context.update(text);
            Ok(Box::new(Chained { library, update, buffer, chain: nonce.to_vec() }))
        }
    }
}

fn check_chained(
    library: &Libcrypto,
    cipher: Cipher,
    vector: &CipherVector,
    mut update: impl FnMut(&mut [u8]) -> bool,
) -> Result<(), Problem> {
    let mut text = vector.plain.clone();
    if !update(&mut text) {
        return Err(refused(library));
    }
    expect(&format!("{} gives {}", cipher.name(), encode_string(&text)), text == vector.secret)
}

/// The published message through all calls that encrypt one and give its tag.
pub(super) fn check_authenticated(
    library: &Libcrypto,
    cipher: Cipher,
    vector: &CipherVector,
    context: &mut CipherContext,
) -> Result<(), Problem> {
    let mut text = vector.plain.clone();
    if !(context.additional(&vector.additional) && context.update(&mut text) && context.finish()) {
        return Err(refused(library));
    }
    let tag = context.tag().ok_or_else(|| refused(library))?;
    let given = format!("{} gives {} and the tag {}", cipher.name(), encode_string(&text), encode_string(&tag));
    expect(&given, text == vector.secret && tag[..] == vector.tag)
}

/// A chained cipher: the chain goes on for as long as the kernel lives.
struct Chained<U> {
    library: Arc<Libcrypto>,
    /// Encrypts in place; false where the library fails.
    update: U,
    buffer: Buffer,
    /// The chain behind the last unit: its last block, and at first the IV.
    chain: Vec<u8>,
}

impl<U: FnMut(&mut [u8]) -> bool + Send> Loop for Chained<U> {
    /// The last unit stands by itself, so that the blocks of the answer can be kept.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (update, library, text) = (&mut self.update, &self.library, self.buffer.bytes());
        let block = self.chain.len();
        let last = text.len() - block;
        repeat(units.saturating_sub(1), stop, library, || update(text))?;
        if units > 1 {
            self.chain.copy_from_slice(&text[last..]);
        }
        let before = text[last..].to_vec();
        repeat(units.min(1), stop, library, || update(text))?;
        let chain = if last > 0 { &text[last - block..last] } else { self.chain.as_slice() };
        let answer = [chain, &before, &text[last..]].concat();
        if units > 0 {
            self.chain.copy_from_slice(&text[last..]);
        }
        Ok(Work::new(units, Answer::Text(encode_string(&answer))))
    }
}

/// An authenticated cipher without its tag: the key stream starts anew with each run.
struct Streamed {
    library: Arc<Libcrypto>,
    context: CipherContext,
    buffer: Buffer,
}

impl Loop for Streamed {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (context, library, text) = (&mut self.context, &self.library, self.buffer.bytes());
        let last = text.len() - SHOWN;
        repeat(1, stop, library, || context.restart())?;
        repeat(units.saturating_sub(1), stop, library, || context.update(text))?;
        let before = text[last..].to_vec();
        repeat(units.min(1), stop, library, || context.update(text))?;
        let answer = [&before, &text[last..]].concat();
        Ok(Work::new(units, Answer::Text(encode_string(&answer))))
    }
}
