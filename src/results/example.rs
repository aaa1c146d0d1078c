//! Hand-made records for the tests of this wing.

use hostmark_harness::metric::{Better, Role, Screen};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;

/// A figure of sysbench's event, ok, in 40 samples.
pub fn rate(label: &str, implementation: &str, version: &str, value: f64) -> Record {
    Record {
        label: label.into(),
        os: "Debian 12".into(),
        suite: "cpu".into(),
        case: "primes".into(),
        parameters: Parameters::new().with("limit", 20000).with("form", "kept"),
        implementation: implementation.into(),
        implementation_version: version.into(),
        threads: 1,
        metric: "rate".into(),
        role: Role::Primary,
        unit: "1/s".into(),
        value: Some(value),
        low: Some(value * 0.99),
        high: Some(value * 1.01),
        mean: Some(value),
        samples: 40,
        status: Status::Ok,
        ..Record::default()
    }
}

/// Its latency as sysbench prints it.
pub fn latency(of: &Record, value: f64) -> Record {
    let (metric, unit) = ("latency-mean".into(), "s".into());
    Record { metric, unit, role: Role::Secondary, better: Better::Lower, mean: Some(value), ..of.clone() }
}

/// The loop that a compiler removed.
pub fn invalid(label: &str) -> Record {
    let parameters = Parameters::new().with("limit", 20000).with("form", "as-sysbench");
    let note = "loop removed by clang 14.0.6".into();
    Record { parameters, status: Status::Invalid, note, ..rate(label, "clang", "clang 14.0.6", 54000.0) }
}

/// Units as the suites give them.
pub fn screen(record: &Record) -> Option<Screen> {
    match record.metric.as_str() {
        "rate" => Some(Screen { unit: "events/s", scale: 1.0, decimals: 2 }),
        "latency-mean" => Some(Screen { unit: "ms", scale: 1e3, decimals: 2 }),
        _ => None,
    }
}
