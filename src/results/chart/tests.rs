//! Exact drawings: the published charts, the collected cases, and hostile or narrow surroundings.

use super::from_table::from_table;
use super::sort::{Order, sort};
use super::text::{Style, draw};
use super::{Bar, Chart, Row};
use hostmark_formats::chart_table;
use unicode_width::UnicodeWidthStr;

const SEED: Style = Style { cells: 100, ascii: false, minimum_label: 0, columns: None };
const ASCII: Style = Style { ascii: true, ..SEED };

macro_rules! case {
    ($name:literal) => {
        charts(include_bytes!(concat!("../../../suites/base/formats/tests/data/", $name)))
    };
}

fn charts(bytes: &[u8]) -> Vec<Chart> {
    from_table(&chart_table(bytes).unwrap())
}

fn row(label: &str, value: f64) -> Row {
    Row { label: label.to_owned(), bar: Bar::Value { value, text: value.to_string() } }
}

fn words(label: &str, words: &str) -> Row {
    Row { label: label.to_owned(), bar: Bar::Words(words.to_owned()) }
}

fn chart(rows: Vec<Row>) -> Vec<Chart> {
    vec![Chart { title: "title".to_owned(), rows }]
}

/// The number of bar cells in each row.
fn bars(drawing: &str) -> Vec<usize> {
    let rows = drawing.lines().skip(2);
    rows.map(|line| line.chars().filter(|c| "\u{2588}\u{2592}#".contains(*c)).count()).collect()
}

#[test]
fn the_published_charts_come_out_byte_for_byte() {
    let charts = charts(include_bytes!("../../../tests/data/vpsbench-2021.csv"));
    assert_eq!(charts.len(), 13);
    let published = include_str!("../../../tests/data/vpsbench-2021.charts.txt");
    assert_eq!(draw(&charts, &SEED), published);
    assert_eq!(draw(&charts, &Style { minimum_label: 16, ..SEED }), published);
}

#[test]
fn the_seed_shape_is_drawn_exactly() {
    let bar = |cells| "\u{2588}".repeat(cells);
    let expected = [
        "256 byte md5 k/sec - higher is better\n".to_owned(),
        format!("AlphaBSD 6.8    {} 201733", bar(44)),
        format!("Beta Linux      {} 437990", bar(97)),
        format!("Gamma g++10 zfs {} 451200\n", bar(100)),
        "Time for hanoi 28 (28 decks) in ms - lower is better\n".to_owned(),
        format!("AlphaBSD 6.8    {} 12310", bar(33)),
        format!("Beta Linux      {} 36599\n", bar(100)),
    ];
    assert_eq!(draw(&case!("chart-seed-shape.csv"), &SEED), expected.join("\n"));
}

#[test]
fn a_german_spreadsheet_is_drawn_to_scale() {
    let drawing = draw(&case!("chart-bom-semicolon-decimal-comma.csv"), &SEED);
    assert!(drawing.starts_with("Durchsatz in MiB/s\n\nRechner A \u{2588}"), "{drawing}");
    assert!(drawing.ends_with(" 12\n") && !drawing.contains('\r'), "{drawing}");
    assert_eq!(bars(&drawing), [100, 81, 0]);
}

#[test]
fn odd_values_are_drawn_without_panic() {
    let charts = case!("chart-odd-values.csv");
    assert_eq!(charts[0].rows_without_value(), 4);
    let drawing = draw(&charts, &Style { cells: 30, ..ASCII });
    let expected = "\
delta percent

better       ######################### 12.5
worse        ---------------- -8.25
same          0
not a number n/a
endless      n/a
missing      n/a
word         n/a
minus zero    0
spaces       ############### 7.5
exponent     ############################## 15
";
    assert_eq!(drawing, expected);
    assert_eq!(bars(&draw(&charts, &SEED)), [83, 55, 0, 0, 0, 0, 0, 0, 50, 100]);
}

#[test]
fn repeated_labels_are_rows_of_their_own() {
    let drawing = draw(&case!("chart-duplicates.csv"), &Style { cells: 10, ..ASCII });
    let expected = "\
sign/s

Debian  ########## 113
Debian  ######### 109
Debian  ######### 112
Alpine  ########## 113
OpenBSD ####### 80

verify/s

Debian  ########## 7324
";
    assert_eq!(drawing, expected);
}

#[test]
fn mixed_units_are_drawn_in_one_unit() {
    let drawing = draw(&case!("chart-mixed-units.csv"), &SEED);
    assert!(drawing.starts_with("hanoi ms - lower is better\n\nA "), "{drawing}");
    assert!(drawing.contains(" 12284\n") && drawing.contains(" 16947\n") && drawing.ends_with(" 15650\n"));
    assert_eq!(bars(&drawing), [72, 100, 92]);
}

#[test]
fn tabs_are_drawn_as_the_case_says() {
    assert_eq!(bars(&draw(&case!("chart-tabs.tsv"), &SEED)), [45, 100]);
}

#[test]
fn bars_start_in_the_same_cell_whatever_the_script() {
    let charts = case!("chart-wide-labels.csv");
    let drawing = draw(&charts, &SEED);
    assert_eq!(bars(&drawing), [100, 80, 62, 31]);
    for line in drawing.lines().skip(2) {
        let (label, _) = line.split_once('\u{2588}').unwrap();
        assert_eq!(label.width(), 13, "{line}");
    }
    assert!(!draw(&charts, &ASCII).contains('\u{2588}'));
}

