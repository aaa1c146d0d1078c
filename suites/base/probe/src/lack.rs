//! Why a library does not do a task: a typed state, never a zero.

use std::fmt;

/// What is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The system has no library at all: what was looked for.
    NoLibrary(String),
    /// The library does not have it.
    NotOffered,
    /// The library has it, through other calls: which.
    NotInThisApi(&'static str),
    /// A provider or policy keeps it back: which, and what to do.
    Disabled(String),
    /// The library was asked and refused: its own words.
    Refused(String),
    /// It has an open security advisory, so hostmark does not carry it: which.
    OpenAdvisory(&'static str),
}

impl fmt::Display for Lack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lack::NoLibrary(what) => out.write_str(what),
            Lack::NotOffered => write!(out, "not offered by this library"),
            Lack::NotInThisApi(other) => write!(out, "not offered in this API, but through {other}"),
            Lack::Disabled(why) => write!(out, "disabled by provider: {why}"),
            Lack::Refused(words) => write!(out, "refused by the library: {words}"),
            Lack::OpenAdvisory(which) => write!(out, "not offered: open advisory {which}"),
        }
    }
}
