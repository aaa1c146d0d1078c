//! One timed piece of work.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One timed piece of work. Times are in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// When it began, counted from the start of the run.
    pub start: f64,
    /// Wall time, on the monotonic clock; with several threads the interval common to all.
    pub seconds: f64,
    /// Units of work done by all threads together.
    pub work: f64,
    /// User CPU time of the threads or of the worker; `None` where it cannot be read.
    pub cpu_user: Option<f64>,
    /// System CPU time.
    pub cpu_system: Option<f64>,
    /// Wall time of each event, where the subject is an event and it is long enough to be timed alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<f64>,
    /// What a room that owns its clock measured beside, in base units, by metric name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, f64>,
    /// Distributions by name, as text that the HdrHistogram tools read; they become files of the run folder.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub histograms: BTreeMap<String, String>,
}
