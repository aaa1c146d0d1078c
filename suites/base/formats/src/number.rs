//! Numbers as people and tools type them, with a decimal point or a decimal comma.

/// The character between a number's whole part and its decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalMark {
    /// `1204.5`, with thousands `1,204.5`.
    Point,
    /// `1204,5`, with thousands `1.204,5`.
    Comma,
}

impl DecimalMark {
    fn marks(self) -> (char, char) {
        match self {
            DecimalMark::Point => ('.', ','),
            DecimalMark::Comma => (',', '.'),
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            DecimalMark::Point => "point",
            DecimalMark::Comma => "comma",
        }
    }
}

/// Reads the whole of `text` as a finite number, or not at all.
///
/// Thousands are read only where the grouping is valid: one to three digits that do not start with 0,
/// then groups of exactly three. A number has thousands marks or an exponent, never both.
pub fn read(text: &str, mark: DecimalMark) -> Option<f64> {
    let (decimal, thousands) = mark.marks();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = &text[..text.len() - unsigned.len()];
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, decimals) = mantissa.split_once(decimal).unwrap_or((mantissa, ""));
    let whole = match whole.contains(thousands) {
        true if exponent.is_some() => return None,
        true => without_thousands(whole, thousands)?,
        false => whole.to_owned(),
    };
    if !all_digits(&whole) || !all_digits(decimals) {
        return None;
    }
    format!("{sign}{whole}.{decimals}e{}", exponent.unwrap_or("0")).parse().ok().filter(|value: &f64| value.is_finite())
}

/// Whether `text` is a number with one of the two marks.
pub fn looks_like_number(text: &str) -> bool {
    read(text, DecimalMark::Point).is_some() || read(text, DecimalMark::Comma).is_some()
}

/// Whether `text` stands for "no value": blank, or words such as `n/a`, `NaN`, `failed` or `+++++`.
///
/// Text that has digits and does not start with a letter (`12 ms`, `1.2.3`) was meant as a number and is no word.
pub fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) || !text.contains(|c: char| c.is_ascii_digit())
}

/// Whether `text` is `value` in its simplest form: digits, a decimal point at most, and a minus where it is negative.
pub fn is_plain(text: &str, value: f64) -> bool {
    let simple = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    let minus_zero = value == 0.0 && text.starts_with('-');
    text.bytes().all(simple) && text.parse() == Ok(value) && !minus_zero
}

fn without_thousands(whole: &str, thousands: char) -> Option<String> {
    let mut groups = whole.split(thousands);
    let first = groups.next()?;
    let valid_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let valid = valid_first && groups.all(|group| group.len() == 3);
    valid.then(|| whole.replace(thousands, ""))
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::DecimalMark::{Comma, Point};
    use super::*;

    #[test]
    fn both_marks_read_their_own_numbers() {
        for (text, point, comma) in [
            ("404", Some(404.0), Some(404.0)),
            ("-8.25", Some(-8.25), None),
            ("12,5", None, Some(12.5)),
            ("1.204,5", None, Some(1204.5)),
            ("1,204.5", Some(1204.5), None),
            ("1,204", Some(1204.0), Some(1.204)),
            ("1.204", Some(1.204), Some(1204.0)),
            ("0.677", Some(0.677), None),
            ("1.204.567", None, Some(1_204_567.0)),
            ("12.34.567", None, None),
            ("1.5e1", Some(15.0), None),
            ("1.204e3", Some(1204.0), None),
            ("+.5", Some(0.5), None),
            ("5.", Some(5.0), None),
        ] {
            assert_eq!(read(text, Point), point, "{text} with a point");
            assert_eq!(read(text, Comma), comma, "{text} with a comma");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in ["", "-", ".", "e5", "NaN", "inf", "1e400", "12 ms", "0x10", "1_000", "--5", "1e", "1e+-1", "٣"] {
            assert!(!looks_like_number(text), "{text}");
        }
    }

    #[test]
    fn words_have_no_digits_or_start_with_a_letter() {
        for text in ["", "n/a", "NaN", "+++++", "error 404"] {
            assert!(is_word(text), "{text}");
        }
        for text in ["12 ms", "1.2.3", "<5", "1e400"] {
            assert!(!is_word(text), "{text}");
        }
    }

    #[test]
    fn plain_numbers_keep_their_text() {
        assert!(is_plain("12.0", 12.0));
        assert!(is_plain("-8.25", -8.25));
        for (text, value) in [("1.204", 1204.0), ("-0.0", 0.0), ("1.5e1", 15.0), ("+5", 5.0)] {
            assert!(!is_plain(text, value), "{text}");
        }
    }
}
