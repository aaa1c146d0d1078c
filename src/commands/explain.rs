//! `hostmark explain`: what a number means.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use hostmark_harness::nearest::hint;

use crate::cli::Explain;
use crate::exit::{self, Exit};
use crate::measure::registry;
use crate::results::explain::{self, Explained};
use crate::terminal;

/// Prints what was asked for.
pub fn explain(arguments: &Explain) -> Result<Exit> {
    let Explain::Metric { name } = arguments;
    let all = all();
    let names: BTreeSet<&str> = all.iter().map(|explained| explained.metric.name).collect();
    let found: Vec<Explained> = all.into_iter().filter_map(|explained| named(explained, name)).collect();
    if found.is_empty() {
        bail!("there is no metric '{name}'{}", hint(name.rsplit('/').next().unwrap_or(name), names));
    }
    terminal::print(&explain::text(&found))?;
    Ok(exit::OK)
}

/// Every metric of every suite, with the cases that have the same one.
fn all() -> Vec<Explained> {
    let mut all: Vec<Explained> = Vec::new();
    for suite in registry::suites() {
        for case in registry::cases(*suite) {
            for metric in case.metrics {
                let same = |known: &&mut Explained| {
                    known.suite == suite.name()
                        && known.metric.name == metric.name
                        && known.metric.meaning == metric.meaning
                };
                match all.iter_mut().find(same) {
                    Some(known) if known.cases.contains(&case.name) => {}
                    Some(known) => known.cases.push(case.name),
                    None => all.push(Explained { suite: suite.name(), cases: vec![case.name], metric }),
                }
            }
        }
    }
    all
}

/// The metric where it has this name: `rate`, `cpu/rate`, or `crypto/md5/rate`, which leaves the one case.
fn named(mut explained: Explained, name: &str) -> Option<Explained> {
    let parts: Vec<&str> = name.split('/').collect();
    let suite = explained.suite;
    match parts[..] {
        [metric] if metric == explained.metric.name => Some(explained),
        [wanted, metric] if wanted == suite && metric == explained.metric.name => Some(explained),
        [wanted, case, metric] if wanted == suite && metric == explained.metric.name => {
            explained.cases.retain(|known| *known == case);
            (!explained.cases.is_empty()).then_some(explained)
        }
        _ => None,
    }
}
