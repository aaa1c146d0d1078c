//! `journal.jsonl`, the truth of a run: one JSON line for each thing that happened, in order.
//!
//! Everything else in a run folder is derived from it and can be derived again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::metric::ClockKind;
use crate::record::Record;
use crate::sample::Sample;

/// The version of this form; a reader refuses a newer one.
pub const SCHEMA: u32 = 1;

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "lowercase")]
pub enum Entry {
    /// The first line: what runs where.
    Run {
        /// [`SCHEMA`] of the writer.
        schema: u32,
        /// The run's name.
        run: String,
        /// When it started, UTC, RFC 3339.
        started: String,
        /// Version of the writer.
        hostmark: String,
        /// What charts call the host.
        label: String,
        /// Facts of the machine under test.
        host: Value,
        /// The resolved plan as TOML, with its seed.
        plan: String,
    },
    /// A block begins; its items by [`crate::suite::Item::id`].
    Block {
        /// Counted from 0.
        index: usize,
        /// The items' names.
        items: Vec<String>,
    },
    /// A second host takes part.
    Client {
        /// Its facts.
        facts: Value,
    },
    /// A sample was taken.
    Sample {
        /// The item's name.
        item: String,
        /// Counted from 0 within the item.
        index: usize,
        /// What was measured.
        sample: Sample,
        /// Each metric of the item that this sample holds, in its base unit.
        metrics: BTreeMap<String, f64>,
    },
    /// A figure is final.
    Record(Box<Record>),
    /// The run goes on after it was cut or stopped.
    Resume {
        /// When, UTC, RFC 3339.
        resumed: String,
        /// Version of the writer.
        hostmark: String,
        /// Facts of the machine under test at that time.
        host: Value,
    },
    /// The last line of a run that could end by itself, or of a part of it.
    End {
        /// When, UTC, RFC 3339.
        finished: String,
        /// True when it was stopped before all was done.
        interrupted: bool,
    },
}

/// A journal as read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// Its entries in order.
    pub entries: Vec<Entry>,
    /// What was passed over, one sentence each: a last line that was cut while it was written.
    pub notes: Vec<String>,
}

/// Why a text is no journal: one line with what to do.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAJournal {
    /// A line in the middle is damaged.
    #[error("journal line {line} is damaged ({problem}); remove that line to read the others")]
    Damaged {
        /// Counted from 1.
        line: usize,
        /// The parser's words.
        problem: String,
    },
    /// It does not begin with a run.
    #[error("the journal does not begin with a run; it is not one of hostmark's, or its first line was cut")]
    NoRun,
    /// It comes from a newer hostmark.
    #[error("the journal has schema {0}, this hostmark reads up to {SCHEMA}; use a newer hostmark")]
    Newer(u32),
}

/// Reads a journal. A damaged last line, as a kill or a full disk leaves it, is passed over and noted. A block that
/// began again, after a resume, replaces what its items had before.
pub fn read(text: &str) -> Result<Journal, NotAJournal> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut journal = Journal::default();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(entry) => journal.entries.push(entry),
            Err(problem) if is_last(&lines, index) => {
                journal
                    .notes
                    .push(format!("the last line was cut while it was written and is passed over ({problem})"));
            }
            Err(problem) => return Err(NotAJournal::Damaged { line: index + 1, problem: problem.to_string() }),
        }
    }
    replace_what_began_again(&mut journal.entries);
    match journal.entries.first() {
        Some(Entry::Run { schema, .. }) if *schema <= SCHEMA => Ok(journal),
        Some(Entry::Run { schema, .. }) => Err(NotAJournal::Newer(*schema)),
        _ => Err(NotAJournal::NoRun),
    }
}

/// Reads a journal as it lies in its file. A character that was cut belongs to the last line.
pub fn read_bytes(bytes: &[u8]) -> Result<Journal, NotAJournal> {
    let problem = match std::str::from_utf8(bytes) {
        Ok(text) => return read(text),
        Err(problem) => problem,
    };
    let (whole, rest) = bytes.split_at(problem.valid_up_to());
    if rest.contains(&b'\n') {
        let line = whole.iter().filter(|byte| **byte == b'\n').count() + 1;
        return Err(NotAJournal::Damaged { line, problem: problem.to_string() });
    }
    read(std::str::from_utf8(whole).unwrap_or_default())
}

/// Drops samples and records that lie before the last beginning of their item.
fn replace_what_began_again(entries: &mut Vec<Entry>) {
    let mut begun: BTreeMap<String, usize> = BTreeMap::new();
    let mut again = false;
    for (place, entry) in entries.iter().enumerate() {
        let Entry::Block { items, .. } = entry else { continue };
        for item in items {
            again |= begun.insert(item.clone(), place).is_some();
        }
    }
    if !again {
        return;
    }
    let is_old = |item: &str, place: usize| begun.get(item).is_some_and(|begin| place < *begin);
    let mut place = 0;
    entries.retain(|entry| {
        place += 1;
        match entry {
            Entry::Sample { item, .. } => !is_old(item, place - 1),
            Entry::Record(record) => !is_old(&record.item(), place - 1),
            _ => true,
        }
    });
}

