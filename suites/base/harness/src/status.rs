//! What became of an item, and the cautions that travel with its number.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What became of an item. Only `Ok` has a number that charts and verdicts may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Measured, and its answer is right.
    Ok,
    /// It was tried and broke: the note says how.
    Failed,
    /// It cannot run here: the note says what it needs.
    Unavailable,
    /// It was not tried: the note says why.
    #[default]
    Skipped,
    /// There is a number, and it does not measure what its name says: the note says why.
    Invalid,
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Status::Ok => "ok",
            Status::Failed => "failed",
            Status::Unavailable => "unavailable",
            Status::Skipped => "skipped",
            Status::Invalid => "invalid",
        })
    }
}

/// Why there is no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoResult {
    /// The person or the system asked the run to stop.
    #[error("stopped")]
    Stopped,
    /// This host lacks what the item needs.
    #[error("{0}")]
    Unavailable(String),
    /// It broke while it was prepared or measured.
    #[error("{0}")]
    Failed(String),
    /// It ran, and its figure would be wrong.
    #[error("{0}")]
    Invalid(String),
}

impl NoResult {
    /// The status that a record of this item carries.
    pub fn status(&self) -> Status {
        match self {
            NoResult::Stopped => Status::Skipped,
            NoResult::Unavailable(_) => Status::Unavailable,
            NoResult::Failed(_) => Status::Failed,
            NoResult::Invalid(_) => Status::Invalid,
        }
    }
}

/// A caution that travels with a number into every table, chart and file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flag {
    /// A file was read from memory, not from the device.
    Cached,
    /// The interval was still too wide at the time limit.
    Noisy,
    /// A CPU quota or heat held the processor back while it ran.
    Throttled,
    /// The load generator was the limit.
    ClientBound,
    /// The network link was the limit.
    LinkBound,
    /// Fewer than six samples, or an interrupted block: no interval.
    Short,
    /// Reading the clock is a notable part of the figure.
    ClockCost,
    /// The time is too near to the clock's step.
    BelowResolution,
}

const FLAG_NAMES: [(Flag, &str); 8] = [
    (Flag::Cached, "cached"),
    (Flag::Noisy, "noisy"),
    (Flag::Throttled, "throttled"),
    (Flag::ClientBound, "client-bound"),
    (Flag::LinkBound, "link-bound"),
    (Flag::Short, "short"),
    (Flag::ClockCost, "clock-cost"),
    (Flag::BelowResolution, "below-resolution"),
];

impl fmt::Display for Flag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = FLAG_NAMES.iter().find(|(flag, _)| flag == self).map_or("", |(_, name)| name);
        out.pad(name)
    }
}

/// A set of flags, written as `noisy;short`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags(BTreeSet<Flag>);

impl Flags {
    /// Adds a flag.
    pub fn insert(&mut self, flag: Flag) {
        self.0.insert(flag);
    }

    /// True when the flag is set.
    pub fn has(&self, flag: Flag) -> bool {
        self.0.contains(&flag)
    }

    /// True when no flag is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: &Flags) {
        self.0.extend(&other.0);
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(Flag::to_string).collect();
        out.pad(&names.join(";"))
    }
}

impl FromStr for Flags {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(';')
            .filter(|name| !name.is_empty())
            .map(|name| {
                let known = FLAG_NAMES.iter().find(|(_, known)| *known == name);
                known.map(|(flag, _)| *flag).ok_or_else(|| format!("'{name}' is no flag of hostmark's"))
            })
            .collect::<Result<BTreeSet<Flag>, String>>()
            .map(Flags)
    }
}

impl Serialize for Flags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Flags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_one_written_form() {
        let flags: Flags = "short;noisy".parse().unwrap();
        assert_eq!(flags.to_string(), "noisy;short");
        assert!("wet".parse::<Flags>().is_err());
        for (flag, name) in FLAG_NAMES {
            assert!(name.parse::<Flags>().unwrap().has(flag));
        }
    }
}
