//! What a person types: the one definition of all arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Measures a host the way its users already do, and explains why two hosts differ.
#[derive(Debug, Parser)]
#[command(name = "hostmark", version, max_term_width = 100)]
pub struct Arguments {
    /// Colours: NO_COLOR and pipes switch them off
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// The verb.
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measure this host: print each result as it is final, then charts
    Run(Run),
    /// Finish what is missing of a run that was cut or stopped
    Resume(Resume),
    /// Show suites, cases, implementations, plans and references; with SUITE its parameters
    List(List),
    /// Show what is known of this host
    Facts(Facts),
    /// Draw text charts from runs, record files, any CSV, or a built-in reference
    Chart(Chart),
    /// Say what differs between hosts, runs or implementations, and what the samples show of it
    Compare(Compare),
    /// Say what a number means, how it misleads and which tool it equals
    #[command(subcommand)]
    Explain(Explain),
    /// Say what will disturb a measurement on this host, and what to do
    Doctor(Doctor),
}

/// `hostmark run`
#[derive(Debug, Args)]
pub struct Run {
    /// Only these of the plan
    #[arg(value_name = "SUITE|SUITE/CASE")]
    pub only: Vec<String>,
    /// What to run: quick, full, vpsbench-2021, sysbench-2025, or a TOML file
    #[arg(long, value_name = "PLAN|FILE", default_value = "quick")]
    pub plan: String,
    /// Leave this out (repeatable)
    #[arg(long, value_name = "SUITE|SUITE/CASE")]
    pub skip: Vec<String>,
    /// Threads: a number, or all that this process may use (repeatable)
    #[arg(long, value_name = "N|all")]
    pub threads: Vec<String>,
    /// Time for each item, such as 1 or 500ms, in place of the plan's
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Sample each block so long, whatever its intervals, and show whether speed falls over that time
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "time")]
    pub sustain: Option<Duration>,
    /// Only this implementation (repeatable); 'host' is the first of the host's own
    #[arg(long, value_name = "NAME")]
    pub implementation: Vec<String>,
    /// Set a parameter (repeatable); 'hostmark list SUITE' shows them
    #[arg(long, value_name = "SUITE.NAME=VALUE")]
    pub set: Vec<String>,
    /// What charts call this host, in place of system, version and isolation
    #[arg(long, value_name = "TEXT")]
    pub label: Option<String>,
    /// The run folder, in place of ./hostmark-runs/LABEL-TIME
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Where work files go, in place of the system's temporary folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Show what would run, how long and how many bytes, and end
    #[arg(long, conflicts_with = "check")]
    pub dry_run: bool,
    /// Do one checked iteration of everything, keep no time and no folder
    #[arg(long, conflicts_with = "output")]
    pub check: bool,
    /// How results are printed
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: RunFormat,
}

/// `hostmark resume`
#[derive(Debug, Args)]
pub struct Resume {
    /// The run folder
    pub run: PathBuf,
    /// Where work files go, in place of the system's temporary folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// How results are printed
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: RunFormat,
}

/// How the results of a run are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// For people.
    Table,
    /// One record a line.
    Csv,
    /// One document.
    Json,
    /// The suite disk as one line of bonnie++'s CSV, format 1.98.
    Bonnie,
}

/// How a comparison is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// One comparison a line.
    Csv,
    /// One document.
    Json,
}

/// `hostmark list`
#[derive(Debug, Args)]
pub struct List {
    /// Show the parameters of this suite
    pub suite: Option<String>,
}

/// `hostmark facts`
#[derive(Debug, Args)]
pub struct Facts {
    /// How facts are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FactsFormat,
    /// The work folder whose file system is told, in place of the system's temporary folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// How facts are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FactsFormat {
    /// For people.
    Text,
    /// One document, each fact with its source or the reason why it is unknown.
    Json,
}

