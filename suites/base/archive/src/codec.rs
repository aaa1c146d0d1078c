//! Who turns bytes into .xz and back.

use std::fmt;
use std::io::{self, Read, Write};
use std::str::FromStr;

use hostmark_harness::stop::Stop;
use serde::{Deserialize, Serialize};

/// A preset of `xz`: `0` to `9`, with `e` for `--extreme`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preset {
    /// 0 to 9.
    pub level: u32,
    /// More time for a somewhat smaller file.
    pub extreme: bool,
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (digits, extreme) = text.strip_suffix('e').map_or((text, false), |digits| (digits, true));
        let one_digit = digits.len() == 1;
        match digits.parse() {
            Ok(level) if one_digit => Ok(Preset { level, extreme }),
            _ => Err(format!("'{text}' is no preset of xz; write 0 to 9, or 0e to 9e")),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.level, if self.extreme { "e" } else { "" })
    }
}

/// How bytes are encoded: CRC64, and one block where there is one thread, as `xz -T1` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encoding {
    /// The preset.
    pub preset: Preset,
    /// Threads of the encoder. With several, the input is cut into blocks, which is other work and another file.
    pub threads: u32,
}

/// An encoder and decoder of .xz. Nothing is kept between calls, which end with [`stopped`](crate::stopped) soon after
/// the stop token is set.
pub trait Codec: Send + Sync {
    /// The version that it reports itself.
    fn version(&self) -> String;

    /// Bytes of memory that an encoder takes; `None` where the codec does not tell, or lacks the encoding.
    fn memory(&self, encoding: Encoding) -> Option<u64>;

    /// Encodes all of `from`, as one .xz stream.
    fn encode(&self, encoding: Encoding, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()>;

    /// Decodes all .xz streams of `from`, one after another, and checks their check values.
    fn decode(&self, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()>;
}

/// As many of the wanted threads as fit into so many bytes of memory, at least one; fewer threads rather than death.
pub fn fitting(codec: &dyn Codec, wanted: Encoding, memory: Option<u64>) -> Encoding {
    let with = |threads| Encoding { threads, ..wanted };
    let fits = |threads: &u32| match (codec.memory(with(*threads)), memory) {
        (Some(needed), Some(memory)) => needed <= memory,
        _ => true,
    };
    with((2..=wanted.threads).rev().find(fits).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_read_as_xz_writes_them() {
        for text in ["0", "6", "9e"] {
            assert_eq!(text.parse::<Preset>().unwrap().to_string(), text);
        }
        for text in ["", "e", "10", "-1", "+6", "6E"] {
            assert!(text.parse::<Preset>().is_err(), "{text}");
        }
    }
}
