//! What a record says of the file system that it was measured on.

use std::path::Path;

use hostmark_harness::host::{FileSystem, SystemRoot};
use hostmark_harness::parameters::Parameters;

/// The file system that holds a folder; `None` where this system does not tell.
pub(crate) fn of(folder: &Path) -> Option<FileSystem> {
    FileSystem::gather(&SystemRoot::machine(), folder).value().cloned()
}

/// Its type, device and mount options, compression among them.
pub(crate) fn context(system: &FileSystem) -> Parameters {
    Parameters::new()
        .with("file-system", &system.kind)
        .with("device", &system.device)
        .with("mount-options", &system.options)
}
