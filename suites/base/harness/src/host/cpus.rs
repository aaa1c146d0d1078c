//! How many CPUs there are, and how many of them this process may use.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::cgroup::ControlGroups;
use super::fact::{Fact, limit_text};
use super::root::SystemRoot;
use super::text;

/// Counts of CPUs, apart by what limits them. A quota is a fraction: 1.5 CPUs stay 1.5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cpus {
    /// Online: `/sys/devices/system/cpu/online`, else the processors of `/proc/cpuinfo`.
    pub visible: Fact<usize>,
    /// Present but switched off: `/sys/devices/system/cpu/present` without the online ones.
    pub offline: Fact<usize>,
    /// In the affinity mask of this process: `Cpus_allowed_list` of `/proc/self/status`.
    pub affinity: Fact<usize>,
    /// In the cpuset of the control group.
    pub cpuset: Fact<usize>,
    /// CPU seconds per second that the control groups allow; `None` is no quota.
    pub quota: Fact<Option<f64>>,
}

impl Cpus {
    /// Reads all counts.
    pub fn gather(root: &SystemRoot, groups: &ControlGroups) -> Self {
        Cpus {
            visible: root
                .fact("/sys/devices/system/cpu/online", text::cpu_count)
                .or_else(|| root.fact("/proc/cpuinfo", processors)),
            offline: offline(root),
            affinity: affinity(root),
            cpuset: groups.cpuset(root),
            quota: groups.quota(root),
        }
    }

    /// The same reason for each.
    pub fn unknown(reason: &str) -> Self {
        Cpus {
            visible: Fact::unknown(reason),
            offline: Fact::unknown(reason),
            affinity: Fact::unknown(reason),
            cpuset: Fact::unknown(reason),
            quota: Fact::unknown(reason),
        }
    }

    /// Threads that can run at once: the least of affinity, cpuset and quota, rounded up, at least 1.
    /// `None` where none of them is known, nor the visible CPUs.
    pub fn usable_threads(&self) -> Option<usize> {
        let whole = [&self.visible, &self.affinity, &self.cpuset].map(|fact| fact.value().map(|count| *count as f64));
        let quota = self.quota.value().copied().flatten();
        let least = whole.into_iter().chain([quota]).flatten().reduce(f64::min)?;
        Some((least.ceil() as usize).max(1))
    }

    /// `4 visible, 2 by affinity, quota 1.5`.
    pub fn describe(&self) -> String {
        let mut text = self.visible.describe(|count| format!("{count} visible"));
        if let Some(offline) = self.offline.value().filter(|offline| **offline > 0) {
            text += &format!(" ({offline} more switched off)");
        }
        let count = |fact: &Fact<usize>| fact.value().map_or_else(|| "unknown".to_string(), usize::to_string);
        text += &format!(", {} by affinity, {} by cpuset, ", count(&self.affinity), count(&self.cpuset));
        text += &match self.quota.value() {
            Some(quota) => limit_text(quota, "no quota", |cpus| format!("quota {} CPUs", rounded(*cpus))),
            None => "quota unknown".to_string(),
        };
        text
    }
}

/// At most three decimals, none for a whole number.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The CPUs that this process may run on, by number.
pub fn allowed(root: &SystemRoot) -> Option<BTreeSet<usize>> {
    root.value("/proc/self/status", |status| text::cpu_list(text::field(status, "Cpus_allowed_list")?))
}

fn affinity(root: &SystemRoot) -> Fact<usize> {
    root.fact("/proc/self/status", |status| text::cpu_count(text::field(status, "Cpus_allowed_list")?))
}

fn offline(root: &SystemRoot) -> Fact<usize> {
    let online = root.value("/sys/devices/system/cpu/online", text::cpu_list).unwrap_or_default();
    root.fact("/sys/devices/system/cpu/present", |present| {
        let present = text::cpu_list(present).filter(|_| !online.is_empty())?;
        Some(present.difference(&online).count())
    })
}

fn processors(cpuinfo: &str) -> Option<usize> {
    Some(text::fields(cpuinfo, "processor").filter_map(text::number).count()).filter(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    fn gathered(name: &str) -> Cpus {
        let root = saved(name);
        Cpus::gather(&root, &ControlGroups::find(&root))
    }

    #[test]
    fn a_quota_of_one_and_a_half_gives_two_threads() {
        let cpus = gathered("docker-quota");
        assert_eq!(cpus.usable_threads(), Some(2));
        assert_eq!(cpus.describe(), "8 visible, 6 by affinity, 4 by cpuset, quota 1.5 CPUs");
    }

    #[test]
    fn half_a_cpu_is_one_thread() {
        assert_eq!(gathered("cgroup-v1").usable_threads(), Some(1));
    }

    #[test]
    fn offline_cpus_are_neither_visible_nor_possible_ones() {
        let cpus = gathered("offline-cpus");
        assert_eq!((cpus.visible.value(), cpus.offline.value()), (Some(&3), Some(&1)));
        assert_eq!(cpus.usable_threads(), Some(2));
        assert!(cpus.describe().starts_with("3 visible (1 more switched off), 2 by affinity"), "{}", cpus.describe());
    }

    #[test]
    fn nothing_known_gives_no_number() {
        assert_eq!(gathered("nothing-there").usable_threads(), None);
        assert_eq!(Cpus::unknown("x").usable_threads(), None);
    }

    #[test]
    fn processors_without_sysfs() {
        assert_eq!(processors("processor\t: 0\n\nprocessor\t: 1\n"), Some(2));
        assert_eq!(processors("Processor : ARMv7"), None);
    }
}
