//! Words that begin with a page: what lies across two lines of the cache costs more, and a vector begins anywhere.

use std::ops::{Deref, DerefMut};

/// Bytes of a page at the least.
const PAGE: usize = 4096;

/// So many words of 8 bytes from the beginning of a page on.
pub(crate) struct Pages<Word> {
    all: Vec<Word>,
    start: usize,
    count: usize,
}

impl<Word> Pages<Word> {
    /// `make` gives as many words as it is told, which are some more than `count`.
    pub(crate) fn new(count: usize, make: impl FnOnce(usize) -> Vec<Word>) -> Pages<Word> {
        let spare = if count == 0 { 0 } else { PAGE / size_of::<Word>() };
        let all = make(count + spare);
        let start = all.as_ptr().align_offset(PAGE).min(spare);
        Pages { all, start, count }
    }
}

impl<Word> Deref for Pages<Word> {
    type Target = [Word];

    #[inline(always)]
    fn deref(&self) -> &[Word] {
        &self.all[self.start..self.start + self.count]
    }
}

impl<Word> DerefMut for Pages<Word> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Word] {
        &mut self.all[self.start..self.start + self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_are_there_from_a_page_on() {
        for count in [0, 1, 1000, 100_000] {
            let mut words = Pages::new(count, |count| vec![1_u64; count]);
            words.iter_mut().for_each(|word| *word += 1);
            assert_eq!(words.iter().sum::<u64>(), 2 * count as u64);
            assert!(count == 0 || words.as_ptr().addr() % PAGE == 0);
        }
    }
}
