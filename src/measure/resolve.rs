//! From a plan, what the person typed and what is here, to the blocks that will run.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use hostmark_harness::nearest::hint;
use hostmark_harness::settings::Settings;
use hostmark_harness::shelf::Shelf;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Case, Environment, Item, Prepared, Side, State, Suite};
use hostmark_harness::summary;
use hostmark_harness::units::parse_duration;

use super::plan::{Plan, Setting, SuitePlan, Threads};
use super::registry;

/// Words in a plan for the first implementation of a side that can be tried.
const WORDS: [(&str, Side); 2] = [("host", Side::Host), ("bundled", Side::Bundled)];

/// More threads than this are refused: no scheduler measures anything then.
const MOST_THREADS: usize = 65_536;

/// What the person typed to change a plan.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// `SUITE` or `SUITE/CASE`: only these.
    pub only: Vec<String>,
    /// `SUITE` or `SUITE/CASE`: not these.
    pub skip: Vec<String>,
    /// Numbers of threads, or `all`.
    pub threads: Vec<String>,
    /// Time for each item, in place of budgets.
    pub time: Option<Duration>,
    /// How long each block is sampled, in place of budgets and times.
    pub sustain: Option<Duration>,
    /// Implementations by name.
    pub implementations: Vec<String>,
    /// `suite.name=value`.
    pub set: Vec<String>,
}

/// One suite, ready to run.
pub struct Planned {
    /// The suite.
    pub suite: &'static dyn Suite,
    /// What it may use.
    pub environment: Environment,
    /// Time for all its items together, preparation included.
    pub budget: Option<Duration>,
    /// How long each item is sampled where there is no budget.
    pub time: Duration,
    /// How long each block is sampled, whatever else is said.
    pub sustain: Option<Duration>,
    /// One block for each case, across implementations and threads.
    pub blocks: Vec<Vec<Item>>,
    /// Why nothing that writes files can be measured, where that is known before.
    pub lack: Option<NoResult>,
    wanted: Vec<String>,
}

/// Changes a plan as the person wishes. The result says everything, and could be run again as it is.
pub fn amend(mut plan: Plan, wishes: &Wishes) -> Result<Plan> {
    let only = names(&wishes.only)?;
    let skip = names(&wishes.skip)?;
    let names: Vec<String> = plan.suite.iter().map(|suite| suite.name.clone()).collect();
    for (suite, _) in &only {
        if !names.contains(suite) {
            bail!("suite {suite} is not in plan {}; it holds {}", plan.name, names.join(", "));
        }
    }
    plan.suite.retain(|suite| only.is_empty() || only.iter().any(|(name, _)| *name == suite.name));
    plan.suite.retain(|suite| !skip.contains(&(suite.name.clone(), None)));
    for suite in &mut plan.suite {
        narrow_cases(suite, &only, &skip)?;
        if !wishes.threads.is_empty() {
            suite.threads = wishes.threads.iter().map(|text| threads_of(text)).collect();
        }
        if !wishes.implementations.is_empty() {
            suite.implementations.clone_from(&wishes.implementations);
        }
        if wishes.time.is_some() || wishes.sustain.is_some() {
            suite.budget = None;
        }
    }
    plan.suite.retain(|suite| !suite.cases.is_empty());
    if let Some(time) = wishes.time {
        plan.sampling.time = format!("{}s", time.as_secs_f64());
    }
    if let Some(time) = wishes.sustain {
        plan.sampling.sustain = Some(format!("{}s", time.as_secs_f64()));
    }
    apply_settings(&mut plan, &wishes.set)?;
    if plan.suite.is_empty() {
        bail!("nothing is left to run; name fewer things in --skip");
    }
    Ok(plan)
}

/// `SUITE` or `SUITE/CASE`, checked against what there is.
fn names(texts: &[String]) -> Result<Vec<(String, Option<String>)>> {
    let split = |text: &String| {
        let (suite, case) = text.split_once('/').map_or((text.as_str(), None), |(suite, case)| (suite, Some(case)));
        let known = registry::find(suite).map_err(anyhow::Error::msg)?;
        if let Some(case) = case {
            check_case(known, case)?;
        }
        Ok((suite.to_string(), case.map(str::to_string)))
    };
    texts.iter().map(split).collect()
}