/// The items of a block, where all have a record; else none.
fn whole(items: BTreeSet<String>, recorded: &BTreeSet<String>) -> BTreeSet<String> {
    if items.is_subset(recorded) { items } else { BTreeSet::new() }
}

fn is_last(lines: &[&str], index: usize) -> bool {
    lines[index + 1..].iter().all(|line| line.trim().is_empty())
}

impl Journal {
    /// All records.
    pub fn records(&self) -> Vec<Record> {
        self.entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Record(record) => Some(record.as_ref().clone()),
                _ => None,
            })
            .collect()
    }

    /// The first line.
    pub fn run(&self) -> Option<&Entry> {
        self.entries.first()
    }

    /// Blocks begun, those that began again among them.
    pub fn blocks(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Block { .. })).count()
    }

    /// The items of all blocks that came to their end: each has a record, and no stop came before the next block.
    pub fn finished(&self) -> BTreeSet<String> {
        let mut finished = BTreeSet::new();
        let mut open: BTreeSet<String> = BTreeSet::new();
        let mut recorded: BTreeSet<String> = BTreeSet::new();
        for entry in &self.entries {
            match entry {
                Entry::Record(record) => {
                    recorded.insert(record.item());
                }
                Entry::End { interrupted: true, .. } => open.clear(),
                Entry::Block { items, .. } => {
                    let done = std::mem::replace(&mut open, items.iter().cloned().collect());
                    finished.extend(whole(done, &std::mem::take(&mut recorded)));
                }
                _ => {}
            }
        }
        finished.extend(whole(open, &recorded));
        finished
    }

    /// The metric of each sample in the order in which they were taken, by item and metric.
    pub fn samples(&self) -> BTreeMap<(&str, &str), Vec<f64>> {
        let mut all: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
        for entry in &self.entries {
            let Entry::Sample { item, metrics, .. } = entry else { continue };
            for (metric, value) in metrics {
                all.entry((item, metric)).or_default().push(*value);
            }
        }
        all
    }

    /// Facts of the machine under test.
    pub fn host(&self) -> Option<&Value> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Run { host, .. } => Some(host),
            _ => None,
        })
    }

    /// Facts of a second host that took part.
    pub fn client(&self) -> Option<&Value> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Client { facts } => Some(facts),
            _ => None,
        })
    }

    /// Item, index, name and text of each histogram.
    pub fn histograms<'a>(&'a self) -> impl Iterator<Item = (&'a str, usize, &'a str, &'a str)> {
        self.entries.iter().flat_map(|entry| {
            let found = match entry {
                Entry::Sample { item, index, sample, .. } => Some((item, *index, &sample.histograms)),
                _ => None,
            };
            let named = |(item, index, named): (&'a String, usize, &'a BTreeMap<String, String>)| {
                named.iter().map(move |(name, text)| (item.as_str(), index, name.as_str(), text.as_str()))
            };
            found.into_iter().flat_map(named)
        })
    }

    /// The resolved plan as TOML.
    pub fn plan(&self) -> Option<&str> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Run { plan, .. } => Some(plan.as_str()),
            _ => None,
        })
    }

    /// `samples.csv`: one row for each sample and metric. The metric is work / seconds, or seconds / work where
    /// its unit is `s`; where the record's clock is `cpu`, `cpu_user` stands in the place of `seconds`.
    pub fn samples_csv(&self) -> Result<String, csv::Error> {
        let records = self.records();
        let by_name: BTreeMap<(String, &str), &Record> =
            records.iter().map(|record| ((record.item(), record.metric.as_str()), record)).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(SAMPLE_COLUMNS)?;
        for entry in &self.entries {
            let Entry::Sample { item, index, sample, metrics } = entry else { continue };
            for (metric, value) in metrics {
                if let Some(record) = by_name.get(&(item.clone(), metric.as_str())) {
                    let work = work_behind(record, sample, *value);
                    let times = (sample.start, sample.seconds, work, sample.cpu_user, sample.cpu_system);
                    writer.serialize((&record.run, item, metric, index, times))?;
                }
            }
        }
        let bytes = writer.into_inner().map_err(|problem| csv::Error::from(problem.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

const SAMPLE_COLUMNS: [&str; 9] =
    ["run", "item", "metric", "index", "start", "seconds", "work", "cpu_user", "cpu_system"];

/// The work that gives the metric's value in the time of its clock.
fn work_behind(record: &Record, sample: &Sample, value: f64) -> Option<f64> {
    let seconds = match record.clock {
        ClockKind::Wall => sample.seconds,
        ClockKind::Cpu => sample.cpu_user?,
    };
    let work = if record.unit == "s" { seconds / value } else { value * seconds };
    work.is_finite().then_some(work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::example;

    fn run_line() -> String {
        let entry = Entry::Run {
            schema: SCHEMA,
            run: "r".into(),
            started: String::new(),
            hostmark: String::new(),
            label: String::new(),
            host: Value::Null,
            plan: String::new(),
        };
        serde_json::to_string(&entry).unwrap()
    }

    fn line(entry: &Entry) -> String {
        serde_json::to_string(entry).unwrap()
    }

    #[test]
    fn each_entry_reads_back_as_it_was() {
        let record = Entry::Record(Box::new(example()));
        let text = format!("{}\n{}\n", run_line(), line(&record));
        let journal = read(&text).unwrap();
        assert_eq!(journal.entries[1], record);
        assert_eq!(journal.records(), [example()]);
        assert_eq!(journal.notes, Vec::<String>::new());
    }

    #[test]
    fn a_cut_last_line_is_passed_over_wherever_it_is_cut() {
        let record = line(&Entry::Record(Box::new(example())));
        let record = record.replace("primes", "prim\u{e9}s");
        let whole = format!("{}\n{record}\n", run_line());
        for cut in 1..record.len() {
            let journal = read_bytes(&[whole.as_bytes(), &record.as_bytes()[..cut]].concat()).unwrap();
            assert_eq!((journal.records().len(), journal.notes.len()), (1, 1), "cut at {cut}");
        }
        let damaged = [whole.as_bytes(), b"\xff\n{}\n"].concat();
        assert!(matches!(read_bytes(&damaged), Err(NotAJournal::Damaged { line: 3, .. })));
    }

    #[test]
    fn what_began_again_replaces_what_was_there() {
        let record = example();
        let begin = line(&Entry::Block { index: 0, items: vec![record.item()] });
        let sample = |value: f64| {
            let metrics = [("rate".to_string(), value)].into();
            line(&Entry::Sample { item: record.item(), index: 0, sample: Sample::default(), metrics })
        };
        let old = line(&Entry::Record(Box::new(Record { value: Some(1.0), ..record.clone() })));
        let new = line(&Entry::Record(Box::new(Record { value: Some(2.0), ..record.clone() })));
        let lines = [run_line(), begin.clone(), sample(1.0), old, begin, sample(2.0), new];
        let journal = read(&lines.join("\n")).unwrap();
        assert_eq!(journal.records().iter().map(|record| record.value).collect::<Vec<_>>(), [Some(2.0)]);
        assert_eq!(journal.samples()[&(record.item().as_str(), "rate")], [2.0]);
    }

    #[test]
    fn only_blocks_that_came_to_their_end_are_finished() {
        let record = |case: &str| Entry::Record(Box::new(Record { case: case.into(), ..example() }));
        let item = |case: &str| Record { case: case.into(), ..example() }.item();
        let block = |cases: &[&str]| Entry::Block { index: 0, items: cases.iter().map(|case| item(case)).collect() };
        let end = |interrupted| Entry::End { finished: String::new(), interrupted };
        let finished = |entries: &[Entry]| {
            let lines: Vec<String> = [run_line()].into_iter().chain(entries.iter().map(line)).collect();
            read(&lines.join("\n")).unwrap().finished()
        };
        let first = [block(&["a", "b"]), record("a"), record("b"), block(&["c"])];
        assert_eq!(finished(&first), [item("a"), item("b")].into());
        assert_eq!(finished(&[&first[..], &[record("c")]].concat()), [item("a"), item("b"), item("c")].into());
        assert_eq!(finished(&[&first[..], &[record("c"), end(true)]].concat()), [item("a"), item("b")].into());
        assert_eq!(finished(&[&first[..], &[record("c"), end(false)]].concat()).len(), 3);
        assert_eq!(finished(&[block(&["a", "b"]), record("a"), block(&["c"]), record("c")]), [item("c")].into());
    }

    #[test]
    fn damage_in_the_middle_is_named() {
        let problem = read(&format!("{}\nx\n{}\n", run_line(), run_line())).unwrap_err();
        assert!(matches!(problem, NotAJournal::Damaged { line: 2, .. }));
        assert_eq!(read("").unwrap_err(), NotAJournal::NoRun);
        assert_eq!(read(&run_line().replace("\"schema\":1", "\"schema\":9")).unwrap_err(), NotAJournal::Newer(9));
    }

    #[test]
    fn samples_give_back_the_metric() {
        let record = example();
        let sample = Entry::Sample {
            item: record.item(),
            index: 0,
            sample: Sample { start: 1.0, seconds: 0.5, work: 490.0, ..Sample::default() },
            metrics: [("rate".to_string(), 980.0)].into(),
        };
        let text = format!("{}\n{}\n{}\n", run_line(), line(&sample), line(&Entry::Record(Box::new(record))));
        let csv = read(&text).unwrap().samples_csv().unwrap();
        let item = "cpu/primes;implementation=hostmark;limit=20000;threads=1";
        assert_eq!(csv, format!("{}\nr,{item},rate,0,1.0,0.5,490.0,,\n", SAMPLE_COLUMNS.join(",")));
    }
}
