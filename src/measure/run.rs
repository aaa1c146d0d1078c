//! Runs a plan: the one place with clock and I/O.

use std::time::{Duration, Instant};

use anyhow::Result;
use hostmark_harness::block::{self, Contender, Ending, Rules};
use hostmark_harness::clock::SystemClock;
use hostmark_harness::course::{COURSE, Course};
use hostmark_harness::host::SystemRoot;
use hostmark_harness::journal::Entry;
use hostmark_harness::metric::Metric;
use hostmark_harness::noise::{self, Cause, Pulse, Reading};
use hostmark_harness::record::Record;
use hostmark_harness::sample::Sample;
use hostmark_harness::source::{self, Instruments};
use hostmark_harness::status::{Flag, NoResult};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Item;
use hostmark_harness::summary::{self, Facts, Identity};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;

use super::journal::Journal;
use super::resolve::Planned;

/// What a room that owns its clock measures at a time in a sustained run.
const SUSTAINED_WINDOW: Duration = Duration::from_secs(1);

/// Told what happens while a run goes on. Nothing in here may cost time while a sample is taken.
pub trait Watcher {
    /// A block is about to be prepared and measured.
    fn block_begins(&mut self, items: &[Item]);
    /// A sample of an item was taken.
    fn sampled(&mut self, item: &Item, count: usize);
    /// All records of a block are final.
    fn block_ends(&mut self, records: &[Record]);
}

/// What a run needs beside its plan.
pub struct Setting<'a> {
    /// What all records share.
    pub identity: Identity,
    /// The seed of the order of samples.
    pub seed: u64,
    /// The clock's step and cost, and the precision wanted; the time is filled in for each block.
    pub rules: Rules,
    /// Where the system's files are.
    pub root: &'a SystemRoot,
    /// The stop token.
    pub stop: &'a Stop,
    /// What was done before, where the run is resumed.
    pub before: Before,
}

/// What a resumed run has done already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Before {
    /// Time since its start.
    pub time: Duration,
    /// Blocks begun.
    pub blocks: usize,
}

/// How a run ended.
#[derive(Debug, Default)]
pub struct Outcome {
    /// All records in the order in which they became final.
    pub records: Vec<Record>,
    /// True when it was asked to stop.
    pub interrupted: bool,
}

struct Run<'a> {
    setting: &'a Setting<'a>,
    started: Instant,
    random: Xoshiro256StarStar,
    journal: &'a mut Journal,
    watcher: &'a mut dyn Watcher,
    blocks: usize,
    pulse: Pulse,
}

/// Measures all blocks of a plan, one after another, and writes each result as it is final.
pub fn run(
    planned: &[Planned],
    setting: &Setting,
    journal: &mut Journal,
    watcher: &mut dyn Watcher,
) -> Result<Outcome> {
    let Before { time, blocks } = setting.before;
    let random = Xoshiro256StarStar::seed_from_u64(setting.seed.wrapping_add(blocks as u64));
    let now = Instant::now();
    let started = now.checked_sub(time).unwrap_or(now);
    let mut run = Run { setting, started, random, journal, watcher, blocks, pulse: Pulse::default() };
    let mut outcome = Outcome::default();
    for suite in planned {
        let begun = Instant::now();
        let mut left: usize = suite.blocks.iter().map(Vec::len).sum();
        for items in &suite.blocks {
            if setting.stop.is_set() {
                break;
            }
            let share = suite
                .budget
                .map(|budget| budget.saturating_sub(begun.elapsed()).mul_f64(items.len() as f64 / left as f64));
            left -= items.len();
            outcome.records.extend(run.block(suite, items, share)?);
        }
        suite.environment.shelf.clear();
    }
    outcome.interrupted = setting.stop.is_set();
    Ok(outcome)
}

