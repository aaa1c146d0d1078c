//! How fast the CPUs run, and who decides it: the kernel's cpufreq files (`admin-guide/pm/cpufreq.rst`).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::root::SystemRoot;
use super::text;

/// Governor, driver and frequencies of the CPUs that this process may use. Frequencies are in Hz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frequency {
    /// `scaling_governor`, all that differ.
    pub governor: Fact<String>,
    /// `scaling_driver`.
    pub driver: Fact<String>,
    /// `scaling_cur_freq`, else `cpu MHz` of `/proc/cpuinfo` (in a VM mostly the nominal one): the highest.
    pub current: Fact<f64>,
    /// `scaling_min_freq`: the lowest that the governor may choose.
    pub minimum: Fact<f64>,
    /// `scaling_max_freq`: the highest that the governor may choose.
    pub maximum: Fact<f64>,
    /// Whether turbo or boost is on: `intel_pstate/no_turbo`, else `cpufreq/boost`.
    pub boost: Fact<bool>,
}

impl Frequency {
    /// Reads all of it for `cpus`.
    pub fn gather(root: &SystemRoot, cpus: &BTreeSet<usize>) -> Self {
        let system = "/sys/devices/system/cpu";
        let number = |file: &str| hertz(root, cpus, file);
        Frequency {
            governor: words(root, cpus, "scaling_governor"),
            driver: words(root, cpus, "scaling_driver"),
            current: number("scaling_cur_freq").or_else(|| root.fact("/proc/cpuinfo", highest_megahertz)),
            minimum: number("scaling_min_freq"),
            maximum: number("scaling_max_freq"),
            boost: root
                .fact(&format!("{system}/intel_pstate/no_turbo"), |text| switch(text).map(|off| !off))
                .or_else(|| root.fact(&format!("{system}/cpufreq/boost"), switch))
                .else_because("the kernel shows no turbo switch"),
        }
    }

    /// The same reason for each.
    pub fn unknown(reason: &str) -> Self {
        Frequency {
            governor: Fact::unknown(reason),
            driver: Fact::unknown(reason),
            current: Fact::unknown(reason),
            minimum: Fact::unknown(reason),
            maximum: Fact::unknown(reason),
            boost: Fact::unknown(reason),
        }
    }

    /// `now 3.00 GHz of 0.80 to 3.60, boost on, governor performance (intel_pstate)`.
    pub fn describe(&self) -> String {
        let mut parts = Vec::new();
        if let Some(current) = self.current.value() {
            let range = match (self.minimum.value(), self.maximum.value()) {
                (Some(minimum), Some(maximum)) => format!(" of {:.2} to {:.2}", minimum / 1e9, maximum / 1e9),
                _ => String::new(),
            };
            parts.push(format!("now {:.2} GHz{range}", current / 1e9));
        }
        if let Some(boost) = self.boost.value() {
            parts.push(format!("boost {}", if *boost { "on" } else { "off" }));
        }
        let driver = self.driver.value().map(|driver| format!(" ({driver})")).unwrap_or_default();
        let governor = self.governor.describe(|governor| format!("{governor}{driver}"));
        parts.push(format!("governor {governor}"));
        parts.join(", ")
    }
}

/// The different texts of one cpufreq file over all CPUs.
fn words(root: &SystemRoot, cpus: &BTreeSet<usize>, file: &str) -> Fact<String> {
    let found: BTreeSet<String> = cpus.iter().filter_map(|cpu| root.value(&path(*cpu, file), text::line)).collect();
    if found.is_empty() {
        return no_cpufreq();
    }
    Fact::known(found.into_iter().collect::<Vec<_>>().join(", "), format!("cpufreq {file}"))
}

/// The lowest of `scaling_min_freq`, the highest of others; the files are in kHz.
fn hertz(root: &SystemRoot, cpus: &BTreeSet<usize>, file: &str) -> Fact<f64> {
    let kilohertz = cpus.iter().filter_map(|cpu| root.value(&path(*cpu, file), text::positive));
    let found = if file == "scaling_min_freq" { kilohertz.reduce(f64::min) } else { kilohertz.reduce(f64::max) };
    found.map_or_else(no_cpufreq, |kilohertz| Fact::known(kilohertz * 1000.0, format!("cpufreq {file}")))
}

fn no_cpufreq<T>() -> Fact<T> {
    Fact::unknown("the kernel shows no cpufreq")
}

/// One cpufreq file of a CPU.
pub fn path(cpu: usize, file: &str) -> String {
    format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/{file}")
}

fn highest_megahertz(cpuinfo: &str) -> Option<f64> {
    text::fields(cpuinfo, "cpu MHz").filter_map(text::positive).reduce(f64::max).map(|value| value * 1e6)
}

fn switch(text: &str) -> Option<bool> {
    match text.trim() {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    #[test]
    fn a_machine_with_cpufreq() {
        let frequency = Frequency::gather(&saved("offline-cpus"), &BTreeSet::from([0, 1]));
        assert_eq!(
            frequency.describe(),
            "now 3.40 GHz of 0.80 to 3.60, boost off, governor performance, powersave (intel_cpufreq)"
        );
    }

    #[test]
    fn a_missing_governor_is_unknown_with_its_reason() {
        let frequency = Frequency::gather(&saved("debian-kvm"), &BTreeSet::from([0, 1]));
        assert_eq!(frequency.governor.why(), "the kernel shows no cpufreq");
        assert_eq!(frequency.describe(), "now 2.00 GHz, governor unknown: the kernel shows no cpufreq");
    }
}
