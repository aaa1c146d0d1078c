//! The crypto suite as a person runs it: a foreign library beside the system's, and libraries that go wrong.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{folder, records, run_in};

/// A library of this text, made by the host's compiler.
fn library(folder: &Path, name: &str, text: &str) -> String {
    let (source, library) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.so")));
    std::fs::write(&source, text).unwrap();
    let mut compiler = std::process::Command::new("cc");
    let made = compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status().unwrap();
    assert!(made.success());
    format!("crypto.library={name}={}", library.display())
}

/// BoringSSL of Debian's package android-libboringssl, which `scripts/test` installs.
fn boringssl() -> Option<String> {
    let mut folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    let found: PathBuf =
        folders.find_map(|folder| Some(folder.path().join("android/libcrypto.so.0")).filter(|path| path.exists()))?;
    Some(format!("crypto.library=boring={}", found.display()))
}

/// The records of one short run, by implementation, of calls through EVP.
fn run(case: &str, libraries: &[&str]) -> (Option<i32>, BTreeMap<String, BTreeMap<String, String>>) {
    let folder = folder();
    let mut arguments = vec!["run", case, "--plan", "full", "--time", "50ms", "--output", "run"];
    arguments.extend(["--set", "crypto.api=evp", "--set", "crypto.size=1024"]);
    libraries.iter().for_each(|library| arguments.extend(["--set", *library]));
    let said = run_in(&folder, &arguments);
    let records = records(&folder.path().join("run")).into_iter();
    let primary = records.filter(|record| record["role"] == "primary");
    (said.code, primary.map(|record| (record["implementation"].clone(), record)).collect())
}

#[test]
fn the_systems_library_a_foreign_one_and_bundled_ones_stand_side_by_side() {
    let Some(boringssl) = boringssl() else { return eprintln!("BoringSSL is not here; install android-libboringssl") };
    let (code, records) = run("crypto/sha256", &[&boringssl]);
    assert_eq!(code, Some(0));
    for name in ["openssl", "boring", "ring", "rustcrypto"] {
        let record = &records[name];
        assert_eq!((record["status"].as_str(), record["unit"].as_str()), ("ok", "B/s"), "{record:?}");
        assert!(record["value"].parse::<f64>().unwrap() > 1e6, "{record:?}");
        assert_eq!(record["clock"], "cpu");
    }
    assert_eq!(records["boring"]["implementation_version"], "BoringSSL");
    assert!(records["boring"]["origin"].contains("libcrypto.so.0 sha256:"));
    assert!(records["openssl"]["context"].contains("options="));
    let (_, records) = run("crypto/bf-cbc", &[&boringssl]);
    assert_eq!((records["boring"]["status"].as_str(), records["boring"]["value"].as_str()), ("unavailable", ""));
    assert_eq!(records["boring"]["note"], "not offered by this library");
}

#[test]
fn a_library_that_goes_wrong_is_one_failed_item() {
    let folder = folder();
    let crash = "__attribute__((constructor)) static void crash(void) { *(volatile int *)0 = 1; }";
    let hang = "#include <unistd.h>\n__attribute__((constructor)) static void hang(void) { for (;;) pause(); }";
    let crash = library(folder.path(), "crash", crash);
    let hang = library(folder.path(), "hang", hang);
    let empty = library(folder.path(), "empty", "int nothing;");
    let (code, records) = run("crypto/md5", &[&crash, &hang, &empty, "crypto.library=none=/no/such/file"]);
    assert_eq!(code, Some(1));
    assert_eq!((records["openssl"]["status"].as_str(), records["rustcrypto"]["status"].as_str()), ("ok", "ok"));
    for (name, what) in [
        ("crash", "ended by itself (signal: 11"),
        ("hang", "gave no answer for 10 s and was stopped"),
        ("empty", "is no libcrypto that can be measured: it has no"),
        ("none", "/no/such/file cannot be opened as a library"),
    ] {
        assert_eq!((records[name]["status"].as_str(), records[name]["value"].as_str()), ("failed", ""), "{name}");
        assert!(records[name]["note"].contains(what), "{name}: {}", records[name]["note"]);
    }
}

#[test]
fn the_plan_of_2021_says_what_the_systems_tool_calls() {
    let folder = folder();
    let arguments = ["run", "crypto", "--plan", "vpsbench-2021", "--time", "50ms", "--output", "run"];
    let said = run_in(&folder, &arguments);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    for title in ["256 byte md5 k/sec - higher is better", "sign/s - higher is better", "verify/s - higher is better"] {
        assert!(said.stdout.contains(title), "{}", said.stdout);
    }
    let records = records(&folder.path().join("run"));
    assert_eq!(records.iter().filter(|record| record["role"] == "primary").count(), 6);
    assert!(records.iter().all(|record| record["note"].starts_with("'openssl speed NAME' of this library calls ")));
    assert!(records.iter().all(|record| record["parameters"].contains("api=speed")));
}
