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
    let charts: Vec<Chart> = charts.iter().map(visible_chart).collect();
    let layout = Layout::new(&charts, style);
    let drawn: Vec<String> = charts.iter().map(|chart| layout.chart(chart)).collect();
    drawn.join("\n")
}

/// The same chart, safe to print.
fn visible_chart(chart: &Chart) -> Chart {
    let row = |row: &Row| Row { label: visible(&row.label), bar: visible_bar(&row.bar) };
    Chart { title: visible(&chart.title), rows: chart.rows.iter().map(row).collect() }
}

fn visible_bar(bar: &Bar) -> Bar {
    match bar {
        Bar::Value { value, text } if value.is_finite() => Bar::Value { value: *value, text: visible(text) },
        Bar::Value { .. } => Bar::Words("n/a".to_owned()),
        Bar::Words(words) => Bar::Words(visible(words)),
    }
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
        let longest = rows().map(|row| row.label.width()).max().unwrap_or(0);
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

    fn chart(&self, chart: &Chart) -> String {
        let numbers = chart.rows.iter().filter_map(|row| row.bar.number());
        let largest = numbers.map(f64::abs).fold(0.0, f64::max);
        let rows: String = chart.rows.iter().map(|row| self.row(row, largest)).collect();
        format!("{}\n\n{rows}", chart.title)
    }

    fn row(&self, row: &Row, largest: f64) -> String {
        let label = shortened(&row.label, self.label - 1, self.cut);
        let padding = " ".repeat(self.label.saturating_sub(label.width()));
        match &row.bar {
            Bar::Words(words) => format!("{label}{padding}{words}\n"),
            Bar::Value { value, text } => {
                let character = if *value < 0.0 { self.negative } else { self.positive };
                let bar = character.repeat(share(value.abs(), largest, self.cells));
                format!("{label}{padding}{bar} {text}\n")
            }
        }
    }
}

fn value_width(bar: &Bar) -> usize {
    match bar {
        Bar::Value { text, .. } => text.width(),
        Bar::Words(_) => 0,
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
