//! Bytes to text: size, byte-order mark, and a clear refusal of what is no text.

use crate::Error;

/// The most bytes of one input.
pub const MAXIMUM_BYTES: usize = 4 << 20;

/// Returns the bytes as text without a byte-order mark, or says why they are no text.
///
/// Only UTF-8 is text: an older encoding would show wrong labels without anyone noticing.
pub fn text(bytes: &[u8]) -> Result<&str, Error> {
    if bytes.len() > MAXIMUM_BYTES {
        return Err(Error::TooLarge { bytes: bytes.len() });
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(Error::NotText { line: 1 });
    }
    if let Some(zero) = bytes.iter().position(|&byte| byte == 0) {
        let line = 1 + line_breaks(&bytes[..zero]);
        return Err(Error::NotText { line });
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Error::NotUnicode { line: 1 + line_breaks(&bytes[..error.valid_up_to()]) })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Error::Empty);
    }
    Ok(text)
}

/// Counts line ends: LF, CRLF and a lone CR are one each.
pub(crate) fn line_breaks(bytes: &[u8]) -> usize {
    let line_feeds = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let returns = bytes.iter().filter(|&&byte| byte == b'\r').count();
    let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
    line_feeds + returns - pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_order_mark_is_no_text() {
        assert_eq!(text(b"\xEF\xBB\xBFa,b"), Ok("a,b"));
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_line() {
        assert_eq!(text(b"a\r\nb\0"), Err(Error::NotText { line: 2 }));
        assert_eq!(text(b"\xFF\xFEa\0"), Err(Error::NotText { line: 1 }));
        assert_eq!(text(b"a\n\nM\xFCnchen"), Err(Error::NotUnicode { line: 3 }));
        assert_eq!(text(b"\xEF\xBB\xBF \r\n"), Err(Error::Empty));
        assert_eq!(text(b""), Err(Error::Empty));
        let bytes = MAXIMUM_BYTES + 1;
        assert_eq!(text(&vec![b'a'; bytes]), Err(Error::TooLarge { bytes }));
    }

    #[test]
    fn each_kind_of_line_end_counts_once() {
        assert_eq!(line_breaks(b"a\nb\r\nc\rd\r\r\n"), 5);
    }
}
