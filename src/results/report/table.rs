//! The results of a block as a table for people.

use hostmark_harness::metric::{Role, Screen};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;

use crate::results::human;
use crate::results::visible::visible;

/// How a metric is written; given by the command, which knows the suites.
pub type Screens<'a> = &'a dyn Fn(&Record) -> Option<Screen>;

/// One block: a heading with what all its items share, a line for each item with its median, and below it the
/// secondary metrics over all samples together, as a tool prints them.
pub fn block(records: &[Record], screens: Screens) -> String {
    let Some(first) = records.first() else { return String::new() };
    let shared = shared(records);
    let primaries: Vec<&Record> = records.iter().filter(|record| record.role == Role::Primary).collect();
    let names: Vec<String> = primaries.iter().map(|record| visible(&name(record, &shared))).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}/{}{}\n", first.suite, first.case, heading(&shared));
    for (name, primary) in names.iter().zip(&primaries) {
        text.push_str(&format!("  {name:<width$}  {}\n", visible(&result(primary, screens))));
        let of_item = |record: &&Record| record.role == Role::Secondary && record.item() == primary.item();
        let others: Vec<String> =
            records.iter().filter(of_item).filter_map(|record| secondary(record, screens)).collect();
        if !others.is_empty() {
            text.push_str(&format!("  {:<width$}    {}\n", "", others.join(", ")));
        }
    }
    text
}

/// The parameters that all records of a block have in common.
fn shared(records: &[Record]) -> Parameters {
    let first = &records[0].parameters;
    let common =
        first.iter().filter(|(name, value)| records.iter().all(|record| record.parameters.get(name) == Some(value)));
    common.fold(Parameters::new(), |all, (name, value)| all.with(name, value))
}

fn heading(shared: &Parameters) -> String {
    shared.iter().map(|(name, value)| format!(" {name}={value}")).collect()
}

fn name(record: &Record, shared: &Parameters) -> String {
    let mut name = with_version(record);
    for (_, value) in record.parameters.iter().filter(|(name, _)| shared.get(name).is_none()) {
        name.push_str(&format!(" {value}"));
    }
    if record.threads > 1 {
        name.push_str(&format!(" x{}", record.threads));
    }
    name
}

/// `gcc 12.2.0`, `g++ (gcc 12.2.0, libstdc++ 12)`: a version may begin with a name of its own.
fn with_version(record: &Record) -> String {
    let (name, version) = (&record.implementation, &record.implementation_version);
    match version.strip_prefix(name.as_str()).map_or(version.as_str(), str::trim_start) {
        "" => name.clone(),
        version if version.starts_with(|first: char| first.is_ascii_digit()) => format!("{name} {version}"),
        version => format!("{name} ({version})"),
    }
}

fn result(record: &Record, screens: Screens) -> String {
    let note = if record.note.is_empty() { String::new() } else { format!("  {}", record.note) };
    let Some(value) = record.number() else {
        let words = if record.status == Status::Skipped { "no result" } else { "" };
        return match record.value {
            Some(value) => format!("{}:{note} ({})", record.status, human::value(value, &record.unit, screens(record))),
            None => format!("{}{words}:{note}", record.status),
        };
    };
    let spread =
        record.half_width().map_or("no interval".to_string(), |half| format!("\u{b1}{}", human::percent(half)));
    let flags = if record.flags.is_empty() { String::new() } else { format!("  [{}]", record.flags) };
    let text = human::value(value, &record.unit, screens(record));
    let plural = if record.samples == 1 { "" } else { "s" };
    format!("{text:>20}  {spread}, {} sample{plural}{flags}{note}", record.samples)
}

fn secondary(record: &Record, screens: Screens) -> Option<String> {
    record.number()?;
    Some(format!("{} {}", record.metric, human::value(record.mean?, &record.unit, screens(record))))
}
