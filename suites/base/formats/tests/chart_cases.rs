//! The collected cases: tables as people and spreadsheets save them, and the reference figures.

use hostmark_formats::chart_table::{Better, ChartTable, TableChart, Value};
use hostmark_formats::{Error, chart_table};

fn charts(name: &str) -> ChartTable {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).expect(&path);
    chart_table(&bytes).expect(name)
}

fn titles(table: &ChartTable) -> Vec<&str> {
    table.charts.iter().map(|chart| chart.title.as_str()).collect()
}

/// Label, value and text as typed; missing values as `None` and what stood there.
fn rows(chart: &TableChart) -> Vec<(&str, Option<f64>, Option<&str>)> {
    let row = |row: &hostmark_formats::chart_table::TableRow| row.value.clone();
    let values: Vec<Value> = chart.rows.iter().map(row).collect();
    let labels = chart.rows.iter().map(|row| row.label.as_str());
    let texts = chart.rows.iter().map(|row| match &row.value {
        Value::Number { typed, .. } => typed.as_deref(),
        Value::Missing(text) => Some(text.as_str()),
    });
    let numbers = values.iter().map(|value| match value {
        Value::Number { value, .. } => Some(*value),
        Value::Missing(_) => None,
    });
    labels.zip(numbers).zip(texts).map(|((label, number), text)| (label, number, text)).collect()
}

#[test]
fn the_seed_shape_keeps_titles_and_values_as_typed() {
    let table = charts("chart-seed-shape.csv");
    let hanoi = "Time for hanoi 28 (28 decks) in ms - lower is better";
    assert_eq!(titles(&table), ["256 byte md5 k/sec - higher is better", hanoi]);
    assert_eq!(
        rows(&table.charts[0]),
        [
            ("AlphaBSD 6.8", Some(201733.0), Some("201733")),
            ("Beta Linux", Some(437990.0), Some("437990")),
            ("Gamma g++10 zfs", Some(451200.0), Some("451200")),
        ]
    );
    assert_eq!(table.charts[1].better, Some(Better::Lower));
    assert_eq!(table.notes, [""; 0]);
}

#[test]
fn a_german_spreadsheet_is_read_without_a_flag() {
    let table = charts("chart-bom-semicolon-decimal-comma.csv");
    assert_eq!(titles(&table), ["Durchsatz in MiB/s"]);
    assert_eq!(
        rows(&table.charts[0]),
        [("Rechner A", Some(1204.5), None), ("Rechner B", Some(987.25), None), ("Rechner C", Some(12.0), None),]
    );
}

#[test]
fn odd_values_are_missing_or_read() {
    let table = charts("chart-odd-values.csv");
    assert_eq!(
        rows(&table.charts[0]),
        [
            ("better", Some(12.5), Some("12.5")),
            ("worse", Some(-8.25), Some("-8.25")),
            ("same", Some(0.0), Some("0")),
            ("not a number", None, Some("NaN")),
            ("endless", None, Some("inf")),
            ("missing", None, Some("")),
            ("word", None, Some("n/a")),
            ("minus zero", Some(0.0), None),
            ("spaces", Some(7.5), Some("7.5")),
            ("exponent", Some(15.0), None),
        ]
    );
}

#[test]
fn charts_are_grouped_by_title_and_no_row_is_lost() {
    let table = charts("chart-duplicates.csv");
    assert_eq!(titles(&table), ["sign/s", "verify/s"]);
    let labels: Vec<_> = table.charts[0].rows.iter().map(|row| (row.label.as_str(), row.line)).collect();
    assert_eq!(labels, [("Debian", 2), ("Debian", 3), ("Debian", 4), ("Alpine", 5), ("OpenBSD", 7)]);
}

#[test]
fn one_chart_has_one_unit_and_one_direction() {
    let table = charts("chart-mixed-units.csv");
    assert_eq!(titles(&table), ["hanoi ms - lower is better"]);
    assert_eq!(
        rows(&table.charts[0]),
        [("A", Some(12284.0), Some("12284")), ("B", Some(16947.0), None), ("C", Some(15650.0), Some("15650")),]
    );
    assert_eq!(
        table.notes,
        ["line 4: higher is better contradicts the rows above in chart \"hanoi\", where lower is: lower is kept"]
    );
}

#[test]
fn tabs_are_found_and_labels_are_no_numbers() {
    let table = charts("chart-tabs.tsv");
    assert_eq!(
        rows(&table.charts[0]),
        [("OpenBSD 6.8", Some(3351.0), Some("3351")), ("Debian 10.8", Some(7330.0), Some("7330"))]
    );
}

#[test]
fn labels_of_any_script_survive() {
    let table = charts("chart-wide-labels.csv");
    let labels: Vec<_> = table.charts[0].rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["日本語ホスト", "Ünïcödé", "🚀 fast box", "plain"]);
}

