//! The run folder: the journal as it grows, and the files that are derived from it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use hostmark_harness::journal::{self, Entry};
use hostmark_harness::record;
use nix::fcntl::{Flock, FlockArg};

use super::label::slug;

/// The journal's file name.
pub const JOURNAL: &str = "journal.jsonl";

/// The journal of a run while it is written.
pub struct Journal {
    folder: PathBuf,
    file: Flock<File>,
    client_noted: bool,
}

impl Journal {
    /// Makes the run folder, before anything is measured, and begins its journal.
    /// A folder that exists may be empty, but never holds a run already.
    pub fn create(folder: &Path) -> Result<Journal> {
        fs::create_dir_all(folder)
            .with_context(|| format!("run folder {} cannot be made; choose another with --output", folder.display()))?;
        let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
        if entries.count() > 0 {
            bail!("{} is not empty; choose another folder with --output", folder.display());
        }
        let file = OpenOptions::new().append(true).create_new(true).open(folder.join(JOURNAL)).with_context(|| {
            format!("run folder {} cannot be written; choose another with --output", folder.display())
        })?;
        Ok(Journal { folder: folder.to_path_buf(), file: lock(file, folder)?, client_noted: false })
    }

    /// Opens the journal of a run that was cut or stopped, and gives what it holds. A last line that was cut goes.
    pub fn reopen(folder: &Path) -> Result<(Journal, journal::Journal)> {
        let path = folder.join(JOURNAL);
        let problem = || format!("{} cannot be opened; give the folder of a run", path.display());
        let file = OpenOptions::new().read(true).append(true).open(&path).with_context(problem)?;
        let file = lock(file, folder)?;
        let bytes = fs::read(&path).with_context(problem)?;
        let read = journal::read_bytes(&bytes).with_context(|| path.display().to_string())?;
        let mut journal = Journal { folder: folder.to_path_buf(), file, client_noted: read.client().is_some() };
        let text = bytes.trim_ascii_end();
        let whole = match read.notes.is_empty() {
            true => text.len(),
            false => text.iter().rposition(|byte| *byte == b'\n').unwrap_or(0),
        };
        journal.file.set_len(whole as u64).with_context(problem)?;
        journal.file.write_all(b"\n").with_context(problem)?;
        Ok((journal, read))
    }

    /// The run folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Adds one line, whole.
    pub fn add(&mut self, entry: &Entry) -> Result<()> {
        let mut line = serde_json::to_vec(entry).context("a journal entry cannot be written as JSON")?;
        line.push(b'\n');
        self.file.write_all(&line).with_context(|| self.trouble())
    }

    /// Waits until all lines so far are on the device.
    pub fn settle(&self) -> Result<()> {
        self.file.sync_data().with_context(|| self.trouble())
    }

    fn trouble(&self) -> String {
        let folder = self.folder.display();
        format!("the journal in {folder} cannot be written: finished results are kept; free space and run again")
    }

    /// Notes the facts of a second host, once.
    pub fn add_client(&mut self, facts: &serde_json::Value) -> Result<()> {
        if self.client_noted {
            return Ok(());
        }
        self.client_noted = true;
        self.add(&Entry::Client { facts: facts.clone() })
    }

    /// Writes `host.json`, `plan.toml`, `records.csv` and `samples.csv` from the journal.
    pub fn derive(&self) -> Result<()> {
        derive(&self.folder)
    }
}

/// Nobody else may write the journal meanwhile. The lock ends with the process, however that ends.
fn lock(file: File, folder: &Path) -> Result<Flock<File>> {
    Flock::lock(file, FlockArg::LockExclusiveNonblock)
        .map_err(|(_, problem)| problem)
        .with_context(|| format!("the run in {} goes on in another process", folder.display()))
}

/// Writes the derived files of a run folder from its journal, each whole or not at all.
pub fn derive(folder: &Path) -> Result<()> {
    let path = folder.join(JOURNAL);
    let bytes = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let journal = journal::read_bytes(&bytes).with_context(|| path.display().to_string())?;
    let host = serde_json::to_string_pretty(&journal.host())?;
    replace(folder, "host.json", &format!("{host}\n"))?;
    replace(folder, "plan.toml", journal.plan().unwrap_or_default())?;
    replace(folder, "samples.csv", &journal.samples_csv()?)?;
    if let Some(client) = journal.client() {
        replace(folder, "client.json", &format!("{}\n", serde_json::to_string_pretty(client)?))?;
    }
    histograms(folder, &journal)?;
    replace(folder, "records.csv", &record::to_csv(&journal.records())?)
}

/// `histograms/ITEM-INDEX-NAME.hdr`, where there are any.
fn histograms(folder: &Path, journal: &journal::Journal) -> Result<()> {
    let inside = folder.join("histograms");
    for (item, index, name, text) in journal.histograms() {
        fs::create_dir_all(&inside).with_context(|| format!("{} cannot be made", inside.display()))?;
        replace(&inside, &format!("{}-{index}-{}.hdr", slug(item), slug(name)), text)?;
    }
    Ok(())
}

fn replace(folder: &Path, name: &str, text: &str) -> Result<()> {
    let (half, whole) = (folder.join(format!(".{name}.part")), folder.join(name));
    let write = || -> io::Result<()> {
        let mut file = File::create(&half)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        fs::rename(&half, &whole)
    };
    let result = write();
    if result.is_err() {
        let _ = fs::remove_file(&half);
    }
    result.with_context(|| format!("{} cannot be written; the journal beside it has everything", whole.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::sample::Sample;
    use serde_json::json;

    #[test]
    fn a_second_host_and_histograms_become_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::create(folder.path()).unwrap();
        let run = Entry::Run {
            schema: journal::SCHEMA,
            run: "r".into(),
            started: String::new(),
            hostmark: String::new(),
            label: String::new(),
            host: json!({"memory": 1}),
            plan: "name = \"x\"\n".into(),
        };
        journal.add(&run).unwrap();
        journal.add_client(&json!({"memory": 2})).unwrap();
        journal.add_client(&json!({"memory": 3})).unwrap();
        let sample = Sample { histograms: [("latency".into(), "#[HDR]\n".into())].into(), ..Sample::default() };
        let item = "web/http-c50;threads=1".to_string();
        journal.add(&Entry::Sample { item, index: 4, sample, metrics: [].into() }).unwrap();
        journal.derive().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read("client.json"), "{\n  \"memory\": 2\n}\n");
        assert_eq!(read("histograms/web-http-c50-threads-1-4-latency.hdr"), "#[HDR]\n");
        assert_eq!(read("plan.toml"), "name = \"x\"\n");
    }
}
