//! One line of bonnie++'s CSV, format 1.98 as 2.00a prints it (50 fields), so that its tools read our runs.
//!
//! Two fields more than its own header names: the seeks and their processes follow the chunk size, which is empty.

use hostmark_harness::record::Record;
use hostmark_harness::status::Status;
use hostmark_harness::units::parse_bytes;
use jiff::Timestamp;

const FORMAT: &str = "1.98";

/// A phase: the case, its order of files, and the base units in one unit of its field.
#[derive(Clone, Copy)]
struct Phase {
    case: &'static str,
    order: Option<&'static str>,
    unit: f64,
}

const fn of_bytes(case: &'static str) -> Phase {
    Phase { case, order: None, unit: 1024.0 }
}

const fn of_files(case: &'static str, order: &'static str) -> Phase {
    Phase { case, order: Some(order), unit: 1.0 }
}

/// In the order of the fields.
const PHASES: [Phase; 6] = [
    of_bytes("char-output"),
    of_bytes("block-output"),
    of_bytes("rewrite"),
    of_bytes("char-input"),
    of_bytes("block-input"),
    Phase { case: "seeks", order: None, unit: 1.0 },
];
const FILE_PHASES: [Phase; 6] = [
    of_files("create", "sequential"),
    of_files("stat", "sequential"),
    of_files("delete", "sequential"),
    of_files("create", "random"),
    of_files("stat", "random"),
    of_files("delete", "random"),
];

/// Seeks of a phase and the threads that do them.
const SEEKS: f64 = 8192.0;
const SEEKERS: &str = "5";

/// bonnie++ prints no rate of a phase that took less seconds than this.
const SHORTEST: f64 = 0.5;

/// The line of the suite disk in a run, ending in a newline; nothing where it did not run. What has no number is empty.
pub fn line(records: &[Record]) -> String {
    let of_suite: Vec<&Record> = records.iter().filter(|record| record.suite == "disk").collect();
    let Some(first) = of_suite.first() else { return String::new() };
    let seed = first.started.parse::<Timestamp>().map(|started| started.as_second().to_string()).unwrap_or_default();
    let bytes = of_suite.iter().find_map(|record| record.context.get("bytes")?.parse().ok()).map(size);
    let version = format!("hostmark {}", first.hostmark);
    let mut fields = vec![FORMAT.to_string(), version, name(&first.label), "1".to_string(), seed];
    fields.extend([bytes.unwrap_or_default(), String::new(), SEEKS.to_string(), SEEKERS.to_string()]);
    fields.extend(PHASES.iter().flat_map(|phase| rate(&of_suite, *phase)));
    let files = of_suite.iter().find_map(|record| record.parameters.get("files")?.parse::<u64>().ok());
    fields.push(files.map(|files| (files / 1024).to_string()).unwrap_or_default());
    fields.extend([const { String::new() }; 4]);
    fields.extend(FILE_PHASES.iter().flat_map(|phase| rate(&of_suite, *phase)));
    fields.extend(PHASES.iter().chain(&FILE_PHASES).map(|phase| latency(&of_suite, *phase)));
    format!("{}\n", fields.join(","))
}

/// A label without what divides fields.
fn name(label: &str) -> String {
    label.replace(|character: char| character == ',' || character.is_control(), " ")
}

/// `2G`, `512M`.
fn size(bytes: u64) -> String {
    if bytes % (1 << 30) == 0 { format!("{}G", bytes >> 30) } else { format!("{}M", bytes >> 20) }
}

fn find<'a>(records: &[&'a Record], phase: Phase, metric: &str) -> Option<&'a Record> {
    let has_order = |record: &Record| phase.order.is_none_or(|order| record.parameters.get("order") == Some(order));
    let is_it = |record: &&&Record| record.case == phase.case && record.metric == metric && has_order(record);
    records.iter().find(is_it).copied().filter(|record| record.status == Status::Ok)
}

/// Rate and percent of CPU; pluses where the phase was too short.
fn rate(records: &[&Record], phase: Phase) -> [String; 2] {
    let nothing = [const { String::new() }; 2];
    let Some((record, rate)) = find(records, phase, "rate").and_then(|record| Some((record, record.mean?))) else {
        return nothing;
    };
    let cpu = find(records, phase, "cpu").and_then(|record| record.value);
    match work(record).map(|work| work / rate) {
        Some(seconds) if seconds < SHORTEST => ["+++++".to_string(), "+++".to_string()],
        Some(_) => {
            let percent = cpu.map(|cpu| format!("{:.0}", 100.0 * cpu)).unwrap_or_default();
            [format!("{:.0}", rate / phase.unit), percent]
        }
        None => nothing,
    }
}

