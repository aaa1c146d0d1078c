//! `hostmark list`: suites, cases, implementations, plans and references. Looks at PATH only, starts nothing.

use anyhow::Result;
use hostmark_harness::settings::{Kind, Parameter, Settings};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Implementation, State, Suite};

use super::start::environment;
use crate::cli::List;
use crate::exit::{self, Exit};
use crate::measure::{plan, registry};
use crate::results::reference;
use crate::terminal;

/// Prints everything, or one suite with its parameters.
pub fn list(arguments: &List) -> Result<Exit> {
    let environment = environment(std::env::temp_dir(), Stop::new(), None);
    let text = match &arguments.suite {
        Some(name) => {
            let suite = registry::find(name).map_err(anyhow::Error::msg)?;
            format!(
                "{}\nparameters (plan: set = {{ NAME = VALUE }}, command: --set {name}.NAME=VALUE)\n{}",
                show(suite, &environment),
                parameters(suite.parameters())
            )
        }
        None => {
            let suites: Vec<String> = registry::suites().iter().map(|suite| show(*suite, &environment)).collect();
            format!("{}\n{}", suites.join("\n"), plans_and_references()?)
        }
    };
    terminal::print(&text)?;
    Ok(exit::OK)
}

fn show(suite: &dyn Suite, environment: &Environment) -> String {
    let settings = Settings::new(suite.name(), suite.parameters());
    let environment = Environment { settings, ..environment.clone() };
    let mut text = format!("{:<16}{}\n", suite.name(), suite.about());
    let mut cases = suite.cases(&environment);
    cases.dedup_by_key(|case| case.name);
    let shown: Vec<(String, String)> = cases
        .into_iter()
        .map(|case| {
            let offers = offers(&suite.implementations(&case, &environment));
            (format!("  {:<18}{}\n", case.name, case.about), offers)
        })
        .collect();
    // Neighbours with the same implementations share one list of them.
    for group in shown.chunk_by(|(_, left), (_, right)| left == right) {
        group.iter().for_each(|(case, _)| text.push_str(case));
        text.push_str(&group[0].1);
    }
    text
}

fn offers(implementations: &[Implementation]) -> String {
    let mut text = String::new();
    let mut shown: Vec<&str> = Vec::new();
    for implementation in implementations {
        if !shown.contains(&implementation.name.as_str()) {
            text.push_str(&format!("    {:<16}{}\n", implementation.name, state(implementation)));
            shown.push(&implementation.name);
        }
    }
    text
}

fn state(implementation: &Implementation) -> String {
    let state = match &implementation.state {
        State::Ready => "ready, in this program".to_string(),
        State::Found(path) => format!("found, not asked: {}", path.display()),
        State::NotBuilt(feature) => format!("not in this build; build with --features {feature}"),
        State::Missing(reason) => format!("unavailable: {reason}"),
    };
    match &implementation.same_as {
        Some(other) => format!("{state} (the same program as {other}, measured only when named)"),
        None => state,
    }
}

fn parameters(parameters: &[Parameter]) -> String {
    let line = |parameter: &Parameter| {
        let kind = match parameter.kind {
            Kind::Whole { least, most } => format!("whole number, {least} to {most}"),
            Kind::Duration => "duration".to_string(),
            Kind::Bytes => "size in bytes".to_string(),
            Kind::Choice(words) => words.join("|"),
            Kind::Text => "text".to_string(),
        };
        let many = if parameter.many { ", repeatable" } else { "" };
        let default = if parameter.default.is_empty() { "none".to_string() } else { parameter.default.join(", ") };
        format!("  {:<14}{} ({kind}{many}; default {default})\n", parameter.name, parameter.help)
    };
    parameters.iter().map(line).collect()
}

fn plans_and_references() -> Result<String> {
    let mut text = "plans           hostmark run --plan NAME\n".to_string();
    for (name, _) in plan::BUILT_IN {
        text.push_str(&format!("  {name:<22}{}\n", plan::load(name)?.about));
    }
    text.push_str("\nreferences      hostmark chart NAME, hostmark chart RUN --with NAME\n");
    for name in reference::names() {
        text.push_str(&format!("  {name:<22}{}\n", reference::find(name)?.about));
    }
    Ok(text)
}
