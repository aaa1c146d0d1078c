//! Durations and byte sizes as people type them.

use std::time::Duration;

/// `1` (seconds), `1.5`, `500ms`, `2s`, `10m`, `1h`. The error says what is accepted.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let split = text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let scale = match unit.trim() {
        "" | "s" => 1.0,
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(not_a_duration(text)),
    };
    let number: f64 = number.parse().map_err(|_| not_a_duration(text))?;
    let seconds = number * scale;
    if !(seconds > 0.0 && seconds <= 366.0 * 86400.0) {
        return Err(format!("'{text}' is not a usable duration; write more than 0 and at most a year"));
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn not_a_duration(text: &str) -> String {
    format!("'{text}' is not a duration; write 2, 500ms, 2s, 10m or 1h")
}

/// `4096`, `8K`, `64MiB`, `2G`: powers of 1024. The error says what is accepted.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let split = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let power = match unit.trim().trim_end_matches("iB").trim_end_matches('B') {
        "" => 0,
        "k" | "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(not_a_size(text)),
    };
    let number: u64 = number.parse().map_err(|_| not_a_size(text))?;
    number.checked_mul(1u64 << (10 * power)).ok_or_else(|| not_a_size(text))
}

fn not_a_size(text: &str) -> String {
    format!("'{text}' is not a size; write 4096, 8K, 64M or 2G (powers of 1024)")
}

/// Bytes for people, in powers of 1024: `1.5 GiB`, `512 KiB`.
pub fn bytes(amount: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut value = amount as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = if value.fract() == 0.0 || value >= 100.0 { 0 } else { 1 };
    format!("{value:.decimals$} {}", units[unit])
}

/// A number in few digits for people: four significant ones, thousands with commas.
pub fn significant(value: f64) -> String {
    rounded(value, 4)
}

/// A number in so many significant digits, thousands with commas.
pub fn rounded(value: f64, digits: i32) -> String {
    let magnitude = value.abs();
    let behind = if magnitude == 0.0 { 0.0 } else { f64::from(digits) - 1.0 - magnitude.log10().floor() };
    grouped(value, behind.clamp(0.0, 12.0) as usize)
}

/// A number with a fixed count of digits behind the point, thousands with commas.
pub fn grouped(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (whole, fraction) = text.split_once('.').map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut out = String::from(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 && digit.is_ascii_digit() {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        assert_eq!(parse_duration("1"), Ok(Duration::from_secs(1)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        for wrong in ["", "0", "-1", "x", "1d", "1.2.3", "1e9h", "99999999h", "NaN", "inf"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_bytes("4096"), Ok(4096));
        assert_eq!(parse_bytes("8K"), Ok(8192));
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        for wrong in ["", "K", "1.5G", "-1", "99999999999T", "1X"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_for_people() {
        assert_eq!(significant(1234567.8), "1,234,568");
        assert_eq!(significant(12.3456), "12.35");
        assert_eq!(significant(0.00123456), "0.001235");
        assert_eq!(significant(0.0), "0");
        assert_eq!(grouped(-1234.5, 1), "-1,234.5");
        assert_eq!(grouped(999.0, 0), "999");
    }

    #[test]
    fn bytes_for_people() {
        assert_eq!(bytes(0), "0 B");
        assert_eq!(bytes(32 << 10), "32 KiB");
        assert_eq!(bytes(3 << 29), "1.5 GiB");
        assert_eq!(bytes(u64::MAX), "16384 PiB");
    }
}
