//! The results of a block as a table for people.

use hostmark_harness::course::COURSE;
use hostmark_harness::metric::{Role, Screen};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;

use super::sparkline;
use crate::results::human;
use hostmark_harness::visible::visible;

/// How a metric is written; given by the command, which knows the suites.
pub type Screens<'a> = &'a dyn Fn(&Record) -> Option<Screen>;

/// One block: a heading with what all its items share, a line for each item with its median, and below it the
/// secondary metrics over all samples together, as a tool prints them.
pub fn block(records: &[Record], screens: Screens, ascii: bool) -> String {
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
        let course = primary.context.get(COURSE).map(|percents| sparkline::sparkline(percents, ascii));
        let notes = Some(visible(&primary.note)).filter(|note| !note.is_empty() && primary.number().is_some());
        for line in lines(others).into_iter().chain(course).chain(notes) {
            text.push_str(&format!("      {line}\n"));
        }
    }
    text
}

/// Parts joined with commas, in lines that an 80-column terminal shows whole.
fn lines(parts: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.len() + part.len() < 72 => line.push_str(&format!(", {part}")),
            _ => lines.push(part),
        }
    }
    lines
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
        "" => name.to_string(),
        version if version.starts_with(|first: char| first.is_ascii_digit()) => format!("{name} {version}"),
        version => format!("{name} ({version})"),
    }
}

fn result(record: &Record, screens: Screens) -> String {
    let Some(value) = record.number() else {
        let was = record
            .value
            .map_or(String::new(), |value| format!(" ({})", human::value(value, &record.unit, screens(record))));
        return format!("{}: {}{was}", record.status, record.note);
    };
    let spread =
        record.half_width().map_or("no interval".to_string(), |half| format!("\u{b1}{}", human::percent(half)));
    let flags = if record.flags.is_empty() { String::new() } else { format!("  [{}]", record.flags) };
    let text = human::value(value, &record.unit, screens(record));
    let plural = if record.samples == 1 { "" } else { "s" };
    format!("{text:>16}  {spread}, {} sample{plural}{flags}", record.samples)
}

fn secondary(record: &Record, screens: Screens) -> Option<String> {
    record.number()?;
    Some(format!("{} {}", record.metric, human::value(record.mean?, &record.unit, screens(record))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::example::{invalid, latency, rate, screen};
    use hostmark_harness::status::Status;

    #[test]
    fn a_block_shows_figures_cautions_and_what_has_none() {
        let ours = rate("Box", "hostmark", "0.1.0", 1000.5);
        let noisy = Record {
            flags: "noisy".parse().unwrap(),
            note: "while it ran: load 3.5 on 2 CPUs".into(),
            ..rate("Box", "gcc", "gcc 12.2.0", 980.0)
        };
        let short = Record { low: None, high: None, samples: 1, ..rate("Box", "cc", "", 970.0) };
        let missing = Record {
            value: None,
            status: Status::Unavailable,
            note: "no gcc-9 on PATH".into(),
            ..rate("Box", "gcc-9", "", 0.0)
        };
        let records = [ours.clone(), latency(&ours, 0.001), noisy, short, invalid("Box"), missing];
        insta::assert_snapshot!(block(&records, &screen, false), @r"
        cpu/primes limit=20000
          hostmark 0.1.0 kept       1,000.50 events/s  ±1.0 %, 40 samples
              latency-mean 1.00 ms
          gcc 12.2.0 kept            980.00 events/s  ±1.0 %, 40 samples  [noisy]
              while it ran: load 3.5 on 2 CPUs
          cc kept                    970.00 events/s  no interval, 1 sample
          clang 14.0.6 as-sysbench  invalid: loop removed by clang 14.0.6 (54,000.00 events/s)
          gcc-9 kept                unavailable: no gcc-9 on PATH
        ");
    }

    #[test]
    fn names_are_safe_to_print_and_nothing_gives_nothing() {
        let hostile = rate("Box", "gcc\u{1b}[2J", "", 1.0);
        assert!(!block(&[hostile], &screen, false).contains('\u{1b}'));
        assert_eq!(block(&[], &screen, false), "");
    }
}
