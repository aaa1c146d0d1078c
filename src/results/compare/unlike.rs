//! Why two figures are not the same thing.

use hostmark_harness::record::Record;

use super::columns::Columns;

/// What is unlike, each as `name A against B`; empty where the figures are comparable. What the columns are told apart
/// by may differ.
pub fn unlike(baseline: &Record, other: &Record, columns: &Columns) -> Vec<String> {
    let mut found = Vec::new();
    let mut against = |name: &str, left: &str, right: &str| {
        if left != right && !columns.differ_by(name) {
            let text = |value: &str| if value.is_empty() { "none".to_string() } else { value.to_string() };
            found.push(format!("{name} {} against {}", text(left), text(right)));
        }
    };
    if baseline.parameters != other.parameters {
        let all = baseline.parameters.merged(&other.parameters);
        let value = |record: &Record, name: &str| record.parameters.get(name).unwrap_or_default().to_string();
        all.iter().for_each(|(name, _)| against(name, &value(baseline, name), &value(other, name)));
    }
    if baseline.threads != other.threads {
        against("threads", &baseline.threads.to_string(), &other.threads.to_string());
    }
    against("unit", &baseline.unit, &other.unit);
    if baseline.clock != other.clock {
        let name = |record: &Record| format!("{:?}", record.clock).to_lowercase();
        against("clock", &name(baseline), &name(other));
    }
    if baseline.better != other.better {
        against("direction", &baseline.better.to_string(), &other.better.to_string());
    }
    let input = |record: &Record| record.context.get("input").unwrap_or_default().to_string();
    against("input", &input(baseline), &input(other));
    // Figures of others have no revision.
    if let (Some(left), Some(right)) = (baseline.revision, other.revision) {
        if left != right {
            against("revision", &left.to_string(), &right.to_string());
        }
    }
    found
}
