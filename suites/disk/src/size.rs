//! The size of the file: a number of bytes, or so many times the memory that this host may use.

use std::fmt;

use hostmark_harness::host::Host;
use hostmark_harness::status::NoResult;
use hostmark_harness::units::parse_bytes;

use crate::data::CHUNK;

/// What follows the factor in `2xRAM`.
const OF_MEMORY: &str = "xRAM";

/// The value of the parameter `size`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// So many bytes.
    Bytes(u64),
    /// So many times the usable memory.
    OfMemory(u64),
    /// A text that is none.
    Wrong(String),
}

impl Size {
    /// From what the person typed.
    pub(crate) fn parse(text: &str) -> Size {
        let size = match text.strip_suffix(OF_MEMORY) {
            Some(factor) => factor.parse().ok().filter(|factor| (1..=64).contains(factor)).map(Size::OfMemory),
            None => parse_bytes(text).ok().filter(|bytes| *bytes > 0 && bytes % CHUNK as u64 == 0).map(Size::Bytes),
        };
        size.unwrap_or_else(|| Size::Wrong(text.to_string()))
    }

    /// In bytes, a multiple of a chunk.
    pub(crate) fn bytes(&self, host: Option<&Host>) -> Result<u64, NoResult> {
        match self {
            Size::Bytes(bytes) => Ok(*bytes),
            Size::OfMemory(factor) => {
                let unknown = || {
                    let problem = "the memory of this host is not known; set disk.size to twice of it, such as 16G";
                    NoResult::Unavailable(problem.to_string())
                };
                let memory = host.and_then(Host::usable_memory).ok_or_else(unknown)?;
                Ok(memory.saturating_mul(*factor).next_multiple_of(1 << 20))
            }
            Size::Wrong(text) => Err(NoResult::Failed(format!(
                "disk.size: '{text}' is no size; write 512M or 4G, a multiple of 8K, or 2xRAM"
            ))),
        }
    }
}

/// `512M`, `4G`, `2xRAM`: one form for each size, because it is part of what figures are compared by.
impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::OfMemory(factor) => write!(out, "{factor}{OF_MEMORY}"),
            Size::Wrong(text) => out.write_str(text),
            Size::Bytes(bytes) => {
                let units = [(40, "T"), (30, "G"), (20, "M"), (10, "K")];
                let whole = units.into_iter().find(|(power, _)| bytes % (1 << power) == 0);
                let (power, unit) = whole.unwrap_or((0, ""));
                write!(out, "{}{unit}", bytes >> power)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_size_has_one_form() {
        for (text, form) in
            [("4G", "4G"), ("4096M", "4G"), ("8192", "8K"), ("3MiB", "3M"), ("2xRAM", "2xRAM"), ("5T", "5T")]
        {
            assert_eq!(Size::parse(text).to_string(), form);
        }
        assert_eq!(Size::parse("5T").bytes(None), Ok(5 << 40));
    }

    #[test]
    fn what_is_no_size_is_named() {
        for text in ["", "0", "100", "xRAM", "0xRAM", "2xram", "65xRAM", "99999999T"] {
            let problem = Size::parse(text).bytes(None).unwrap_err().to_string();
            assert!(problem.starts_with(&format!("disk.size: '{text}' is no size")), "{problem}");
        }
        assert!(matches!(Size::parse("2xRAM").bytes(None), Err(NoResult::Unavailable(_))));
    }
}
