//! The right answers: what the input holds, told by digests that were made without the codec under test.

use hostmark_harness::answer::{Answer, Check, Known};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::Environment;

use crate::input::{self, Source};
use crate::task::{Task, preset_of};

/// The right answer of a task: published for a corpus; else found out, where nobody did so before, when there is an
/// answer to check.
pub(crate) fn known(task: Task, preset: Option<String>, environment: &Environment) -> Known {
    if let Ok(Source::Corpus(profile)) = Source::of(environment) {
        let digest = if task.has_files() { profile.tree_digest() } else { profile.digest() };
        return Known::Text(digest.to_string());
    }
    let environment = environment.clone();
    Known::Check(Check::new(move |_, answer| {
        let right = right(task, preset.as_deref(), &environment).map_err(|problem| problem.to_string())?;
        match answer {
            Answer::Text(text) if *text == right => Ok(()),
            Answer::Text(text) => Err(format!("{text} instead of {right}")),
            other => Err(format!("{other:?} is no digest")),
        }
    }))
}

fn right(task: Task, preset: Option<&str>, environment: &Environment) -> Result<String, NoResult> {
    let source = Source::of(environment)?;
    Ok(match task {
        _ if task.has_files() => input::tree(&source, environment)?.listing.digest(),
        Task::Decode => input::archive(&source, preset_of(preset), environment)?.plain.clone(),
        _ => input::plain(&source, environment)?.plain.clone(),
    })
}
