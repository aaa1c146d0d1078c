//! Names of files as `bonnie++` makes them: ten hexadecimal digits that count, and up to twelve characters by chance.

use std::ffi::CString;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

use crate::cases::SEQUENTIAL;

const CHARACTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The most characters by chance.
const MOST: u64 = 12;

/// So many names. In sequential order the count comes first, else what is by chance.
pub(crate) fn names(count: u64, order: &str, seed: u64) -> Vec<CString> {
    let mut random = Xoshiro256StarStar::seed_from_u64(seed);
    let mut below = |limit: u64| random.next_u64() % limit;
    let mut name = |number: u64| {
        let length = below(MOST + 1);
        let chance: String =
            (0..length).map(|_| char::from(CHARACTERS[below(CHARACTERS.len() as u64) as usize])).collect();
        let text =
            if order == SEQUENTIAL { format!("{number:010x}{chance}") } else { format!("{chance}{number:010x}") };
        CString::new(text).unwrap_or_default()
    };
    (0..count).map(&mut name).collect()
}

/// The same in another order (Fisher and Yates).
pub(crate) fn shuffle(names: &mut [CString], seed: u64) {
    let mut random = Xoshiro256StarStar::seed_from_u64(seed);
    for last in (1..names.len()).rev() {
        let pick = (random.next_u64() % (last as u64 + 1)) as usize;
        names.swap(last, pick);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::cases::RANDOM;

    #[test]
    fn names_are_as_bonnies_and_all_differ() {
        for order in [SEQUENTIAL, RANDOM] {
            let all = names(1024, order, 1);
            let texts: Vec<&str> = all.iter().map(|name| name.to_str().unwrap()).collect();
            assert_eq!(texts.iter().collect::<HashSet<_>>().len(), 1024);
            assert!(texts.iter().all(|text| (10..=22).contains(&text.len())), "{texts:?}");
            assert_eq!(texts.is_sorted(), order == SEQUENTIAL);
            assert!(if order == SEQUENTIAL {
                texts[255].starts_with("00000000ff")
            } else {
                texts[255].ends_with("ff")
            });
        }
    }

    #[test]
    fn a_shuffle_loses_nothing() {
        let all = names(100, SEQUENTIAL, 1);
        let mut other = all.clone();
        shuffle(&mut other, 2);
        assert_ne!(other, all);
        other.sort();
        assert_eq!(other, all);
    }
}
