//! `hostmark chart`: text charts from runs, record files, any CSV, or references.

use anyhow::{Result, bail};
use hostmark_harness::record::Record;

use crate::cli::{self, Sort};
use crate::exit::{self, Exit};
use crate::measure::registry;
use crate::results::chart::from_records::{Source, default_plans, planned};
use crate::results::chart::plan::ChartPlan;
use crate::results::chart::sort::{self, Order};
use crate::results::chart::text::{self, Style};
use crate::results::chart::{Chart, from_table, labels};
use crate::results::dataset::{self, Depth, Input, Records};
use crate::terminal;
use hostmark_harness::visible::visible;

/// Cells of the longest bar where nothing else is asked for: those of the posts.
const CELLS: usize = 100;

/// Labels of records stand in at least so many cells, as in the posts; tables decide by their longest label.
const MINIMUM_LABEL: usize = 16;

/// Draws what was asked for.
pub fn chart(arguments: &cli::Chart) -> Result<Exit> {
    let by = arguments.by.as_deref().map(labels::template);
    let mut all = Gathered::default();
    for input in &arguments.inputs {
        all.add(dataset::load(input, Depth::Records)?);
    }
    if !arguments.with.is_empty() {
        all = all.beside(&arguments.with)?;
    }
    if let Some(by) = &by {
        labels::check(by, all.sources().iter().map(|(record, _)| *record))?;
    }
    let mut charts = all.charts(&arguments.only, by.as_deref(), !arguments.with.is_empty());
    for note in all.notes.iter().chain(&notes(&all.tables)) {
        eprintln!("hostmark: note: {}", visible(note));
    }
    if charts.is_empty() {
        bail!("no chart to draw: nothing in {} fits", arguments.inputs.join(", "));
    }
    sort::sort(&mut charts, order(arguments.sort));
    let minimum_label = if all.sources().is_empty() { 0 } else { MINIMUM_LABEL };
    terminal::print(&text::draw(&charts, &style(arguments.width, arguments.ascii, minimum_label)))?;
    Ok(exit::OK)
}

/// The style for charts of a run's records on this terminal.
pub fn records_style() -> Style {
    style(None, false, MINIMUM_LABEL)
}

fn style(width: Option<u16>, ascii: bool, minimum_label: usize) -> Style {
    let columns = if width.is_some() { None } else { terminal::columns() };
    Style { cells: width.map_or(CELLS, usize::from), ascii: ascii || terminal::needs_ascii(), minimum_label, columns }
}

/// The charts of records by their plans, and one for each case that no plan takes.
pub fn of_records(records: &[Record], plans: &[ChartPlan]) -> Vec<Chart> {
    let sources: Vec<Source> = records.iter().map(|record| (record, false)).collect();
    let more = default_plans(plans, &sources, &screen);
    let planned = plans.iter().filter_map(|plan| planned(plan, &sources, None));
    planned.chain(more.iter().filter_map(|made| made.chart(None))).collect()
}

fn screen(record: &Record) -> Option<hostmark_harness::metric::Screen> {
    registry::screen(&record.suite, &record.case, &record.metric)
}

fn order(sort: Sort) -> Order {
    match sort {
        Sort::Given => Order::AsGiven,
        Sort::Descending => Order::ValueDescending,
        Sort::Ascending => Order::ValueAscending,
        Sort::Label => Order::Label,
    }
}

fn notes(charts: &[Chart]) -> Vec<String> {
    let without = |chart: &Chart| match chart.rows_without_value() {
        0 => None,
        1 => Some(format!("1 row of '{}' has no value", chart.title)),
        count => Some(format!("{count} rows of '{}' have no value", chart.title)),
    };
    charts.iter().filter_map(without).collect()
}

/// Everything that was handed over.
#[derive(Default)]
struct Gathered {
    /// Records of one input each, and whether they belong to a reference.
    records: Vec<(Vec<Record>, bool)>,
    plans: Vec<ChartPlan>,
    tables: Vec<Chart>,
    notes: Vec<String>,
}

impl Gathered {
    fn add(&mut self, input: Input) {
        match input {
            Input::Table(table) => {
                self.tables.extend(from_table::from_table(&table));
                self.notes.extend(table.notes);
            }
            Input::Records(Records { records, charts, notes, reference, .. }) => {
                self.records.push((records, reference));
                let new: Vec<ChartPlan> = charts.into_iter().filter(|plan| !self.plans.contains(plan)).collect();
                self.plans.extend(new);
                self.notes.extend(notes);
            }
        }
    }

    /// The same behind the rows of references, whose chart plans come in the place of all others.
    fn beside(self, references: &[String]) -> Result<Gathered> {
        let mut all = Gathered::default();
        for name in references {
            all.add(dataset::load_reference(name)?);
        }
        all.records.extend(self.records);
        all.tables = self.tables;
        all.notes.extend(self.notes);
        Ok(all)
    }

    fn sources(&self) -> Vec<Source<'_>> {
        self.records.iter().flat_map(|(records, home)| records.iter().map(|record| (record, *home))).collect()
    }

    fn charts(&self, only: &[String], by: Option<&str>, with: bool) -> Vec<Chart> {
        let sources = self.sources();
        let more = if with { Vec::new() } else { default_plans(&self.plans, &sources, &screen) };
        let ours =
            |plan: &ChartPlan| !with || sources.iter().any(|(record, home)| !home && plan.selects(record, false));
        let plans = self.plans.iter().filter(|plan| ours(plan) && wanted(plan, only));
        let mut charts: Vec<Chart> = plans.filter_map(|plan| planned(plan, &sources, by)).collect();
        charts.extend(more.iter().filter(|made| wanted(&made.plan, only)).filter_map(|made| made.chart(by)));
        let tables =
            self.tables.iter().filter(|chart| only.is_empty() || only.iter().any(|text| chart.title.contains(text)));
        charts.extend(tables.cloned());
        charts
    }
}

fn wanted(plan: &ChartPlan, only: &[String]) -> bool {
    let case = format!("{}/{}", plan.suite, plan.case);
    only.is_empty()
        || only.iter().any(|text| *text == plan.suite || *text == case || plan.title.contains(text.as_str()))
}
