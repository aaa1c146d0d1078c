//! What goes over the worker protocol (`hostmark_harness::worker`) between hostmark and the probe.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::task::{Api, Task};

/// What the probe is asked to prepare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The file of a libcrypto; the system's own where there is none.
    pub library: Option<PathBuf>,
    /// The work.
    pub task: Task,
    /// Through which calls.
    pub api: Api,
}

/// What the probe says of itself when all is prepared and the published vectors came out right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    /// What the library calls itself: `OpenSSL 3.0.22 27 Jan 2026`, `LibreSSL 4.0.0`, `BoringSSL`.
    pub version: String,
    /// Its build options, where it tells them.
    pub options: String,
    /// The file that was opened and its SHA-256, as [`hostmark_harness::origin`] writes them.
    pub origin: String,
    /// Through which calls, where [`Api::Speed`] had to be decided.
    pub api: Api,
}