/// `hostmark chart`
#[derive(Debug, Args)]
pub struct Chart {
    /// Run folders, record files, any CSV with labels and values, or references
    #[arg(value_name = "FILE|RUN|REFERENCE", required = true)]
    pub inputs: Vec<String>,
    /// Draw the charts of this reference, with its rows and ours (repeatable)
    #[arg(long, value_name = "REFERENCE")]
    pub with: Vec<String>,
    /// Only charts of this suite or case, or with this in the title (repeatable)
    #[arg(long, value_name = "SUITE|SUITE/CASE|TEXT")]
    pub only: Vec<String>,
    /// What rows are called: label, implementation, os ... or a template such as '{label} {implementation}'
    #[arg(long, value_name = "COLUMN")]
    pub by: Option<String>,
    /// The order of rows
    #[arg(long, value_name = "ORDER", default_value = "given")]
    pub sort: Sort,
    /// Cells of the longest bar; 100, or what fits the terminal
    #[arg(long, value_name = "CELLS", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub width: Option<u16>,
    /// Bars of '#', for terminals and pages without UTF-8
    #[arg(long)]
    pub ascii: bool,
}

/// `hostmark explain`
#[derive(Debug, Subcommand)]
pub enum Explain {
    /// A metric, such as rate, cpu/rate or crypto/md5/rate
    Metric {
        /// Its name, with its suite and case or without
        #[arg(value_name = "[SUITE/[CASE/]]METRIC")]
        name: String,
    },
}

/// `hostmark doctor`
#[derive(Debug, Args)]
pub struct Doctor {
    /// Test hostmark itself too: twice the work in twice the time, right answers, the clock (about half a minute)
    #[arg(long)]
    pub self_test: bool,
    /// Remove the work folders that killed runs have left in the work folder
    #[arg(long)]
    pub clean: bool,
    /// The work folder that is looked at, in place of the system's temporary folder
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// How findings are printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FactsFormat,
}

/// `hostmark compare`
#[derive(Debug, Args)]
pub struct Compare {
    /// Run folders, record files, CSV with label, case, value and better, or references
    #[arg(value_name = "FILE|RUN|REFERENCE", required = true)]
    pub inputs: Vec<String>,
    /// What is compared: label, run, implementation, os ..., a parameter such as api, or a template of them; by default
    /// the first of label, run and implementation that differs
    #[arg(long, value_name = "COLUMN")]
    pub by: Option<String>,
    /// What all others are compared with, in place of the first
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// Only this suite or case (repeatable)
    #[arg(long, value_name = "SUITE|SUITE/CASE")]
    pub only: Vec<String>,
    /// Only figures with this in a column or parameter, such as machine=... (repeatable)
    #[arg(long = "where", value_name = "NAME=VALUE", value_parser = pair)]
    pub wanted: Vec<(String, String)>,
    /// Compare this metric, in place of the primary one of each case
    #[arg(long, value_name = "NAME")]
    pub metric: Option<String>,
    /// Differences within so many percent are called the same
    #[arg(long, value_name = "PERCENT", default_value = "2", value_parser = percent)]
    pub margin: f64,
    /// End with 1 where something is shown to be worse by more than so many percent, 3 where it may be
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub gate: Option<f64>,
    /// Compare unlike revisions, parameters, inputs, units and clocks too
    #[arg(long)]
    pub anyway: bool,
    /// How the comparison is printed
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: Format,
}

/// The order of rows in a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    /// As they came.
    Given,
    /// The largest first.
    Descending,
    /// The smallest first.
    Ascending,
    /// By what they are called.
    Label,
}

/// `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    Ok((name.to_string(), value.to_string()))
}

/// A part of 1 from percent: `2` or `2%` gives 0.02.
fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    match number {
        Some(percent) if (0.0..=1000.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("write percent, such as 2 or 0.5".to_string()),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    hostmark_harness::units::parse_duration(text)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        super::Arguments::command().debug_assert();
    }
}
