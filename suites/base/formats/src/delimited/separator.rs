//! Which character separates the cells, by content alone.

use super::records::widths;

/// The characters that people separate cells by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    /// `\t`
    Tab,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
}

impl Separator {
    /// Finds the separator: one that gives each row as many cells as the first line has wins over one that does not,
    /// then the one with the most cells, then tab before semicolon before comma (whose marks occur inside numbers).
    pub(super) fn find(text: &str) -> Separator {
        // `max_by_key` takes the last of equals.
        [Separator::Comma, Separator::Semicolon, Separator::Tab]
            .into_iter()
            .max_by_key(|separator| fitness(&widths(text, *separator)))
            .unwrap_or(Separator::Comma)
    }

    pub(super) fn byte(self) -> u8 {
        match self {
            Separator::Tab => b'\t',
            Separator::Semicolon => b';',
            Separator::Comma => b',',
        }
    }
}

fn fitness(widths: &[usize]) -> (bool, usize) {
    let first = widths.first().copied().unwrap_or(0);
    (first > 1 && widths.iter().all(|&width| width == first), first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_found_by_content() {
        for (text, separator) in [
            ("label,value\na,5\n", Separator::Comma),
            ("label;value\na;1,5\nb;2,5\n", Separator::Semicolon),
            ("label;value, ms\na;1,5\n", Separator::Semicolon),
            ("label\tvalue\na, b; c\t5\n", Separator::Tab),
            ("label,value;note\na,5\n", Separator::Comma),
            ("\"a;b;c\",value\nx,5\n", Separator::Comma),
            ("chart,label,value\na,b\n", Separator::Comma),
        ] {
            assert_eq!(Separator::find(text), separator, "{text}");
        }
    }
}