fn check_case(suite: &dyn Suite, case: &str) -> Result<()> {
    let cases = registry::cases(suite);
    if cases.iter().any(|known| known.name == case) {
        return Ok(());
    }
    let names = cases.iter().map(|known| known.name);
    bail!("suite {} has no case '{case}'{}", suite.name(), hint(case, names));
}

type Name = (String, Option<String>);

fn narrow_cases(plan: &mut SuitePlan, only: &[Name], skip: &[Name]) -> Result<()> {
    let suite = registry::find(&plan.name).map_err(anyhow::Error::msg)?;
    for case in &plan.cases {
        check_case(suite, case)?;
    }
    if plan.cases.is_empty() {
        plan.cases = registry::cases(suite).into_iter().map(|case| case.name.to_string()).collect();
        // A name stands for all cases of it, which lie together.
        plan.cases.dedup();
    }
    let listed = |names: &[Name], case: &String| names.contains(&(plan.name.clone(), Some(case.clone())));
    let whole = only.is_empty() || only.contains(&(plan.name.clone(), None));
    let kept = plan.cases.iter().filter(|case| (whole || listed(only, case)) && !listed(skip, case)).cloned().collect();
    plan.cases = kept;
    Ok(())
}

fn threads_of(text: &str) -> Threads {
    text.parse().map_or_else(|_| Threads::Word(text.to_string()), Threads::Count)
}

/// `suite.name=value`; several of one name give several values.
fn apply_settings(plan: &mut Plan, texts: &[String]) -> Result<()> {
    let mut given: Vec<(&str, &str, Vec<Setting>)> = Vec::new();
    for text in texts {
        let parts = text.split_once('=').and_then(|(name, value)| Some((name.split_once('.')?, value)));
        let Some(((suite, name), value)) = parts else { bail!("--set {text}: write suite.name=value") };
        let value = Setting::Text(value.to_string());
        match given.iter_mut().find(|(known, parameter, _)| (*known, *parameter) == (suite, name)) {
            Some((_, _, values)) => values.push(value),
            None => given.push((suite, name, vec![value])),
        }
    }
    for (suite, name, values) in given {
        registry::find(suite).map_err(|problem| anyhow!("--set {suite}.{name}: {problem}"))?;
        let mut found = false;
        for planned in plan.suite.iter_mut().filter(|planned| planned.name == suite) {
            planned.set.insert(name.to_string(), Setting::Many(values.clone()));
            found = true;
        }
        if !found {
            bail!("--set {suite}.{name}: suite {suite} does not run here; name it, or leave the setting out");
        }
    }
    Ok(())
}

/// The blocks of a plan. `usable` is what `--threads all` means; `environment` is what every suite may use.
pub fn resolve(plan: &Plan, usable: usize, environment: &Environment) -> Result<Vec<Planned>> {
    let mut all: Vec<Planned> = Vec::new();
    for planned in &plan.suite {
        all.push(resolve_suite(plan, planned, usable, environment)?);
    }
    check_implementations(plan, &all)?;
    for planned in &mut all {
        planned.choose();
    }
    all.retain(|planned| !planned.blocks.is_empty());
    let items = || all.iter().flat_map(|planned| planned.blocks.iter().flatten());
    let mut ids: Vec<String> = items().map(Item::id).collect();
    ids.sort();
    if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("plan {} has the item {} twice; remove one", plan.name, twice[0]);
    }
    Ok(all)
}

