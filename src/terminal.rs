//! What the terminal can show: width, UTF-8, colour. Nothing here is asked inside a timed section.

use std::io::{self, BufWriter, IsTerminal, Write};

use crate::cli::Color;

/// The width of the terminal that standard output is; `None` in a pipe or a file.
pub fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0)
}

/// True where block characters would not come out: the locale names another encoding than UTF-8, or it names
/// none and standard output is a terminal.
pub fn needs_ascii() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
    match locale {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            !(locale.contains("utf-8") || locale.contains("utf8"))
        }
        None => io::stdout().is_terminal(),
    }
}

/// True where progress may be drawn: standard error is a terminal that can move its cursor.
pub fn shows_progress() -> bool {
    io::stderr().is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb")
}

/// Colours of standard output; off for pipes, dumb terminals and `NO_COLOR`, unless asked for.
#[derive(Clone, Copy, Debug)]
pub struct Paint(bool);

impl Paint {
    /// By what the person asked for and what standard output is.
    pub fn new(wish: Color) -> Paint {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        Paint(match wish {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => io::stdout().is_terminal() && !refused && !dumb,
        })
    }

    /// Colours each word of a table that says something about trust; the words say it without colour too.
    pub fn table(self, text: &str) -> String {
        if !self.0 {
            return text.to_string();
        }
        text.split_inclusive('\n').map(line).collect()
    }
}

fn line(line: &str) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    let colour = |code: &str| format!("\u{1b}[{code}m{text}\u{1b}[0m{end}");
    match text {
        _ if text.contains("  failed:") || text.contains("  invalid:") => colour("31"),
        _ if text.contains("  [") || text.contains("  unavailable:") => colour("33"),
        _ if !text.is_empty() && !text.starts_with(' ') => colour("1"),
        _ => line.to_string(),
    }
}

/// Writes to standard output; a reader that went away is an error that ends the program quietly.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_parts([text])
}

/// The same for a text in parts, which need not be there at once.
pub fn print_parts(parts: impl IntoIterator<Item = impl AsRef<str>>) -> anyhow::Result<()> {
    let mut stdout = BufWriter::new(io::stdout().lock());
    for part in parts {
        stdout.write_all(part.as_ref().as_bytes())?;
    }
    stdout.flush()?;
    Ok(())
}
