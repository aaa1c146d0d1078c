//! The decimal mark of a file, decided once from all its figures and never cell by cell.

use super::{Row, Separator, Table};
use crate::Error;
use crate::number::{DecimalMark, read};

/// Decides the decimal mark of the figures in `columns`.
///
/// A cell that only one mark can read decides (`12.5`, `1.204,5`, `0,677`, `1,204,567`); cells that decide
/// differently are an error at the later one. Where no cell decides, a cell that both marks read differently is refused
/// if it has a comma (`1,204`), or a point in a file separated by semicolons (`1.204`, perhaps thousands of a
/// spreadsheet that writes decimal commas); otherwise the mark is a point.
pub fn decimal_mark(table: &Table, columns: &[usize]) -> Result<DecimalMark, Error> {
    let mut decided: Option<(DecimalMark, usize, &str)> = None;
    let mut ambiguous: Option<Error> = None;
    let cells = table.rows.iter().flat_map(|row| columns.iter().map(move |&column| (row, column)));
    for (Row { line, cells }, column) in cells {
        let (line, text) = (*line, cells[column].as_str());
        match (evidence(text), decided) {
            (Evidence::For(mark), None) => decided = Some((mark, line, text)),
            (Evidence::For(mark), Some((other_mark, other_line, other))) if mark != other_mark => {
                return Err(Error::MixedMarks {
                    line,
                    column: table.column_name(column),
                    text: text.to_owned(),
                    other_line,
                    other: other.to_owned(),
                    mark: other_mark.name(),
                });
            }
            (Evidence::Ambiguous, None) if text.contains(',') || table.separator == Separator::Semicolon => {
                let refusal = || Error::Ambiguous { line, column: table.column_name(column), text: text.to_owned() };
                ambiguous.get_or_insert_with(refusal);
            }
            _ => {}
        }
    }
    match (decided, ambiguous) {
        (Some((mark, ..)), _) => Ok(mark),
        (None, Some(refusal)) => Err(refusal),
        (None, None) => Ok(DecimalMark::Point),
    }
}

enum Evidence {
    For(DecimalMark),
    Ambiguous,
    Nothing,
}

fn evidence(text: &str) -> Evidence {
    match (read(text, DecimalMark::Point), read(text, DecimalMark::Comma)) {
        (Some(_), None) => Evidence::For(DecimalMark::Point),
        (None, Some(_)) => Evidence::For(DecimalMark::Comma),
        (Some(point), Some(comma)) if point != comma => Evidence::Ambiguous,
        _ => Evidence::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark_of(text: &str) -> Result<DecimalMark, Error> {
        let table = Table::read(text.as_bytes()).expect(text);
        decimal_mark(&table, &[1])
    }

    #[test]
    fn one_cell_decides_for_the_file() {
        for (text, mark) in [
            ("label;value\na;1.204\nb;987,25\n", DecimalMark::Comma),
            ("label;value\na;1.204\nb;12.5\n", DecimalMark::Point),
            ("label,value\na,\"1,204\"\nb,12.5\n", DecimalMark::Point),
            ("label,value\na,\"1,204,567\"\n", DecimalMark::Point),
            ("label,value\na,1.204\n", DecimalMark::Point),
            ("label\tvalue\na\t1.204\n", DecimalMark::Point),
            ("label;value\na;404\nb;n/a\n", DecimalMark::Point),
        ] {
            assert_eq!(mark_of(text), Ok(mark), "{text}");
        }
    }

    #[test]
    fn what_could_be_either_is_refused_with_its_row() {
        for (text, cell) in [
            ("label,value\na,404\nb,\"1,204\"\n", "1,204"),
            ("label;value\na;404\nb;1,204\n", "1,204"),
            ("label;value\na;404\nb;1.204\n", "1.204"),
        ] {
            let refusal = Error::Ambiguous { line: 3, column: "value".into(), text: cell.into() };
            assert_eq!(mark_of(text), Err(refusal), "{text}");
        }
    }

    #[test]
    fn a_point_in_a_decimal_comma_file_is_refused_with_its_row() {
        let refusal = mark_of("label;value\na;1.204,5\nb;12.5\n").unwrap_err().to_string();
        assert_eq!(
            refusal,
            "line 3, column \"value\": \"12.5\" does not fit \"1.204,5\" on line 2, \
             whose decimal mark is a comma: write all numbers one way"
        );
    }
}
