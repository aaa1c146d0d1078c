//! `hostmark facts`: what is known of this host, each fact with its source or the reason why it is unknown.

use hostmark_harness::host::{Host, SystemRoot};

use super::start::work_folder;
use crate::cli::{Facts, FactsFormat};
use crate::exit::{self, Exit};
use crate::terminal;
use hostmark_harness::visible::visible;

/// Gathers and prints the facts.
pub fn facts(arguments: &Facts) -> anyhow::Result<Exit> {
    let host = Host::gather(&SystemRoot::machine(), &work_folder(arguments.dir.as_deref())?);
    let text = match arguments.format {
        FactsFormat::Text => lines(&host),
        FactsFormat::Json => format!("{}\n", serde_json::to_string_pretty(&host)?),
    };
    terminal::print(&text)?;
    Ok(exit::OK)
}

/// The host block: a name and a text on each line.
pub fn lines(host: &Host) -> String {
    let lines = host.lines();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    lines.iter().map(|(name, text)| format!("{name:<width$}  {}\n", visible(text))).collect()
}
