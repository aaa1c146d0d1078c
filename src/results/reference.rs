//! Published results as records with their chart plans, from `data/reference/`, built in.

use anyhow::{Context, Result, bail};
use hostmark_harness::nearest::hint;
use hostmark_harness::record::{self, Record};
use serde::Deserialize;

use super::chart::plan::{self, ChartPlan};

macro_rules! built_in {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../data/reference/", $name, ".toml")),
            include_str!(concat!("../../data/reference/", $name, ".csv")),
        )
    };
}

/// Name, chart plan as TOML and records as CSV.
const BUILT_IN: [(&str, &str, &str); 4] = [
    built_in!("vpsbench-2021"),
    built_in!("n150-web-2025"),
    built_in!("n150-sysbench-2025"),
    built_in!("pritunl-nginx"),
];

/// A published result.
#[derive(Debug)]
pub struct Reference {
    /// One line: what it is.
    pub about: String,
    /// Its figures.
    pub records: Vec<Record>,
    /// Its charts.
    pub charts: Vec<ChartPlan>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    about: String,
    chart: Vec<ChartPlan>,
}

/// The names of all references.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    BUILT_IN.iter().map(|(name, _, _)| *name)
}

/// The reference of this name, or one line that names the nearest.
pub fn find(wanted: &str) -> Result<Reference> {
    let Some((name, plan, records)) = BUILT_IN.iter().find(|(name, _, _)| *name == wanted) else {
        bail!("there is no reference '{wanted}'{}", hint(wanted, names()));
    };
    let plan: Plan = toml::from_str(plan).with_context(|| format!("reference {name}"))?;
    let records = record::from_csv(records).with_context(|| format!("reference {name}"))?;
    Ok(Reference { about: plan.about, records, charts: plan.chart })
}

/// The charts of a plan: its own, then those of the references that it names.
pub fn charts(references: &[String], own: &[toml::Table]) -> Result<Vec<ChartPlan>> {
    let mut all = plan::parse(own)?;
    for name in references {
        all.extend(find(name)?.charts);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::status::Status;

    #[test]
    fn every_reference_can_be_read_and_every_chart_has_rows() {
        for name in names() {
            let reference = find(name).unwrap();
            for chart in &reference.charts {
                let rows = reference.records.iter().filter(|record| chart.selects(record, true)).count();
                assert!(rows > 1, "{name}: {}", chart.title);
            }
            for record in &reference.records {
                let charts = reference.charts.iter().filter(|chart| chart.selects(record, true)).count();
                assert!(charts <= 1, "{name}: {record:?}");
            }
        }
    }

    #[test]
    fn the_figures_of_the_removed_loop_are_invalid() {
        let invalid: Vec<f64> = find("n150-sysbench-2025")
            .unwrap()
            .records
            .iter()
            .filter(|record| record.status == Status::Invalid)
            .filter_map(|record| record.value)
            .collect();
        assert_eq!(invalid, [6377778.0, 6379271.0, 6346852.0]);
    }
}
