//! `name=value;name=value`: the parameters that make two figures the same or different ones.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Names and values, sorted by name. Written as `name=value;name=value`, where `;`, `=`, `%` and
/// control characters inside a name or a value are percent-encoded. Copies share their memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parameters(Arc<[(Box<str>, Box<str>)]>);

impl Default for Parameters {
    fn default() -> Self {
        Parameters(Arc::new([]))
    }
}

impl Parameters {
    /// No parameters.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with one more pair; an earlier value of that name is replaced.
    pub fn with(self, name: &str, value: impl ToString) -> Self {
        let pair = (name.into(), value.to_string().into_boxed_str());
        self.0.iter().cloned().chain([pair]).collect()
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let place = self.0.binary_search_by(|(known, _)| known.as_ref().cmp(name)).ok()?;
        Some(&self.0[place].1)
    }

    /// All pairs, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value.as_ref()))
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Both together; on equal names `other` wins.
    pub fn merged(&self, other: &Parameters) -> Parameters {
        self.0.iter().chain(other.0.iter()).cloned().collect()
    }

    /// True when each pair of `wanted` is here too.
    pub fn contains(&self, wanted: &Parameters) -> bool {
        wanted.iter().all(|(name, value)| self.get(name) == Some(value))
    }
}

/// Sorts; of equal names the last one stays.
impl FromIterator<(Box<str>, Box<str>)> for Parameters {
    fn from_iter<Pairs: IntoIterator<Item = (Box<str>, Box<str>)>>(pairs: Pairs) -> Self {
        let mut sorted: Vec<(Box<str>, Box<str>)> = pairs.into_iter().collect();
        sorted.sort_by(|left, right| left.0.cmp(&right.0));
        sorted.dedup_by(|later, kept| {
            let equal = later.0 == kept.0;
            if equal {
                std::mem::swap(later, kept);
            }
            equal
        });
        Parameters(sorted.into())
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ";" };
            write!(out, "{separator}{}={}", encode(name), encode(value))?;
        }
        Ok(())
    }
}

/// Why a text is no parameter list.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not name=value;name=value")]
pub struct NotParameters(String);

impl FromStr for Parameters {
    type Err = NotParameters;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = |pair: &str| {
            let (name, value) = pair.split_once('=').ok_or_else(|| NotParameters(text.to_string()))?;
            Ok((decode(name).into_boxed_str(), decode(value).into_boxed_str()))
        };
        text.split(';').filter(|pair| !pair.is_empty()).map(read).collect()
    }
}

impl Serialize for Parameters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ';' | '=' | '%' => encoded.push_str(&format!("%{:02X}", character as u32)),
            _ if character.is_ascii_control() => encoded.push_str(&format!("%{:02X}", character as u32)),
            _ => encoded.push(character),
        }
    }
    encoded
}

fn decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let code = (bytes[index] == b'%')
            .then(|| text.get(index + 1..index + 3))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                decoded.push(code);
                index += 3;
            }
            None => {
                decoded.push(bytes[index]);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_characters_survive_a_round_trip() {
        let parameters = Parameters::new().with("flags", "-O2 -DX=1;%é\n").with("a=b", "");
        let text = parameters.to_string();
        assert_eq!(text, "a%3Db=;flags=-O2 -DX%3D1%3B%25é%0A");
        assert_eq!(text.parse(), Ok(parameters));
    }

    #[test]
    fn sorted_by_name_and_matched_by_part() {
        let parameters: Parameters = "size=256;api=evp".parse().unwrap();
        assert_eq!(parameters.to_string(), "api=evp;size=256");
        assert!(parameters.contains(&"size=256".parse().unwrap()));
        assert!(!parameters.contains(&"size=16".parse().unwrap()));
    }

    #[test]
    fn a_pair_without_a_value_is_refused() {
        assert!("size".parse::<Parameters>().is_err());
        assert_eq!("".parse(), Ok(Parameters::new()));
    }
}
