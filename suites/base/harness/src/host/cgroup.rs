//! What control groups allow this process: CPU quota, cpuset and memory, of version 1, 2 or both.
//!
//! The files and their meaning: the kernel's `admin-guide/cgroup-v2.rst` and
//! `admin-guide/cgroup-v1/{memory,cpusets}.rst`, `scheduler/sched-bwc.rst`.

use super::fact::Fact;
use super::mounts::{self, Mount};
use super::root::SystemRoot;
use super::text;

/// From here on a version 1 memory limit means none: the kernel writes the largest count of pages.
const HUGE: u64 = 1 << 60;

/// The folders of one hierarchy that hold this process, its own first and then every ancestor.
#[derive(Clone, Debug, PartialEq)]
struct Hierarchy {
    version_2: bool,
    /// Version 1 only: the controllers, separated by commas.
    controllers: String,
    folders: Vec<String>,
}

/// Where this process is in the control groups.
#[derive(Clone, Debug)]
pub struct ControlGroups {
    hierarchies: Vec<Hierarchy>,
}

impl ControlGroups {
    /// From `/proc/self/cgroup` and `/proc/self/mountinfo`.
    pub fn find(root: &SystemRoot) -> Self {
        let groups = root.read("/proc/self/cgroup").unwrap_or_default();
        let table = root.read("/proc/self/mountinfo").unwrap_or_default();
        ControlGroups { hierarchies: hierarchies(&groups, &mounts::parse(&table)) }
    }

    /// CPUs of quota, as a fraction, the least of all ancestors; known and `None` where there is none.
    pub fn quota(&self, root: &SystemRoot) -> Fact<Option<f64>> {
        self.least(
            root,
            |folder| root.value(&format!("{folder}/cpu.max"), quota_2).map(|quota| (quota, "cgroup v2 cpu.max")),
            "cpu",
            |folder| quota_1(root, folder).map(|quota| (quota, "cgroup v1 cpu.cfs_quota_us")),
        )
    }

    /// Bytes of memory, the least of all ancestors; known and `None` where there is no limit.
    pub fn memory_limit(&self, root: &SystemRoot) -> Fact<Option<u64>> {
        self.least(
            root,
            |folder| memory_2(root, folder),
            "memory",
            |folder| {
                root.value(&format!("{folder}/memory.limit_in_bytes"), memory_1)
                    .map(|limit| (limit, "cgroup v1 memory.limit_in_bytes"))
            },
        )
    }

    /// The number of CPUs of the cpuset, from the nearest folder that says so.
    pub fn cpuset(&self, root: &SystemRoot) -> Fact<usize> {
        let version_2 = self.folders(true, "").map(|folder| (folder, "cpuset.cpus.effective", "cgroup v2"));
        let version_1 = self
            .folders(false, "cpuset")
            .flat_map(|folder| ["cpuset.effective_cpus", "cpuset.cpus"].map(|file| (folder, file, "cgroup v1")));
        for (folder, file, version) in version_1.chain(version_2) {
            if let Some(count) = root.value(&format!("{folder}/{file}"), text::cpu_count) {
                return Fact::known(count, format!("{version} {file}"));
            }
        }
        Fact::unknown("no control group with a cpuset")
    }

    /// Times and seconds that a quota of this process or of an ancestor held CPUs back, since boot.
    pub fn throttled(&self, root: &SystemRoot) -> Option<(u64, f64)> {
        let folders = self.folders(true, "").chain(self.folders(false, "cpu"));
        let found: Vec<(u64, f64)> =
            folders.filter_map(|folder| root.value(&format!("{folder}/cpu.stat"), throttled)).collect();
        if found.is_empty() {
            return None;
        }
        Some(found.iter().fold((0, 0.0), |sum, one| (sum.0.saturating_add(one.0), sum.1 + one.1)))
    }

    /// Whether the text of any group path has `word` in it, such as `docker`.
    pub fn mention(root: &SystemRoot, word: &str) -> bool {
        root.read("/proc/self/cgroup").is_ok_and(|groups| groups.contains(word))
    }

    fn folders(&self, version_2: bool, controller: &str) -> impl Iterator<Item = &str> {
        self.hierarchies
            .iter()
            .filter(move |one| one.version_2 == version_2 && (version_2 || has_word(&one.controllers, controller)))
            .flat_map(|one| one.folders.iter().map(String::as_str))
    }

    /// Whether version 2 can be read at all, so that a missing file means that there is no limit.
    fn is_visible(&self, root: &SystemRoot) -> bool {
        self.folders(true, "").any(|folder| {
            root.value(&format!("{folder}/cgroup.controllers"), text::line).is_some_and(|found| has_both(&found))
        })
    }

