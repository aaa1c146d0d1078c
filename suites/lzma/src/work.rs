//! An item made ready: its job, for a codec in this program, a liblzma behind the probe, or a program of the host.

use hostmark_archive::codec::{Codec, Encoding};
use hostmark_archive::kernel::{self, Job};
use hostmark_harness::given;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Findings, Item, Loop, Prepared, Side, State, Workload};
use hostmark_harness::units;
use hostmark_probe::order::Order;

use std::sync::Arc;
use std::time::Duration;

use crate::input::{self, Source};
use crate::task::{PRESET, Task, preset_of};
use crate::{codecs, programs};

/// Input and output in memory may take this part of what there is.
const MEMORY_SHARE: u64 = 4;

/// An encoder of several threads may take this part of the memory.
const ENCODER_SHARE: u64 = 2;

/// Bytes a second that the slowest machine encodes with the slowest preset.
const SLOWEST: u64 = 20_000;

/// The work of an item, and what its record says of the input.
pub(crate) struct Assignment {
    pub task: Task,
    /// One for each thread, or the one of all threads.
    pub jobs: Vec<Job>,
    /// Bytes of the tar.
    pub plain: u64,
    pub context: Parameters,
}

/// Makes an item ready, and its input where that is not there yet.
pub(crate) fn prepare(item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
    let nonsense = || NoResult::Failed(format!("{} is no task of the suite lzma", item.id()));
    let task = Task::of(item).ok_or_else(nonsense)?;
    if task.is_threaded() && item.threads < 2 {
        let what = "it is for an encoder of several threads; give --threads 2 or more";
        return Err(NoResult::Unavailable(what.to_string()));
    }
    let assignment = assignment(task, item, environment)?;
    match (item.implementation.side, &item.implementation.state) {
        (Side::Bundled, _) => in_this_program(item, assignment, environment),
        (Side::Host, State::Found(program)) if item.implementation.name != "liblzma" => {
            programs::prepare(program, item, assignment, environment)
        }
        _ => behind_the_probe(item, assignment, environment),
    }
}

fn assignment(task: Task, item: &Item, environment: &Environment) -> Result<Assignment, NoResult> {
    let source = Source::of(environment)?;
    let preset = preset_of(item.case.parameters.get(PRESET));
    let threads = if task.is_threaded() { item.threads as u32 } else { 1 };
    let encoding = Encoding { preset, threads };
    let copies = if task.is_threaded() { 1 } else { item.threads };
    let for_each = |job: &dyn Fn() -> Result<Job, NoResult>| (0..copies).map(|_| job()).collect::<Result<Vec<_>, _>>();
    let place = || input::work_place(environment);
    let (jobs, plain, digest, files) = match task {
        Task::Compress | Task::CompressThreaded => {
            let tree = input::tree(&source, environment)?;
            let job = || Ok(Job::Compress { tree: tree.path.clone(), encoding, place: place()? });
            (for_each(&job)?, tree.bytes, tree.listing.digest(), Some(tree.listing.files))
        }
        Task::Extract => {
            let (tree, packed) = (input::tree(&source, environment)?, input::archive(&source, preset, environment)?);
            let job = || Ok(Job::Extract { archive: packed.path.clone(), place: place()? });
            (for_each(&job)?, packed.bytes, packed.digest.clone(), Some(tree.listing.files))
        }
        Task::Encode | Task::EncodeThreaded => {
            let packed = input::plain(&source, environment)?;
            let job = || Ok(Job::Encode { plain: packed.path.clone(), encoding });
            (for_each(&job)?, packed.bytes, packed.digest.clone(), None)
        }
        Task::Decode => {
            let packed = input::archive(&source, preset, environment)?;
            let job = || Ok(Job::Decode { archive: packed.path.clone(), bytes: packed.bytes });
            (for_each(&job)?, packed.bytes, packed.digest.clone(), None)
        }
    };
    fits_memory(task, plain * copies as u64, environment)?;
    let context = Parameters::new().with("input", digest).with("bytes", plain);
    let context = files.map_or(context.clone(), |files| context.with("files", files));
    Ok(Assignment { task, jobs, plain, context })
}

/// What is worked on in memory has to leave most of it free.
fn fits_memory(task: Task, bytes: u64, environment: &Environment) -> Result<(), NoResult> {
    let usable = environment.host.as_ref().and_then(|host| host.memory.usable());
    match usable {
        Some(usable) if !task.has_files() && bytes > usable / MEMORY_SHARE => {
            let (needed, usable) = (units::bytes(bytes), units::bytes(usable));
            let what = format!(
                "{needed} in memory is more than a quarter of the {usable} that there are; take a smaller corpus"
            );
            Err(NoResult::Unavailable(what))
        }
        _ => Ok(()),
    }
}

fn encoder_memory(environment: &Environment) -> Option<u64> {
    environment.host.as_ref().and_then(|host| host.memory.usable()).map(|usable| usable / ENCODER_SHARE)
}

/// How long the work may take.
pub(crate) fn patience(assignment: &Assignment) -> Duration {
    Duration::from_secs(120 + assignment.plain * assignment.jobs.len() as u64 / SLOWEST)
}

fn in_this_program(item: &Item, assignment: Assignment, environment: &Environment) -> Result<Prepared, NoResult> {
    let name = &item.implementation.name;
    let codec: Arc<dyn Codec> =
        codecs::named(name).ok_or_else(|| NoResult::Unavailable(format!("{name} is not in this program")))?;
    let mut threads = None;
    let kernels: Vec<Box<dyn Loop>> = assignment
        .jobs
        .iter()
        .map(|job| {
            let (job, fitting) = job.fitting(&*codec, encoder_memory(environment));
            threads = fitting;
            kernel::prepare(&job, Arc::clone(&codec))
        })
        .collect::<Result<_, _>>()?;
    let findings = findings(item, assignment, threads);
    Ok(Prepared { version: codec.version(), findings, ..Prepared::bundled(Workload::Loop(kernels)) })
}

fn behind_the_probe(item: &Item, assignment: Assignment, environment: &Environment) -> Result<Prepared, NoResult> {
    let library = given::path_of(&item.implementation, environment);
    let memory = encoder_memory(environment);
    let order = |job: &Job| Order::Liblzma { library: library.clone(), job: job.clone(), memory };
    let orders: Vec<Order> = assignment.jobs.iter().map(order).collect();
    let (workers, ready) = hostmark_probe::start(&item.implementation, &orders, environment)?;
    let patience = patience(&assignment);
    let workers = workers.into_iter().map(|worker| worker.patient(patience)).collect();
    let findings = findings(item, assignment, ready.threads);
    let (version, origin) = (ready.version, ready.origin);
    Ok(Prepared { version, origin, findings, ..Prepared::bundled(Workload::Worker(workers)) })
}

/// The input, and with how many threads an encoder works where memory held some of them back.
pub(crate) fn findings(item: &Item, assignment: Assignment, threads: Option<u32>) -> Findings {
    let fewer = threads.filter(|threads| assignment.task.is_threaded() && (*threads as usize) < item.threads);
    let Some(threads) = fewer else { return Findings { context: assignment.context, ..Findings::default() } };
    let note =
        format!("the encoder has {threads} of {} threads: half of the memory is not enough for more", item.threads);
    Findings { context: assignment.context.with("encoder-threads", threads), note, ..Findings::default() }
}
