//! Whole hosts: saved machines, this machine, and machines whose files are nonsense.

use std::path::PathBuf;

use super::*;
use crate::noise;

/// A saved machine under `tests/fixtures/host`; a name that is not there is a machine without files.
pub(crate) fn saved(name: &str) -> SystemRoot {
    SystemRoot::saved(saved_folder(name))
}

fn gathered(name: &str) -> Host {
    Host::gather(&saved(name), Path::new("/srv/runs"))
}

const SAVED: [&str; 5] = ["debian-kvm", "docker-quota", "cgroup-v1", "arm-no-model", "offline-cpus"];

#[test]
fn labels_name_system_container_and_machine() {
    let docker = gathered("docker-quota");
    assert_eq!(docker.default_label(), "Alpine 3.20 Docker QEMU");
    assert_eq!(docker.isolation(), "Docker on QEMU");
    let mut virtual_machine = gathered("debian-kvm");
    virtual_machine.machine = Fact::known("KVM".into(), "CPUID");
    assert_eq!(virtual_machine.default_label(), "Debian 12 KVM");
    assert_eq!(virtual_machine.isolation(), "KVM");
    assert_eq!(gathered("arm-no-model").isolation(), "");
    assert_eq!(gathered("nothing-there").default_label(), "Unknown OS");
}

#[test]
fn a_host_comes_back_from_json() {
    let mut hosts: Vec<Host> = SAVED.iter().map(|name| gathered(name)).collect();
    hosts.push(gathered("nothing-there"));
    hosts.push(Host::gather(&SystemRoot::machine(), Path::new(".")));
    for host in hosts {
        let text = serde_json::to_string(&host).unwrap();
        assert_eq!(serde_json::from_str::<Host>(&text).unwrap(), host, "{text}");
    }
}

#[test]
fn each_row_has_a_text() {
    for name in SAVED.iter().chain(&["nothing-there"]) {
        let host = gathered(name);
        for (row, text) in host.lines() {
            assert!(!text.is_empty() && !text.chars().any(char::is_control), "{name} {row} {text:?}");
        }
    }
    let lines = gathered("docker-quota").lines();
    let cpus = lines.iter().find(|(name, _)| name == "CPUs").map(|(_, text)| text.as_str());
    assert_eq!(cpus, Some("8 visible, 6 by affinity, 4 by cpuset, quota 1.5 CPUs; 2 usable threads"));
}

#[test]
fn this_machine_is_known_without_its_name() {
    let host = Host::gather(&SystemRoot::machine(), Path::new("."));
    assert!(host.usable_threads() >= 1);
    assert!(host.clock.cost.value().is_some(), "{:?}", host.clock);
    if cfg!(target_os = "linux") {
        assert!(host.usable_memory().is_some_and(|bytes| bytes > 1 << 20), "{:?}", host.memory);
        assert!(host.cpus.affinity.value().is_some(), "{:?}", host.cpus);
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let name = name.trim();
        let text = serde_json::to_string(&host).unwrap();
        // A short name such as "vm" is part of other words.
        assert!(name.len() < 6 || !text.contains(name), "{text}");
    }
}

/// Every file of a saved machine is in turn replaced with nonsense; facts go missing, nothing breaks.
#[test]
fn no_file_content_breaks_the_facts() {
    let huge = "9".repeat(400);
    let nonsense: [&[u8]; 6] =
        [b"", b"\xff\xfe\0\0", b"-1\n", huge.as_bytes(), b": : :\n- - -\n,,,=\"\n \\", b"0-99999999999999999999"];
    for name in SAVED {
        let folder = tempfile::tempdir().unwrap();
        for file in copied(&saved_folder(name), folder.path()) {
            let good = std::fs::read(&file).unwrap();
            for bytes in nonsense.into_iter().chain([&good[..good.len() / 2]]) {
                std::fs::write(&file, bytes).unwrap();
                still_speaks(&SystemRoot::saved(folder.path()), name);
            }
            std::fs::write(&file, good).unwrap();
        }
    }
}

fn still_speaks(root: &SystemRoot, name: &str) {
    let host = Host::gather(root, Path::new("/srv/my disk"));
    assert!(host.usable_threads() >= 1);
    assert!(!host.default_label().is_empty());
    assert!(host.lines().iter().all(|(_, text)| !text.is_empty() && !text.chars().any(char::is_control)));
    let text = serde_json::to_string(&host).unwrap();
    assert_eq!(serde_json::from_str::<Host>(&text).unwrap(), host);
    let (odd, good) = (noise::Reading::take(root), noise::Reading::take(&saved(name)));
    noise::causes(&odd, &good, 1.0);
    noise::causes(&good, &odd, 1.0);
}

fn saved_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/host").join(name)
}

/// Copies a saved machine and gives its new files.
fn copied(source: &Path, target: &Path) -> Vec<PathBuf> {
    std::fs::create_dir_all(target).unwrap();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(source).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), target.join(entry.unwrap().file_name()));
        if from.is_dir() {
            files.extend(copied(&from, &to));
        } else {
            std::fs::copy(&from, &to).unwrap();
            files.push(to);
        }
    }
    files
}
