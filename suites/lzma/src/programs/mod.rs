//! The host's own programs as the reference: `tar` for what has files, `xz` for what has none.

mod tar;
mod xz;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hostmark_archive::kernel::{Job, PLAIN};
use hostmark_harness::answer::{Answer, Known};
use hostmark_harness::children::Children;
use hostmark_harness::origin;
use hostmark_harness::programs;
use hostmark_harness::sample::Sample;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Prepared, Timed, Workload};

use crate::work::{self, Assignment, findings};

/// How long a program may take to say its version.
const PATIENCE: Duration = Duration::from_secs(5);

/// Identifies a program by its own words, and makes it ready.
pub(crate) fn prepare(
    program: &Path,
    item: &Item,
    mut assignment: Assignment,
    environment: &Environment,
) -> Result<Prepared, NoResult> {
    let Some(job) = assignment.jobs.pop().filter(|_| assignment.jobs.is_empty()) else {
        let what = "the program is run once at a time; take one thread, or the case with -mt";
        return Err(NoResult::Unavailable(what.to_string()));
    };
    let limit = work::patience(&assignment);
    let (version, reference): (String, Box<dyn Reference>) = match job {
        Job::Compress { .. } | Job::Extract { .. } => tar::identified(program, job, environment)?,
        Job::Encode { .. } | Job::Decode { .. } => xz::identified(program, job, limit, environment)?,
    };
    let room = Room {
        reference,
        known: item.known().clone(),
        plain: assignment.plain,
        limit,
        children: environment.children.clone(),
    };
    let (origin, findings) = (origin::of(program), findings(item, assignment, None));
    Ok(Prepared { version, origin, findings, ..Prepared::bundled(Workload::Timed(Box::new(room))) })
}

/// A program that does one job.
trait Reference {
    /// What is run and timed.
    fn command(&self) -> Result<Command, NoResult>;

    /// The digest of what it made, which is removed. Not timed.
    fn answer(&mut self, stop: &Stop) -> Result<Answer, NoResult>;
}

/// The first line of a program's version.
fn version(program: &Path, environment: &Environment) -> Result<String, NoResult> {
    let mut command = Command::new(program);
    let said = programs::ask(command.arg("--version"), PATIENCE, &environment.children, &environment.stop)?;
    Ok(said.stdout.lines().next().unwrap_or_default().to_string())
}

struct Room {
    reference: Box<dyn Reference>,
    known: Known,
    plain: u64,
    limit: Duration,
    children: Children,
}

impl Timed for Room {
    /// One run of the program, however long that is.
    fn measure(&mut self, _window: Duration, stop: &Stop) -> Result<Vec<Sample>, NoResult> {
        let mut command = self.reference.command()?;
        let (said, taken) = programs::run(&mut command, self.limit, &self.children, stop)?;
        let program = PathBuf::from(command.get_program());
        if !said.success {
            let words = said.stderr.lines().next().unwrap_or("it said nothing").to_string();
            return Err(NoResult::Failed(format!("{} failed ({}): {words}", program.display(), said.ending)));
        }
        self.known.check(1, &self.reference.answer(stop)?)?;
        Ok(vec![Sample {
            seconds: taken.seconds,
            work: 1.0,
            cpu_user: taken.cpu.map(|cpu| cpu.user),
            cpu_system: taken.cpu.map(|cpu| cpu.system),
            values: BTreeMap::from([(PLAIN.to_string(), self.plain as f64)]),
            ..Sample::default()
        }])
    }
}
