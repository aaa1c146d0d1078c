//! Working sets: how many bytes stand for a level of this host's memory.

use hostmark_harness::host::Host;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::Environment;
use hostmark_harness::units::parse_bytes;

/// The levels, nearest first.
pub(crate) const LEVELS: [&str; 3] = ["L1", "L2", "L3"];

/// The word for a set that no cache holds.
pub(crate) const RAM: &str = "RAM";

/// Beyond the caches: so many times the largest, and so many bytes at the least.
const TIMES_LARGEST: u64 = 4;
const LEAST_RAM: u64 = 256 << 20;

/// A set is made of whole pages.
const PAGE: u64 = 4096;

/// The bytes of a set: `L1`, `L2`, `L3` are half of that cache, so that all else in it does not matter; `RAM` is four times
/// the largest and at least 256 MiB; else a size.
pub(crate) fn bytes(set: &str, environment: &Environment) -> Result<u64, NoResult> {
    let host = environment.host.as_deref();
    if let Some(level) = LEVELS.iter().position(|known| *known == set) {
        let level = level as u64 + 1;
        let half = cache(host, level).map(|bytes| bytes / 2 / PAGE * PAGE).filter(|bytes| *bytes > 0);
        return half.ok_or_else(|| NoResult::Unavailable(format!("this host shows no {set} cache; write a size")));
    }
    if set == RAM {
        let largest = (1..=4).filter_map(|level| cache(host, level)).max().unwrap_or_default();
        return Ok(LEAST_RAM.max(TIMES_LARGEST * largest));
    }
    let bytes = parse_bytes(set).map_err(|_| NoResult::Failed(unknown(set)))?;
    if bytes < PAGE {
        Err(NoResult::Failed(format!("a set of {bytes} bytes is too small; {PAGE} are the least")))
    } else {
        Ok(bytes)
    }
}

fn unknown(set: &str) -> String {
    format!("'{set}' is no working set; write L1, L2, L3, RAM or a size such as 64M")
}

fn cache(host: Option<&Host>, level: u64) -> Option<u64> {
    let caches = host?.processor.caches.value()?;
    caches.iter().find(|cache| cache.level == level && cache.kind != "Instruction").map(|cache| cache.bytes)
}

/// Refuses what this process may not use.
pub(crate) fn must_fit(bytes: u64, environment: &Environment) -> Result<(), NoResult> {
    let memory = environment.host.as_deref().map(|host| &host.memory);
    let usable = memory.and_then(|memory| memory.usable().into_iter().chain(memory.available.value().copied()).min());
    match usable {
        Some(usable) if bytes > usable => {
            let needs = bytes.div_ceil(1 << 20);
            Err(NoResult::Unavailable(format!("needs {needs} MiB, and {} MiB can be used", usable >> 20)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::settings::Settings;

    fn environment() -> Environment {
        Environment::bare(Settings::new("memory", &[]))
    }

    #[test]
    fn a_size_is_taken_as_it_is_and_words_need_a_host() {
        assert_eq!(bytes("64M", &environment()), Ok(64 << 20));
        assert_eq!(bytes(RAM, &environment()), Ok(LEAST_RAM));
        assert_eq!(bytes("L2", &environment()).unwrap_err().to_string(), "this host shows no L2 cache; write a size");
        assert!(bytes("L9", &environment()).unwrap_err().to_string().starts_with("'L9' is no working set"));
        assert!(bytes("12", &environment()).is_err());
    }
}
