//! A comparison as text for people.

use hostmark_harness::metric::{Role, Screen};
use hostmark_harness::record::Record;
use hostmark_harness::visible::visible;
use unicode_width::UnicodeWidthStr;

use super::difference::{Difference, Verdict};
use super::{Cell, Comparison, Fact, Mean, Row};
use crate::results::human;
use crate::results::shortened::shortened;

/// How a metric is written; given by the command, which knows the suites.
pub type Screens<'a> = &'a dyn Fn(&Record) -> Option<Screen>;

/// Names of columns are cut to so many cells.
const LONGEST_NAME: usize = 32;

/// The whole comparison, part by part: a heading, the rows, then means, facts, and what was counted.
pub fn table<'a>(comparison: &'a Comparison, screens: Screens<'a>) -> impl Iterator<Item = String> + 'a {
    let names: Vec<String> =
        comparison.columns.iter().map(|name| shortened(&visible(name), LONGEST_NAME, '~')).collect();
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0);
    let heading = format!("against {}, by {}\n\n", names[0], visible(&comparison.by));
    let end = [means(&comparison.means, &names, width), facts(&comparison.facts, &names, width), closing(comparison)];
    let rows = comparison.rows.iter().map(move |row| of_row(row, &names, width, screens));
    std::iter::once(heading).chain(rows).chain(end)
}

fn of_row(row: &Row, names: &[String], width: usize, screens: Screens) -> String {
    let metric = match row.example.role {
        Role::Primary if !row.suite.is_empty() => String::new(),
        _ => format!(" {}", row.example.metric),
    };
    let mut text = visible(&format!("{}{metric} ({} is better)", row.name, row.better()));
    text.push('\n');
    for (column, name) in names.iter().enumerate() {
        let cell = row.cells[column].as_ref();
        let figure = cell.map_or("not measured".to_string(), |cell| figure(cell, screens));
        let difference = row.differences[column].as_ref();
        let percent = difference.map_or(String::new(), |difference| format!("  {}", percent(difference)));
        let padding = " ".repeat(width - name.width());
        text.push_str(format!("  {name}{padding}  {figure:>18}{percent}").trim_end());
        text.push('\n');
        let why = difference.map(|difference| difference.why.as_str()).unwrap_or_default();
        let cautions = cell.map(cautions).unwrap_or_default();
        for line in [why, cautions.as_str()].into_iter().filter(|line| !line.is_empty()) {
            text.push_str(&format!("      {}\n", visible(line)));
        }
    }
    text.push('\n');
    text
}

fn figure(cell: &Cell, screens: Screens) -> String {
    match cell.value {
        Some(value) => human::value(value, &cell.record.unit, screens(cell.record)),
        None => cell.record.status.to_string(),
    }
}

fn percent(difference: &Difference) -> String {
    let Some(percent) = difference.percent() else { return difference.verdict.to_string() };
    let between = match difference.percents() {
        Some((low, high)) => format!("  ({low:+.1} to {high:+.1})"),
        None => String::new(),
    };
    format!("{percent:+.1} %{between}  {}", difference.verdict)
}

fn cautions(cell: &Cell) -> String {
    let runs = if cell.runs > 1 { format!("{} runs", cell.runs) } else { String::new() };
    let flags = if cell.flags.is_empty() { String::new() } else { format!("[{}]", cell.flags) };
    [runs, flags].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

fn means(means: &[Mean], names: &[String], width: usize) -> String {
    let mut text = String::new();
    for mean in means {
        let suite = if mean.suite.is_empty() { "all" } else { &mean.suite };
        let rows = format!("{} of {} rows", mean.taken, mean.all);
        text.push_str(&format!("{}: geometric mean of speeds, {rows}\n", visible(suite)));
        for (name, speed) in names.iter().zip(&mean.speeds) {
            let padding = " ".repeat(width - name.width());
            let speed = speed.map_or("none".to_string(), |speed| format!("{speed:.3}"));
            text.push_str(&format!("  {name}{padding}  {speed:>8}\n"));
        }
        text.push('\n');
    }
    text
}

fn facts(facts: &[Fact], names: &[String], width: usize) -> String {
    let mut text = String::new();
    for fact in facts {
        text.push_str(&format!("{} differs\n", visible(&fact.name)));
        for (name, value) in names.iter().zip(&fact.values) {
            let padding = " ".repeat(width - name.width());
            let value = if value.is_empty() { "not known" } else { value };
            text.push_str(&format!("  {name}{padding}  {}\n", visible(value)));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn closing(comparison: &Comparison) -> String {
    let all: Vec<Verdict> = comparison
        .rows
        .iter()
        .flat_map(|row| &row.differences)
        .flatten()
        .map(|difference| difference.verdict)
        .collect();
    let count = |verdict: &Verdict| all.iter().filter(|known| *known == verdict).count();
    let counted: Vec<String> = Verdict::ALL
        .iter()
        .filter(|verdict| count(verdict) > 0)
        .map(|verdict| format!("{} {verdict}", count(verdict)))
        .collect();
    let counted = if counted.is_empty() { "nothing in two columns".to_string() } else { counted.join(", ") };
    let mut differences = comparison.rows.iter().flat_map(|row| &row.differences).flatten();
    if differences.all(|difference| difference.interval.is_none()) {
        return format!("{counted}\n");
    }
    format!(
        "{counted}\nIn parentheses: between which percents the difference lies, all {} together with 95 %.\n\
         A single run of a host makes them wide: compare several. same: all of it within {} %.\n",
        comparison.comparisons,
        100.0 * comparison.margin,
    )
}
