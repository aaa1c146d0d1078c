//! How much memory there is, and how much of it this process may use.

use serde::{Deserialize, Serialize};

use super::cgroup::ControlGroups;
use super::fact::{Fact, limit_text};
use super::root::SystemRoot;
use super::text;

/// Amounts in bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// `MemTotal` of `/proc/meminfo`.
    pub total: Fact<u64>,
    /// `MemAvailable`: what can be had without swapping, by the kernel's estimate.
    pub available: Fact<u64>,
    /// `SwapTotal`.
    pub swap: Fact<u64>,
    /// The least limit of the control groups; `None` is no limit.
    pub limit: Fact<Option<u64>>,
    /// RLIMIT_AS, `Max address space` of `/proc/self/limits`; `None` is no limit.
    pub address_space_limit: Fact<Option<u64>>,
}

impl Memory {
    /// Reads all amounts.
    pub fn gather(root: &SystemRoot, groups: &ControlGroups) -> Self {
        let amount = |name: &'static str| root.fact("/proc/meminfo", move |meminfo| kibibytes(meminfo, name));
        Memory {
            total: amount("MemTotal"),
            available: amount("MemAvailable"),
            swap: amount("SwapTotal"),
            limit: groups.memory_limit(root),
            address_space_limit: root.fact("/proc/self/limits", address_space),
        }
    }

    /// The same reason for each.
    pub fn unknown(reason: &str) -> Self {
        Memory {
            total: Fact::unknown(reason),
            available: Fact::unknown(reason),
            swap: Fact::unknown(reason),
            limit: Fact::unknown(reason),
            address_space_limit: Fact::unknown(reason),
        }
    }

    /// Bytes that this process may use: the least of the total and all limits. `None` where none is known.
    pub fn usable(&self) -> Option<u64> {
        let limits = [&self.limit, &self.address_space_limit].map(|limit| limit.value().copied().flatten());
        limits.into_iter().chain([self.total.value().copied()]).flatten().min()
    }

    /// `23.5 GiB, 23.3 GiB available, no limit, no swap`.
    pub fn describe(&self) -> String {
        let mut text = self.total.describe(|total| crate::units::bytes(*total));
        if let Some(available) = self.available.value() {
            text += &format!(", {} available", crate::units::bytes(*available));
        }
        text += &match self.limit.value() {
            Some(limit) => limit_text(limit, ", no limit", |limit| format!(", limit {}", crate::units::bytes(*limit))),
            None => ", limit unknown".to_string(),
        };
        if let Some(Some(limit)) = self.address_space_limit.value() {
            text += &format!(", address space limit {}", crate::units::bytes(*limit));
        }
        match self.swap.value() {
            Some(0) => text + ", no swap",
            Some(swap) => text + &format!(", swap {}", crate::units::bytes(*swap)),
            None => text,
        }
    }
}

/// `Name:   1234 kB` of meminfo, where kB is 1024 bytes.
fn kibibytes(meminfo: &str, name: &str) -> Option<u64> {
    text::number(text::field(meminfo, name)?.trim_end_matches("kB"))?.checked_mul(1024)
}

/// The soft limit, in bytes: the first number behind the name.
fn address_space(limits: &str) -> Option<Option<u64>> {
    let rest = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    match rest.split_whitespace().next()? {
        "unlimited" => Some(None),
        soft => text::number(soft).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    fn gathered(name: &str) -> Memory {
        let root = saved(name);
        Memory::gather(&root, &ControlGroups::find(&root))
    }

    #[test]
    fn the_tightest_limit_is_usable() {
        let memory = gathered("docker-quota");
        assert_eq!(memory.usable(), Some(512 << 20));
        assert_eq!(memory.describe(), "15.5 GiB, 9.5 GiB available, limit 512 MiB, swap 2.0 GiB");
    }

    #[test]
    fn an_address_space_limit_counts() {
        let mut memory = gathered("debian-kvm");
        assert_eq!(memory.usable(), memory.total.value().copied());
        memory.address_space_limit = Fact::known(Some(1 << 30), "test");
        assert_eq!(memory.usable(), Some(1 << 30));
        assert!(memory.describe().contains("address space limit 1 GiB"));
    }

    #[test]
    fn odd_limits_and_amounts() {
        assert_eq!(
            address_space("Max address space         1073741824           unlimited bytes"),
            Some(Some(1 << 30))
        );
        assert_eq!(address_space("Max address space"), None);
        assert_eq!(kibibytes("MemTotal: 18446744073709551615 kB", "MemTotal"), None);
        assert_eq!(kibibytes("MemTotal:\n", "MemTotal"), None);
        assert_eq!(Memory::unknown("x").usable(), None);
    }
}
