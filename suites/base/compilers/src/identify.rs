//! What a compiler says of itself: a name on the search path proves nothing.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use hostmark_harness::programs;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::Environment;

/// Who made a compiler, and its version: `gcc 12.2.0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    family: &'static str,
    version: String,
}

impl Identity {
    /// The version alone where the compiler's own name says the rest: `gcc` and `g++` need only `12.2.0`, `cc` does not.
    pub fn beside(&self, name: &str) -> String {
        let named = match name {
            "gcc" | "g++" => "gcc",
            _ if name.starts_with("clang") => "clang",
            _ => "",
        };
        if named == self.family { self.version.clone() } else { self.to_string() }
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.family, self.version)
    }
}

/// Asks a compiler for its version.
pub(crate) fn ask(path: &Path, limit: Duration, environment: &Environment) -> Result<Identity, NoResult> {
    let mut command = Command::new(path);
    let said = programs::ask(command.arg("--version"), limit, &environment.children, &environment.stop)?;
    identity(&said.stdout).ok_or_else(|| {
        let first = said.stdout.lines().next().unwrap_or_default();
        let first: String = first.chars().filter(|character| !character.is_control()).take(60).collect();
        NoResult::Failed(format!(
            "{} did not identify itself as a compiler: asked for --version it says '{first}'",
            path.display()
        ))
    })
}

/// Reads the output of `--version` of GNU compilers and of clang.
fn identity(said: &str) -> Option<Identity> {
    let first = said.lines().next()?;
    if let Some((maker, version)) = first.split_once("clang version ") {
        let family = if maker.contains("Apple") { "Apple clang" } else { "clang" };
        return Some(Identity { family, version: number(version.split_whitespace().next()?)? });
    }
    if !said.contains("Free Software Foundation") {
        return None;
    }
    let version = outside_parentheses(first).split_whitespace().find_map(number)?;
    Some(Identity { family: "gcc", version })
}

/// The leading `12.2.0` of a word.
fn number(word: &str) -> Option<String> {
    let end = word.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(word.len());
    let number = word[..end].trim_end_matches('.');
    number.contains('.').then(|| number.to_string())
}

/// `gcc (Debian 12.2.0-14) 12.2.0` holds the packager's words in parentheses.
fn outside_parentheses(line: &str) -> String {
    let mut depth = 0_usize;
    let mut outside = String::new();
    for character in line.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(character),
            _ => {}
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gnu(first: &str) -> Option<String> {
        identity(&format!("{first}\nCopyright (C) 2022 Free Software Foundation, Inc.\n")).map(|id| id.to_string())
    }

    fn clang(first: &str) -> Option<String> {
        identity(&format!("{first}\nTarget: x86_64\n")).map(|id| id.to_string())
    }

    #[test]
    fn gnu_compilers_of_several_systems_are_read() {
        assert_eq!(gnu("cc (Debian 12.2.0-14+deb12u1) 12.2.0").unwrap(), "gcc 12.2.0");
        assert_eq!(gnu("gcc-10 (Ubuntu 10.5.0-1ubuntu1~22.04) 10.5.0").unwrap(), "gcc 10.5.0");
        assert_eq!(gnu("gcc (GCC) 8.5.0 20210514 (Red Hat 8.5.0-4)").unwrap(), "gcc 8.5.0");
        assert_eq!(gnu("g++ (OmniOS 151046/12.2.0-il-0) 12.2.0").unwrap(), "gcc 12.2.0");
        assert_eq!(gnu("gcc (GCC) 4.2.1 20070719").unwrap(), "gcc 4.2.1");
    }

    #[test]
    fn clang_of_several_systems_is_read() {
        assert_eq!(clang("Debian clang version 14.0.6").unwrap(), "clang 14.0.6");
        assert_eq!(clang("FreeBSD clang version 14.0.5 (https://github.com/llvm llvmorg)").unwrap(), "clang 14.0.5");
        assert_eq!(clang("clang version 3.8.1-24 (tags/RELEASE_381/final)").unwrap(), "clang 3.8.1");
        assert_eq!(clang("Apple clang version 15.0.0 (clang-1500.3.9.4)").unwrap(), "Apple clang 15.0.0");
    }

    #[test]
    fn a_name_is_not_said_twice() {
        let gnu = Identity { family: "gcc", version: "12.2.0".into() };
        assert_eq!((gnu.beside("g++").as_str(), gnu.beside("cc").as_str()), ("12.2.0", "gcc 12.2.0"));
        let apple = Identity { family: "Apple clang", version: "15.0.0".into() };
        assert_eq!(apple.beside("gcc"), "Apple clang 15.0.0");
    }

    #[test]
    fn other_programs_are_not_compilers() {
        assert_eq!(clang("hello"), None);
        assert_eq!(gnu("bash, version five"), None);
        assert_eq!(identity(""), None);
        assert_eq!(identity("clang version "), None);
    }
}
