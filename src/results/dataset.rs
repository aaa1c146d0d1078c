//! What people hand over: a run folder, a file of records, or any table for charts. Told apart by content.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use hostmark_formats::chart_table::ChartTable;
use hostmark_harness::journal;
use hostmark_harness::nearest::nearest;
use hostmark_harness::record::{self, Record};
use serde::Deserialize;

use super::chart::plan::ChartPlan;
use super::reference;

/// A larger file is refused: 100,000 records with their samples are a tenth of it.
const LARGEST: u64 = 2 << 30;

/// What was read.
pub enum Input {
    /// Records with the chart plans that came with them.
    Records {
        /// The records.
        records: Vec<Record>,
        /// Their chart plans.
        charts: Vec<ChartPlan>,
        /// What a reader should know, such as a journal that was cut.
        notes: Vec<String>,
        /// True for a built-in reference.
        reference: bool,
    },
    /// Any other table, for charts only.
    Table(ChartTable),
}

/// Reads a run folder, a file, or a reference by its name.
pub fn load(argument: &str) -> Result<Input> {
    let path = Path::new(argument);
    if path.is_dir() {
        return load_folder(path);
    }
    if !path.exists() && !argument.contains('/') {
        if reference::names().any(|name| name == argument) {
            return load_reference(argument);
        }
        let names = reference::names().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        let near = nearest(argument, reference::names());
        let hint = near.map_or(format!("references are {names}"), |name| format!("did you mean '{name}'?"));
        bail!("{argument} is no file, no run folder and no reference; {hint}");
    }
    let bytes = read(path)?;
    parse(&bytes).with_context(|| argument.to_string())
}

/// A built-in reference by its name.
pub fn load_reference(name: &str) -> Result<Input> {
    let found = reference::find(name)?;
    Ok(Input::Records { records: found.records, charts: found.charts, notes: Vec::new(), reference: true })
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let context = || format!("{} cannot be read", path.display());
    let data = fs::metadata(path).with_context(context)?;
    if !data.is_file() || data.len() > LARGEST {
        bail!("{} is no regular file of at most 2 GiB", path.display());
    }
    fs::read(path).with_context(context)
}

fn load_folder(folder: &Path) -> Result<Input> {
    let (records, journal) = (folder.join("records.csv"), folder.join("journal.jsonl"));
    let file = if records.exists() { records } else { journal };
    if !file.exists() {
        bail!("{} is no run folder: it holds no records.csv and no journal.jsonl", folder.display());
    }
    let mut input = parse(&read(&file)?).with_context(|| file.display().to_string())?;
    let plan = folder.join("plan.toml");
    if let (Input::Records { charts, .. }, true) = (&mut input, plan.exists()) {
        let text = fs::read_to_string(&plan).with_context(|| format!("{} cannot be read", plan.display()))?;
        *charts = charts_of(&text).with_context(|| plan.display().to_string())?;
    }
    Ok(input)
}

fn charts_of(plan: &str) -> Result<Vec<ChartPlan>> {
    /// What of a plan is about charts.
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Charts {
        charts: Vec<String>,
        chart: Vec<toml::Table>,
    }
    let plan: Charts = toml::from_str(plan)?;
    reference::charts(&plan.charts, &plan.chart)
}

/// Records as CSV, a journal, the JSON of a run, or any other table.
fn parse(bytes: &[u8]) -> Result<Input> {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    if text.starts_with("run,started,host,label,") {
        let records = record::from_csv(text).map_err(|problem| anyhow::anyhow!("records: {problem}"))?;
        return Ok(records_only(records));
    }
    if text.starts_with("{\"entry\":") {
        let journal = journal::read(text)?;
        let charts = charts_of(journal.plan().unwrap_or_default())?;
        return Ok(Input::Records { records: journal.records(), charts, notes: journal.notes, reference: false });
    }
    if text.trim_start().starts_with('{') {
        let mut document: serde_json::Value = serde_json::from_str(text).context("it is no complete JSON")?;
        let records = document.get_mut("records").map(serde_json::Value::take);
        let Some(records) = records else { bail!("it is JSON without \"records\"; give a run folder or a CSV") };
        return Ok(records_only(serde_json::from_value(records).context("its records are not hostmark's")?));
    }
    Ok(Input::Table(hostmark_formats::chart_table(bytes)?))
}

fn records_only(records: Vec<Record>) -> Input {
    Input::Records { records, charts: Vec::new(), notes: Vec::new(), reference: false }
}
