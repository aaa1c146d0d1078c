//! Charts as text bars that paste into a page.

use super::{Bar, Chart, Row};
use crate::results::shortened::shortened;
use hostmark_harness::visible::visible;
use unicode_width::UnicodeWidthStr;

/// No bar is longer, whatever the style asks for.
const MAXIMUM_CELLS: usize = 1000;

/// How charts are drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// Length of the longest bar; at least 1 is drawn.
    pub cells: usize,
    /// Bars of `#` and `-` instead of block characters.
    pub ascii: bool,
    /// Cells that the column of labels has at least.
    pub minimum_label: usize,
    /// The width to fit into: bars shrink to one cell first, labels are shortened next.
    pub columns: Option<usize>,
}

/// Draws charts one below the other, with an empty line between them.
///
/// All share one column of labels. In each chart the largest absolute value has the longest bar, others
/// have the whole cells of their share; negative values have bars of another character.
pub fn draw(charts: &[Chart], style: &Style) -> String {
    let layout = Layout::new(charts, style);
    let mut text = String::new();
    for chart in charts {
        if !text.is_empty() {
            text.push('\n');
        }
        layout.chart(chart, &mut text);
    }
    text
}

/// Widths in display cells and characters that all charts of a drawing share.
struct Layout {
    label: usize,
    cells: usize,
    positive: &'static str,
    negative: &'static str,
    cut: char,
}

impl Layout {
    fn new(charts: &[Chart], style: &Style) -> Layout {
        let rows = || charts.iter().flat_map(|chart| &chart.rows);
        let longest = rows().map(|row| visible(&row.label).width()).max().unwrap_or(0);
        let value = rows().map(|row| value_width(&row.bar)).max().unwrap_or(0);
        let label = style.minimum_label.max(longest + 1);
        let cells = style.cells.clamp(1, MAXIMUM_CELLS);
        let (label, cells) = match style.columns {
            Some(columns) => fit(columns.saturating_sub(1 + value), label, cells),
            None => (label, cells),
        };
        let (positive, negative, cut) = match style.ascii {
            true => ("#", "-", '~'),
            false => ("\u{2588}", "\u{2592}", '\u{2026}'),
        };
        Layout { label, cells, positive, negative, cut }
    }

    fn chart(&self, chart: &Chart, text: &mut String) {
        let numbers = chart.rows.iter().filter_map(|row| row.bar.number());
        let largest = numbers.map(f64::abs).fold(0.0, f64::max);
        text.push_str(&format!("{}\n\n", visible(&chart.title)));
        for row in &chart.rows {
            self.row(row, largest, text);
        }
    }

    fn row(&self, row: &Row, largest: f64, out: &mut String) {
        let label = shortened(&visible(&row.label), self.label - 1, self.cut);
        let padding = " ".repeat(self.label.saturating_sub(label.width()));
        out.push_str(&label);
        out.push_str(&padding);
        match &row.bar {
            Bar::Words(words) => out.push_str(&visible(words)),
            Bar::Value { value, .. } if !value.is_finite() => out.push_str("n/a"),
            Bar::Value { value, text } => {
                let character = if *value < 0.0 { self.negative } else { self.positive };
                let cells = share(value.abs(), largest, self.cells);
                out.extend(std::iter::repeat_n(character, cells));
                out.push(' ');
                out.push_str(&visible(text));
            }
        }
        out.push('\n');
    }
}

fn value_width(bar: &Bar) -> usize {
    match bar {
        Bar::Value { value, text } if value.is_finite() => visible(text).width(),
        _ => 0,
    }
}

/// Divides `room` cells among labels, with one blank behind them, and bars of at least one cell.
fn fit(room: usize, label: usize, cells: usize) -> (usize, usize) {
    let label = label.min(room.saturating_sub(1)).max(2);
    let cells = cells.min(room.saturating_sub(label)).max(1);
    (label, cells)
}

/// The whole cells of `value / largest`; exact shares give exact cells in spite of binary rounding.
fn share(value: f64, largest: f64, cells: usize) -> usize {
    if largest == 0.0 {
        return 0;
    }
    let exact = value / largest * cells as f64;
    (exact * (1.0 + 4.0 * f64::EPSILON)).floor() as usize
}
