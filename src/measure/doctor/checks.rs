//! What the facts of a host and a look at its counters say. Pure.

use hostmark_harness::host::{Fact, FileSystem, Host};
use hostmark_harness::noise::Cause;

use super::{Finding, State};

/// A clock reading that takes longer goes through the kernel.
const SLOW_CLOCK: f64 = 150e-9;

/// Less usable memory than this is too little for the sets of the memory suite, or for xz with its defaults.
const LITTLE_MEMORY: u64 = 1 << 30;

/// Less free space than this is too little for work files.
const LITTLE_SPACE: u64 = 2 << 30;

/// Governors under which the frequency follows the load. `powersave` does so with the driver intel_pstate, and with
/// others it is the lowest frequency.
const FOLLOWING: [&str; 4] = ["powersave", "ondemand", "conservative", "schedutil"];

/// Everything that is to be said of a host, where `causes` were seen in a look of `seconds`.
pub fn checks(host: &Host, causes: &[Cause], seconds: f64) -> Vec<Finding> {
    vec![
        disturbance(causes, seconds),
        load(host),
        quota(host),
        governor(host),
        boost(host),
        clock(host),
        memory(host),
        work_folder(&host.work_folder),
    ]
}

fn disturbance(causes: &[Cause], seconds: f64) -> Finding {
    if causes.is_empty() {
        return Finding::ok("noise", format!("none in {seconds:.0} s: no steal, pressure, throttling"));
    }
    let words: Vec<String> = causes.iter().map(Cause::to_string).collect();
    let advice = "wait until it is over, or measure longer (--time); results will name it";
    Finding::new(State::Warning, "noise", words.join(", "), advice)
}

fn load(host: &Host) -> Finding {
    let Fact::Known { value: load, .. } = &host.activity.load else {
        return Finding::new(State::Unknown, "load", host.activity.load.why(), "");
    };
    let cpus = host.cpus.visible.value().copied().unwrap_or(1);
    let text = format!("{:.2} over a minute on {cpus} CPUs", load.one);
    match load.one > 0.3 * cpus as f64 {
        true => Finding::new(State::Warning, "load", text, "stop what else runs, and wait a minute"),
        false => Finding::ok("load", text),
    }
}

fn quota(host: &Host) -> Finding {
    match &host.cpus.quota {
        Fact::Unknown { reason } => Finding::new(State::Unknown, "CPU quota", reason.clone(), ""),
        Fact::Known { value: None, .. } => {
            Finding::ok("CPU quota", format!("none, {} usable threads", host.usable_threads()))
        }
        Fact::Known { value: Some(cpus), source } => {
            let advice = "use no more threads than it allows; what was held back is flagged throttled";
            Finding::new(State::Warning, "CPU quota", format!("{cpus:.2} CPUs ({source})"), advice)
        }
    }
}

fn governor(host: &Host) -> Finding {
    match &host.frequency.governor {
        Fact::Unknown { reason } => Finding::new(State::Unknown, "governor", reason.clone(), ""),
        Fact::Known { value, source } if FOLLOWING.iter().any(|name| value.contains(name)) => {
            let advice = "the frequency follows the load; whoever runs the host may choose performance";
            Finding::new(State::Warning, "governor", format!("{value} ({source})"), advice)
        }
        Fact::Known { value, source } => Finding::ok("governor", format!("{value} ({source})")),
    }
}

fn boost(host: &Host) -> Finding {
    match &host.frequency.boost {
        Fact::Unknown { reason } => Finding::new(State::Unknown, "turbo", reason.clone(), ""),
        Fact::Known { value: true, source } => {
            let advice = "speed depends on heat: hostmark run --sustain 10m shows whether it lasts";
            Finding::new(State::Warning, "turbo", format!("on ({source})"), advice)
        }
        Fact::Known { value: false, source } => Finding::ok("turbo", format!("off ({source})")),
    }
}

fn clock(host: &Host) -> Finding {
    let source = host.clock.source.describe(String::clone);
    match host.clock.cost.value() {
        None => Finding::new(State::Unknown, "clock", host.clock.cost.why(), ""),
        Some(cost) => {
            let text = format!("{source}, {:.0} ns a reading", cost * 1e9);
            let advice = "each reading goes through the kernel: small blocks of sysbench's memory test measure it";
            match *cost > SLOW_CLOCK {
                true => Finding::new(State::Warning, "clock", text, advice),
                false => Finding::ok("clock", text),
            }
        }
    }
}

