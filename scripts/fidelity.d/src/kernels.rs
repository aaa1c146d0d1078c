//! The suites' own work, prepared through the contract as the command does it.

use std::time::{Duration, Instant};

use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Loop, Suite, Workload};
use hostmark_harness::worker::Worker;

use crate::Problem;

/// What the suites are given here; compilers work in the folder of temporary files.
fn environment(suite: &dyn Suite, set: (&str, u64)) -> Result<Environment, Problem> {
    let mut settings = Settings::new(suite.name(), suite.parameters());
    settings.set(set.0, &[set.1.to_string()])?;
    let (search_path, work_folder) = (programs::search_path(), std::env::temp_dir());
    Ok(Environment { search_path, work_folder, ..Environment::bare(settings) })
}

fn prepare(suite: &'static dyn Suite, name: &str, set: (&str, u64)) -> Result<(Workload, Item), Problem> {
    let environment = environment(suite, set)?;
    let case = suite.cases(&environment).remove(0);
    let found = suite.implementations(&case, &environment).into_iter().find(|one| one.name == name);
    let implementation = found.ok_or_else(|| format!("{} has no implementation {name}", suite.name()))?;
    let item = Item { suite: suite.name(), case, implementation, threads: 1 };
    Ok((suite.prepare(&item, &environment)?.workload, item))
}

/// Hostmark's own kernel.
pub struct Bundled {
    kernel: Box<dyn Loop>,
    item: Item,
}

impl Bundled {
    pub fn new(suite: &'static dyn Suite, set: (&str, u64)) -> Result<Self, Problem> {
        match prepare(suite, "hostmark", set)? {
            (Workload::Loop(mut kernels), item) => Ok(Bundled { kernel: kernels.remove(0), item }),
            _ => Err("hostmark's own kernel is a loop".into()),
        }
    }

    /// Units a second of one checked run.
    pub fn speed(&mut self, units: u64) -> Result<f64, Problem> {
        let start = Instant::now();
        let work = self.kernel.run(units, &Stop::new())?;
        let seconds = start.elapsed().as_secs_f64();
        self.item.known().check(work.units, &work.answer)?;
        Ok(units as f64 / seconds)
    }
}

/// A kernel compiled by a compiler of this host.
pub struct Compiled {
    worker: Worker,
    item: Item,
}

impl Compiled {
    pub fn new(suite: &'static dyn Suite, compiler: &str, set: (&str, u64)) -> Result<Self, Problem> {
        match prepare(suite, compiler, set)? {
            (Workload::Worker(mut workers), item) => Ok(Compiled { worker: workers.remove(0), item }),
            _ => Err("a compiler makes workers".into()),
        }
    }

    /// Units a second of one checked run.
    pub fn speed(&mut self, units: u64) -> Result<f64, Problem> {
        self.worker.ask_to_run(units)?;
        let ran = self.worker.ran(Duration::from_secs(60))?;
        self.item.known().check(ran.units, &ran.answer())?;
        Ok(units as f64 / ran.seconds)
    }
}
