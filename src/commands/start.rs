//! What several verbs begin with: the work folder and the environment that suites see.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use hostmark_harness::host::Host;
use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Environment;

/// The folder where work files go; it has to be there.
pub fn work_folder(given: Option<&Path>) -> Result<PathBuf> {
    let folder = given.map_or_else(std::env::temp_dir, Path::to_path_buf);
    let data = std::fs::metadata(&folder).with_context(|| {
        format!("work folder {} is not there; make it, or give another with --dir", folder.display())
    })?;
    if !data.is_dir() {
        bail!("work folder {} is no folder; give another with --dir", folder.display());
    }
    std::path::absolute(&folder).with_context(|| format!("work folder {}", folder.display()))
}

/// What every suite may use; settings are filled in for each.
pub fn environment(work_folder: PathBuf, stop: Stop, host: Option<Host>) -> Environment {
    let host = host.map(Arc::new);
    let search_path = programs::search_path();
    Environment { search_path, work_folder, stop, host, ..Environment::bare(Settings::new("", &[])) }
}
