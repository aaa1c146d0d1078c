//! The parameters that a suite declares, and the values that a plan or `--set suite.name=value` gives them.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::nearest::hint;
use crate::units::{parse_bytes, parse_duration};

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number in a range.
    Whole {
        /// The smallest that is accepted.
        least: u64,
        /// The largest that is accepted.
        most: u64,
    },
    /// A duration: `500ms`, `10m`.
    Duration,
    /// A size in bytes: `8K`, `2G`.
    Bytes,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text, such as a path or compiler flags.
    Text,
}

/// One parameter of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, without the suite.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// The values that hold when nobody gives any; one, unless `many`.
    pub default: &'static [&'static str],
    /// True where it takes several values, each giving items of its own.
    pub many: bool,
    /// One line of help.
    pub help: &'static str,
}

/// Why a value cannot be set: one line, which says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SettingError(pub String);

/// The values in force for one suite. Only values that its declaration accepts can be in here.
#[derive(Clone, Debug)]
pub struct Settings {
    suite: &'static str,
    declared: &'static [Parameter],
    given: BTreeMap<&'static str, Vec<String>>,
}

impl Settings {
    /// The defaults of a suite.
    pub fn new(suite: &'static str, declared: &'static [Parameter]) -> Self {
        Settings { suite, declared, given: BTreeMap::new() }
    }

    /// Replaces the values of one parameter.
    pub fn set(&mut self, name: &str, values: &[String]) -> Result<(), SettingError> {
        let parameter = self.find(name)?;
        if values.is_empty() || (values.len() > 1 && !parameter.many) {
            let message = format!("{}.{name} takes one value, not {}", self.suite, values.len());
            return Err(SettingError(message));
        }
        for value in values {
            check(parameter.kind, value)
                .map_err(|problem| SettingError(format!("{}.{name}: {problem}", self.suite)))?;
        }
        self.given.insert(parameter.name, values.to_vec());
        Ok(())
    }

    /// All values of a parameter, given or default.
    ///
    /// # Panics
    /// Where the suite asks for a parameter that it has not declared: a defect of the suite.
    pub fn all(&self, name: &str) -> Vec<String> {
        let parameter = self.find(name).expect("a suite asks only for what it declares");
        let default = || parameter.default.iter().map(ToString::to_string).collect();
        self.given.get(parameter.name).cloned().unwrap_or_else(default)
    }

    /// The only value of a parameter, as text.
    pub fn text(&self, name: &str) -> String {
        self.all(name).into_iter().next().unwrap_or_default()
    }

    /// The only value of a whole number or of a size in bytes.
    pub fn whole(&self, name: &str) -> u64 {
        parse_bytes(&self.text(name)).unwrap_or_default()
    }

    /// The only value of a duration.
    pub fn duration(&self, name: &str) -> Duration {
        parse_duration(&self.text(name)).unwrap_or_default()
    }

    /// Each parameter with the values in force.
    pub fn in_force(&self) -> BTreeMap<String, Vec<String>> {
        self.declared.iter().map(|parameter| (parameter.name.to_string(), self.all(parameter.name))).collect()
    }

    fn find(&self, name: &str) -> Result<&'static Parameter, SettingError> {
        self.declared.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
            let names = self.declared.iter().map(|parameter| parameter.name);
            SettingError(format!("suite {} has no parameter '{name}'{}", self.suite, hint(name, names)))
        })
    }
}

fn check(kind: Kind, value: &str) -> Result<(), String> {
    match kind {
        Kind::Whole { least, most } => match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(()),
            _ => Err(format!("'{value}' is not a whole number from {least} to {most}")),
        },
        Kind::Duration => parse_duration(value).map(drop),
        Kind::Bytes => parse_bytes(value).map(drop),
        Kind::Choice(words) if words.contains(&value) => Ok(()),
        Kind::Choice(words) => Err(format!("'{value}' is not one of {}", words.join(", "))),
        Kind::Text if value.chars().any(char::is_control) => Err("control characters are not accepted".to_string()),
        Kind::Text => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: &[Parameter] = &[
        Parameter { name: "limit", kind: Kind::Whole { least: 3, most: 100 }, default: &["20"], many: false, help: "" },
        Parameter { name: "flags", kind: Kind::Text, default: &["-O2"], many: true, help: "" },
        Parameter { name: "size", kind: Kind::Bytes, default: &["8K"], many: false, help: "" },
    ];

    fn set(name: &str, values: &[&str]) -> Result<Settings, String> {
        let mut settings = Settings::new("cpu", DECLARED);
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        settings.set(name, &values).map_err(|problem| problem.to_string())?;
        Ok(settings)
    }

    #[test]
    fn defaults_hold_until_set() {
        let settings = Settings::new("cpu", DECLARED);
        assert_eq!(settings.whole("limit"), 20);
        assert_eq!(settings.whole("size"), 8192);
        assert_eq!(set("flags", &["-O2", "-O3"]).unwrap().all("flags"), ["-O2", "-O3"]);
    }

    #[test]
    fn a_wrong_value_is_refused_with_what_is_right() {
        assert_eq!(set("limit", &["2"]).unwrap_err(), "cpu.limit: '2' is not a whole number from 3 to 100");
        assert_eq!(set("limt", &["5"]).unwrap_err(), "suite cpu has no parameter 'limt'; did you mean 'limit'?");
        assert!(set("limit", &["5", "6"]).is_err());
        assert!(set("flags", &["-O2\n"]).is_err());
    }
}
