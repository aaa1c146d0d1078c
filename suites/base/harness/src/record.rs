//! One figure, as it stands in `records.csv` and in the journal.

use std::collections::HashSet;
use std::io;

use compact_str::CompactString;
use serde::{Deserialize, Serialize};

use crate::metric::{Better, ClockKind, Role};
use crate::parameters::Parameters;
use crate::status::{Flags, Status};

/// One figure. The fields are the columns of `records.csv`, in this order; later versions add at the end only.
/// Numbers are in the base unit; an empty number was not measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The run it belongs to: label, time and a random part.
    pub run: CompactString,
    /// When the run started, UTC, RFC 3339.
    pub started: CompactString,
    /// A name of the machine under test, where the person gave one; nothing by default.
    pub host: CompactString,
    /// What charts call it.
    pub label: CompactString,
    /// Operating system and version.
    pub os: CompactString,
    /// CPU model.
    pub machine: CompactString,
    /// Machine and container layer.
    pub isolation: CompactString,
    /// Suite.
    pub suite: CompactString,
    /// Case.
    pub case: CompactString,
    /// Identity beside suite and case.
    pub parameters: Parameters,
    /// Who did the work.
    pub implementation: CompactString,
    /// The version that it reports itself.
    pub implementation_version: CompactString,
    /// Path and SHA-256 of program, library or corpus.
    pub origin: CompactString,
    /// Threads or workers at once.
    pub threads: usize,
    /// The metric's name.
    pub metric: CompactString,
    /// Primary for the metric that charts take.
    pub role: Role,
    /// Base unit.
    pub unit: CompactString,
    /// Which way is better.
    pub better: Better,
    /// Which clock counts.
    pub clock: ClockKind,
    /// Median of the samples.
    pub value: Option<f64>,
    /// Lower end of the median's 95 % interval.
    pub low: Option<f64>,
    /// Upper end of it.
    pub high: Option<f64>,
    /// Total work over total time: the figure that a tool prints.
    pub mean: Option<f64>,
    /// Median absolute deviation from the median.
    pub mad: Option<f64>,
    /// Standard deviation of the samples.
    pub stddev: Option<f64>,
    /// Smallest sample.
    pub minimum: Option<f64>,
    /// Largest sample.
    pub maximum: Option<f64>,
    /// Best sample by the metric's direction.
    pub best: Option<f64>,
    /// How many samples.
    pub samples: usize,
    /// User CPU seconds of all samples together.
    pub cpu_user: Option<f64>,
    /// System CPU seconds of all samples together.
    pub cpu_system: Option<f64>,
    /// What became of it.
    pub status: Status,
    /// Cautions.
    pub flags: Flags,
    /// Facts that are not identity.
    pub context: Parameters,
    /// A sentence for the reader: a reason, a cause of noise.
    pub note: CompactString,
    /// Revision of the kernel; empty where unknown, as for figures of others.
    pub revision: Option<u32>,
    /// Version of hostmark that wrote it.
    pub hostmark: CompactString,
}

impl Record {
    /// What tells a record from all others of its run: suite, case, parameters, implementation, threads, metric.
    pub fn key(&self) -> (&str, &str, &Parameters, &str, usize, &str) {
        (&self.suite, &self.case, &self.parameters, &self.implementation, self.threads, &self.metric)
    }

    /// The item that it belongs to, as [`crate::suite::Item::id`] writes it.
    pub fn item(&self) -> String {
        item_name(&self.suite, &self.case, &self.parameters, &self.implementation, self.threads)
    }

    /// The value, where the record is ok.
    pub fn number(&self) -> Option<f64> {
        self.value.filter(|_| self.status == Status::Ok)
    }

    /// Half the interval relative to the value, such as 0.01 for 1 %; `None` without an interval.
    pub fn half_width(&self) -> Option<f64> {
        let (value, low, high) = (self.value?, self.low?, self.high?);
        (value != 0.0).then(|| (high - low) / 2.0 / value.abs())
    }
}

/// `suite/case;NAME=VALUE...`: the parameters with the implementation and the threads among them.
pub(crate) fn item_name(
    suite: &str,
    case: &str,
    parameters: &Parameters,
    implementation: &str,
    threads: usize,
) -> String {
    let all = parameters.clone().with("implementation", implementation).with("threads", threads);
    format!("{suite}/{case};{all}")
}

