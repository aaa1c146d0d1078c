//! The C library that this process runs with, read from its own memory map; nothing is called or started.

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::root::SystemRoot;

/// Kind and version of a C library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CLibrary {
    /// `glibc` or `musl`.
    pub name: String,
    /// As the library's own text says; `None` where it does not.
    pub version: Option<String>,
    /// Whether it is a part of this program, rather than the host's.
    pub is_static: bool,
}

impl CLibrary {
    /// The mapped library's text (`/proc/self/maps`), or what a static program was built with.
    pub fn gather(root: &SystemRoot) -> Fact<Self> {
        if root.is_live() && cfg!(target_feature = "crt-static") {
            return built_in();
        }
        let path = match root.read("/proc/self/maps") {
            Ok(maps) => mapped(&maps),
            Err(error) => return Fact::unknown(error.to_string()),
        };
        let Some(path) = path else { return Fact::unknown("no C library in /proc/self/maps") };
        match root.read_program(&path) {
            Ok(bytes) => identify(&bytes)
                .map_or_else(|| Fact::unknown("the mapped C library does not say"), |found| Fact::known(found, path)),
            Err(error) => Fact::unknown(error.to_string()),
        }
    }

    /// `glibc 2.36`, `musl 1.2.5, static`.
    pub fn describe(&self) -> String {
        let version = self.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
        format!("{}{version}{}", self.name, if self.is_static { ", built in" } else { "" })
    }
}

fn built_in() -> Fact<CLibrary> {
    let name = match () {
        () if cfg!(target_env = "musl") => "musl",
        () if cfg!(target_env = "gnu") => "glibc",
        () => return Fact::unknown("static program of another C library"),
    };
    Fact::known(CLibrary { name: name.to_string(), version: None, is_static: true }, "the build of this program")
}

/// The path of the first mapped file whose name is a C library's: `libc.so.6`, `libc-2.31.so`,
/// `libc.so`, `ld-musl-x86_64.so.1`, `libc.musl-x86_64.so.1`.
fn mapped(maps: &str) -> Option<String> {
    maps.lines()
        .filter_map(|line| line.find('/').map(|start| &line[start..]))
        .find(|path| {
            let name = path.rsplit('/').next().unwrap_or("");
            ["libc.so", "libc-2.", "ld-musl-", "libc.musl-"].iter().any(|start| name.starts_with(start))
        })
        .map(str::to_string)
}

fn identify(bytes: &[u8]) -> Option<CLibrary> {
    let known = |name: &str, version| Some(CLibrary { name: name.to_string(), version, is_static: false });
    if let Some(banner) = text_after(bytes, b"GNU C Library") {
        return known("glibc", banner.split_once("release version ").map(|(_, rest)| leading_version(rest)));
    }
    text_after(bytes, b"musl libc").and_then(|_| known("musl", musl_version(bytes)))
}

/// The text from `mark` on up to the NUL that ends it, at most 200 bytes.
fn text_after(bytes: &[u8], mark: &[u8]) -> Option<String> {
    let start = bytes.windows(mark.len()).position(|window| window == mark)?;
    let text = bytes[start..].split(|byte| *byte == 0).next()?;
    Some(String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned())
}

fn leading_version(text: &str) -> String {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    text[..end].trim_end_matches('.').to_string()
}

/// musl keeps its version as a text of its own, such as `1.2.5`; two different ones tell nothing.
fn musl_version(bytes: &[u8]) -> Option<String> {
    let mut found: Vec<&str> =
        bytes.split(|byte| *byte == 0).filter_map(|text| std::str::from_utf8(text).ok()).filter(is_version).collect();
    found.sort_unstable();
    found.dedup();
    if found.len() == 1 { found.first().map(|version| version.to_string()) } else { None }
}

fn is_version(text: &&str) -> bool {
    let parts: Vec<&str> = text.split('-').next().unwrap_or("").split('.').collect();
    let digits = |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && text.len() < 40 && parts.iter().all(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLIBC: &[u8] = b"\x7fELF\0GNU C Library (Debian GLIBC 2.36-9) stable release version 2.36.\nCopyright\0";

    #[test]
    fn glibc_by_its_banner() {
        assert_eq!(identify(GLIBC).unwrap().describe(), "glibc 2.36");
        assert_eq!(identify(b"GNU C Library").unwrap().version, None);
    }

    #[test]
    fn musl_by_its_own_text() {
        let musl = b"x\x001.2.5\0musl libc (x86_64)\nVersion %s\nDynamic Program Loader\x00127.0.0.1\0";
        assert_eq!(identify(musl).unwrap().describe(), "musl 1.2.5");
        assert_eq!(identify(b"1.2.5\x001.2.4\0musl libc\0").unwrap().version, None);
        assert_eq!(identify(b"1.2.5\0 something else"), None);
        assert_eq!(identify(b""), None);
    }

    #[test]
    fn the_library_in_the_map() {
        let maps = "55 r-xp 0 fe:00 1 /usr/bin/my libcrypto.so.3\n7f r--p 0 fe:00 2   /usr/lib/libc.so.6\n";
        assert_eq!(mapped(maps).as_deref(), Some("/usr/lib/libc.so.6"));
        assert_eq!(mapped("7f r--p 0 fe:00 2 /lib/ld-musl-x86_64.so.1\n").as_deref(), Some("/lib/ld-musl-x86_64.so.1"));
        assert_eq!(mapped("7f r--p 0 0:0 0 [vdso]\n"), None);
    }

    #[test]
    fn this_program_runs_with_one() {
        if cfg!(target_os = "linux") {
            let found = CLibrary::gather(&SystemRoot::machine());
            let name = found.value().map(|library| library.name.as_str());
            assert_eq!(name, Some(if cfg!(target_env = "musl") { "musl" } else { "glibc" }), "{found:?}");
        }
    }
}
