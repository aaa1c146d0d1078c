//! Any input gives charts or a refusal, and any number that is written is read back.

use hostmark_formats::chart_table;
use hostmark_formats::chart_table::Value;
use hostmark_formats::number::{DecimalMark, read};
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_bytes_give_charts_or_a_refusal(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = chart_table(&bytes);
    }

    #[test]
    fn any_text_like_a_table_gives_charts_or_one_line(text in "(label|value|unit|better|title|[,;\t\"\r\n .a0-9e-]){0,60}") {
        match chart_table(text.as_bytes()) {
            Ok(table) => prop_assert!(!table.charts.is_empty()),
            Err(refusal) => prop_assert!(!refusal.to_string().contains('\n')),
        }
    }

    #[test]
    fn finite_numbers_are_read_back_with_either_mark(value in -1e12..1e12_f64) {
        let point = value.to_string();
        let comma = point.replace('.', ",");
        prop_assert_eq!(read(&point, DecimalMark::Point), Some(value));
        prop_assert_eq!(read(&comma, DecimalMark::Comma), Some(value));
    }

    #[test]
    fn each_row_of_a_table_arrives(values in prop::collection::vec(-1_000_000_i64..1_000_000, 1..50)) {
        let lines: Vec<String> = values.iter().enumerate().map(|(n, value)| format!("host {n};{value}\r\n")).collect();
        let table = chart_table(format!("label;value\r\n{}", lines.concat()).as_bytes()).unwrap();
        let rows = &table.charts[0].rows;
        prop_assert_eq!(rows.len(), values.len());
        for (index, (row, value)) in rows.iter().zip(&values).enumerate() {
            prop_assert_eq!(row.line, index + 2);
            let expected = Value::Number { value: *value as f64, typed: Some(value.to_string()) };
            prop_assert_eq!(&row.value, &expected);
        }
    }
}
