//! What rows are called: as short as they can be and still told apart.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::{Result, bail};
use hostmark_harness::record::Record;

/// A column of `records.csv` or a parameter, as text.
pub fn column<'a>(record: &'a Record, name: &str) -> Cow<'a, str> {
    Cow::Borrowed(match name {
        "run" => &record.run,
        "started" => &record.started,
        "host" => &record.host,
        "label" => &record.label,
        "os" => &record.os,
        "machine" => &record.machine,
        "isolation" => &record.isolation,
        "suite" => &record.suite,
        "case" => &record.case,
        "parameters" => return Cow::Owned(record.parameters.to_string()),
        "implementation" => &record.implementation,
        "implementation_version" => &record.implementation_version,
        "threads" => return Cow::Owned(record.threads.to_string()),
        "metric" => &record.metric,
        "hostmark" => &record.hostmark,
        parameter => record.parameters.get(parameter).unwrap_or_default(),
    })
}

/// The columns that rows may be called after.
pub const LABEL_COLUMNS: [&str; 15] = [
    "label",
    "implementation",
    "os",
    "machine",
    "isolation",
    "threads",
    "parameters",
    "implementation_version",
    "run",
    "started",
    "host",
    "suite",
    "case",
    "metric",
    "hostmark",
];

/// `os` means `{os}`; a text with braces is a template as it stands.
pub fn template(by: &str) -> String {
    if by.contains('{') { by.to_string() } else { format!("{{{by}}}") }
}

/// The names in the braces of a template.
pub fn names(template: &str) -> Vec<&str> {
    template.split('{').skip(1).filter_map(|after| Some(after.split_once('}')?.0)).collect()
}

/// Fills the `{name}` places of a template by columns and parameters.
pub fn fill(template: &str, record: &Record) -> String {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        match part.split_once('}') {
            Some((name, rest)) => {
                text.push_str(&column(record, name));
                text.push_str(rest);
            }
            None => text.push_str(part),
        }
    }
    if text.trim().len() == text.len() { text } else { text.trim().to_string() }
}

/// Refuses a template with a name that is no column which figures can be called after, and no parameter of theirs.
pub fn check<'a>(template: &str, records: impl Iterator<Item = &'a Record> + Clone) -> Result<()> {
    let is_parameter = |name: &str| records.clone().any(|record| record.parameters.get(name).is_some());
    match names(template).into_iter().find(|name| !LABEL_COLUMNS.contains(name) && !is_parameter(name)) {
        Some(name) => {
            bail!("'{template}': no column or parameter '{name}'; columns are {}", LABEL_COLUMNS.join(", "))
        }
        None => Ok(()),
    }
}

/// What the names of rows may be made longer by, for all rows that share a name.
type Part<'a> = &'a dyn Fn(&[&Record]) -> Vec<String>;

/// Short names: the label alone where it tells all rows apart, with the implementation, its version, the threads,
/// the parameters that differ and the run added only to those rows that need them. Where all rows have one label and
/// there are several, the label is left out.
pub fn distinct(records: &[&Record]) -> Vec<String> {
    let same_label = records.len() > 1 && records.iter().all(|record| record.label == records[0].label);
    let start = |record: &&Record| if same_label { String::new() } else { record.label.to_string() };
    let mut names: Vec<String> = records.iter().map(start).collect();
    let steps: [Part; 5] = [
        &|group| group.iter().map(|record| record.implementation.to_string()).collect(),
        &|group| group.iter().map(|record| record.implementation_version.to_string()).collect(),
        &|group| group.iter().map(|record| format!("x{}", record.threads)).collect(),
        &differing,
        &|group| group.iter().map(|record| record.run.to_string()).collect(),
    ];
    for step in steps {
        extend_equal(&mut names, records, step);
    }
    names
}

/// Adds `part` to each name that several rows have, where the parts differ among them.
fn extend_equal(names: &mut [String], records: &[&Record], part: Part) {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        groups.entry(name.clone()).or_default().push(index);
    }
    for (name, members) in groups {
        let group: Vec<&Record> = members.iter().map(|index| records[*index]).collect();
        let parts = part(&group);
        let differ = parts.iter().any(|part| *part != parts[0]);
        if (members.len() > 1 && differ) || name.is_empty() {
            for (index, part) in members.into_iter().zip(parts) {
                names[index] = format!("{name} {part}").trim().to_string();
            }
        }
    }
}

/// The values of those parameters that are not the same in all of a group.
fn differing(group: &[&Record]) -> Vec<String> {
    let mut names: BTreeMap<&str, (Option<&str>, bool)> = BTreeMap::new();
    for name in group.iter().flat_map(|record| record.parameters.iter()).map(|(name, _)| name) {
        names.entry(name).or_insert_with(|| (group[0].parameters.get(name), false));
    }
    for record in group {
        names.iter_mut().for_each(|(name, (first, differs))| *differs |= record.parameters.get(name) != *first);
    }
    let differs = |name: &str| names.get(name).is_some_and(|(_, differs)| *differs);
    let values = |record: &&Record| {
        let values = record.parameters.iter().filter(|(name, _)| differs(name)).map(|(_, value)| value);
        values.collect::<Vec<_>>().join(" ")
    };
    group.iter().map(values).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::example::{invalid, rate};

    fn names(records: &[Record]) -> Vec<String> {
        distinct(&records.iter().collect::<Vec<_>>())
    }

    #[test]
    fn hosts_that_differ_by_label_are_called_by_it() {
        let records = [rate("Debian 12", "gcc", "gcc 12", 1.0), rate("Alpine 3.20", "gcc", "gcc 13", 1.0)];
        assert_eq!(names(&records), ["Debian 12", "Alpine 3.20"]);
    }

    #[test]
    fn only_rows_that_need_it_are_called_longer() {
        let records =
            [rate("OpenBSD", "", "", 1.0), rate("Box", "hostmark", "0.1.0", 1.0), rate("Box", "gcc", "gcc 12", 1.0)];
        assert_eq!(names(&records), ["OpenBSD", "Box hostmark", "Box gcc"]);
    }

    #[test]
    fn one_host_alone_leaves_its_label_out() {
        let kept = rate("Box", "clang", "clang 14.0.6", 1.0);
        let records = [rate("Box", "hostmark", "0.1.0", 1.0), kept.clone(), invalid("Box")];
        assert_eq!(names(&records), ["hostmark", "clang kept", "clang as-sysbench"]);
        let threads = Record { threads: 4, ..kept.clone() };
        assert_eq!(names(&[kept, threads]), ["clang x1", "clang x4"]);
        assert_eq!(names(&[invalid("Box")]), ["Box"]);
    }

    #[test]
    fn two_runs_of_one_host_are_told_apart() {
        let first = rate("Box", "gcc", "gcc 12", 1.0);
        let records = [Record { run: "box-1".into(), ..first.clone() }, Record { run: "box-2".into(), ..first }];
        assert_eq!(names(&records), ["gcc box-1", "gcc box-2"]);
    }

    #[test]
    fn templates_take_columns() {
        let record = rate("Box", "gcc", "gcc 12", 1.0);
        assert_eq!(fill("{os} / {implementation}", &record), "Debian 12 / gcc");
        assert_eq!(fill(&template("form"), &record), "kept");
        assert_eq!(fill("{form", &record), "form");
        assert!(check("{os} {threads} {form}", [&record].into_iter()).is_ok());
        assert!(check("{color}", [&record].into_iter()).is_err());
    }
}
