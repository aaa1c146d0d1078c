//! What goes over the worker protocol (`hostmark_harness::worker`) between hostmark and the probe.

use std::path::PathBuf;

use hostmark_archive::kernel::Job;
use serde::{Deserialize, Serialize};

use crate::task::{Api, Task};

/// What the probe is asked to prepare. Of each library it is the file, or the system's own where there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Order {
    /// Work of a libcrypto.
    Libcrypto {
        /// The file.
        library: Option<PathBuf>,
        /// The work.
        task: Task,
        /// Through which calls.
        api: Api,
    },
    /// Work of a liblzma.
    Liblzma {
        /// The file.
        library: Option<PathBuf>,
        /// The work.
        job: Job,
        /// Bytes of memory that an encoder of several threads may take; it gets fewer threads where that is too little.
        memory: Option<u64>,
    },
}

/// What the probe says of itself when all is prepared and the published vectors came out right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    /// What the library calls itself: `OpenSSL 3.0.22 27 Jan 2026`, `LibreSSL 4.0.0`, `BoringSSL`, `5.4.1`.
    pub version: String,
    /// Its build options, where it tells them.
    pub options: String,
    /// The file that was opened and its SHA-256, as [`hostmark_harness::origin`] writes them.
    pub origin: String,
    /// Through which calls of a libcrypto, where [`Api::Speed`] had to be decided.
    pub api: Option<Api>,
    /// How many threads an encoder of a liblzma has.
    pub threads: Option<u32>,
}
