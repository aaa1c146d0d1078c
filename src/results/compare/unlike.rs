//! Why two figures are not the same thing.

use hostmark_harness::record::Record;

use super::columns::Columns;

/// What is unlike, each as `name A against B`; empty where the figures are comparable. What the columns are told apart
/// by may differ.
pub fn unlike(baseline: &Record, other: &Record, columns: &Columns) -> Vec<String> {
    let mut found = Vec::new();
    let mut against = |name: &str, left: Option<String>, right: Option<String>| {
        if left != right && !columns.differ_by(name) {
            let text = |value: Option<String>| value.unwrap_or_else(|| "none".to_string());
            found.push(format!("{name} {} against {}", text(left), text(right)));
        }
    };
    let parameter = |record: &Record, name: &str| record.parameters.get(name).map(str::to_string);
    let mut names: Vec<&str> =
        baseline.parameters.iter().chain(other.parameters.iter()).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        against(name, parameter(baseline, name), parameter(other, name));
    }
    against("threads", Some(baseline.threads.to_string()), Some(other.threads.to_string()));
    against("unit", Some(baseline.unit.clone()), Some(other.unit.clone()));
    against(
        "clock",
        Some(format!("{:?}", baseline.clock).to_lowercase()),
        Some(format!("{:?}", other.clock).to_lowercase()),
    );
    against("direction", Some(baseline.better.to_string()), Some(other.better.to_string()));
    let input = |record: &Record| record.context.get("input").map(str::to_string);
    against("input", input(baseline), input(other));
    // Figures of others have no revision.
    if let (Some(left), Some(right)) = (baseline.revision, other.revision) {
        against("revision", Some(left.to_string()), Some(right.to_string()));
    }
    found
}
