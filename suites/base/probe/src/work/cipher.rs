//! Messages encrypted without end, in place.

use base16ct::lower::encode_string;
use std::sync::Arc;

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use super::{Problem, expect, reason, refused};
use crate::algorithm::{Cipher, Mode};
use crate::kernel::{self, Buffer, Reason, repeat};
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
    let (key, nonce) = (&KEY[..cipher.key_bytes()], &NONCE[..cipher.nonce_bytes()]);
    let vector = vectors::cipher(cipher);
    let library = Arc::clone(library);
    match (api, cipher.mode()) {
        (Api::LowLevel, Mode::Authenticated) => Err(Lack::NotInThisApi("EVP").into()),
        (Api::LowLevel, Mode::Chained) => {
            let mut check = Chain::new(&library, cipher, &vector.key, &vector.nonce)?;
            check_chained(&library, cipher, &vector, |text| check.update(text))?;
            let mut chain = Chain::new(&library, cipher, key, nonce)?;
            Ok(kernel::chained(size, nonce, reason(&library), move |text| chain.update(text))?)
        }
        (_, mode) => {
            let implicit = api == Api::EvpImplicit;
            let mut check = CipherContext::new(&library, cipher, implicit, &vector.key, &vector.nonce)?;
            let mut context = CipherContext::new(&library, cipher, implicit, key, nonce)?;
            if mode == Mode::Authenticated {
                check_authenticated(&library, cipher, &vector, &mut check)?;
                let buffer = Buffer::of_blocks(size, cipher.block_bytes(), 0)?;
                return Ok(Box::new(Streamed { reason: reason(&library), context, buffer }));
            }
            check_chained(&library, cipher, &vector, |text| check.update(text))?;
            Ok(kernel::chained(size, nonce, reason(&library), move |text| context.update(text))?)
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

/// An authenticated cipher without its tag: the key stream starts anew with each run.
struct Streamed {
    reason: Reason,
    context: CipherContext,
    buffer: Buffer,
}

impl Loop for Streamed {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let (context, reason, text) = (&mut self.context, &self.reason, self.buffer.bytes());
        let last = text.len() - SHOWN;
        repeat(1, stop, reason, || context.restart())?;
        repeat(units.saturating_sub(1), stop, reason, || context.update(text))?;
        let before = text[last..].to_vec();
        repeat(units.min(1), stop, reason, || context.update(text))?;
        let answer = [&before, &text[last..]].concat();
        Ok(Work::new(units, Answer::Text(encode_string(&answer))))
    }
}
