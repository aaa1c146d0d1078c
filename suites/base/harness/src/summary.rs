//! From samples to records: one item gives one record for each metric.

use crate::block::Ending;
use crate::metric::{Better, Metric, Role};
use crate::record::Record;
use crate::sample::Sample;
use crate::statistics::{self, FEWEST_FOR_INTERVAL, shape};
use crate::status::{Flag, NoResult, Status};
use crate::suite::{Findings, Item, Prepared, State};

/// What all records of a run share.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// The run's name.
    pub run: String,
    /// When it started, UTC, RFC 3339.
    pub started: String,
    /// What charts call the host.
    pub label: String,
    /// Operating system and version.
    pub os: String,
    /// CPU model.
    pub machine: String,
    /// Machine and container layer.
    pub isolation: String,
}

/// What is known of an item beside its samples.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The version that the implementation reports itself.
    pub version: String,
    /// Path and SHA-256.
    pub origin: String,
    /// What its room found out, before and while it ran.
    pub findings: Findings,
}

impl Facts {
    /// What a prepared item says of itself.
    pub fn of(prepared: &Prepared) -> Self {
        Facts {
            version: prepared.version.clone(),
            origin: prepared.origin.clone(),
            findings: prepared.findings.clone(),
        }
    }

    /// Adds what came to light later.
    pub fn add(&mut self, later: &Findings) {
        self.findings.flags.extend(&later.flags);
        self.findings.context = self.findings.context.merged(&later.context);
        let notes = [self.findings.note.as_str(), later.note.as_str()];
        self.findings.note = notes.into_iter().filter(|note| !note.is_empty()).collect::<Vec<_>>().join("; ");
    }
}

/// The records of an item that was sampled. Samples taken before it was stopped give records flagged `short`;
/// one that broke gives failed records and no number.
pub fn measured(identity: &Identity, item: &Item, facts: &Facts, samples: &[Sample], ending: &Ending) -> Vec<Record> {
    match ending {
        Ending::Broken(NoResult::Stopped) if !samples.is_empty() => {}
        Ending::Broken(problem) => return without_result(identity, item, facts, problem),
        Ending::Narrow | Ending::TimeLimit => {}
    }
    item.case
        .metrics
        .iter()
        .filter_map(|metric| {
            let values: Vec<f64> = samples.iter().filter_map(|sample| metric.of_sample(sample, item.threads)).collect();
            if values.is_empty() && metric.role == Role::Secondary {
                return None;
            }
            let mut record = blank(identity, item, facts, metric);
            fill(&mut record, metric, &values, samples, item.threads);
            caution(&mut record, metric, ending);
            name_shape(&mut record, metric, &values);
            refuse_the_impossible(&mut record, metric, item.threads);
            Some(record)
        })
        .collect()
}

/// The one record, of the primary metric, of an item that has no result.
pub fn without_result(identity: &Identity, item: &Item, facts: &Facts, problem: &NoResult) -> Vec<Record> {
    let mut record = blank(identity, item, facts, item.case.primary());
    record.status = problem.status();
    record.note = problem.to_string().into();
    vec![record]
}

/// Why an implementation that cannot be used is unavailable; `None` where it can be tried.
pub fn unavailable(state: &State) -> Option<NoResult> {
    match state {
        State::Ready | State::Found(_) => None,
        State::NotBuilt(feature) => {
            Some(NoResult::Unavailable(format!("not in this build; build with --features {feature}")))
        }
        State::Missing(reason) => Some(NoResult::Unavailable(reason.clone())),
    }
}

fn blank(identity: &Identity, item: &Item, facts: &Facts, metric: &Metric) -> Record {
    Record {
        run: identity.run.as_str().into(),
        started: identity.started.as_str().into(),
        label: identity.label.as_str().into(),
        os: identity.os.as_str().into(),
        machine: identity.machine.as_str().into(),
        isolation: identity.isolation.as_str().into(),
        suite: item.suite.into(),
        case: item.case.name.into(),
        parameters: item.parameters(),
        implementation: item.implementation.name.as_str().into(),
        implementation_version: facts.version.as_str().into(),
        origin: facts.origin.as_str().into(),
        threads: item.threads,
        metric: metric.name.into(),
        role: metric.role,
        unit: metric.unit.into(),
        better: metric.better,
        clock: metric.clock(item.threads),
        status: Status::Ok,
        flags: facts.findings.flags.clone(),
        context: facts.findings.context.clone(),
        note: facts.findings.note.as_str().into(),
        revision: Some(item.case.revision),
        hostmark: env!("CARGO_PKG_VERSION").into(),
        ..Record::default()
    }
}