impl Run<'_> {
    /// Prepares, samples, reviews and writes one block. `share` is the time it has with its preparation.
    fn block(&mut self, suite: &Planned, items: &[Item], share: Option<Duration>) -> Result<Vec<Record>> {
        let begun = Instant::now();
        self.watcher.block_begins(items);
        let names = items.iter().map(Item::id).collect();
        self.journal.add(&Entry::Block { index: self.blocks, items: names })?;
        self.blocks += 1;
        let clock = SystemClock::since(self.started);
        let tools = Instruments { clock: &clock, clock_cost: self.setting.rules.clock_cost, stop: self.setting.stop };
        let window = match suite.sustain {
            Some(_) => SUSTAINED_WINDOW,
            None => share.map_or(suite.time, |share| (share / items.len() as u32).min(suite.time)),
        };
        let mut attempts: Vec<Attempt> = items.iter().map(|item| attempt(suite, item, window, tools)).collect();
        for client in attempts.iter().filter_map(|attempt| attempt.client.as_ref()) {
            self.journal.add_client(client)?;
        }
        let runnable = attempts.iter().filter(|attempt| attempt.contender.is_ok()).count().max(1);
        let rules = Rules {
            sustained: suite.sustain.is_some(),
            time: match suite.sustain {
                Some(time) => time / runnable as u32,
                None => share.map_or(suite.time, |share| share.saturating_sub(begun.elapsed()) / runnable as u32),
            },
            ..self.setting.rules
        };

        let sampling = Instant::now();
        let before = Reading::take(self.setting.root);
        let written = self.sample(items, &mut attempts, &rules, tools);
        let after = Reading::take(self.setting.root);
        let mut causes = noise::causes(&before, &after, sampling.elapsed().as_secs_f64());
        let pulse = self.pulse.percent();
        causes.extend(pulse.and_then(noise::slowed));

        let identity = &self.setting.identity;
        let mut records: Vec<Record> = attempts
            .into_iter()
            .zip(items)
            .flat_map(|(attempt, item)| attempt.records(identity, item, rules.sustained))
            .collect();
        name_causes(&mut records, &causes, pulse);
        suite.suite.review(&mut records);
        let kept = self.keep(&records);
        self.watcher.block_ends(&records);
        written.and(kept).map(|()| records)
    }

    fn keep(&mut self, records: &[Record]) -> Result<()> {
        for record in records {
            self.journal.add(&Entry::Record(Box::new(record.clone())))?;
        }
        self.journal.settle()
    }

    /// Samples all that could be prepared, and journals each sample at once. A journal that cannot be written
    /// stops the run: a figure that is not kept is not worth its time.
    fn sample(&mut self, items: &[Item], attempts: &mut [Attempt], rules: &Rules, tools: Instruments) -> Result<()> {
        let ready = attempts
            .iter_mut()
            .zip(items)
            .filter_map(|(attempt, item)| attempt.contender.as_mut().ok().map(|contender| (item, contender)));
        let (items, mut contenders): (Vec<&Item>, Vec<&mut Contender>) = ready.unzip();
        let mut counts = vec![0; items.len()];
        let mut written = Ok(());
        block::run(&mut contenders, rules, &mut self.random, tools, &mut |place, sample| {
            if let Err(problem) = self.journal.add(&sample_entry(items[place], counts[place], sample)) {
                written = Err(problem);
                tools.stop.set();
            }
            counts[place] += 1;
            self.pulse.beat();
            self.watcher.sampled(items[place], counts[place]);
        });
        written
    }
}

/// An item that was prepared, or could not be.
struct Attempt<'a> {
    facts: Facts,
    client: Option<serde_json::Value>,
    contender: Result<Contender<'a>, NoResult>,
}

fn attempt<'a>(suite: &Planned, item: &Item, window: Duration, tools: Instruments<'a>) -> Attempt<'a> {
    match suite.prepare(item) {
        Err(problem) => Attempt { facts: Facts::default(), client: None, contender: Err(problem) },
        Ok(prepared) => {
            let facts = Facts::of(&prepared);
            let source = source::of(prepared.workload, item.known().clone(), window, tools);
            let contender = Contender::new(source, item.case.primary().clone(), item.threads);
            Attempt { facts, client: prepared.client, contender: Ok(contender) }
        }
    }
}

impl Attempt<'_> {
    fn records(mut self, identity: &Identity, item: &Item, sustained: bool) -> Vec<Record> {
        match self.contender {
            Err(problem) => summary::without_result(identity, item, &self.facts, &problem),
            Ok(contender) => {
                self.facts.add(&contender.findings());
                let ending = contender.ending.unwrap_or(Ending::Broken(NoResult::Stopped));
                let mut records = summary::measured(identity, item, &self.facts, &contender.samples, &ending);
                if sustained {
                    note_course(&mut records, item, &contender.samples);
                }
                records
            }
        }
    }
}

/// How the speed of an item went over the time of a sustained run: in the context of its primary record, with the flag
/// `throttled` where it fell.
fn note_course(records: &mut [Record], item: &Item, samples: &[Sample]) {
    let metric = item.case.primary();
    let primary = records.iter_mut().find(|record| record.metric == metric.name && record.value.is_some());
    let Some((record, course)) = primary.zip(Course::of(samples, metric, item.threads)) else { return };
    record.context = std::mem::take(&mut record.context).with(COURSE, course.list());
    add_note(record, &course.words());
    if course.falls {
        record.flags.insert(Flag::Throttled);
    }
}

fn add_note(record: &mut Record, words: &str) {
    let separator = if record.note.is_empty() { "" } else { "; " };
    record.note.push_str(&format!("{separator}{words}"));
}

/// What disturbed a block stands in the context of its records; a noisy or throttled one says it in its note.
fn name_causes(records: &mut [Record], causes: &[Cause], pulse: Option<f64>) {
    let words: Vec<String> = causes.iter().map(Cause::to_string).collect();
    let words = if words.is_empty() { "no cause was seen".to_string() } else { words.join(", ") };
    let throttled = causes.iter().any(Cause::is_throttling);
    for record in records.iter_mut().filter(|record| record.value.is_some()) {
        if let Some(percent) = pulse {
            record.context = std::mem::take(&mut record.context).with(noise::PULSE, format!("{percent:.0}"));
        }
        if !causes.is_empty() {
            record.context = std::mem::take(&mut record.context).with("noise", &words);
        }
        if throttled {
            record.flags.insert(Flag::Throttled);
        }
        if throttled || record.flags.has(Flag::Noisy) {
            add_note(record, &format!("while it ran: {words}"));
        }
    }
}

fn sample_entry(item: &Item, index: usize, sample: &Sample) -> Entry {
    let value = |metric: &Metric| Some((metric.name.to_string(), metric.of_sample(sample, item.threads)?));
    let metrics = item.case.metrics.iter().filter_map(value).collect();
    Entry::Sample { item: item.id(), index, sample: sample.clone(), metrics }
}