#[test]
fn exact_shares_lose_no_cell() {
    for (value, largest, cells, expected) in
        [(0.29, 1.0, 100, 29), (0.57, 1.0, 100, 57), (0.3, 0.9, 30, 10), (1.1, 1.1, 100, 100), (99.9, 100.0, 100, 99)]
    {
        let charts = chart(vec![row("a", value), row("b", largest)]);
        let drawing = draw(&charts, &Style { cells, ..SEED });
        assert_eq!(bars(&drawing)[0], expected, "{value} of {largest}");
    }
}

#[test]
fn extreme_values_do_not_panic() {
    for values in [[0.0, -0.0], [f64::MAX, f64::MIN], [5e-324, 0.0], [f64::NAN, f64::INFINITY]] {
        let drawing = draw(&chart(values.map(|value| row("a", value)).to_vec()), &SEED);
        assert_eq!(drawing.lines().count(), 4);
    }
    assert_eq!(draw(&chart(vec![row("a", f64::NAN)]), &SEED), "title\n\na n/a\n");
    assert_eq!(draw(&[], &SEED), "");
    let endless = Style { cells: usize::MAX, minimum_label: 0, columns: Some(0), ascii: true };
    assert_eq!(draw(&chart(vec![row("label", 1.0)]), &endless), "title\n\n~ # 1\n");
}

#[test]
fn words_stand_where_bars_start() {
    let charts = chart(vec![row("Debian", 2.0), words("OpenBSD", "unavailable: no sysbench")]);
    let style = Style { cells: 4, minimum_label: 16, ..ASCII };
    let expected = "\
title

Debian          #### 2
OpenBSD         unavailable: no sysbench
";
    assert_eq!(draw(&charts, &style), expected);
}

#[test]
fn bars_shrink_before_labels_are_cut() {
    let charts = chart(vec![row("FBSD 12.2 g++10", 202000.0), row("Debian", 101000.0)]);
    let at = |columns| draw(&charts, &Style { minimum_label: 16, columns: Some(columns), ..ASCII });
    assert_eq!(at(33), "title\n\nFBSD 12.2 g++10 ########## 202000\nDebian          ##### 101000\n");
    assert_eq!(at(24), "title\n\nFBSD 12.2 g++10 # 202000\nDebian           101000\n");
    assert_eq!(at(20), "title\n\nFBSD 12.2 ~ # 202000\nDebian       101000\n");
    assert_eq!(at(500), draw(&charts, &Style { minimum_label: 16, ..ASCII }));
}

#[test]
fn every_published_line_fits_twenty_columns() {
    let mut charts = charts(include_bytes!("../../../tests/data/vpsbench-2021.csv"));
    charts.append(&mut case!("chart-wide-labels.csv"));
    let drawing = draw(&charts, &Style { columns: Some(20), ..SEED });
    for chart in drawing.split("\n\n").skip(1).step_by(2) {
        assert!(chart.lines().all(|line| line.width() <= 20), "{chart}");
        assert!(chart.contains('\u{2588}'), "{chart}");
    }
}

#[test]
fn wide_characters_and_accents_are_never_split() {
    let label = |text: &str, columns| {
        let drawing = draw(&chart(vec![row(text, 1.0)]), &Style { columns: Some(columns), ..SEED });
        drawing.lines().nth(2).unwrap().split('\u{2588}').next().unwrap().to_owned()
    };
    assert_eq!(label("日本語ホスト", 8), "日…  ");
    assert_eq!(label("日本語ホスト", 9), "日本… ");
    assert_eq!(label("e\u{301}e\u{301}e\u{301}e\u{301}", 7), "e\u{301}e\u{301}… ");
    assert_eq!(label("👩\u{200d}💻👩\u{200d}💻👩\u{200d}💻", 8), "👩\u{200d}💻…  ");
}

#[test]
fn escapes_and_direction_marks_are_made_visible() {
    let mut charts = chart(vec![words("a\u{1b}[31m", "no\u{202e}\r\n\u{7}"), row("b", 1.0)]);
    charts[0].title = "\u{1b}]0;title\u{7}\t\u{9b}".to_owned();
    let expected = "\
\\u{1b}]0;title\\u{7}\\t\\u{9b}

a\\u{1b}[31m no\\u{202e}\\r\\n\\u{7}
b           ## 1
";
    assert_eq!(draw(&charts, &Style { cells: 2, ..ASCII }), expected);
}

#[test]
fn figures_without_plain_text_get_their_shortest_form() {
    let charts = charts(b"label,value\na,-0.0\nb,1.5e1\nc,1e300\nd,+0.00001\ne,12.50\nf,-\n");
    let text = |row: &Row| match &row.bar {
        Bar::Value { text, .. } => text.clone(),
        Bar::Words(words) => words.clone(),
    };
    let texts: Vec<String> = charts[0].rows.iter().map(text).collect();
    assert_eq!(texts, ["0", "15", "1e300", "1e-5", "12.50", "n/a"]);
}

#[test]
fn rows_are_sorted_with_missing_values_last() {
    let given = chart(vec![row("b", 2.0), words("x", "n/a"), row("c", 3.0), row("a", 2.0)]);
    let labels = |order| {
        let mut charts = given.clone();
        sort(&mut charts, order);
        charts[0].rows.iter().map(|row| row.label.clone()).collect::<String>()
    };
    assert_eq!(labels(Order::AsGiven), "bxca");
    assert_eq!(labels(Order::ValueDescending), "cbax");
    assert_eq!(labels(Order::ValueAscending), "bacx");
    assert_eq!(labels(Order::Label), "abcx");
}
