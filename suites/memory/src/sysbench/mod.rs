//! The family `sysbench`: the event of `sysbench memory run`, version 1.0.20, with the whole loop around it.
//!
//! The versions of 2025 in development stop a word early and draw random places otherwise; 0.4 and 0.5 accessed 4 bytes
//! at a time under a global lock. Neither is comparable.

mod compiled;
mod event;
mod kernel;
mod moment;
mod random;
mod words;

use hostmark_harness::answer::Known;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::{Flag, Flags, NoResult};
use hostmark_harness::suite::{Case, Environment, Findings, Implementation, Item, Loop, Prepared, Side, Workload};
use hostmark_harness::units::parse_bytes;

use crate::metrics;

/// The name of the metric that a kernel measures itself.
pub(crate) const HARNESS: &str = "harness";

/// Readings of the clock in an event.
const READINGS: f64 = 3.0;

/// From this share on, the clock is a notable part of the figure.
const NOTABLE: f64 = 0.05;

/// What memory does at least, in bytes a second, to judge whether the clock is notable beside it.
const ACCESS: f64 = 1e10;

/// What a reading costs where it is not known.
const USUAL_COST: f64 = 25e-9;

const PORTABLE: &str = "not comparable with sysbench: portable loops";

/// How a block is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// At random, or else in order.
    pub is_random: bool,
    /// Stores, or else loads.
    pub writes: bool,
}

/// A case for each block and operation.
pub(crate) fn cases(environment: &Environment) -> Vec<Case> {
    let settings = &environment.settings;
    let (access, scope) = (settings.text("access"), settings.text("scope"));
    let mut cases = Vec::new();
    for block in settings.all("block") {
        for operation in settings.all("operation") {
            let bytes = parse_bytes(&block).unwrap_or_default();
            let shape = Shape { is_random: access == "rnd", writes: operation == "write" };
            let parameters = Parameters::new()
                .with("access", &access)
                .with("block", bytes)
                .with("operation", &operation)
                .with("scope", &scope);
            cases.push(Case {
                name: "sysbench",
                about: "accesses a block word by word, with sysbench's loop around each block",
                parameters,
                revision: 1,
                known: kernel::known(shape, words_of(bytes)),
                metrics: metrics::of_sysbench(bytes),
                bytes: 0,
            });
        }
    }
    cases
}

/// Our kernel, and the host's C compilers with each set of flags.
pub(crate) fn implementations(case: &Case, environment: &Environment) -> Vec<Implementation> {
    let flags = environment.settings.all("flags");
    let variants: Vec<Parameters> = flags.iter().map(|flags| Parameters::new().with("flags", flags)).collect();
    let language = hostmark_compilers::Language::C;
    let mut all = hostmark_compilers::implementations(language, &variants, &environment.search_path);
    let known = Known::PerUnit(compiled::answer(shape(case), words_of(block(case))));
    all.iter_mut().for_each(|one| one.known = Some(known.clone()));
    all.insert(0, Implementation::own(Parameters::new()));
    all
}

/// Makes an item ready.
pub(crate) fn prepare(item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
    let bytes = block(&item.case);
    if !(bytes.is_power_of_two() && bytes >= words::WORD as u64) {
        let message = format!("a block of {bytes} bytes: sysbench takes powers of two from 8 bytes on");
        return Err(NoResult::Failed(message));
    }
    let is_global = item.case.parameters.get("scope") == Some("global");
    let blocks = if is_global { 1 } else { item.threads as u64 };
    crate::sets::must_fit(bytes.saturating_mul(blocks), environment)?;
    let mut prepared = match item.implementation.side {
        Side::Bundled => ours(item, is_global),
        _ if is_global && item.threads > 1 => {
            let message = "compiled kernels are processes, which share no block; write memory.scope=local";
            return Err(NoResult::Unavailable(message.to_string()));
        }
        _ => compiled::prepare(item, shape(&item.case), bytes, environment)?,
    };
    prepared.findings.flags = flags(bytes, environment);
    Ok(prepared)
}

fn ours(item: &Item, is_global: bool) -> Prepared {
    let (shape, count) = (shape(&item.case), words_of(block(&item.case)));
    let (histogram, global) = (event::histogram(), is_global.then(|| kernel::block(count, shape)));
    let is_shared = is_global && item.threads > 1;
    let one = |_| {
        let block = global.clone().unwrap_or_else(|| kernel::block(count, shape));
        Box::new(kernel::Kernel::new(shape, block, is_shared, histogram.clone())) as Box<dyn Loop>
    };
    let kernels = (0..item.threads).map(one).collect();
    let note = if words::PINNED { String::new() } else { PORTABLE.to_string() };
    let findings = Findings { note, ..Findings::default() };
    Prepared { findings, ..Prepared::bundled(Workload::Loop(kernels)) }
}

/// Where reading the clock takes a notable part of an event.
fn flags(bytes: u64, environment: &Environment) -> Flags {
    let host = environment.host.as_ref();
    let cost = host.and_then(|host| host.clock.cost.value().copied()).unwrap_or(USUAL_COST);
    let clock = READINGS * cost;
    let mut flags = Flags::default();
    if clock / (clock + bytes as f64 / ACCESS) > NOTABLE {
        flags.insert(Flag::ClockCost);
    }
    flags
}

fn block(case: &Case) -> u64 {
    case.parameters.get("block").and_then(|bytes| bytes.parse().ok()).unwrap_or_default()
}

fn words_of(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX) / words::WORD
}

fn shape(case: &Case) -> Shape {
    let is = |name, value| case.parameters.get(name) == Some(value);
    Shape { is_random: is("access", "rnd"), writes: is("operation", "write") }
}
