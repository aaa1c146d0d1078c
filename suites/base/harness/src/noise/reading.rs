//! One look at the kernel's counters of disturbance, in a fraction of a millisecond.

use std::collections::BTreeSet;

use crate::host::{ControlGroups, SystemRoot, allowed_cpus, frequency_path, number, parse_load, positive};

/// CPUs whose frequency and heat are looked at: the first few of those that this process may use.
/// A look at all of a large machine would take longer than a millisecond.
const WATCHED_CPUS: usize = 4;

/// Counters since boot and present values. What cannot be read is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// CPU time of the whole machine, the first line of `/proc/stat`.
    pub times: Option<Times>,
    /// CPUs that `/proc/stat` has a line for.
    pub cpus: Option<usize>,
    /// Microseconds in which some task waited for a CPU: `total` of `/proc/pressure/cpu`.
    pub pressure_cpu: Option<u64>,
    /// The same for disks, `/proc/pressure/io`.
    pub pressure_io: Option<u64>,
    /// The same for memory, `/proc/pressure/memory`.
    pub pressure_memory: Option<u64>,
    /// Load average over one minute, `/proc/loadavg`.
    pub load: Option<f64>,
    /// Lowest and highest `scaling_cur_freq` of the watched CPUs, in Hz.
    pub frequency: Option<(f64, f64)>,
    /// Heat events: `core_throttle_count` of the watched CPUs summed, and the highest
    /// `package_throttle_count`, because the CPUs of a package count the same ones.
    pub thermal: Option<u64>,
    /// Times and seconds (summed over CPUs) that a CPU quota held this process's groups back.
    pub quota: Option<(u64, f64)>,
    /// Involuntary context switches of all threads of this process: `ru_nivcsw` of getrusage(2).
    pub switches: Option<u64>,
}

/// CPU time of all CPUs in ticks (mostly 10 ms), as proc_stat(5) orders it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// User, nice, system, irq and softirq.
    pub busy: u64,
    /// Idle and waiting for disks.
    pub idle: u64,
    /// Wanted, but given to another machine by the hypervisor.
    pub steal: u64,
}

impl Reading {
    /// Reads all counters. A saved machine has no switches, because the running process is not on it.
    pub fn take(root: &SystemRoot) -> Self {
        let stat = root.read("/proc/stat").unwrap_or_default();
        let watched: BTreeSet<usize> = allowed_cpus(root).unwrap_or_default().into_iter().take(WATCHED_CPUS).collect();
        let pressure = |name: &str| root.value(&format!("/proc/pressure/{name}"), waited);
        Reading {
            times: times(&stat),
            cpus: Some(cpu_lines(&stat)).filter(|count| *count > 0),
            pressure_cpu: pressure("cpu"),
            pressure_io: pressure("io"),
            pressure_memory: pressure("memory"),
            load: root.value("/proc/loadavg", parse_load).map(|load| load.one),
            frequency: frequency(root, &watched),
            thermal: thermal(root, &watched),
            quota: ControlGroups::find(root).throttled(root),
            switches: if root.is_live() { switches() } else { None },
        }
    }
}

/// `cpu user nice system idle iowait irq softirq steal guest guest_nice`; guest time is in user already.
fn times(stat: &str) -> Option<Times> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let ticks: Vec<u64> = line.split_whitespace().map_while(number).collect();
    let [user, nice, system, idle, wait, irq, soft, steal] = *ticks.first_chunk()?;
    let sum = |parts: &[u64]| parts.iter().try_fold(0u64, |sum, part| sum.checked_add(*part));
    Some(Times { busy: sum(&[user, nice, system, irq, soft])?, idle: sum(&[idle, wait])?, steal })
}

fn cpu_lines(stat: &str) -> usize {
    let names = stat.lines().filter_map(|line| line.split(' ').next()?.strip_prefix("cpu"));
    names.filter(|number| !number.is_empty()).count()
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=123`, the total in microseconds.
fn waited(pressure: &str) -> Option<u64> {
    let some = pressure.lines().find(|line| line.starts_with("some "))?;
    number(some.split(' ').find_map(|word| word.strip_prefix("total="))?)
}

fn frequency(root: &SystemRoot, cpus: &BTreeSet<usize>) -> Option<(f64, f64)> {
    let hertz = |cpu: &usize| root.value(&frequency_path(*cpu, "scaling_cur_freq"), positive).map(|value| value * 1e3);
    let found: Vec<f64> = cpus.iter().filter_map(hertz).collect();
    Some((found.iter().copied().reduce(f64::min)?, found.iter().copied().reduce(f64::max)?))
}

fn thermal(root: &SystemRoot, cpus: &BTreeSet<usize>) -> Option<u64> {
    let counts = |file: &'static str| {
        cpus.iter().filter_map(move |cpu| {
            root.value(&format!("/sys/devices/system/cpu/cpu{cpu}/thermal_throttle/{file}"), number)
        })
    };
    let cores = counts("core_throttle_count").reduce(u64::saturating_add);
    let packages = counts("package_throttle_count").max();
    if cores.is_none() && packages.is_none() {
        return None;
    }
    Some(cores.unwrap_or(0).saturating_add(packages.unwrap_or(0)))
}

fn switches() -> Option<u64> {
    let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_SELF).ok()?;
    u64::try_from(usage.involuntary_context_switches()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;
    use std::time::{Duration, Instant};

    #[test]
    fn a_saved_machine_is_read_in_full() {
        let reading = Reading::take(&saved("debian-kvm"));
        assert_eq!(reading.pressure_cpu, Some(64_524_661));
        assert_eq!(reading.pressure_io, Some(18_376_555));
        assert_eq!((reading.cpus, reading.load, reading.switches), (Some(2), Some(0.15), None));
        assert_eq!((reading.frequency, reading.thermal, reading.quota), (None, None, Some((0, 0.0))));
        let docker = Reading::take(&saved("docker-quota"));
        assert_eq!(docker.times, Some(Times { busy: 12_100, idle: 80_500, steal: 400 }));
        assert_eq!(docker.quota, Some((12, 0.4)));
        let workstation = Reading::take(&saved("offline-cpus"));
        assert_eq!((workstation.frequency, workstation.thermal), (Some((1.2e9, 3.4e9)), Some(8)));
    }

    #[test]
    fn truncated_and_huge_counters_are_none() {
        for wrong in ["", "cpu", "cpu  1 2 3", "cpu0 1 2 3 4 5 6 7 8", "cpu  1 2 3 4 5 6 7 99999999999999999999"] {
            assert_eq!(times(wrong), None, "{wrong}");
        }
        assert_eq!(times(&format!("cpu  {} 1 0 0 0 0 0 0", u64::MAX)), None);
        assert_eq!(waited("full total=1"), None);
        assert_eq!(Reading::take(&saved("nothing-there")), Reading::default());
    }

    #[test]
    fn a_reading_costs_little() {
        let root = SystemRoot::machine();
        let cost = |_| {
            let start = Instant::now();
            std::hint::black_box(Reading::take(&root));
            start.elapsed()
        };
        let best = (0..20).map(cost).min().unwrap_or_default();
        println!("best of 20 readings: {best:?}");
        assert!(best < Duration::from_millis(2), "{best:?}");
    }
}
