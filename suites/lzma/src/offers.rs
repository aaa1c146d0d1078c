//! Who can do the work of a case.

use hostmark_harness::given;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::programs;
use hostmark_harness::suite::{Case, Environment, Implementation, Side, State};

use crate::codecs;
use crate::task::Task;

/// The host's liblzma, those that were given, those in this program, and the host's program for it.
pub(crate) fn implementations(case: &Case, environment: &Environment) -> Vec<Implementation> {
    let Some(task) = Task::ALL.into_iter().find(|task| task.name() == case.name) else { return Vec::new() };
    let opened = hostmark_probe::state(cfg!(feature = "host"));
    let mut all = vec![implementation("liblzma", Side::Host, opened.clone())];
    for given in given::all(environment) {
        all.push(implementation(&given.name, Side::Given, opened.clone()));
    }
    for bundled in codecs::ALL {
        all.push(implementation(bundled.name, Side::Bundled, (bundled.state)(task)));
    }
    let program = if task.has_files() { "tar" } else { "xz" };
    let state = match programs::find(program, &environment.search_path) {
        Some(path) => State::Found(path),
        None => State::Missing(format!("there is no {program} on PATH")),
    };
    all.push(implementation(program, Side::Host, state));
    all
}

fn implementation(name: &str, side: Side, state: State) -> Implementation {
    Implementation { name: name.to_string(), side, variant: Parameters::new(), state, same_as: None, known: None }
}
