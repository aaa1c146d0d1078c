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
    /// Show suites, cases, implementations, plans and references; with SUITE its parameters
    List(List),
    /// Show what is known of this host
    Facts(Facts),
    /// Draw text charts from runs, record files, any CSV, or a built-in reference
    Chart(Chart),
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
    pub format: Format,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// One record a line, as in records.csv.
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
