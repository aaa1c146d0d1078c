//! The container layer: what stands between this process and the kernel's whole machine.
//!
//! A container (Docker, LXC, ...) may itself be on another system's kernel interface (WSL, an LX
//! zone, FreeBSD's Linuxulator); both are then named: `Docker on WSL`.

use super::cgroup::ControlGroups;
use super::fact::Fact;
use super::mounts::{self, Mount};
use super::root::SystemRoot;
use super::system::Kernel;

/// The containers found, innermost first, with the signals that decided.
pub fn find(root: &SystemRoot, kernel: &Fact<Kernel>) -> Fact<String> {
    let table = mounts::parse(&root.read("/proc/self/mountinfo").unwrap_or_default());
    let container = by_environment(root)
        .or_else(|| podman(root))
        .or_else(|| docker(root, &table))
        .or_else(|| lxc(root, &table))
        .or_else(|| openvz(root));
    let interface = kernel.value().map_or_else(|| Fact::unknown("no uname"), kernel_interface);
    let found: Vec<(&String, &str)> =
        [&container, &interface].into_iter().filter_map(|fact| Some((fact.value()?, fact.why()))).collect();
    if found.is_empty() {
        let left_over = if root.exists("/.dockerenv") { "; /.dockerenv is left over from an image" } else { "" };
        return Fact::unknown(format!("none found{left_over}"));
    }
    let (names, signals): (Vec<_>, Vec<_>) = found.into_iter().map(|(name, signal)| (name.as_str(), signal)).unzip();
    Fact::known(names.join(" on "), signals.join("; "))
}

/// Other systems that run Linux programs say so in `uname`.
fn kernel_interface(kernel: &Kernel) -> Fact<String> {
    let (version, release) = (kernel.version.as_str(), kernel.release.to_lowercase());
    if version == "BrandZ virtual linux" {
        return Fact::known("LX zone".to_string(), "uname version BrandZ virtual linux");
    }
    if version.starts_with("FreeBSD") && kernel.name == "Linux" {
        return Fact::known("Linuxulator".to_string(), "uname version FreeBSD");
    }
    if release.contains("microsoft") || release.contains("wsl") {
        return Fact::known("WSL".to_string(), "uname release");
    }
    Fact::unknown("uname is a Linux kernel's")
}

/// What container managers say: Kubernetes and `container=` in the environment,
/// `/run/systemd/container` and, where it may be read, the environment of process 1.
fn by_environment(root: &SystemRoot) -> Fact<String> {
    let environment = root.read("/proc/self/environ").unwrap_or_default();
    if environment.split('\0').any(|entry| entry.starts_with("KUBERNETES_SERVICE_HOST=")) {
        return Fact::known("Kubernetes".to_string(), "KUBERNETES_SERVICE_HOST");
    }
    if root.exists("/var/run/secrets/kubernetes.io/serviceaccount") {
        return Fact::known("Kubernetes".to_string(), "its service account");
    }
    let first = root.read("/proc/1/environ").unwrap_or_default();
    let told = root.read("/run/systemd/container").unwrap_or_default();
    manager(told.trim(), "/run/systemd/container")
        .or_else(|| manager(variable(&environment), "container= in the environment"))
        .or_else(|| manager(variable(&first), "container= of process 1"))
}

fn variable(environment: &str) -> &str {
    environment.split('\0').find_map(|entry| entry.strip_prefix("container=")).unwrap_or("")
}

fn manager(told: &str, source: &str) -> Fact<String> {
    let name = match told {
        "docker" => "Docker",
        "podman" => "Podman",
        "lxc" | "lxc-libvirt" => "LXC",
        "systemd-nspawn" => "systemd-nspawn",
        "oci" => "OCI container",
        _ => return Fact::unknown(format!("{source} names no container")),
    };
    Fact::known(name.to_string(), source)
}

fn podman(root: &SystemRoot) -> Fact<String> {
    if root.exists("/run/.containerenv") {
        return Fact::known("Podman".to_string(), "/run/.containerenv");
    }
    Fact::unknown("no /run/.containerenv")
}

