//! The crypto suite as a person runs it: the host's library, foreign ones, and files that are none.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{folder, run_in};

type Row = BTreeMap<String, String>;

/// A short run of md5 by the system's libcrypto and the library at `path`, called `other`.
fn beside(path: &Path) -> (Option<i32>, Vec<Row>) {
    let folder = folder();
    let library = format!("crypto.library=other={}", path.display());
    let said = run_in(
        &folder,
        &["run", "crypto/md5", "--implementation", "openssl", "--time", "20ms", "--format", "csv"]
            .into_iter()
            .chain(["--set", "crypto.size=64", "--set", "crypto.api=evp", "--set", &library])
            .collect::<Vec<_>>(),
    );
    let rows = csv::Reader::from_reader(said.stdout.as_bytes()).deserialize().map(Result::unwrap).collect();
    (said.code, rows)
}

fn of<'a>(rows: &'a [Row], implementation: &str) -> &'a Row {
    rows.iter().find(|row| row["implementation"] == implementation && row["role"] == "primary").unwrap()
}

/// The library of a C text, made by the host's compiler.
fn library(folder: &Path, text: &str) -> PathBuf {
    let (source, library) = (folder.join("bad.c"), folder.join("bad.so"));
    std::fs::write(&source, text).unwrap();
    let made = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status().unwrap();
    assert!(made.success());
    library
}

/// What the loader would load for a program. It only prints that with this variable set, as `ldd` does.
fn loaded(program: &str) -> String {
    let output = Command::new(program).env("LD_TRACE_LOADED_OBJECTS", "1").output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn neither_program_links_a_library_that_is_measured() {
    for program in [env!("CARGO_BIN_EXE_hostmark"), env!("CARGO_BIN_EXE_hostmark-probe")] {
        let loaded = loaded(program);
        assert!(loaded.contains("libc.so"), "{program}: {loaded}");
        for library in ["libcrypto", "libssl", "liblzma"] {
            assert!(!loaded.contains(library), "{program}: {loaded}");
        }
    }
}

#[test]
fn a_library_beside_the_systems_is_named_with_version_and_file() {
    let (_, rows) = beside(Path::new("/no/such/library.so"));
    let path = of(&rows, "openssl")["origin"].split(" sha256:").next().unwrap().to_string();
    let (code, rows) = beside(Path::new(&path));
    assert_eq!(code, Some(0), "{rows:?}");
    for name in ["openssl", "other"] {
        let row = of(&rows, name);
        assert_eq!(row["status"], "ok", "{row:?}");
        assert!(row["implementation_version"].contains("SSL"), "{row:?}");
        assert!(row["origin"].starts_with(&path) && row["origin"].contains(" sha256:"), "{row:?}");
        assert_eq!((row["clock"].as_str(), row["parameters"].as_str()), ("cpu", "api=evp;size=64"));
    }
}

#[test]
fn a_file_that_is_no_library_is_one_item_without_a_result() {
    let folder = folder();
    let text = folder.path().join("text.so");
    std::fs::write(&text, "hello").unwrap();
    let without_symbols = library(folder.path(), "int nothing;");
    for (path, word) in [(text.as_path(), "text.so"), (&without_symbols, "EVP_"), (folder.path(), "")] {
        let (code, rows) = beside(path);
        assert_eq!(code, Some(1), "{rows:?}");
        assert_eq!(of(&rows, "openssl")["status"], "ok");
        let bad = of(&rows, "other");
        assert_eq!(bad["status"], "failed", "{bad:?}");
        assert!(bad["note"].contains(word) && bad["value"].is_empty(), "{bad:?}");
    }
}

#[test]
fn a_library_that_crashes_or_hangs_is_one_failed_item() {
    let folder = folder();
    let constructor = |body: &str| {
        let text = format!("#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void f(void) {{ {body} }}\n");
        library(folder.path(), &text)
    };
    for (body, word) in [("abort();", "ended by itself"), ("for (;;) pause();", "no answer")] {
        let (code, rows) = beside(&constructor(body));
        assert_eq!((code, of(&rows, "openssl")["status"].as_str()), (Some(1), "ok"));
        let bad = of(&rows, "other");
        assert_eq!(bad["status"], "failed");
        assert!(bad["note"].contains(word), "{bad:?}");
    }
}
