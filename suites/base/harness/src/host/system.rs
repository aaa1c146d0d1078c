//! The operating system and its kernel, by name and version.

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::root::SystemRoot;
use super::text;

/// A system as it calls itself: `/etc/os-release` (os-release(5)), else `uname`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperatingSystem {
    /// NAME, such as `Debian GNU/Linux`.
    pub name: String,
    /// ID, such as `debian`.
    pub id: String,
    /// VERSION_ID, such as `12`; empty where there are no versions.
    pub version: String,
    /// PRETTY_NAME, such as `Debian GNU/Linux 12 (bookworm)`.
    pub full_name: String,
}

/// The kernel as `uname` gives it; the host's name is not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kernel {
    /// sysname, such as `Linux`.
    pub name: String,
    /// release, such as `6.1.0-18-amd64`.
    pub release: String,
    /// version, without the place where it was built.
    pub version: String,
    /// machine, such as `x86_64`.
    pub architecture: String,
}

impl OperatingSystem {
    /// Reads os-release, or takes the kernel's name and release where there is none.
    pub fn gather(root: &SystemRoot, kernel: &Fact<Kernel>) -> Fact<Self> {
        root.fact("/etc/os-release", os_release).or_else(|| root.fact("/usr/lib/os-release", os_release)).or_else(
            || {
                kernel
                    .value()
                    .map_or_else(|| Fact::unknown("no uname"), |kernel| Fact::known(kernel.as_system(), "uname"))
            },
        )
    }

    /// Name and version for a label: `Debian 12`, `Alpine 3.20`, `Arch`.
    pub fn short_name(&self) -> String {
        let name = match self.id.as_str() {
            "rhel" => "RHEL",
            _ => self.name.trim_end_matches(" Linux").trim_end_matches(" GNU/Linux"),
        };
        let version = self.version.split('-').next().unwrap_or("");
        let version: Vec<&str> = version.split('.').take(2).collect();
        text::clean(&format!("{name} {}", version.join(".")))
    }
}

impl Kernel {
    /// `uname` of the running kernel, or the files of a saved one in `/proc/sys/kernel`.
    pub fn gather(root: &SystemRoot) -> Fact<Self> {
        if root.is_live() { running() } else { saved(root) }
    }

    /// `Linux 6.1.0-18-amd64 x86_64`.
    pub fn describe(&self) -> String {
        text::clean(&format!("{} {} {}", self.name, self.release, self.architecture))
    }

    fn as_system(&self) -> OperatingSystem {
        OperatingSystem {
            name: self.name.clone(),
            id: self.name.to_lowercase(),
            version: self.release.clone(),
            full_name: format!("{} {}", self.name, self.release),
        }
    }
}

fn running() -> Fact<Kernel> {
    let part = |text: &std::ffi::OsStr| text::clean(&text.to_string_lossy());
    match nix::sys::utsname::uname() {
        Ok(name) => Fact::known(
            Kernel {
                name: part(name.sysname()),
                release: part(name.release()),
                version: without_builder(&part(name.version())),
                architecture: part(name.machine()),
            },
            "uname",
        ),
        Err(error) => Fact::unknown(format!("uname: {error}")),
    }
}

fn saved(root: &SystemRoot) -> Fact<Kernel> {
    let part = |file: &str| root.value(&format!("/proc/sys/kernel/{file}"), text::line).unwrap_or_default();
    root.fact("/proc/sys/kernel/osrelease", |release| {
        Some(Kernel {
            name: part("ostype"),
            release: text::line(release)?,
            version: without_builder(&part("version")),
            architecture: part("arch"),
        })
    })
}

/// BSD kernels name who built them, where: `builder@machine:/folder`.
fn without_builder(version: &str) -> String {
    let names_builder =
        |word: &&str| word.split_once('@').is_some_and(|(user, place)| !(user.is_empty() || place.is_empty()));
    version.split(' ').filter(|word| !names_builder(word)).collect::<Vec<_>>().join(" ")
}

/// `NAME=value` lines, values perhaps in quotes. A file that names neither system nor id says nothing.
fn os_release(text: &str) -> Option<OperatingSystem> {
    let value = |key: &str| {
        let found = text.lines().filter_map(|line| line.trim().split_once('=')).find(|(name, _)| *name == key);
        found.map(|(_, value)| unquoted(value)).filter(|value| !value.is_empty())
    };
    let id = value("ID");
    let name = value("NAME").or_else(|| id.clone())?;
    let version = value("VERSION_ID").unwrap_or_default();
    Some(OperatingSystem {
        full_name: value("PRETTY_NAME").unwrap_or_else(|| text::clean(&format!("{name} {version}"))),
        id: id.unwrap_or_else(|| name.to_lowercase()),
        name,
        version,
    })
}

fn unquoted(value: &str) -> String {
    let value = value.trim();
    let inner = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    text::clean(&inner.unwrap_or(value).replace('\\', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(release: &str) -> String {
        os_release(release).unwrap().short_name()
    }

    #[test]
    fn short_names() {
        assert_eq!(short("NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n"), "Debian 12");
        assert_eq!(short("NAME=\"Alpine Linux\"\nID=alpine\nVERSION_ID=3.20.3\n"), "Alpine 3.20");
        assert_eq!(short("NAME='Arch Linux'\nID=arch\n"), "Arch");
        assert_eq!(short("NAME=FreeBSD\nVERSION_ID=14.3-RELEASE\n"), "FreeBSD 14.3");
        assert_eq!(short("NAME=\"Red Hat Enterprise Linux\"\nID=\"rhel\"\nVERSION_ID=\"9.4\""), "RHEL 9.4");
        assert_eq!(short("ID=odd\u{1b}[31m\n"), "odd [31m");
    }

    #[test]
    fn files_that_say_nothing() {
        for text in ["", "\0\0\0", "=\n==", "NAME=\n", "VERSION_ID=1"] {
            assert_eq!(os_release(text), None, "{text:?}");
        }
        assert_eq!(unquoted("\""), "\"");
    }

    #[test]
    fn the_builder_of_a_kernel_is_dropped() {
        assert_eq!(without_builder("#1 SMP PREEMPT_DYNAMIC @0"), "#1 SMP PREEMPT_DYNAMIC @0");
        assert_eq!(without_builder("FreeBSD 12.1 root@build.example.org:/usr/obj GENERIC"), "FreeBSD 12.1 GENERIC");
    }
}
