//! Text that has to fit.

use unicode_width::UnicodeWidthStr;

/// The text, or as much of its start as fits in `room` cells together with `mark`, which takes one cell.
///
/// Only whole characters are kept, with all their accents.
pub fn shortened(text: &str, room: usize, mark: char) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let room = room.saturating_sub(1);
    let starts = text.char_indices().map(|(start, _)| &text[..start]);
    // Joined emoji grow and shrink again by two cells on the way.
    let near = starts.take_while(|start| start.width() <= room + 2);
    let start = near.filter(|start| start.width() <= room).last().unwrap_or_default();
    format!("{start}{mark}")
}
