//! Charts from records: by the chart plans that came with them, or one for each case.

use std::collections::HashMap;

use hostmark_harness::metric::{Role, Screen};
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;
use hostmark_harness::units;

use super::plan::ChartPlan;
use super::{Bar, Chart, Row, labels};

/// Rows of a chart: a record, and whether it belongs to the reference that the plan came with.
pub type Source<'a> = (&'a Record, bool);

/// How far the digits of a chart may be from its value, as a part of it.
const MOST_ROUNDING: f64 = 0.05;

/// The chart of a plan; `None` where no record is for it. `by` replaces the plan's label template.
pub fn planned(plan: &ChartPlan, sources: &[Source], by: Option<&str>) -> Option<Chart> {
    let records: Vec<&Record> =
        sources.iter().filter(|(record, home)| plan.selects(record, *home)).map(|(record, _)| *record).collect();
    if records.is_empty() {
        return None;
    }
    let names = match by.or(plan.label.as_deref()) {
        Some(template) => records.iter().map(|record| labels::fill(template, record)).collect(),
        None => labels::distinct(&records),
    };
    let mut rows: Vec<Row> = names.into_iter().zip(&records).map(|(label, record)| row(label, record, plan)).collect();
    let place = |row: &Row| plan.order.iter().position(|label| *label == row.label).unwrap_or(plan.order.len());
    rows.sort_by_key(place);
    Some(Chart { title: plan.title.clone(), rows })
}

fn row(label: String, record: &Record, plan: &ChartPlan) -> Row {
    let bar = match record.number() {
        Some(value) => {
            let value = value / plan.scale;
            let flags = if record.flags.is_empty() { None } else { Some(record.flags.to_string()) };
            let cautions: Vec<String> = plan.other_input(record).into_iter().chain(flags).collect();
            let cautions = if cautions.is_empty() { String::new() } else { format!(" ({})", cautions.join(";")) };
            Bar::Value { value, text: format!("{}{cautions}", written(value, plan.decimals)) }
        }
        None if record.note.is_empty() => Bar::Words(record.status.to_string()),
        None => Bar::Words(format!("{}: {}", record.status, record.note)),
    };
    Row { label, bar }
}

/// A value with so many digits behind the point, or with two that count where these would make it another one.
fn written(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let is_far = text.parse().is_ok_and(|rounded: f64| (rounded - value).abs() > MOST_ROUNDING * value.abs());
    if is_far { units::rounded(value, 2) } else { text }
}

/// A chart plan for each suite, case, metric and set of common parameters whose primary records no plan takes.
/// The title is `CASE UNIT - higher|lower is better`.
pub fn default_plans<'a>(
    plans: &[ChartPlan],
    sources: &[Source<'a>],
    screen: &dyn Fn(&Record) -> Option<Screen>,
) -> Vec<Made<'a>> {
    let common = Common::of(sources);
    let mut places = HashMap::new();
    let mut made: Vec<Made> = Vec::new();
    for (record, home) in sources.iter().filter(|(record, _)| record.role == Role::Primary) {
        let parameters = common.of_record(record);
        let key = (&record.suite, &record.case, &record.metric, parameters.clone());
        let place = *places.entry(key).or_insert_with(|| {
            let plan = default_plan(record, parameters, screen(record));
            made.push(Made { plan, sources: Vec::new(), is_needed: false });
            made.len() - 1
        });
        let taken = record.status == Status::Skipped || plans.iter().any(|plan| plan.selects(record, *home));
        made[place].is_needed |= !taken;
        made[place].sources.push((record, *home));
    }
    made.retain(|one| one.is_needed);
    made
}

/// A chart plan that was made, and the records that it takes.
pub struct Made<'a> {
    /// The plan.
    pub plan: ChartPlan,
    sources: Vec<Source<'a>>,
    /// False where other plans take all of its records.
    is_needed: bool,
}

impl Made<'_> {
    /// The chart; `by` replaces the plan's label template.
    pub fn chart(&self, by: Option<&str>) -> Option<Chart> {
        planned(&self.plan, &self.sources, by)
    }
}

/// Parameters that belong to an implementation: they tell rows apart, and make no case of their own.
pub const VARIANTS: [&str; 4] = ["api", "flags", "form", "mask"];

/// Parameters on which all implementations of a case agree make a case of their own; the others tell rows apart.
struct Common<'a>(HashMap<(&'a str, &'a str), Counted<'a>>);

/// How many records a case has, and how many of them have each parameter.
#[derive(Default)]
struct Counted<'a> {
    records: usize,
    parameters: HashMap<&'a str, usize>,
}

