//! The few forms that facts are written in: numbers, `name: value` lines, lists of CPUs, sizes.

use std::collections::BTreeSet;

/// More CPUs than Linux can be built for; a list that goes beyond is nonsense.
const MOST_CPUS: usize = 1 << 16;

/// A whole number with white space around it.
pub fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// A finite number that is not negative.
pub fn positive(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0)
}

/// One line without control characters, not empty, at most 200 characters.
pub fn line(text: &str) -> Option<String> {
    let cleaned = clean(text);
    if cleaned.is_empty() { None } else { Some(cleaned) }
}

/// Text without control characters and doubled blanks, at most 200 characters.
pub fn clean(text: &str) -> String {
    let printable: String =
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(200).collect();
    printable.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The value of the first line `name : value` of files such as `/proc/cpuinfo` and `/proc/meminfo`.
pub fn field<'a>(text: &'a str, name: &'a str) -> Option<&'a str> {
    fields(text, name).next()
}

/// The values of all lines `name : value`.
pub fn fields<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .filter(move |(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
        .filter(|value| !value.is_empty())
}

/// The CPUs of a list as the kernel writes it: `0-3,8`. Empty text is an empty list.
pub fn cpu_list(text: &str) -> Option<BTreeSet<usize>> {
    let mut cpus = BTreeSet::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        if first > last || last >= MOST_CPUS {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

/// The number of CPUs of a list; a list without any says nothing.
pub fn cpu_count(text: &str) -> Option<usize> {
    cpu_list(text).map(|cpus| cpus.len()).filter(|count| *count > 0)
}

/// A size of sysfs such as `32K` or `8M`, in bytes.
pub fn sysfs_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let (digits, scale) = match text.char_indices().last()? {
        (end, 'K') => (&text[..end], 1 << 10),
        (end, 'M') => (&text[..end], 1 << 20),
        (end, 'G') => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    number(digits)?.checked_mul(scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cpus() {
        assert_eq!(cpu_list("0-2,8\n"), Some(BTreeSet::from([0, 1, 2, 8])));
        assert_eq!(cpu_list("\n"), Some(BTreeSet::new()));
        assert_eq!(cpu_count("\n"), None);
        for wrong in ["3-1", "a", "0-", "-1", "0-99999999999", "0-18446744073709551615", "1,,x"] {
            assert_eq!(cpu_list(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sizes_numbers_and_lines() {
        assert_eq!(sysfs_size("32K\n"), Some(32 << 10));
        assert_eq!(sysfs_size("18446744073709551615G"), None);
        assert_eq!(sysfs_size(""), None);
        assert_eq!(sysfs_size("K"), None);
        assert_eq!(sysfs_size("1\u{fffd}"), None);
        assert_eq!((positive("NaN"), positive("inf"), positive("-1"), positive("0.5")), (None, None, None, Some(0.5)));
        assert_eq!(line(" a\u{1b}[31m\tb\0 "), Some("a [31m b".to_string()));
        assert_eq!(line("\0"), None);
        assert_eq!(field("model name\t: A: B\n", "model name"), Some("A: B"));
    }
}
