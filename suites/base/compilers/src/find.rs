//! Compilers on the search path: found, not asked.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use hostmark_harness::parameters::Parameters;
use hostmark_harness::programs;
use hostmark_harness::suite::{Implementation, Side, State};

/// The language of a room's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C,
    /// C++11.
    Cpp,
}

/// A compiler by the name that people type.
pub(crate) struct Compiler {
    /// Its name in records.
    pub name: &'static str,
    /// The command.
    pub command: &'static str,
    /// What it compiles.
    pub language: Language,
    /// What is added to the flags: the choice of a standard library.
    pub library: Option<&'static str>,
    /// The compilers that it may be another name of.
    aliases: &'static [&'static str],
}

const COMPILERS: [Compiler; 6] = [
    Compiler { name: "gcc", command: "gcc", language: Language::C, library: None, aliases: &[] },
    Compiler { name: "clang", command: "clang", language: Language::C, library: None, aliases: &[] },
    Compiler { name: "cc", command: "cc", language: Language::C, library: None, aliases: &["gcc", "clang"] },
    Compiler { name: "g++", command: "g++", language: Language::Cpp, library: None, aliases: &[] },
    Compiler { name: "clang++", command: "clang++", language: Language::Cpp, library: None, aliases: &[] },
    Compiler {
        name: "clang++-libc++",
        command: "clang++",
        language: Language::Cpp,
        library: Some("-stdlib=libc++"),
        aliases: &[],
    },
];

/// The compiler of this name.
pub(crate) fn by_name(name: &str) -> Option<&'static Compiler> {
    COMPILERS.iter().find(|compiler| compiler.name == name)
}

/// Each compiler of a language in each variant. One that is not on the search path is listed with the reason.
pub fn implementations(language: Language, variants: &[Parameters], search_path: &[PathBuf]) -> Vec<Implementation> {
    let speaking = COMPILERS.iter().filter(|compiler| compiler.language == language);
    speaking.flat_map(|compiler| variants_of(compiler, variants, search_path)).collect()
}

fn variants_of(compiler: &Compiler, variants: &[Parameters], search_path: &[PathBuf]) -> Vec<Implementation> {
    let found = programs::find(compiler.command, search_path);
    let same_as = found.as_deref().and_then(|path| same_as(compiler, path, search_path));
    let state = match found {
        Some(path) => State::Found(path),
        None => State::Missing(format!("{} is not on the search path; install it to measure it", compiler.command)),
    };
    let listed = |variant: &Parameters| Implementation {
        name: compiler.name.to_string(),
        side: Side::Host,
        variant: variant.clone(),
        state: state.clone(),
        same_as: same_as.map(str::to_string),
        known: None,
    };
    variants.iter().map(listed).collect()
}

/// The alias that is the very same file, through symbolic and hard links.
fn same_as(compiler: &Compiler, path: &Path, search_path: &[PathBuf]) -> Option<&'static str> {
    let is_same = |alias: &&&str| programs::find(alias, search_path).is_some_and(|other| is_same_file(path, &other));
    compiler.aliases.iter().find(is_same).copied()
}

fn is_same_file(left: &Path, right: &Path) -> bool {
    match (left.metadata(), right.metadata()) {
        (Ok(left), Ok(right)) => (left.dev(), left.ino()) == (right.dev(), right.ino()),
        _ => false,
    }
}
