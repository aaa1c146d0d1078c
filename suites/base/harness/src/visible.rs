//! Text that cannot steer a terminal: control, direction and invisible characters are written out.

/// Writes out what a terminal would obey or hide: ESC becomes `\u{1b}`, a line end `\n`, in plain ASCII.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        match is_unsafe(character) {
            true => visible.extend(character.escape_default()),
            false => visible.push(character),
        }
    }
    visible
}

fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' // direction marks
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' // embedding, override, isolate
            | '\u{2028}' | '\u{2029}' // line and paragraph separators
            | '\u{200b}' | '\u{2060}' | '\u{feff}' // zero width, and no part of an emoji
        )
}