    /// The least of all limits that any folder states, of either version.
    fn least<T: PartialOrd>(
        &self,
        root: &SystemRoot,
        version_2: impl Fn(&str) -> Option<(Option<T>, &'static str)>,
        controller: &str,
        version_1: impl Fn(&str) -> Option<(Option<T>, &'static str)>,
    ) -> Fact<Option<T>> {
        let stated = self.folders(true, "").filter_map(version_2);
        let stated = stated.chain(self.folders(false, controller).filter_map(version_1));
        let least = stated.reduce(|least, other| match (&least.0, &other.0) {
            (None, Some(_)) => other,
            (Some(a), Some(b)) if b < a => other,
            _ => least,
        });
        match least {
            Some((limit, source)) => Fact::known(limit, source),
            None if self.is_visible(root) => Fact::known(None, format!("cgroup v2 without {controller} controller")),
            None => Fact::unknown(format!("no control group that limits {controller}")),
        }
    }
}

/// The folders of `/proc/self/cgroup` lines (`number:controllers:path`), found through the mounts.
fn hierarchies(groups: &str, mounts: &[Mount]) -> Vec<Hierarchy> {
    groups
        .lines()
        .filter_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let (controllers, path) = (parts.next()?, parts.next()?);
            let version_2 = controllers.is_empty();
            let mount = mounts.iter().find(|mount| {
                if version_2 { mount.kind == "cgroup2" } else { mount.kind == "cgroup" && same(mount, controllers) }
            })?;
            Some(Hierarchy { version_2, controllers: controllers.to_string(), folders: chain(mount, path) })
        })
        .collect()
}

/// Whether a version 1 mount has all of these controllers.
fn same(mount: &Mount, controllers: &str) -> bool {
    controllers.split(',').all(|controller| has_word(&mount.super_options, controller))
}

/// Whether version 2 has the CPU and the memory controller, which version 1 takes away from it.
fn has_both(controllers: &str) -> bool {
    ["cpu", "memory"].iter().all(|name| controllers.split(' ').any(|one| one == *name))
}

fn has_word(list: &str, word: &str) -> bool {
    list.split(',').any(|one| one == word)
}

/// The process's own folder and each ancestor up to the mount point. A path that lies outside of
/// what is mounted (a private namespace) means the mount point itself.
fn chain(mount: &Mount, path: &str) -> Vec<String> {
    let point = mount.point.trim_end_matches('/');
    let mut below = mounts::within(&mount.root, path).unwrap_or("");
    if below.split('/').any(|part| part == "..") {
        below = "";
    }
    let mut folders = vec![format!("{point}{below}")];
    while let Some((parent, _)) = below.rsplit_once('/') {
        below = parent;
        folders.push(format!("{point}{below}"));
    }
    folders
}

/// `cpu.max`: `quota period` in microseconds, or `max period`.
fn quota_2(text: &str) -> Option<Option<f64>> {
    let mut words = text.split_whitespace();
    match words.next()? {
        "max" => Some(None),
        quota => share(text::number(quota)?, text::number(words.next().unwrap_or("100000"))?).map(Some),
    }
}

/// `cpu.cfs_quota_us` (-1 is none) over `cpu.cfs_period_us`.
fn quota_1(root: &SystemRoot, folder: &str) -> Option<Option<f64>> {
    let quota = root.read(&format!("{folder}/cpu.cfs_quota_us")).ok()?;
    if quota.trim() == "-1" {
        return Some(None);
    }
    let period = root.value(&format!("{folder}/cpu.cfs_period_us"), text::number)?;
    share(text::number(&quota)?, period).map(Some)
}

fn share(quota: u64, period: u64) -> Option<f64> {
    if quota == 0 || period == 0 { None } else { Some(quota as f64 / period as f64) }
}

/// The lower of `memory.max` (killed above) and `memory.high` (slowed above).
fn memory_2(root: &SystemRoot, folder: &str) -> Option<(Option<u64>, &'static str)> {
    let read = |file: &str| root.value(&format!("{folder}/{file}"), limit_2);
    match (read("memory.max"), read("memory.high")) {
        (max, Some(Some(high))) if max.flatten().is_none_or(|max| high < max) => {
            Some((Some(high), "cgroup v2 memory.high"))
        }
        (Some(max), _) => Some((max, "cgroup v2 memory.max")),
        (None, Some(high)) => Some((high, "cgroup v2 memory.high")),
        (None, None) => None,
    }
}

fn limit_2(text: &str) -> Option<Option<u64>> {
    if text.trim() == "max" { Some(None) } else { text::number(text).map(Some) }
}

fn memory_1(text: &str) -> Option<Option<u64>> {
    text::number(text).map(|limit| Some(limit).filter(|limit| *limit < HUGE))
}

/// `nr_throttled` with `throttled_usec` (version 2, microseconds) or `throttled_time` (version 1, nanoseconds).
fn throttled(text: &str) -> Option<(u64, f64)> {
    let value = |name: &str| {
        text.lines()
            .filter_map(|line| line.split_once(' '))
            .find(|(key, _)| *key == name)
            .and_then(|(_, value)| text::number(value))
    };
    let seconds = match (value("throttled_usec"), value("throttled_time")) {
        (Some(microseconds), _) => microseconds as f64 / 1e6,
        (None, Some(nanoseconds)) => nanoseconds as f64 / 1e9,
        (None, None) => 0.0,
    };
    Some((value("nr_throttled")?, seconds))
}

#[cfg(test)]
#[path = "cgroup_tests.rs"]
mod tests;
