//! The suites' own work, prepared through the contract as the command does it.

use std::time::Instant;

use hostmark_harness::parameters::Parameters;
use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Case, Environment, Item, Loop, Suite, Workload};
use hostmark_harness::worker::{Ran, Worker};

use crate::Problem;

/// Parameters and their values.
pub type Set<'a> = &'a [(&'a str, &'a str)];

/// What a suite may use here, with these values of its parameters. Files are made in the folder of temporary files.
pub fn environment(suite: &dyn Suite, set: Set) -> Result<Environment, Problem> {
    let mut settings = Settings::new(suite.name(), suite.parameters());
    for (parameter, value) in set {
        settings.set(parameter, &[value.to_string()])?;
    }
    let (search_path, work_folder) = (programs::search_path(), std::env::temp_dir());
    Ok(Environment { search_path, work_folder, ..Environment::bare(settings) })
}

/// One item of a suite, prepared as the command does it: the first case that is `name;parameter=value`, and the first
/// variant of the implementation. What it works on lasts as long as the environment.
pub fn prepare(
    suite: &dyn Suite,
    case: &str,
    name: &str,
    environment: &Environment,
) -> Result<(Workload, Item), Problem> {
    let (wanted, parameters) = case.split_once(';').unwrap_or((case, ""));
    let parameters: Parameters = parameters.parse()?;
    let missing = || format!("{} has no {case} by {name}", suite.name());
    let is_wanted = |known: &Case| known.name == wanted && known.parameters.contains(&parameters);
    let case = suite.cases(environment).into_iter().find(is_wanted).ok_or_else(missing)?;
    let found = suite.implementations(&case, environment).into_iter().find(|one| one.name == name);
    let implementation = found.ok_or_else(missing)?;
    let item = Item { suite: suite.name(), case, implementation, threads: 1 };
    Ok((suite.prepare(&item, environment)?.workload, item))
}

/// Hostmark's own kernel.
pub struct Bundled {
    kernel: Box<dyn Loop>,
    item: Item,
}

impl Bundled {
    pub fn new(suite: &dyn Suite, case: &str, set: Set) -> Result<Self, Problem> {
        match prepare(suite, case, "hostmark", &environment(suite, set)?)? {
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

/// A kernel in a process of its own: compiled by a compiler of this host, or in the probe.
pub struct InWorker {
    worker: Worker,
    item: Item,
}

impl InWorker {
    pub fn new(suite: &dyn Suite, case: &str, name: &str, set: Set) -> Result<Self, Problem> {
        match prepare(suite, case, name, &environment(suite, set)?)? {
            (Workload::Worker(mut workers), item) => Ok(InWorker { worker: workers.remove(0), item }),
            _ => Err(format!("{name} makes no workers").into()),
        }
    }

    /// Units a second of one checked run.
    pub fn speed(&mut self, units: u64) -> Result<f64, Problem> {
        Ok(units as f64 / self.ran(units)?.seconds)
    }

    /// Units a second of user CPU time of one checked run.
    pub fn speed_by_cpu(&mut self, units: u64) -> Result<f64, Problem> {
        let seconds = self.ran(units)?.cpu_user.ok_or("the worker tells no CPU time")?;
        Ok(units as f64 / seconds)
    }

    fn ran(&mut self, units: u64) -> Result<Ran, Problem> {
        self.worker.ask_to_run(units)?;
        let ran = self.worker.ran()?;
        self.item.known().check(ran.units, &ran.answer())?;
        Ok(ran)
    }
}
