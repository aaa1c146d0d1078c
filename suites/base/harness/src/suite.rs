//! The contract between a suite and the command: what a room declares, and the three kinds of work it gives.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::answer::{Answer, Known};
use crate::children::Children;
use crate::host::Host;
use crate::metric::Metric;
use crate::parameters::Parameters;
use crate::record::{self, Record};
use crate::sample::Sample;
use crate::settings::{Parameter, Settings};
use crate::shelf::Shelf;
use crate::status::{Flags, NoResult};
use crate::stop::Stop;
use crate::worker::Worker;

/// A family of tests. A suite never prints, never parses arguments, and reads a clock only in [`Timed`] work.
pub trait Suite: Send + Sync {
    /// The name people type.
    fn name(&self) -> &'static str;
    /// One line: what it measures.
    fn about(&self) -> &'static str;
    /// The parameters it takes.
    fn parameters(&self) -> &'static [Parameter];
    /// Its cases under these settings and on this host, where that is known. Cheap: no work, no child process;
    /// names do not depend on the host.
    fn cases(&self, environment: &Environment) -> Vec<Case>;
    /// Who can do the work of a case here, in the order of preference; what cannot is listed with the reason.
    /// Looks at PATH and at the build only, and starts no child process.
    fn implementations(&self, case: &Case, environment: &Environment) -> Vec<Implementation>;
    /// Makes one item ready: allocates, compiles, starts workers. Not timed.
    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult>;
    /// Looks once over the records of a finished block, and may mark as invalid or annotate what only
    /// shows beside its neighbours (a compiler that removed the work, a load generator at its limit).
    fn review(&self, _block: &mut [Record]) {}
}

/// One test of a suite with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The name people type behind the suite's.
    pub name: &'static str,
    /// One line: what it does.
    pub about: &'static str,
    /// Identity: figures with other parameters are not compared.
    pub parameters: Parameters,
    /// Goes up when the kernel changes its meaning; unlike revisions are not compared.
    pub revision: u32,
    /// The answer that each run has to give.
    pub known: Known,
    /// What is reported; exactly one is primary.
    pub metrics: Vec<Metric>,
    /// Bytes of work files that an item needs at the most.
    pub bytes: u64,
}

impl Case {
    /// The primary metric.
    ///
    /// # Panics
    /// Where the suite declares none: a defect of the suite, which a test of the registry finds.
    pub fn primary(&self) -> &Metric {
        let primary = |metric: &&Metric| metric.role == crate::metric::Role::Primary;
        self.metrics.iter().find(primary).expect("each case has a primary metric")
    }
}

/// Whose code runs: ours, the same on each host, or what the host ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In hostmark: says what the machine can do.
    Bundled,
    /// Of the host: says what its system ships.
    Host,
    /// Of the person: a library given by its path in a parameter. It takes part even where a plan names others.
    Given,
}

/// Whether an implementation can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Part of this program.
    Ready,
    /// A program or library at this place, which was not asked for its version yet.
    Found(PathBuf),
    /// Not in this build: the feature that brings it.
    NotBuilt(&'static str),
    /// Not here: what is missing and what to do.
    Missing(String),
}

/// Who does the work of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Implementation {
    /// The name in records: `hostmark`, `gcc`, `clang++-libc++`.
    pub name: String,
    /// Whose code it is.
    pub side: Side,
    /// What makes two items of one implementation and case differ (`form`, `flags`, `api`, `mask`): identity too.
    pub variant: Parameters,
    /// Whether it can be used.
    pub state: State,
    /// The name of the implementation that is the very same program, which is measured instead unless
    /// this one is asked for by name.
    pub same_as: Option<String>,
    /// Replaces the case's known answer where this variant has another or none.
    pub known: Option<Known>,
}

impl Implementation {
    /// Hostmark's own kernel, the same on every host.
    pub fn own(variant: Parameters) -> Self {
        Implementation {
            name: "hostmark".to_string(),
            side: Side::Bundled,
            variant,
            state: State::Ready,
            same_as: None,
            known: None,
        }
    }
}

/// Case x implementation x threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The suite's name.
    pub suite: &'static str,
    /// The test.
    pub case: Case,
    /// Who does the work.
    pub implementation: Implementation,
    /// How many threads or workers do it at once.
    pub threads: usize,
}

impl Item {
    /// The parameters of the case and of the implementation's variant.
    pub fn parameters(&self) -> Parameters {
        self.case.parameters.merged(&self.implementation.variant)
    }