fn memory(host: &Host) -> Finding {
    let text = host.memory.describe();
    match host.usable_memory() {
        None => Finding::new(State::Unknown, "memory", text, ""),
        Some(bytes) if bytes < LITTLE_MEMORY => {
            Finding::new(State::Warning, "memory", text, "large working sets will be unavailable; close other programs")
        }
        Some(_) => Finding::ok("memory", text),
    }
}

fn work_folder(folder: &Fact<FileSystem>) -> Finding {
    let Fact::Known { value: system, .. } = folder else {
        return Finding::new(State::Unknown, "work folder", folder.why(), "");
    };
    let text = system.describe();
    let advice = match () {
        () if system.is_memory() => "it is memory: give a folder on a disk with --dir",
        () if system.is_elsewhere() => "it is on another machine or a program's: give a folder on a disk with --dir",
        () if system.free.value().is_some_and(|free| *free < LITTLE_SPACE) => {
            "little space is free: give another folder with --dir"
        }
        () => return Finding::ok("work folder", text),
    };
    Finding::new(State::Warning, "work folder", text, advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::host::{Load, SystemRoot};
    use std::path::Path;

    /// A host that disturbs nothing, as far as it is known.
    fn quiet() -> Host {
        let mut host = Host::gather(&SystemRoot::saved(Path::new("/nonexistent")), Path::new("/"));
        host.activity.load = Fact::known(Load { one: 0.1, five: 0.1, fifteen: 0.1 }, "/proc/loadavg");
        host.cpus.visible = Fact::known(2, "test");
        host.cpus.quota = Fact::known(None, "cgroup v2 cpu.max");
        host.frequency.governor = Fact::known("performance".into(), "cpufreq scaling_governor");
        host.frequency.boost = Fact::known(false, "cpufreq/boost");
        host.clock.source = Fact::known("tsc".into(), "sysfs");
        host.clock.cost = Fact::known(25e-9, "measured");
        host.work_folder = Fact::known(
            FileSystem {
                kind: "ext4".into(),
                device: "/dev/vda".into(),
                options: "rw".into(),
                mount_point: "/".into(),
                total: Fact::known(1 << 40, "statvfs"),
                free: Fact::known(1 << 39, "statvfs"),
            },
            "mountinfo",
        );
        host
    }

    fn state(host: &Host, topic: &str) -> State {
        checks(host, &[], 1.0).into_iter().find(|finding| finding.topic == topic).unwrap().state
    }

    #[test]
    fn a_quiet_host_has_nothing_to_warn_of() {
        assert!(checks(&quiet(), &[], 1.0).iter().all(|finding| finding.state != State::Warning));
    }

    #[test]
    fn each_trouble_is_a_warning_with_an_advice() {
        type Change = fn(&mut Host);
        let changes: [(&str, Change); 7] = [
            ("load", |host| host.activity.load = Fact::known(Load { one: 1.5, five: 1.0, fifteen: 1.0 }, "")),
            ("CPU quota", |host| host.cpus.quota = Fact::known(Some(1.5), "cgroup v2 cpu.max")),
            ("governor", |host| host.frequency.governor = Fact::known("schedutil".into(), "cpufreq")),
            ("turbo", |host| host.frequency.boost = Fact::known(true, "cpufreq/boost")),
            ("clock", |host| host.clock.cost = Fact::known(1.2e-6, "measured")),
            ("work folder", |host| {
                if let Fact::Known { value, .. } = &mut host.work_folder {
                    value.kind = "tmpfs".into();
                }
            }),
            ("work folder", |host| {
                if let Fact::Known { value, .. } = &mut host.work_folder {
                    value.kind = "nfs4".into();
                }
            }),
        ];
        for (topic, change) in changes {
            let mut host = quiet();
            change(&mut host);
            assert_eq!(state(&host, topic), State::Warning, "{topic}");
            let found = checks(&host, &[], 1.0);
            assert!(found.iter().all(|finding| finding.state != State::Warning || !finding.advice.is_empty()));
        }
        let noisy = checks(&quiet(), &[Cause::Steal { percent: 4.0 }], 1.0);
        assert_eq!((noisy[0].state, noisy[0].text.as_str()), (State::Warning, "steal 4.0 %"));
    }

    #[test]
    fn what_is_not_known_is_no_warning() {
        let mut host = quiet();
        host.frequency.governor = Fact::unknown("the kernel shows no cpufreq");
        host.work_folder = Fact::unknown("not written for this OS");
        assert_eq!(state(&host, "governor"), State::Unknown);
        assert_eq!(state(&host, "work folder"), State::Unknown);
    }
}
