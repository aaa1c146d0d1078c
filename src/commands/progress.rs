//! What a person sees while a run goes on: each block as it is final, and a progress line between samples.

use std::time::{Duration, Instant};

use hostmark_harness::record::{self, Record};
use hostmark_harness::suite::Item;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::RunFormat;
use crate::measure::registry;
use crate::measure::run::Watcher;
use crate::results::report::table;
use crate::terminal::{self, Paint};

/// The progress line is redrawn at most this often, and only between samples.
const REDRAW: Duration = Duration::from_millis(200);

/// Prints results in the format that was asked for.
pub struct Printer {
    format: RunFormat,
    paint: Paint,
    bar: ProgressBar,
    drawn: Instant,
    blocks: usize,
    block: usize,
    trouble: Option<anyhow::Error>,
}

impl Printer {
    /// A printer for a run of so many blocks.
    pub fn new(format: RunFormat, paint: Paint, blocks: usize) -> Printer {
        let shown = terminal::shows_progress();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Printer { format, paint, bar, drawn: Instant::now(), blocks, block: 0, trouble: None }
    }

    /// Prints without tearing the progress line. The first trouble is kept; a run goes on without its reader.
    pub fn print(&mut self, text: &str) {
        let result = self.bar.suspend(|| terminal::print(text));
        if let (Err(problem), None) = (result, &self.trouble) {
            self.trouble = Some(problem);
        }
    }

    /// Takes the progress line away; an error where not all could be printed.
    pub fn finish(self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        self.trouble.map_or(Ok(()), Err)
    }
}

impl Watcher for Printer {
    fn block_begins(&mut self, items: &[Item]) {
        self.block += 1;
        if let Some(item) = items.first() {
            let place = format!("[{}/{}]", self.block, self.blocks);
            self.bar.set_message(format!("{place} {}/{} is prepared", item.suite, item.case.name));
            self.bar.tick();
        }
    }

    fn sampled(&mut self, item: &Item, count: usize) {
        if self.drawn.elapsed() < REDRAW {
            return;
        }
        self.drawn = Instant::now();
        let name = format!("{}/{} {}", item.suite, item.case.name, item.implementation.name);
        self.bar.set_message(format!("[{}/{}] {name}, sample {count}", self.block, self.blocks));
        self.bar.tick();
    }

    fn block_ends(&mut self, records: &[Record]) {
        let text = match self.format {
            RunFormat::Table => {
                let screens = |record: &Record| registry::screen(&record.suite, &record.case, &record.metric);
                format!("{}\n", self.paint.table(&table::block(records, &screens, terminal::needs_ascii())))
            }
            RunFormat::Csv => rows(records, self.block == 1),
            RunFormat::Json | RunFormat::Bonnie => return,
        };
        self.print(&text);
    }
}

fn rows(records: &[Record], with_header: bool) -> String {
    let text = record::to_csv(records).unwrap_or_default();
    match (with_header, text.split_once('\n')) {
        (false, Some((_, rows))) => rows.to_string(),
        _ => text,
    }
}