fn fill(record: &mut Record, metric: &Metric, values: &[f64], samples: &[Sample], threads: usize) {
    let smallest = values.iter().copied().reduce(f64::min);
    let largest = values.iter().copied().reduce(f64::max);
    let interval = statistics::interval(values);
    record.value = statistics::median(values);
    record.low = interval.map(|(low, _)| low);
    record.high = interval.map(|(_, high)| high);
    record.mean = metric.over(samples, threads);
    record.mad = statistics::mad(values);
    record.stddev = statistics::standard_deviation(values);
    record.minimum = smallest;
    record.maximum = largest;
    record.best = match metric.better {
        Better::Higher => largest,
        Better::Lower => smallest,
    };
    record.samples = values.len();
    record.cpu_user = samples.iter().map(|sample| sample.cpu_user).sum();
    record.cpu_system = samples.iter().map(|sample| sample.cpu_system).sum();
    if record.value.is_none() {
        record.status = Status::Failed;
        record.note = "it ran and gave no time or no work to count".into();
    }
}

/// One median does not describe every set of samples.
fn name_shape(record: &mut Record, metric: &Metric, values: &[f64]) {
    let shape = shape::of(values).filter(|_| metric.role == Role::Primary);
    if let Some(shape) = shape {
        let separator = if record.note.is_empty() { "" } else { "; " };
        record.note.push_str(&format!("{separator}samples {shape}"));
    }
}

/// A compiler that removed the work, a clock that stands still: the number stays, and is no result.
fn refuse_the_impossible(record: &mut Record, metric: &Metric, threads: usize) {
    let exceeded = |value| metric.limit?.exceeded(value, metric.derivation, threads);
    if let Some(problem) = record.value.and_then(exceeded) {
        record.status = Status::Invalid;
        record.note = problem.into();
    }
}

fn caution(record: &mut Record, metric: &Metric, ending: &Ending) {
    let stopped = *ending == Ending::Broken(NoResult::Stopped);
    if record.samples < FEWEST_FOR_INTERVAL || stopped {
        record.flags.insert(Flag::Short);
    } else if *ending == Ending::TimeLimit && metric.role == Role::Primary {
        record.flags.insert(Flag::Noisy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Known;
    use crate::metric::tests::metric;
    use crate::metric::{Derivation, Limit};
    use crate::parameters::Parameters;
    use crate::suite::{Case, Implementation};

    fn records(values: impl Iterator<Item = f64>) -> Vec<Record> {
        let limit = Some(Limit { per_cycle: 1e-3, words: "an event in a thousand cycles" });
        let case = Case {
            name: "events",
            about: "",
            parameters: Parameters::new(),
            revision: 1,
            known: Known::PerUnit(1),
            metrics: vec![Metric { limit, ..metric(Derivation::Rate { per_unit: 1.0 }) }],
            bytes: 0,
        };
        let item = Item { suite: "s", case, implementation: Implementation::own(Parameters::new()), threads: 1 };
        let sample = |work| Sample { work, seconds: 1.0, ..Sample::default() };
        let samples: Vec<Sample> = values.map(sample).collect();
        measured(&Identity::default(), &item, &Facts::default(), &samples, &Ending::Narrow)
    }

    #[test]
    fn what_no_processor_does_is_invalid_and_keeps_its_number() {
        let possible = records([1e6; 10].into_iter());
        assert_eq!((possible[0].status, possible[0].note.as_str()), (Status::Ok, ""));
        let impossible = records([1e7; 10].into_iter());
        assert_eq!((impossible[0].status, impossible[0].value), (Status::Invalid, Some(1e7)));
        assert!(impossible[0].note.starts_with("beyond an event in a thousand cycles at 8 GHz"), "{:?}", impossible[0]);
    }

    #[test]
    fn two_speeds_are_named() {
        let jumping = records((0..40).map(|index| f64::from(if index % 3 == 0 { 1300 } else { 1000 } + index % 7)));
        assert_eq!(jumping[0].note, "samples in two groups 30 % apart");
    }
}