/// `/.dockerenv` alone may be left over in a machine that was made from an image. Docker also
/// mounts `/etc/hosts` and its like, and mostly an overlay as the root.
fn docker(root: &SystemRoot, table: &[Mount]) -> Fact<String> {
    let own_files = ["/etc/hosts", "/etc/hostname", "/etc/resolv.conf"];
    let mounted = table.iter().any(|mount| own_files.contains(&mount.point.as_str()));
    let overlay = mounts::holding(table, "/").is_some_and(|mount| mount.kind == "overlay");
    let grouped = ControlGroups::mention(root, "docker");
    let file = root.exists("/.dockerenv");
    if file && (table.is_empty() || mounted || overlay || grouped) {
        return Fact::known("Docker".to_string(), "/.dockerenv");
    }
    if grouped && (mounted || overlay) {
        return Fact::known("Docker".to_string(), "/proc/self/cgroup");
    }
    Fact::unknown("no sign of Docker")
}

fn lxc(root: &SystemRoot, table: &[Mount]) -> Fact<String> {
    if table.iter().any(|mount| mount.kind == "fuse.lxcfs" && mount.point.starts_with("/proc/")) {
        return Fact::known("LXC".to_string(), "lxcfs on /proc");
    }
    for path in ["/dev/.lxc", "/dev/lxd/sock", "/dev/incus/sock"] {
        if root.exists(path) {
            return Fact::known("LXC".to_string(), path);
        }
    }
    Fact::unknown("no sign of LXC")
}

/// OpenVZ and Virtuozzo show `/proc/vz` everywhere and `/proc/bc` on the host only.
fn openvz(root: &SystemRoot) -> Fact<String> {
    if root.exists("/proc/vz") && !root.exists("/proc/bc") {
        return Fact::known("OpenVZ".to_string(), "/proc/vz");
    }
    Fact::unknown("no /proc/vz")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    fn kernel(release: &str, version: &str) -> Fact<Kernel> {
        let kernel = Kernel {
            name: "Linux".into(),
            release: release.into(),
            version: version.into(),
            architecture: "x86_64".into(),
        };
        Fact::known(kernel, "uname")
    }

    fn machine_with(files: &[(&str, &str)], kernel: &Fact<Kernel>) -> Fact<String> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        find(&SystemRoot::saved(folder.path()), kernel)
    }

    #[test]
    fn each_manager_by_its_signal() {
        let plain = kernel("6.1.0-18-amd64", "#1 SMP");
        let cases: [(&str, &str, &str); 8] = [
            ("run/.containerenv", "", "Podman"),
            ("run/systemd/container", "lxc\n", "LXC"),
            ("run/systemd/container", "systemd-nspawn", "systemd-nspawn"),
            ("proc/self/environ", "A=1\0container=podman\0", "Podman"),
            ("proc/self/environ", "KUBERNETES_SERVICE_HOST=10.0.0.1\0", "Kubernetes"),
            ("proc/1/environ", "container=lxc\0", "LXC"),
            ("proc/vz/veinfo", "", "OpenVZ"),
            (".dockerenv", "", "Docker"),
        ];
        for (path, text, name) in cases {
            assert_eq!(machine_with(&[(path, text)], &plain).value().unwrap(), name, "{path}");
        }
        assert_eq!(machine_with(&[("proc/vz/x", ""), ("proc/bc/x", "")], &plain).value(), None);
    }

    #[test]
    fn other_systems_by_uname() {
        let none: &[(&str, &str)] = &[];
        let zone = machine_with(none, &kernel("4.10.0", "BrandZ virtual linux"));
        assert_eq!(zone, Fact::known("LX zone".into(), "uname version BrandZ virtual linux"));
        let freebsd = machine_with(none, &kernel("5.15.0", "FreeBSD 14.3-RELEASE GENERIC"));
        assert_eq!(freebsd.value().unwrap(), "Linuxulator");
        let both = machine_with(&[(".dockerenv", "")], &kernel("5.15.1-microsoft-standard-WSL2", "#1"));
        assert_eq!(both, Fact::known("Docker on WSL".into(), "/.dockerenv; uname release"));
    }

    #[test]
    fn a_docker_file_left_in_a_virtual_machine_is_no_container() {
        let found = find(&saved("debian-kvm"), &kernel("6.18.44", "#1 SMP"));
        assert_eq!(found, Fact::unknown("none found; /.dockerenv is left over from an image"));
        assert_eq!(find(&saved("docker-quota"), &kernel("6.1.0", "#1 SMP")).value().unwrap(), "Docker");
    }
}
