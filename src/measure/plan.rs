//! Plans: what to run in which order, as TOML; those in `data/plans/` are built in.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use hostmark_harness::nearest::hint;
use hostmark_harness::units::parse_duration;
use serde::{Deserialize, Serialize};

/// The plans that are built in, by name.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("quick", include_str!("../../data/plans/quick.toml")),
    ("full", include_str!("../../data/plans/full.toml")),
    ("vpsbench-2021", include_str!("../../data/plans/vpsbench-2021.toml")),
    ("sysbench-2025", include_str!("../../data/plans/sysbench-2025.toml")),
];

/// What to run, in which order, by which rules, and the charts to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// One line: what it is for.
    pub about: String,
    /// Decides the order of samples; made at random where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// References whose charts are drawn at the end, after its own; read by the results wing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<String>,
    /// When sampling ends.
    #[serde(default)]
    pub sampling: Sampling,
    /// What runs, in this order.
    pub suite: Vec<SuitePlan>,
    /// Charts of its own; read by the results wing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chart: Vec<toml::Table>,
}

/// When sampling ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sampling {
    /// How long each item is sampled at the most, where its suite has no budget.
    pub time: String,
    /// How long each block is sampled, whatever its intervals and budgets; for the course of speed over time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sustain: Option<String>,
    /// The half-width of the 95 % interval that is narrow enough, relative to the median.
    pub precision: f64,
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling { time: "5s".to_string(), sustain: None, precision: 0.01 }
    }
}

/// One suite in a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuitePlan {
    /// The suite.
    pub name: String,
    /// Seconds for all its items together, preparation included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// Cases by name, each with all its parameters; all where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<String>,
    /// Implementations by name; `host` is the first of the host's own that is here, `bundled` the first that is part
    /// of this program and can do the case. All where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub implementations: Vec<String>,
    /// Numbers of threads, or `all`; 1 where empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<Threads>,
    /// Parameters of the suite.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, Setting>,
}

/// A number of threads, or as many as this process may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Threads {
    /// So many.
    Count(usize),
    /// `all`.
    Word(String),
}

/// One or several values of a parameter; numbers may be written bare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
    /// Several.
    Many(Vec<Setting>),
}

impl Setting {
    /// The values as texts.
    pub fn texts(&self) -> Vec<String> {
        match self {
            Setting::Number(number) => vec![number.to_string()],
            Setting::Text(text) => vec![text.clone()],
            Setting::Many(all) => all.iter().flat_map(Setting::texts).collect(),
        }
    }
}

/// The plan of a built-in name or in a file; a word without a slash or `.toml` is a name.
pub fn load(name_or_file: &str) -> Result<Plan> {
    if let Some((name, text)) = BUILT_IN.iter().find(|(name, _)| *name == name_or_file) {
        return parse(text).with_context(|| format!("plan {name}"));
    }
    let path = Path::new(name_or_file);
    if !path.exists() && !name_or_file.contains('/') && !name_or_file.ends_with(".toml") {
        let names = BUILT_IN.iter().map(|(name, _)| *name);
        bail!("there is no plan '{name_or_file}'{}", hint(name_or_file, names));
    }
    let text = fs::read_to_string(path).with_context(|| format!("plan {} cannot be read", path.display()))?;
    parse(&text).with_context(|| format!("plan {}", path.display()))
}

/// A plan from its text; the error says where it is wrong, in one line.
pub fn parse(text: &str) -> Result<Plan> {
    let plan: Plan = toml::from_str(text).map_err(|problem| one_line(text, &problem))?;
    for time in [Some(&plan.sampling.time), plan.sampling.sustain.as_ref()].into_iter().flatten() {
        parse_duration(time).map_err(anyhow::Error::msg)?;
    }
    let precision = plan.sampling.precision;
    if !(precision > 0.0 && precision < 1.0) {
        bail!("sampling.precision is {precision}; write a part of the median, such as 0.01");
    }
    for suite in &plan.suite {
        if let Some(budget) = &suite.budget {
            parse_duration(budget).map_err(anyhow::Error::msg)?;
        }
    }
    Ok(plan)
}

fn one_line(text: &str, problem: &toml::de::Error) -> anyhow::Error {
    let line = problem.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    anyhow::anyhow!("line {line}: {}", problem.message().replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::registry;

    #[test]
    fn the_built_in_plans_are_right_and_name_only_what_exists() {
        for (name, _) in BUILT_IN {
            let plan = load(name).unwrap();
            assert_eq!(plan.name, name);
            for suite in &plan.suite {
                assert!(registry::find(&suite.name).is_ok(), "{name}: {}", suite.name);
            }
        }
    }

    #[test]
    fn the_budgets_of_quick_are_below_ninety_seconds() {
        let plan = load("quick").unwrap();
        let seconds: f64 = plan
            .suite
            .iter()
            .map(|suite| parse_duration(suite.budget.as_ref().expect("quick has budgets")).unwrap().as_secs_f64())
            .sum();
        assert!(seconds < 90.0, "{seconds}");
    }

    #[test]
    fn full_holds_every_suite() {
        let plan = load("full").unwrap();
        for suite in registry::suites() {
            assert!(plan.suite.iter().any(|planned| planned.name == suite.name()), "{}", suite.name());
        }
    }

    #[test]
    fn a_typing_error_is_named_with_its_line() {
        let problem = parse("name = \"x\"\nabout = \"\"\n[[suite]]\nnam = \"cpu\"\n").unwrap_err().to_string();
        assert!(problem.starts_with("line 4: unknown field `nam`"), "{problem}");
        assert!(!problem.contains('\n'));
        let problem = load("quikc").unwrap_err().to_string();
        assert_eq!(problem, "there is no plan 'quikc'; did you mean 'quick'?");
    }

    #[test]
    fn a_plan_reads_back_as_it_was_written() {
        for (name, _) in BUILT_IN {
            let plan = load(name).unwrap();
            assert_eq!(parse(&toml::to_string(&plan).unwrap()).unwrap(), plan);
        }
    }
}
