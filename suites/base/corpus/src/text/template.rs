//! Lines with gaps, and what fills them.

use crate::random::{Draws, derived};
use crate::text::words::{Reach, Vocabulary, local, prose, word};

const HEXADECIMAL: &[u8; 16] = b"0123456789abcdef";
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Gaps of a thousand that are not filled as in the lines that a line repeats.
const VARIED: u64 = 270;

/// And so many, less these, are filled from the few words that are at hand.
const NEAR: u64 = 800;

/// Appends a template, with its gaps filled:
///
/// | gap | what fills it |
/// |---|---|
/// | `%f` `%c` `%t` | a name known in the folder, the component, the tree |
/// | `%v` `%s` `%w` | a local variable, a word of programs, a word of prose |
/// | `%F` `%C` `%T` `%S` | the same in capitals |
/// | `%n` `%d` | a number below 255, small ones more often; a digit |
/// | `%b` `%x` `%k` | 2, 8 and 32 hexadecimal digits |
///
/// The first draws are those that a repeated template shares with its like; of a thousand gaps [`VARIED`] are filled by
/// the second instead.
pub fn fill(template: &str, names: &Vocabulary, near: u64, shared: &mut Draws, own: &mut Draws, out: &mut Vec<u8>) {
    let mut parts = template.split('%');
    out.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let (gap, text) = part.split_at(1);
        let seed = shared.next();
        let seed = match own.below(1000) {
            0..VARIED => own.next(),
            VARIED..NEAR => derived(near, own.rank(5)),
            _ => seed,
        };
        fill_gap(gap.as_bytes()[0], names, &mut Draws::new(seed), out);
        out.extend_from_slice(text.as_bytes());
    }
}

fn fill_gap(gap: u8, names: &Vocabulary, draws: &mut Draws, out: &mut Vec<u8>) {
    match gap {
        b'f' => names.name(Reach::Folder, draws.rank(10), out),
        b'c' => names.name(Reach::Component, draws.rank(12), out),
        b't' => names.name(Reach::Tree, draws.rank(13), out),
        b'F' | b'C' | b'T' | b'S' => {
            let start = out.len();
            fill_gap(gap.to_ascii_lowercase(), names, draws, out);
            out[start..].make_ascii_uppercase();
        }
        b'v' if draws.chance(200) => word(draws, out),
        b'v' => out.extend_from_slice(local(draws).as_bytes()),
        b's' => word(draws, out),
        b'w' if draws.chance(250) => word(draws, out),
        b'w' => out.extend_from_slice(prose(draws).as_bytes()),
        b'n' => decimal(draws.rank(8), out),
        b'd' => out.push(b'0' + draws.below(10) as u8),
        b'b' => digits(draws, HEXADECIMAL, 2, out),
        b'x' => digits(draws, HEXADECIMAL, 8, out),
        b'k' => digits(draws, HEXADECIMAL, 32, out),
        _ => unreachable!("a template has the gap '{}'", gap as char),
    }
}

fn decimal(number: u64, out: &mut Vec<u8>) {
    if number >= 10 {
        decimal(number / 10, out);
    }
    out.push(b'0' + (number % 10) as u8);
}

/// So many random digits; there are 16 or 64 kinds.
fn digits(draws: &mut Draws, kinds: &[u8], count: u64, out: &mut Vec<u8>) {
    let width = kinds.len().ilog2();
    let mut bits = 0;
    for at in 0..count {
        if at % 8 == 0 {
            bits = draws.next();
        }
        out.push(kinds[bits as usize & (kinds.len() - 1)]);
        bits >>= width;
    }
}

/// A row of 64 random digits in base 64.
pub fn row(draws: &mut Draws, out: &mut Vec<u8>) {
    digits(draws, BASE64, 64, out);
    out.push(b'\n');
}
