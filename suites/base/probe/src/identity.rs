//! Who a library is: its own words, and its file with its SHA-256.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::hex;
use crate::libcrypto::Libcrypto;

/// A library and the file that it came from.
pub(crate) struct Identified {
    pub(crate) library: Arc<Libcrypto>,
    pub(crate) path: PathBuf,
    pub(crate) sha256: String,
}

/// Opens the library in this file or the system's own, and reads the file once.
pub(crate) fn open(path: Option<&Path>) -> Result<Identified, String> {
    let (library, path) = Libcrypto::open(path)?;
    let sha256 = sha256(&path).map_err(|problem| format!("{} cannot be read: {problem}", path.display()))?;
    Ok(Identified { library, path, sha256 })
}

fn sha256(path: &Path) -> io::Result<String> {
    Ok(hex::encode(&Sha256::digest(fs::read(path)?)))
}
