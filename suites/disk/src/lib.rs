//! The disk suite: the phases of `bonnie++`, and random reads and writes that are synced.

mod block;
mod cache;
mod cases;
mod character;
mod data;
mod file_system;
mod files;
mod histogram;
mod limits;
mod metrics;
mod names;
mod problem;
mod random;
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
mod residency;
mod room;
mod seeks;
mod size;
mod stdio;
mod stopwatch;
mod store;
#[cfg(test)]
mod tests;

use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::settings::{Kind, Parameter};
use hostmark_harness::status::{Flag, NoResult};
use hostmark_harness::suite::{Case, Environment, Findings, Implementation, Item, Prepared, Suite, Workload};

use crate::files::{Action, Files};
use crate::limits::Limit;
use crate::room::{Phase, Room};
use crate::store::Store;

/// The suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "size",
        kind: Kind::Text,
        default: &["2xRAM"],
        many: false,
        help: "bytes of the file: 512M, 4G, or 2xRAM, twice the memory this host may use, as bonnie++ wants it",
    },
    Parameter {
        name: "character-bytes",
        kind: Kind::Bytes,
        default: &["3M"],
        many: false,
        help: "bytes that char-output and char-input handle one by one, as bonnie++ -f",
    },
    Parameter {
        name: "files",
        kind: Kind::Whole { least: 1, most: 65_536 },
        default: &["16"],
        many: false,
        help: "files of create, stat and delete, in units of 1024, as bonnie++ -n",
    },
    Parameter {
        name: "data",
        kind: Kind::Choice(&[data::RANDOM, data::ZEROS]),
        default: &[data::RANDOM],
        many: false,
        help: "random: nothing compresses or repeats; zeros: as bonnie++",
    },
    Parameter {
        name: "drop",
        kind: Kind::Choice(&["yes", "no"]),
        default: &["yes"],
        many: false,
        help: "take the file out of the cache before it is read; no: as bonnie++, which wants a size of 2xRAM",
    },
];

impl Suite for Disk {
    fn name(&self) -> &'static str {
        "disk"
    }

    fn about(&self) -> &'static str {
        "Files and disks: the phases of bonnie++ 2.00a, and random I/O that is synced"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn cases(&self, environment: &Environment) -> Vec<Case> {
        cases::all(environment)
    }

    fn implementations(&self, _case: &Case, _environment: &Environment) -> Vec<Implementation> {
        vec![Implementation::own(Parameters::new())]
    }

    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
        if item.threads != 1 {
            let problem = "a phase is one process, as bonnie++'s; run it with --threads 1";
            return Err(NoResult::Unavailable(problem.to_string()));
        }
        let store = Store::of(environment)?;
        let phase = phase_of(&item.case)?;
        let findings = findings(&item.case, &store, environment);
        let room = Room { phase, store, seen: Vec::new() };
        Ok(Prepared { findings, ..Prepared::bundled(Workload::Timed(Box::new(room))) })
    }

    fn review(&self, block: &mut [Record]) {
        block.iter_mut().for_each(limits::review);
    }
}

/// What is known of the ground before anything is written.
fn findings(case: &Case, store: &Store, environment: &Environment) -> Findings {
    let disk = store.lock();
    let mut findings = Findings::default();
    if let Some(system) = file_system::of(&environment.work_folder) {
        findings.context = file_system::context(&system);
    }
    if case.parameters.get("size").is_some() {
        findings.context = findings.context.with("bytes", disk.settings.bytes);
    }
    if let Some(limit) = Limit::of(&environment.work_folder) {
        findings.context = findings.context.merged(&limit.context());
    }
    if disk.ground.is_memory() {
        findings.flags.insert(Flag::Cached);
    }
    findings
}

fn phase_of(case: &Case) -> Result<Box<dyn Phase>, NoResult> {
    let files = |action| {
        let order = case.parameters.get("order").unwrap_or_default().to_string();
        Box::new(Files { action, order, folder: None })
    };
    Ok(match case.name {
        "char-output" => Box::new(character::Output),
        "char-output-stdio" => Box::new(character::StdioOutput),
        "char-input" => Box::new(character::Input),
        "char-input-stdio" => Box::new(character::StdioInput),
        "block-output" => Box::new(block::Output),
        "rewrite" => Box::new(block::Through { rewrites: true }),
        "block-input" => Box::new(block::Through { rewrites: false }),
        "seeks" => Box::new(seeks::Seeks),
        "create" => files(Action::Create),
        "stat" => files(Action::Stat),
        "delete" => files(Action::Delete),
        "random-read" => Box::new(random::Reads),
        "random-write" => Box::new(random::Writes),
        other => return Err(NoResult::Failed(format!("suite disk has no case '{other}'"))),
    })
}