/// Base units of work in one pass of a phase.
fn work(record: &Record) -> Option<f64> {
    let number = |text: &str| text.parse().ok();
    match record.case.as_str() {
        "seeks" => Some(SEEKS),
        "char-output" | "char-input" => {
            parse_bytes(record.parameters.get("character-bytes")?).ok().map(|bytes| bytes as f64)
        }
        "create" | "stat" | "delete" => number(record.parameters.get("files")?),
        _ => number(record.context.get("bytes")?),
    }
}

/// `69699us`, `855ms`, `120s`: microseconds below a tenth of a second, milliseconds below 100 seconds.
fn latency(records: &[&Record], phase: Phase) -> String {
    match find(records, phase, "latency").and_then(|record| record.maximum) {
        None => String::new(),
        Some(seconds) if seconds < 0.1 => format!("{:.0}us", seconds * 1e6),
        Some(seconds) if seconds < 100.0 => format!("{:.0}ms", seconds * 1e3),
        Some(seconds) => format!("{seconds:.0}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::parameters::Parameters;

    /// A record of a run over 2 GiB, 3 MiB and 16 x 1024 files.
    fn record(case: &str, order: &str, metric: &str, value: f64) -> Record {
        let parameters: Parameters = match order {
            "" => "character-bytes=3M;size=2G".parse().unwrap(),
            _ => format!("files=16384;order={order}").parse().unwrap(),
        };
        Record {
            started: "2026-12-01T00:00:00Z".into(),
            label: "Debian 12, KVM".into(),
            hostmark: "0.1.0".into(),
            suite: "disk".into(),
            case: case.into(),
            parameters,
            context: "bytes=2147483648".parse().unwrap(),
            metric: metric.into(),
            value: Some(value),
            mean: Some(value),
            maximum: Some(value),
            status: Status::Ok,
            ..Record::default()
        }
    }

    fn records() -> Vec<Record> {
        let of_bytes =
            [("char-output", 481.0), ("block-output", 135510.0), ("rewrite", 615310.0), ("char-input", 796.0)];
        let mut all: Vec<Record> =
            of_bytes.iter().map(|(case, rate)| record(case, "", "rate", rate * 1024.0)).collect();
        all.push(record("block-input", "", "rate", 9e9));
        all.push(record("seeks", "", "rate", 6502.0));
        all.extend(
            [("sequential", 12977.0), ("random", 1012.4)].map(|(order, rate)| record("create", order, "rate", rate)),
        );
        all.extend(["sequential", "random"].map(|order| record("stat", order, "rate", 800_000.0)));
        all.push(record("delete", "sequential", "rate", 22177.0));
        all.push(Record { status: Status::Failed, mean: None, ..record("delete", "random", "rate", 1.0) });
        let of_cpu = |rate: &Record| Record { metric: "cpu".into(), value: Some(0.14), ..rate.clone() };
        let of_latency = |rate: &Record| Record { metric: "latency".into(), maximum: Some(0.069699), ..rate.clone() };
        let more: Vec<Record> = all.iter().flat_map(|rate| [of_cpu(rate), of_latency(rate)]).collect();
        all.extend(more);
        all
    }

    #[test]
    fn the_line_has_the_fields_of_2_00a() {
        let line = line(&records());
        insta::assert_snapshot!(line, @"1.98,hostmark 0.1.0,Debian 12  KVM,1,1796083200,2G,,8192,5,481,14,135510,14,615310,14,796,14,+++++,+++,6502,14,16,,,,,12977,14,+++++,+++,22177,14,1012,14,+++++,+++,,,69699us,69699us,69699us,69699us,69699us,69699us,69699us,69699us,69699us,69699us,69699us,");
        assert_eq!(line.trim_end().split(',').count(), 50);
    }

    #[test]
    fn a_run_without_the_suite_has_no_line_and_a_part_of_it_has_holes() {
        assert_eq!(line(&[]), "");
        let part = line(&records()[..1]);
        assert_eq!(part.trim_end().split(',').count(), 50);
        assert!(part.contains(",8192,5,481,,,,"), "{part}");
    }

    #[test]
    fn latencies_have_bonnies_units() {
        let of =
            |seconds| latency(&[&Record { maximum: Some(seconds), ..record("seeks", "", "latency", 1.0) }], PHASES[5]);
        assert_eq!([of(0.0999), of(0.1), of(99.9), of(100.0)], ["99900us", "100ms", "99900ms", "100s"]);
    }
}