    /// The answer that its runs have to give.
    pub fn known(&self) -> &Known {
        self.implementation.known.as_ref().unwrap_or(&self.case.known)
    }

    /// What tells it from the other items of a run: `suite/case;implementation=NAME;NAME=VALUE...;threads=N`.
    pub fn id(&self) -> String {
        let (case, name) = (self.case.name, &self.implementation.name);
        record::item_name(self.suite, case, &self.parameters(), name, self.threads)
    }
}

/// What a suite may use while it prepares work.
#[derive(Clone)]
pub struct Environment {
    /// Folders in which programs are looked for.
    pub search_path: Vec<PathBuf>,
    /// Where work files go. A suite makes its own folder in here and removes it.
    pub work_folder: PathBuf,
    /// The parameters in force.
    pub settings: Settings,
    /// Set when the run has to stop.
    pub stop: Stop,
    /// All child processes are started through this.
    pub children: Children,
    /// What the suite keeps from one block to the next.
    pub shelf: Shelf,
    /// Facts of this host (caches, usable memory); `None` where nothing will be measured.
    pub host: Option<Arc<Host>>,
}

impl Environment {
    /// One in which suites can name their cases and nothing else: no programs, no facts.
    pub fn bare(settings: Settings) -> Self {
        Environment {
            search_path: Vec::new(),
            work_folder: PathBuf::new(),
            settings,
            stop: Stop::new(),
            children: Children::new(),
            shelf: Shelf::default(),
            host: None,
        }
    }
}

/// What a room found out beside its figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Cautions: cached, client-bound.
    pub flags: Flags,
    /// Facts that are not identity: the cipher that was agreed on.
    pub context: Parameters,
    /// A sentence for the reader, or nothing.
    pub note: String,
}

/// An item made ready.
pub struct Prepared {
    /// The work.
    pub workload: Workload,
    /// The version that the implementation reports itself.
    pub version: String,
    /// Path and SHA-256 of the program, library or corpus, where it is one.
    pub origin: String,
    /// What is known before it runs.
    pub findings: Findings,
    /// Facts of a second host that takes part; they become `client.json`.
    pub client: Option<serde_json::Value>,
}

impl Prepared {
    /// Work of hostmark's own code, without further facts.
    pub fn bundled(workload: Workload) -> Self {
        Prepared {
            workload,
            version: env!("CARGO_PKG_VERSION").to_string(),
            origin: String::new(),
            findings: Findings::default(),
            client: None,
        }
    }
}

/// The three kinds of work, one for each place where the clock has to be.
pub enum Workload {
    /// The harness owns the clock; one kernel for each thread.
    Loop(Vec<Box<dyn Loop>>),
    /// The room owns its phases and its clock.
    Timed(Box<dyn Timed>),
    /// Child processes that time themselves, one for each thread.
    Worker(Vec<Worker>),
}

/// A kernel that does units of work.
pub trait Loop: Send {
    /// Does `units` of work and returns its answer. Looks at `stop` at least every tenth of a second
    /// and returns [`NoResult::Stopped`] when it is set.
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult>;

    /// Asked after each timed run, outside of it, with what its calls returned: proves what they left behind, may give
    /// their answers, and removes it.
    fn settle(&mut self, _runs: &mut [Work]) -> Result<(), NoResult> {
        Ok(())
    }

    /// True where a unit is an event whose own time is a metric.
    fn has_events(&self) -> bool {
        false
    }
}

/// What a kernel did.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Units done.
    pub units: u64,
    /// What it computed.
    pub answer: Answer,
    /// What it measured itself while it worked, in base units, by metric name: means over its units.
    pub values: Vec<(&'static str, f64)>,
}

impl Work {
    /// Units and their answer.
    pub fn new(units: u64, answer: Answer) -> Self {
        Work { units, answer, values: Vec::new() }
    }
}

/// Work that has phases of its own, such as file or network I/O. It checks its own answers.
pub trait Timed {
    /// Measures for about `window` and returns at least one sample, or why there is none. `start` of the
    /// samples counts from the beginning of the call.
    fn measure(&mut self, window: Duration, stop: &Stop) -> Result<Vec<Sample>, NoResult>;

    /// What came to light while it measured: cautions, facts, a sentence. Asked once, after the last sample.
    fn findings(&self) -> Findings {
        Findings::default()
    }
}