fn resolve_suite(plan: &Plan, planned: &SuitePlan, usable: usize, environment: &Environment) -> Result<Planned> {
    let suite = registry::find(&planned.name).map_err(anyhow::Error::msg)?;
    let mut settings = Settings::new(suite.name(), suite.parameters());
    for (name, setting) in &planned.set {
        settings.set(name, &setting.texts())?;
    }
    let environment = Environment { settings, shelf: Shelf::default(), ..environment.clone() };
    let threads = thread_counts(&planned.threads, usable)?;
    for case in &planned.cases {
        check_case(suite, case)?;
    }
    let wanted = |case: &Case| planned.cases.is_empty() || planned.cases.iter().any(|name| name == case.name);
    let cases: Vec<Case> = suite.cases(&environment).into_iter().filter(wanted).collect();
    let offers = |case: &Case| {
        let items = suite.implementations(case, &environment).into_iter().flat_map(|implementation| {
            let item = |threads: &usize| Item {
                suite: suite.name(),
                case: case.clone(),
                implementation: implementation.clone(),
                threads: *threads,
            };
            threads.iter().map(item).collect::<Vec<Item>>()
        });
        items.collect()
    };
    let blocks = cases.iter().map(offers).collect();
    let duration = |text: &String| parse_duration(text).map_err(anyhow::Error::msg);
    let budget = planned.budget.as_ref().map(duration).transpose()?;
    let time = duration(&plan.sampling.time)?;
    let sustain = plan.sampling.sustain.as_ref().map(duration).transpose()?;
    let wanted = planned.implementations.clone();
    Ok(Planned { suite, environment, budget, time, sustain, blocks, lack: None, wanted })
}

fn thread_counts(wanted: &[Threads], usable: usize) -> Result<Vec<usize>> {
    let mut counts = Vec::new();
    for threads in wanted {
        let count = match threads {
            Threads::Count(count) if (1..=MOST_THREADS).contains(count) => *count,
            Threads::Word(word) if word == "all" => usable,
            Threads::Count(count) => bail!("{count} threads: write 1 to {MOST_THREADS}, or all"),
            Threads::Word(word) => bail!("'{word}' threads: write a number, or all"),
        };
        if !counts.contains(&count) {
            counts.push(count);
        }
    }
    Ok(if counts.is_empty() { vec![1] } else { counts })
}

/// Each implementation that the plan names has to be offered by a suite of it.
fn check_implementations(plan: &Plan, all: &[Planned]) -> Result<()> {
    let offered: BTreeSet<&str> = all
        .iter()
        .flat_map(|planned| planned.blocks.iter().flatten())
        .map(|item| item.implementation.name.as_str())
        .collect();
    let wanted = plan.suite.iter().flat_map(|suite| &suite.implementations);
    let is_word = |name: &String| WORDS.iter().any(|(word, _)| word == name);
    match wanted.into_iter().find(|name| !is_word(name) && !offered.contains(name.as_str())) {
        Some(name) => bail!("no suite here has an implementation '{name}'{}", hint(name, offered)),
        None => Ok(()),
    }
}

impl Planned {
    /// Makes an item ready, or says why it cannot be.
    pub fn prepare(&self, item: &Item) -> Result<Prepared, NoResult> {
        let lack = self.lack.clone().filter(|_| item.case.bytes > 0);
        match summary::unavailable(&item.implementation.state).or(lack) {
            Some(problem) => Err(problem),
            None => self.suite.prepare(item, &self.environment),
        }
    }

    /// Keeps the items of the implementations that the plan names, in the order in which the suite offers them.
    /// A program that is the very same as another one takes part only when it is named; what the person gave
    /// in a parameter always does.
    fn choose(&mut self) {
        let wanted = std::mem::take(&mut self.wanted);
        for block in &mut self.blocks {
            let words = WORDS.iter().filter(|(word, _)| wanted.iter().any(|name| name == word));
            let firsts: Vec<String> = words.filter_map(|(_, side)| first_of(*side, block)).collect();
            block.retain(|Item { implementation, .. }| match wanted.is_empty() {
                true => implementation.same_as.is_none(),
                false => {
                    let is_given = implementation.side == Side::Given;
                    is_given || firsts.contains(&implementation.name) || wanted.contains(&implementation.name)
                }
            });
        }
        self.blocks.retain(|block| !block.is_empty());
    }
}

/// The first implementation of a side that can be tried, else the first that there might be.
fn first_of(side: Side, block: &[Item]) -> Option<String> {
    let of_side = || {
        let all = block.iter().map(|item| &item.implementation);
        all.filter(|implementation| implementation.side == side && implementation.same_as.is_none())
    };
    let found = of_side().find(|implementation| matches!(implementation.state, State::Ready | State::Found(_)));
    found.or_else(|| of_side().next()).map(|implementation| implementation.name.clone())
}
