//! Which column plays which role.

use crate::Error;
use crate::delimited::Table;
use crate::number::looks_like_number;

const LABELS: &[&str] = &["label", "name", "host", "os", "system", "implementation"];

/// The role of each column; the rules are in the documentation of [`mod@crate::chart_table`].
pub(super) struct Columns {
    pub title: Option<usize>,
    pub label: usize,
    pub unit: Option<usize>,
    pub better: Option<usize>,
    /// Each gives a value per row.
    pub values: Vec<usize>,
    /// Their cells make the title.
    pub joined: Vec<usize>,
    /// Whether the name of a value column joins the title.
    pub name_joins: bool,
    /// Columns that are drawn nowhere.
    pub unused: Vec<usize>,
}

impl Columns {
    pub fn find(table: &Table) -> Result<Columns, Error> {
        let title = table.column(&["title", "chart"]);
        let named_label = table.column(LABELS);
        let unit = table.column(&["unit"]);
        let better = table.column(&["better"]);
        let value = table.column(&["value"]);
        let named = [title, named_label, unit, better, value];
        if named.iter().all(Option::is_none) {
            refuse_figures_as_names(table)?;
        }
        let others = (0..table.header.cells.len()).filter(|column| !named.contains(&Some(*column)));
        let (numbers, mut texts) = split(table, others);
        let label = match named_label {
            Some(label) => label,
            None if texts.is_empty() => {
                return Err(Error::NoLabels { line: table.header.line });
            }
            None => texts.remove(0),
        };
        let (values, mut unused) = match value {
            Some(value) => (vec![value], numbers),
            None => (numbers, Vec::new()),
        };
        refuse_no_figures(table, &values)?;
        let name_joins = value.is_none() && (title.is_none() || values.len() > 1);
        let joined = match title {
            Some(title) => {
                unused.append(&mut texts);
                vec![title]
            }
            None => texts,
        };
        Ok(Columns { title, label, unit, better, values, joined, name_joins, unused })
    }
}

/// Columns of numbers and columns of text; blank columns are neither.
fn split(table: &Table, columns: impl Iterator<Item = usize>) -> (Vec<usize>, Vec<usize>) {
    let mut numbers = Vec::new();
    let mut texts = Vec::new();
    for column in columns {
        let cells = table.rows.iter().map(|row| row.cells[column].as_str());
        let filled: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
        let figures = filled.iter().filter(|cell| looks_like_number(cell)).count();
        match figures * 2 >= filled.len() {
            _ if filled.is_empty() => {}
            true => numbers.push(column),
            false => texts.push(column),
        }
    }
    (numbers, texts)
}

/// Without any known name the first line may be data: reading it as names would lose a row.
fn refuse_figures_as_names(table: &Table) -> Result<(), Error> {
    match table.header.cells.iter().find(|name| looks_like_number(name)) {
        Some(name) => Err(Error::NoColumnNames { line: table.header.line, text: name.clone() }),
        None => Ok(()),
    }
}

fn refuse_no_figures(table: &Table, values: &[usize]) -> Result<(), Error> {
    let is_figure = |column: usize| table.rows.iter().any(|row| looks_like_number(&row.cells[column]));
    if !values.iter().any(|&column| is_figure(column)) {
        return Err(Error::NoNumbers);
    }
    match values.iter().find(|&&column| table.header.cells[column].is_empty()) {
        Some(column) => Err(Error::UnnamedColumn { line: table.header.line, number: column + 1 }),
        None => Ok(()),
    }
}
