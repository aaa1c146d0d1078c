//! What people hand over: a run folder, a file of records, or any table for charts. Told apart by content.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use hostmark_formats::chart_table::ChartTable;
use hostmark_harness::host::Host;
use hostmark_harness::journal::{self, Journal};
use hostmark_harness::nearest::nearest;
use hostmark_harness::record::{self, Record};
use serde::Deserialize;

use super::chart::plan::ChartPlan;
use super::reference::{self, Reference};

/// A larger file is refused: 100,000 records with their samples are a tenth of it.
const LARGEST: u64 = 2 << 30;

/// What a file of records begins with.
const RECORDS: &[u8] = b"run,started,host,label,";

/// What was read.
pub enum Input {
    /// Records and what came with them.
    Records(Records),
    /// Any other table.
    Table(ChartTable),
}

/// Records and what came with them.
#[derive(Default)]
pub struct Records {
    /// The records.
    pub records: Vec<Record>,
    /// Their chart plans.
    pub charts: Vec<ChartPlan>,
    /// What a reader should know, such as a journal that was cut.
    pub notes: Vec<String>,
    /// True for a built-in reference.
    pub reference: bool,
    /// The metric of each sample by item and metric, where samples were asked for and are known.
    pub samples: HashMap<(String, String), Vec<f64>>,
    /// Facts of the host, where samples were asked for and it is known.
    pub host: Option<Box<Host>>,
}

/// How much is wanted of a run folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Its records.
    Records,
    /// Samples and the host's facts too, which only the journal has.
    Samples,
}

/// Reads a run folder, a file, or a reference by its name.
pub fn load(argument: &str, depth: Depth) -> Result<Input> {
    let path = Path::new(argument);
    if path.is_dir() {
        return load_folder(path, depth);
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
    parse_file(path).with_context(|| argument.to_string())
}

/// A built-in reference by its name.
pub fn load_reference(name: &str) -> Result<Input> {
    let found = reference::find(name)?;
    let Reference { records, charts, .. } = found;
    Ok(Input::Records(Records { records, charts, reference: true, ..Records::default() }))
}

/// Records are read row by row, since their text is as large as they are.
fn parse_file(path: &Path) -> Result<Input> {
    let data = fs::metadata(path).context("it cannot be read")?;
    if !data.is_file() || data.len() > LARGEST {
        bail!("it is no regular file of at most 2 GiB");
    }
    let mut file = BufReader::new(File::open(path).context("it cannot be read")?);
    if file.fill_buf().context("it cannot be read")?.starts_with(RECORDS) {
        return Ok(records_only(record::read_csv(file).map_err(|problem| anyhow::anyhow!("records: {problem}"))?));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).context("it cannot be read")?;
    parse(&bytes)
}

fn load_folder(folder: &Path, depth: Depth) -> Result<Input> {
    let (records, journal) = (folder.join("records.csv"), folder.join("journal.jsonl"));
    let wants_journal = depth == Depth::Samples && journal.exists();
    let file = if records.exists() && !wants_journal { records } else { journal };
    if !file.exists() {
        bail!("{} is no run folder: it holds no records.csv and no journal.jsonl", folder.display());
    }
    let mut input = parse_file(&file).with_context(|| file.display().to_string())?;
    let plan = folder.join("plan.toml");
    if let (Input::Records(Records { charts, .. }), true) = (&mut input, plan.exists()) {
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

/// A journal, the JSON of a run, or any other table.
fn parse(bytes: &[u8]) -> Result<Input> {
    if bytes.starts_with(b"{\"entry\":") {
        return of_journal(journal::read_bytes(bytes)?);
    }
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    if text.trim_start().starts_with('{') {
        let mut document: serde_json::Value = serde_json::from_str(text).context("it is no complete JSON")?;
        let records = document.get_mut("records").map(serde_json::Value::take);
        let Some(records) = records else { bail!("it is JSON without \"records\"; give a run folder or a CSV") };
        return Ok(records_only(serde_json::from_value(records).context("its records are not hostmark's")?));
    }
    Ok(Input::Table(hostmark_formats::chart_table(bytes)?))
}

fn of_journal(journal: Journal) -> Result<Input> {
    let owned = |((item, metric), values): ((&str, &str), Vec<f64>)| ((item.to_string(), metric.to_string()), values);
    Ok(Input::Records(Records {
        records: journal.records(),
        charts: charts_of(journal.plan().unwrap_or_default())?,
        reference: false,
        samples: journal.samples().into_iter().map(owned).collect(),
        // Facts of another version of hostmark may have another form: they are left out then.
        host: journal.host().and_then(|host| serde_json::from_value(host.clone()).ok()).map(Box::new),
        notes: journal.notes,
    }))
}

fn records_only(records: Vec<Record>) -> Input {
    Input::Records(Records { records, ..Records::default() })
}