#[test]
fn the_reference_files_give_their_charts() {
    let vpsbench = charts("vpsbench-2021.csv");
    assert_eq!(vpsbench.charts.len(), 13);
    assert_eq!(vpsbench.charts.iter().map(|chart| chart.rows.len()).sum::<usize>(), 72);

    let sysbench = charts("n150-sysbench-2025.csv");
    assert_eq!(
        titles(&sysbench),
        [
            "Intel N150 cpu events/s",
            "Intel N150 memory MiB/s",
            "Intel i7-7500U cpu events/s",
            "Intel i7-7500U memory MiB/s",
        ]
    );

    let web = charts("n150-web-2025.csv");
    assert_eq!(
        titles(&web)[..3],
        ["http-c50 requests_per_s", "https-c50 requests_per_s", "https-c50 cpu_idle_percent"]
    );
    assert!(titles(&web).contains(&"https-c10 low"));
    assert!(!titles(&web).contains(&"http-c50 low"));

    let pritunl = charts("pritunl-nginx.csv");
    assert_eq!(titles(&pritunl), ["requests 1/s", "time per request ms", "transfer rate KiB/s", "time taken s"]);
}

#[test]
fn a_wide_table_gives_a_chart_per_column_of_numbers() {
    let table = chart_table(b"Host,HTTP,notes,HTTPS\nA,100,,failed\nB,120,,90\nC,110,,80\n").unwrap();
    assert_eq!(titles(&table), ["HTTP", "HTTPS"]);
    assert_eq!(
        rows(&table.charts[1]),
        [("A", None, Some("failed")), ("B", Some(90.0), Some("90")), ("C", Some(80.0), Some("80"))]
    );
}

#[test]
fn columns_that_are_not_drawn_are_named() {
    let table = chart_table(b"title,label,threads,value\nx,A,1,5\nx,A,4,20\n").unwrap();
    assert_eq!(table.notes, ["column \"threads\" is not drawn"]);
}

#[test]
fn a_unit_that_the_title_has_is_not_repeated() {
    let table = chart_table(b"title,unit,better,label,value\nTime in ms,ms,lower,A,5\n").unwrap();
    assert_eq!(titles(&table), ["Time in ms - lower is better"]);
}

#[test]
fn refusals_name_the_place_and_the_way_out() {
    let place = |line, column: &str, text: &str| (line, column.to_owned(), text.to_owned());
    let (line, column, text) = place(3, "value", "12 ms");
    let refusal = |text: &str| chart_table(text.as_bytes()).expect_err(text);
    assert_eq!(refusal("label,value\nA,5\nB,12 ms\n"), Error::Number { line, column, text });

    let (line, column, text) = place(2, "value", "1,204");
    assert_eq!(refusal("label,value\nA,\"1,204\"\n"), Error::Ambiguous { line, column, text });

    let (line, column, text) = place(2, "better", "bigger");
    assert_eq!(refusal("label,better,value\nA,bigger,5\n"), Error::Direction { line, column, text });

    let units = "title,unit,label,value\nx,ms,A,5\nx,ms,B,n/a\nx,MB,C,7\n";
    assert_eq!(
        refusal(units).to_string(),
        "line 4: the unit \"MB\" cannot be converted to \"ms\", the unit on line 2 of the same chart: use one unit"
    );
    assert_eq!(refusal("title,label,value\n,A,5\n"), Error::NoTitle { line: 2, column: "title".into() });
    assert_eq!(refusal("OpenBSD,404\nNetBSD,457\n"), Error::NoColumnNames { line: 1, text: "404".into() });
    assert_eq!(refusal("label,\nA,5\n"), Error::UnnamedColumn { line: 1, number: 2 });
    assert_eq!(refusal("threads,events\n1,5\n"), Error::NoLabels { line: 1 });
    assert_eq!(refusal("label,value\nA,n/a\n"), Error::NoNumbers);
    assert_eq!(refusal("label,value\n"), Error::NoRows { line: 1 });
}

#[test]
fn the_way_out_of_an_ambiguity_works() {
    let refusal = chart_table(b"label;value\nA;1.204\n").unwrap_err().to_string();
    assert_eq!(
        refusal,
        "line 2, column \"value\": \"1.204\" may have decimals or thousands, and no other cell decides: \
         write thousands without a mark, or one more decimal as in 1.2040"
    );
    let table = chart_table(b"label;value\nA;1.2040\n").unwrap();
    assert_eq!(rows(&table.charts[0]), [("A", Some(1.204), Some("1.2040"))]);
}

#[test]
fn every_refusal_is_one_short_line_without_control_characters() {
    let evil = format!("label,value\nA,5\nB,5\u{1b}[31m\u{202e}{}\n", "x".repeat(500));
    let refusal = chart_table(evil.as_bytes()).unwrap_err().to_string();
    assert!(refusal.chars().all(|c| !c.is_control() && c != '\u{202e}'), "{refusal}");
    assert!(refusal.len() < 250, "{refusal}");
}