impl<'a> Common<'a> {
    /// Counts records and the parameters that they have, for each suite and case.
    fn of(sources: &[Source<'a>]) -> Common<'a> {
        let mut counts: HashMap<(&str, &str), Counted> = HashMap::new();
        for (record, _) in sources {
            let counted = counts.entry((&record.suite, &record.case)).or_default();
            counted.records += 1;
            record.parameters.iter().for_each(|(name, _)| *counted.parameters.entry(name).or_default() += 1);
        }
        Common(counts)
    }

    fn of_record(&self, record: &Record) -> Vec<(String, String)> {
        let counts = self.0.get(&(record.suite.as_str(), record.case.as_str()));
        let everywhere =
            |name: &str| counts.is_some_and(|counted| counted.parameters.get(name) == Some(&counted.records));
        let pairs = record.parameters.iter().filter(|(name, _)| everywhere(name) && !VARIANTS.contains(name));
        pairs.map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }
}

fn default_plan(record: &Record, parameters: Vec<(String, String)>, screen: Option<Screen>) -> ChartPlan {
    let screen = screen.unwrap_or(Screen { unit: "", scale: 1.0, decimals: 2 });
    let unit = if screen.unit.is_empty() { record.unit.to_string() } else { screen.unit.to_string() };
    let shown: String = parameters.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    ChartPlan {
        title: format!("{}/{}{shown} {unit} - {} is better", record.suite, record.case, record.better),
        suite: record.suite.to_string(),
        case: record.case.to_string(),
        parameters: parameters.into_iter().collect(),
        metric: Some(record.metric.to_string()),
        implementation: Vec::new(),
        machine: None,
        input: None,
        unit,
        scale: 1.0 / screen.scale,
        decimals: screen.decimals,
        better: record.better,
        label: None,
        order: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::chart::text::{Style, draw};
    use crate::results::example::{invalid, rate, screen};
    use hostmark_harness::parameters::Parameters;

    fn style() -> Style {
        Style { cells: 20, ascii: true, minimum_label: 16, columns: None }
    }

    #[test]
    fn cautions_and_reasons_stand_in_the_chart() {
        let noisy = Record { flags: "noisy;short".parse().unwrap(), ..rate("Box", "gcc", "gcc 12", 500.0) };
        let records = [rate("Box", "hostmark", "0.1.0", 1000.0), noisy, invalid("Box")];
        let sources: Vec<Source> = records.iter().map(|record| (record, false)).collect();
        let plans = default_plans(&[], &sources, &screen);
        let charts: Vec<Chart> = plans.iter().filter_map(|plan| plan.chart(None)).collect();
        insta::assert_snapshot!(draw(&charts, &style()), @r"
        cpu/primes limit=20000 events/s - higher is better

        hostmark        #################### 1000.00
        gcc             ########## 500.00 (noisy;short)
        clang           invalid: loop removed by clang 14.0.6
        ");
    }

    #[test]
    fn digits_that_would_mislead_are_more() {
        assert_eq!([404.0, 12.6, 0.094, 1.4, 0.0].map(|value| written(value, 0)), ["404", "13", "0.094", "1.4", "0"]);
        assert_eq!(written(-0.126, 1), "-0.13");
    }

    #[test]
    fn rows_of_another_input_say_which() {
        let of_input = |label: &str, input: &str, corpus: Option<&str>| {
            let mut record = rate(label, "tar", "", 30.0);
            record.context = record.context.with("input", input);
            record.parameters = corpus.iter().fold(Parameters::new(), |none, corpus| none.with("corpus", corpus));
            record
        };
        let records = [
            of_input("Old", "firefox", None),
            of_input("Box", "digest", Some("small")),
            of_input("Bax", "7e7c5749a1006493", Some("own")),
        ];
        let sources: Vec<Source> = records.iter().map(|record| (record, false)).collect();
        let made = default_plan(&records[0], Vec::new(), None);
        let chart = planned(&ChartPlan { input: Some("firefox".into()), decimals: 0, ..made }, &sources, None).unwrap();
        let texts = chart.rows.into_iter().map(|row| match row.bar {
            Bar::Value { text, .. } => text,
            Bar::Words(words) => words,
        });
        assert_eq!(texts.collect::<Vec<_>>(), ["30", "30 (corpus=small)", "30 (input=7e7c5749)"]);
    }

    #[test]
    fn other_parameters_make_another_chart() {
        let mut other = rate("Box", "hostmark", "0.1.0", 4000.0);
        other.parameters = other.parameters.with("limit", 10000);
        let records = [rate("Box", "hostmark", "0.1.0", 1000.0), other];
        let sources: Vec<Source> = records.iter().map(|record| (record, false)).collect();
        let titles: Vec<String> =
            default_plans(&[], &sources, &screen).into_iter().map(|made| made.plan.title).collect();
        assert_eq!(titles.len(), 2, "{titles:?}");
    }

    #[test]
    fn a_plan_orders_and_names_its_rows() {
        let records = [rate("A", "gcc", "", 1000.0), rate("B", "gcc", "", 2000.0)];
        let sources: Vec<Source> = records.iter().map(|record| (record, false)).collect();
        let plan = ChartPlan {
            order: vec!["B gcc".into()],
            label: Some("{label} {implementation}".into()),
            scale: 1000.0,
            decimals: 1,
            ..default_plans(&[], &sources, &screen).remove(0).plan
        };
        let chart = planned(&plan, &sources, None).unwrap();
        let rows: Vec<&str> = chart.rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(rows, ["B gcc", "A gcc"]);
        assert_eq!(chart.rows[0].bar, Bar::Value { value: 2.0, text: "2.0".into() });
    }
}
