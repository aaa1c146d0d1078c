//! What else differs between the columns and could explain a difference: facts of the hosts, versions of programs.

use std::collections::{BTreeSet, HashMap, HashSet};

use hostmark_harness::host::Host;
use hostmark_harness::record::Record;
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

/// Facts as they are found: for each name and column what was seen there.
struct Found {
    columns: usize,
    all: Vec<(String, Vec<BTreeSet<String>>)>,
    places: HashMap<String, usize>,
}

impl Found {
    fn note(&mut self, name: &str, column: usize, value: &str) {
        if value.is_empty() {
            return;
        }
        let place = *self.places.entry(name.to_string()).or_insert_with(|| {
            self.all.push((name.to_string(), vec![BTreeSet::new(); self.columns]));
            self.all.len() - 1
        });
        self.all[place].1[column].insert(value.to_string());
    }

    /// What a host is: its own facts, or what its records say.
    fn note_host(&mut self, record: &Record, column: usize, facts: Option<&Vec<(&str, Option<String>)>>) {
        match facts {
            Some(known) => known.iter().for_each(|(name, value)| {
                self.note(name, column, value.as_deref().unwrap_or_default());
            }),
            None => {
                self.note("CPU", column, &record.machine);
                self.note("OS", column, &record.os);
                self.note("isolation", column, &record.isolation);
            }
        }
    }
}

/// The facts that are not the same in all columns that know them, and are not what the columns are called by. Hosts are
/// given by run.
pub fn differing(figures: &[Figure], hosts: &[(String, Host)], columns: &Columns) -> Vec<Fact> {
    let facts: HashMap<&str, Vec<(&str, Option<String>)>> =
        hosts.iter().map(|(run, host)| (run.as_str(), host.lasting())).collect();
    let mut found = Found { columns: columns.names.len(), all: Vec::new(), places: HashMap::new() };
    let mut runs: HashSet<(&str, usize)> = HashSet::new();
    let mut versions: HashSet<(&str, &str, usize)> = HashSet::new();
    let compares_implementations = columns.differ_by("implementation");
    for (Figure { record, .. }, column) in figures.iter().zip(columns.places.iter().copied()) {
        if runs.insert((&record.run, column)) {
            found.note_host(record, column, facts.get(record.run.as_str()));
        }
        let version = (record.implementation.as_str(), record.implementation_version.as_str(), column);
        if !compares_implementations && versions.insert(version) {
            found.note(version.0, column, version.1);
        }
    }
    let differing = |(name, values): (String, Vec<BTreeSet<String>>)| {
        let values: Vec<String> = values.into_iter().map(|all| Vec::from_iter(all).join(" and ")).collect();
        let known: BTreeSet<&String> = values.iter().filter(|value| !value.is_empty()).collect();
        (known.len() > 1 && values != columns.names).then_some(Fact { name, values })
    };
    found.all.into_iter().filter_map(differing).collect()
}
