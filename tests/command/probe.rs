//! The second program, `hostmark-probe`: what it links, and what it says of libraries.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::folder;

const PROBE: &str = env!("CARGO_BIN_EXE_hostmark-probe");

fn probe(library: &Path) -> Output {
    Command::new(PROBE).arg(library).output().unwrap()
}

/// What the loader would load for a program. With this variable set it only tells, as `ldd` does.
fn loaded(program: &str) -> String {
    let output = Command::new(program).env("LD_TRACE_LOADED_OBJECTS", "1").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The library of a C text, made by the host's compiler.
fn library(folder: &Path, text: &str) -> PathBuf {
    let (source, library) = (folder.join("bad.c"), folder.join("bad.so"));
    std::fs::write(&source, text).unwrap();
    let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status().unwrap();
    assert!(made.success());
    library
}

#[test]
fn neither_program_links_a_library_that_is_measured() {
    for program in [env!("CARGO_BIN_EXE_hostmark"), PROBE] {
        let loaded = loaded(program);
        assert!(loaded.contains("libc.so"), "{program}: {loaded}");
        for library in ["libcrypto", "libssl", "liblzma"] {
            assert!(!loaded.contains(library), "{program}: {loaded}");
        }
    }
}

#[test]
fn the_systems_libraries_are_named_with_version_file_and_digest() {
    for (library, name) in [("libcrypto", "SSL"), ("liblzma", "5.")] {
        let output = probe(Path::new(library));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(name), "{text}");
        assert!(text.contains(&format!("{library}.so")), "{text}");
        let digest = text.lines().nth(1).unwrap().split(" sha256:").nth(1).unwrap();
        assert_eq!(digest.len(), 64);
    }
}

#[test]
fn escapes_in_a_name_are_made_visible_and_options_are_refused() {
    let escape = probe(Path::new("/no/such/\u{1b}[2J"));
    let said = String::from_utf8(escape.stderr).unwrap();
    assert!(escape.status.code() == Some(1) && !said.contains('\u{1b}') && said.contains("/no/such/"), "{said}");
    assert_eq!(probe(Path::new("--identify")).status.code(), Some(2));
}

#[test]
fn a_file_that_is_no_libcrypto_is_one_line() {
    let folder = folder();
    let text = folder.path().join("text.so");
    std::fs::write(&text, "hello").unwrap();
    let without_symbols = library(folder.path(), "int nothing;");
    for (path, word) in [(text.as_path(), "text.so"), (&without_symbols, "OpenSSL_version"), (folder.path(), "cannot")]
    {
        let output = probe(path);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty());
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(word), "{said}");
    }
}