/// Records as CSV with a header line, base units, `.` as decimal point in each locale.
pub fn to_csv(records: &[Record]) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if records.is_empty() {
        writer.write_record(COLUMNS)?;
    }
    for record in records {
        writer.serialize(record)?;
    }
    let bytes = writer.into_inner().map_err(|problem| csv::Error::from(problem.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Records from CSV text. Columns that this version does not know are passed over.
pub fn from_csv(text: &str) -> Result<Vec<Record>, csv::Error> {
    read_csv(text.as_bytes())
}

/// The same from a file or any other source, without holding its text.
pub fn read_csv(source: impl io::Read) -> Result<Vec<Record>, csv::Error> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(source);
    let mut row = csv::StringRecord::new();
    reader.read_record(&mut row)?;
    // Known columns at their places are read by place, which is several times as fast as by name.
    let header = Some(row.clone()).filter(|header| !header.iter().take(COLUMNS.len()).eq(COLUMNS));
    let mut shared: HashSet<Parameters> = HashSet::new();
    let mut records = Vec::new();
    while reader.read_record(&mut row)? {
        let mut record: Record = row.deserialize(header.as_ref())?;
        for parameters in [&mut record.parameters, &mut record.context] {
            match shared.get(parameters) {
                Some(known) => *parameters = known.clone(),
                None => _ = shared.insert(parameters.clone()),
            }
        }
        records.push(record);
    }
    Ok(records)
}

/// The columns of `records.csv`.
pub const COLUMNS: [&str; 37] = [
    "run",
    "started",
    "host",
    "label",
    "os",
    "machine",
    "isolation",
    "suite",
    "case",
    "parameters",
    "implementation",
    "implementation_version",
    "origin",
    "threads",
    "metric",
    "role",
    "unit",
    "better",
    "clock",
    "value",
    "low",
    "high",
    "mean",
    "mad",
    "stddev",
    "minimum",
    "maximum",
    "best",
    "samples",
    "cpu_user",
    "cpu_system",
    "status",
    "flags",
    "context",
    "note",
    "revision",
    "hostmark",
];

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn example() -> Record {
        Record {
            run: "r".into(),
            started: "2026-12-01T00:00:00Z".into(),
            label: "Debian 12, \"KVM\"".into(),
            os: "Debian 12".into(),
            machine: "CPU".into(),
            isolation: "KVM".into(),
            suite: "cpu".into(),
            case: "primes".into(),
            parameters: Parameters::new().with("limit", 20000),
            implementation: "hostmark".into(),
            implementation_version: "0.1.0".into(),
            threads: 1,
            metric: "rate".into(),
            role: Role::Primary,
            unit: "1/s".into(),
            value: Some(980.123456789),
            mean: Some(979.0),
            mad: Some(0.1),
            minimum: Some(1e-9),
            maximum: Some(1e12),
            samples: 3,
            cpu_user: Some(0.5),
            cpu_system: Some(0.0),
            status: Status::Ok,
            flags: "short".parse().unwrap(),
            note: "line\nbreak".into(),
            revision: Some(1),
            hostmark: "0.1.0".into(),
            ..Record::default()
        }
    }

    #[test]
    fn csv_round_trip_keeps_every_bit() {
        let records = vec![example(), Record { value: None, status: Status::Failed, ..example() }];
        let text = to_csv(&records).unwrap();
        assert_eq!(text.lines().next().unwrap(), COLUMNS.join(","));
        assert_eq!(from_csv(&text).unwrap(), records);
        assert_eq!(from_csv(&to_csv(&[]).unwrap()).unwrap(), []);
    }

    #[test]
    fn unknown_columns_at_the_end_are_passed_over() {
        let text = to_csv(&[example()]).unwrap().replacen("hostmark\n", "hostmark,later\n", 1);
        let text = format!("{},x\n", text.trim_end());
        assert_eq!(from_csv(&text).unwrap(), [example()]);
    }

    #[test]
    fn only_an_ok_record_has_a_number() {
        assert_eq!(Record { status: Status::Invalid, ..example() }.number(), None);
        assert_eq!(example().number(), Some(980.123456789));
    }
}
