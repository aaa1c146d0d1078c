//! What can be measured: the phases of `bonnie++` in its order, and what is beyond them.

use hostmark_harness::answer::Known;
use hostmark_harness::metric::Metric;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Case, Environment};

use crate::metrics;
use crate::size::Size;

/// Files are counted in units of so many, as `bonnie++ -n`.
pub(crate) const FILES_UNIT: u64 = 1024;

/// Bytes that an empty file and its name take at the most.
const BYTES_OF_A_FILE: u64 = 1024;

/// The values of the parameter `order` of the cases with files.
pub(crate) const SEQUENTIAL: &str = "sequential";
pub(crate) const RANDOM: &str = "random";

/// The parameters in force.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// Bytes of the file.
    pub(crate) bytes: u64,
    /// Bytes that are written and read one by one.
    pub(crate) characters: u64,
    /// How many files are made.
    pub(crate) files: u64,
    /// What the file holds.
    pub(crate) data: String,
    /// Whether the file is taken out of the cache before it is read.
    pub(crate) drop: bool,
}

impl Settings {
    /// Of an environment, with the facts of its host.
    pub(crate) fn of(environment: &Environment) -> Result<Settings, NoResult> {
        let settings = &environment.settings;
        let bytes = Size::parse(&settings.text("size")).bytes(environment.host.as_deref())?;
        let characters = settings.whole("character-bytes");
        if characters == 0 || characters > bytes {
            let problem = "disk.character-bytes is 0 or more than disk.size; write less, such as 3M";
            return Err(NoResult::Failed(problem.to_string()));
        }
        Ok(Settings {
            bytes,
            characters,
            files: settings.whole("files") * FILES_UNIT,
            data: settings.text("data"),
            drop: settings.text("drop") == "yes",
        })
    }
}

/// All cases. Names lie together.
pub(crate) fn all(environment: &Environment) -> Vec<Case> {
    let settings = &environment.settings;
    let size = Size::parse(&settings.text("size"));
    let bytes = size.bytes(environment.host.as_deref()).unwrap_or(0);
    let characters = settings.whole("character-bytes");
    let alone = Parameters::new().with("character-bytes", Size::Bytes(characters));
    let writing = Parameters::new().with("data", settings.text("data")).with("size", size);
    let reading = writing.clone().with("drop", settings.text("drop"));
    let single = alone.merged(&reading);
    let rate = metrics::of_bytes;
    let random = metrics::of_random;
    let about = "five threads read chunks at random, and write about every tenth back";
    let seeks = case("seeks", about, &reading, metrics::of_seeks(), bytes);
    let phase = |name, about, parameters| case(name, about, parameters, rate(name), bytes);
    let mut cases = vec![
        case("char-output", "writes bytes, each by a call of the system", &alone, rate("char-output"), characters),
        phase("block-output", "writes a file in chunks of 8 KiB", &writing),
        phase("rewrite", "reads each chunk, changes it and writes it back", &reading),
        phase("char-input", "reads bytes, each by a call of the system", &single),
        phase("block-input", "reads a file in chunks of 8 KiB", &reading),
        seeks,
    ];
    cases.extend(of_files(settings.whole("files") * FILES_UNIT));
    let about = "writes 4 KiB at random and syncs, one after another";
    cases.extend([
        phase("char-output-stdio", "writes a file with putc, as bonnie++ 1.03", &writing),
        phase("char-input-stdio", "reads a file with getc, as bonnie++ 1.03", &reading),
        case("random-read", "reads 4 KiB at random, one after another", &reading, random("random-read"), bytes),
        case("random-write", about, &writing, random("random-write"), bytes),
    ]);
    cases
}

/// Create, stat and delete of so many files, each in both orders.
fn of_files(count: u64) -> Vec<Case> {
    let kinds = [
        ("create", "makes empty files in one folder"),
        ("stat", "asks for the size of each file"),
        ("delete", "removes the files and their folder"),
    ];
    let of_kind = |(name, about)| {
        [SEQUENTIAL, RANDOM].map(|order| {
            let parameters = Parameters::new().with("files", count).with("order", order);
            case(name, about, &parameters, metrics::of_files(name), count * BYTES_OF_A_FILE)
        })
    };
    kinds.into_iter().flat_map(of_kind).collect()
}

fn case(name: &'static str, about: &'static str, parameters: &Parameters, metrics: Vec<Metric>, bytes: u64) -> Case {
    let known = Known::NotHere("the room checks what it reads and what it leaves");
    Case { name, about, parameters: parameters.clone(), revision: 1, known, metrics, bytes }
}
