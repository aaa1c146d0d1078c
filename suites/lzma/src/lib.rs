//! The lzma suite: a source tree to .tar.xz and back, with files and in memory, by the host's liblzma and by others.

mod codecs;
mod input;
#[cfg(feature = "bundled")]
mod linked;
mod metrics;
mod offers;
mod programs;
mod right;
mod task;
#[cfg(test)]
mod tests;
mod work;

use hostmark_harness::parameters::Parameters;
use hostmark_harness::settings::{Kind, Parameter};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Case, Environment, Implementation, Item, Prepared, Suite};

use input::Source;
use task::{CORPUS, PRESET, Task};

/// The suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lzma;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: CORPUS,
        kind: Kind::Choice(&["tiny", "small", "medium", "large"]),
        default: &["small"],
        many: false,
        help: "source tree made by hostmark: 6, 60 or 300 MB, or as large as Firefox",
    },
    Parameter {
        name: PRESET,
        kind: Kind::Choice(&[
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0e", "1e", "2e", "3e", "4e", "5e", "6e", "7e", "8e",
            "9e",
        ]),
        default: &["6"],
        many: true,
        help: "preset of xz, with e for --extreme; the archive to extract has it too",
    },
    Parameter {
        name: "archive",
        kind: Kind::Text,
        default: &[],
        many: false,
        help: "a .tar.xz of your own as the input: its path",
    },
    Parameter {
        name: "tree",
        kind: Kind::Text,
        default: &[],
        many: false,
        help: "a folder of your own as the input: its path",
    },
    Parameter { name: "library", kind: Kind::Text, default: &[], many: true, help: "a further liblzma: [NAME=]PATH" },
];

impl Suite for Lzma {
    fn name(&self) -> &'static str {
        "lzma"
    }

    fn about(&self) -> &'static str {
        "A source tree to .tar.xz and back, with files and in memory"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn cases(&self, environment: &Environment) -> Vec<Case> {
        let source = Source::of(environment);
        let of_task = |task: Task| {
            // Nobody knows how an archive of the person's own was made.
            let has_preset = task.encodes() || !matches!(source, Ok(Source::Archive(_)));
            let presets = environment.settings.all(PRESET).into_iter().map(Some);
            let presets: Vec<Option<String>> = if has_preset { presets.collect() } else { vec![None] };
            let source = &source;
            presets.into_iter().map(move |preset| case(task, source, preset, environment)).collect::<Vec<Case>>()
        };
        Task::ALL.into_iter().flat_map(of_task).collect()
    }

    fn implementations(&self, case: &Case, environment: &Environment) -> Vec<Implementation> {
        offers::implementations(case, environment)
    }

    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
        work::prepare(item, environment)
    }
}

fn case(task: Task, source: &Result<Source, NoResult>, preset: Option<String>, environment: &Environment) -> Case {
    let name = source.as_ref().map_or(task::OWN, Source::name);
    let parameters = Parameters::new().with(CORPUS, name);
    Case {
        name: task.name(),
        about: task.about(),
        parameters: preset.iter().fold(parameters, |parameters, preset| parameters.with(PRESET, preset)),
        revision: 1,
        known: right::known(task, preset, environment),
        metrics: metrics::all(task),
        bytes: source.as_ref().map_or(0, |source| source.work_bytes(task, environment)),
    }
}
