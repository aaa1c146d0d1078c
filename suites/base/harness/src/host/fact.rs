//! One thing known of a machine, or the reason why it is not known.

use serde::{Deserialize, Serialize};

/// A value with the source that said it, or the reason why there is none.
///
/// In JSON: `{"value": ..., "source": "..."}` or `{"unknown": "reason"}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fact<T> {
    /// It is known.
    Known {
        /// What is known, in base units.
        value: T,
        /// The file, the call or the signal that said it.
        source: String,
    },
    /// It is not known.
    Unknown {
        /// Why, in few words.
        #[serde(rename = "unknown")]
        reason: String,
    },
}

impl<T> Fact<T> {
    /// A value and what said it.
    pub fn known(value: T, source: impl Into<String>) -> Self {
        Fact::Known { value, source: source.into() }
    }

    /// No value, and why.
    pub fn unknown(reason: impl Into<String>) -> Self {
        Fact::Unknown { reason: reason.into() }
    }

    /// The value, if it is known.
    pub fn value(&self) -> Option<&T> {
        match self {
            Fact::Known { value, .. } => Some(value),
            Fact::Unknown { .. } => None,
        }
    }

    /// What said the value, or why there is none.
    pub fn why(&self) -> &str {
        match self {
            Fact::Known { source, .. } => source,
            Fact::Unknown { reason } => reason,
        }
    }

    /// The value as `text` writes it, or `unknown: ` and the reason.
    pub fn describe(&self, text: impl FnOnce(&T) -> String) -> String {
        match self {
            Fact::Known { value, .. } => text(value),
            Fact::Unknown { reason } => format!("unknown: {reason}"),
        }
    }

    /// This fact, or what `other` finds when this one is unknown; of two reasons the first stays.
    pub fn or_else(self, other: impl FnOnce() -> Fact<T>) -> Fact<T> {
        if self.value().is_some() {
            return self;
        }
        let other = other();
        if other.value().is_some() { other } else { self }
    }

    /// This fact, or one reason in place of that of the sources that were silent.
    pub fn else_because(self, reason: &str) -> Fact<T> {
        if self.value().is_some() { self } else { Fact::unknown(reason) }
    }
}

/// A limit as people read it: without one, the word for none.
pub(super) fn limit_text<T>(limit: &Option<T>, none: &str, text: impl FnOnce(&T) -> String) -> String {
    limit.as_ref().map_or_else(|| none.to_string(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_readable_and_comes_back() {
        let known = Fact::known(Some(1.5), "cgroup v2 cpu.max");
        let none: Fact<Option<f64>> = Fact::known(None, "cgroup v2 cpu.max");
        let unknown: Fact<Option<f64>> = Fact::unknown("no cgroup");
        assert_eq!(serde_json::to_string(&known).unwrap(), r#"{"value":1.5,"source":"cgroup v2 cpu.max"}"#);
        assert_eq!(serde_json::to_string(&unknown).unwrap(), r#"{"unknown":"no cgroup"}"#);
        for fact in [known, none, unknown] {
            let text = serde_json::to_string(&fact).unwrap();
            assert_eq!(serde_json::from_str::<Fact<Option<f64>>>(&text).unwrap(), fact, "{text}");
        }
    }

    #[test]
    fn the_second_source_is_asked_only_when_the_first_is_silent() {
        let first = Fact::known(1, "first");
        assert_eq!(first.clone().or_else(|| panic!("asked")), first);
        assert_eq!(Fact::unknown("a").or_else(|| Fact::known(2, "second")).value(), Some(&2));
        assert_eq!(Fact::<u8>::unknown("a").or_else(|| Fact::unknown("b")).why(), "a");
    }
}
