//! What else differs between the columns and could explain a difference: facts of the hosts, versions of programs.

use std::collections::{BTreeMap, BTreeSet};

use hostmark_harness::host::Host;
use serde::Serialize;

use super::Figure;
use super::columns::Columns;

/// One thing that is not the same in all columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// What it is.
    pub name: String,
    /// What each column has; nothing where that is not known.
    pub values: Vec<String>,
}

/// The facts that are not the same in all columns that know them. Hosts are given by run.
pub fn differing(figures: &[Figure], hosts: &[(String, Host)], columns: &Columns) -> Vec<Fact> {
    let count = columns.names.len();
    let mut found: Vec<(String, Vec<BTreeSet<String>>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut note = |name: &str, column: usize, value: String| {
        let place = *places.entry(name.to_string()).or_insert_with(|| {
            found.push((name.to_string(), vec![BTreeSet::new(); count]));
            found.len() - 1
        });
        found[place].1[column].insert(value);
    };
    let facts: BTreeMap<&str, Vec<(&str, Option<String>)>> =
        hosts.iter().map(|(run, host)| (run.as_str(), host.lasting())).collect();
    let mut before = None;
    let mut seen: BTreeSet<(&str, usize)> = BTreeSet::new();
    let mut versions: BTreeSet<(&str, &str, usize)> = BTreeSet::new();
    for (record, column) in figures.iter().map(|figure| figure.record).zip(columns.places.iter().copied()) {
        let known = (&record.run, &record.implementation, &record.implementation_version, column);
        if before.replace(known) == Some(known) {
            continue;
        }
        if seen.insert((&record.run, column)) {
            match facts.get(record.run.as_str()) {
                Some(known) => known.iter().for_each(|(name, value)| {
                    value.iter().for_each(|value| note(name, column, value.clone()));
                }),
                None => [("CPU", &record.machine), ("OS", &record.os), ("isolation", &record.isolation)]
                    .into_iter()
                    .filter(|(_, value)| !value.is_empty())
                    .for_each(|(name, value)| note(name, column, value.to_string())),
            }
        }
        let version = (record.implementation.as_str(), record.implementation_version.as_str());
        let is_new = !version.1.is_empty() && versions.insert((version.0, version.1, column));
        if is_new && !columns.differ_by("implementation") {
            note(version.0, column, version.1.to_string());
        }
    }
    let joined = |all: BTreeSet<String>| all.into_iter().collect::<Vec<_>>().join(" and ");
    let differing = |(name, values): (String, Vec<BTreeSet<String>>)| {
        let values: Vec<String> = values.into_iter().map(joined).collect();
        let known: BTreeSet<&String> = values.iter().filter(|value| !value.is_empty()).collect();
        (known.len() > 1).then_some(Fact { name, values })
    };
    found.into_iter().filter_map(differing).collect()
}
