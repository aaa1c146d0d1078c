//! What only shows beside the neighbours: a compiler that left out the work, or took another divide.

use hostmark_harness::record::Record;
use hostmark_harness::status::Status;

use crate::{AS_SYSBENCH, KEPT, PORTABLE};

/// Work that is thrown away may be this much faster than work that is kept; beyond that it was not done.
const REMOVED: f64 = 3.0;

/// From this ratio on, a clang's kernel runs the 32-bit divide.
const NARROW_DIVIDE: f64 = 1.25;

/// Marks the records of one block.
pub(crate) fn review(block: &mut [Record]) {
    let before = block.to_vec();
    for record in block.iter_mut().filter(|record| record.status == Status::Ok) {
        let Some(rate) = rate_of(&before, record) else { continue };
        match record.parameters.get("form") {
            Some(AS_SYSBENCH) => {
                if let Some(reason) = why_invalid(&before, record, rate) {
                    record.status = Status::Invalid;
                    add_note(record, &reason);
                }
            }
            Some(KEPT) if is_narrow(&before, record, rate) => add_note(record, "32-bit divide"),
            _ => {}
        }
    }
}

/// The rate of the item that a record belongs to.
fn rate_of(block: &[Record], record: &Record) -> Option<f64> {
    let item = record.item();
    block.iter().find(|other| other.metric == "rate" && other.item() == item)?.number()
}

fn why_invalid(block: &[Record], record: &Record, rate: f64) -> Option<String> {
    let parameters = record.parameters.clone().with("form", KEPT);
    let kept =
        rate_by(block, record, |other| other.implementation == record.implementation && other.parameters == parameters);
    match kept {
        None => Some("no 'kept' form of this compiler is ok beside it, so nothing shows that the work was done".into()),
        Some(kept) if rate > REMOVED * kept => Some(format!("loop removed by {}", maker(record))),
        Some(_) => None,
    }
}

/// True where a clang's kernel is faster than the 64-bit divide allows, by our own kernel or else by gcc's.
fn is_narrow(block: &[Record], record: &Record, rate: f64) -> bool {
    let pinned = |other: &Record| other.implementation == "hostmark" && !other.note.contains(PORTABLE);
    let gnu = |other: &Record| maker(other).starts_with("gcc ") && other.parameters == record.parameters;
    let reference = rate_by(block, record, pinned).or_else(|| rate_by(block, record, gnu));
    let is_clang = maker(record).contains("clang ");
    is_clang && reference.is_some_and(|reference| rate >= NARROW_DIVIDE * reference)
}

/// `gcc 12.2.0`: the version says only what the name does not.
fn maker(record: &Record) -> String {
    let version = &record.implementation_version;
    if version.starts_with(|first: char| first.is_ascii_digit()) {
        return format!("{} {version}", record.implementation);
    }
    version.to_string()
}

/// The rate of a neighbour with as many threads.
fn rate_by(block: &[Record], record: &Record, is_wanted: impl Fn(&Record) -> bool) -> Option<f64> {
    let mut rates = block.iter().filter(|other| other.metric == "rate" && other.threads == record.threads);
    rates.find(|other| other.number().is_some() && is_wanted(other))?.number()
}

/// The reason stands in front of what was noted before.
fn add_note(record: &mut Record, note: &str) {
    let separator = if record.note.is_empty() { "" } else { "; " };
    record.note.insert_str(0, &format!("{note}{separator}"));
}
