//! `[[chart]]` entries of plans and references: what to select, and how to write it.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use hostmark_harness::metric::{Better, Role};
use hostmark_harness::record::Record;
use serde::Deserialize;

/// One chart: its whole title line, the records it takes, and how their values are written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChartPlan {
    /// The whole title line.
    pub title: String,
    /// The suite of its records.
    pub suite: String,
    /// Their case.
    pub case: String,
    /// Parameters that they have, among others.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Their metric; the primary one where it is not given.
    #[serde(default)]
    pub metric: Option<String>,
    /// Their implementations; all where empty.
    #[serde(default)]
    pub implementation: Vec<String>,
    /// Of the reference's own records, those of this machine; other hosts take part all the same.
    #[serde(default)]
    pub machine: Option<String>,
    /// The input that the title names; rows of another say which.
    #[serde(default)]
    pub input: Option<String>,
    /// The unit in which values are written.
    pub unit: String,
    /// Base units in one unit of the chart: 1000 for openssl's k, 1024 for bonnie's, 0.001 for ms.
    #[serde(default = "one")]
    pub scale: f64,
    /// Digits behind the point.
    #[serde(default)]
    pub decimals: usize,
    /// Which way is better.
    pub better: Better,
    /// What rows are called, such as `{label} {implementation}`; names of columns of `records.csv` in braces.
    #[serde(default)]
    pub label: Option<String>,
    /// Labels of the rows that come first, in this order.
    #[serde(default)]
    pub order: Vec<String>,
}

fn one() -> f64 {
    1.0
}

/// Charts from the `[[chart]]` tables of a plan; the error names the chart.
pub fn parse(tables: &[toml::Table]) -> Result<Vec<ChartPlan>> {
    let parse_one = |table: &toml::Table| {
        let title = table.get("title").and_then(toml::Value::as_str).unwrap_or("without a title").to_string();
        let chart: ChartPlan = table.clone().try_into().with_context(|| format!("chart '{title}'"))?;
        if !(chart.scale.is_finite() && chart.scale > 0.0) || chart.decimals > 12 {
            bail!("chart '{title}': scale has to be above 0, decimals at most 12");
        }
        Ok(chart)
    };
    tables.iter().map(parse_one).collect()
}

impl ChartPlan {
    /// True where the chart takes the record. `home` says that the record belongs to the same reference.
    pub fn selects(&self, record: &Record, home: bool) -> bool {
        let metric = match &self.metric {
            Some(metric) => *metric == record.metric,
            None => record.role == Role::Primary,
        };
        // A record without a result knows its primary metric only.
        let metric = metric || (record.value.is_none() && record.role == Role::Primary);
        metric
            && self.suite == record.suite
            && self.case == record.case
            && self.parameters.iter().all(|(name, value)| record.parameters.get(name) == Some(value))
            && (self.implementation.is_empty() || self.implementation.iter().any(|name| *name == record.implementation))
            && (!home || self.machine.as_ref().is_none_or(|machine| *machine == record.machine))
    }

    /// The caution of a record whose input is not the one that the title names: its corpus, or the beginning of the
    /// digest of a person's own.
    pub fn other_input(&self, record: &Record) -> Option<String> {
        let input = record.context.get("input").unwrap_or("unknown");
        if self.input.as_ref().is_none_or(|named| named == input) {
            return None;
        }
        match record.parameters.get("corpus") {
            Some(corpus) if corpus != "own" => Some(format!("corpus={corpus}")),
            _ => Some(format!("input={}", input.get(..8).unwrap_or(input))),
        }
    }
}
