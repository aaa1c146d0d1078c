//! `hostmark list` and `hostmark facts`.

use super::{folder, hostmark, names, run_in, said};

#[test]
fn list_shows_suites_cases_implementations_plans_and_references() {
    let said = run_in(&folder(), &["list"]);
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    for word in [
        "crypto",
        "rsa4096",
        "cpu",
        "primes",
        "memory",
        "hanoi",
        "towers",
        "hostmark",
        "clang++-libc++",
        "quick",
        "full",
        "sysbench-2025",
        "vpsbench-2021",
    ] {
        assert!(said.stdout.contains(word), "{word}:\n{}", said.stdout);
    }
}

#[test]
fn list_starts_no_program_and_writes_nothing() {
    let folder = folder();
    let tools = folder.path().join("tools");
    std::fs::create_dir(&tools).unwrap();
    for name in ["cc", "gcc", "clang", "g++", "clang++"] {
        let script = format!("#!/bin/sh\ntouch '{}/asked'\n", folder.path().display());
        std::fs::write(tools.join(name), script).unwrap();
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(tools.join(name), executable).unwrap();
    }
    let said = said(hostmark(&folder, &["list"]).env("PATH", &tools).output().unwrap());
    assert!(said.stdout.contains("found, not asked"), "{}", said.stdout);
    assert_eq!(names(folder.path()), ["tools"]);
}

#[test]
fn list_of_a_suite_shows_its_parameters() {
    let said = run_in(&folder(), &["list", "cpu"]);
    assert!(said.stdout.contains("limit") && said.stdout.contains("default 20000"), "{}", said.stdout);
    let said = run_in(&folder(), &["list", "cpo"]);
    assert_eq!(
        (said.code, said.stderr.as_str()),
        (Some(2), "hostmark: there is no suite 'cpo'; did you mean 'cpu'?\n")
    );
}

#[test]
fn facts_are_text_or_json_and_keep_the_host_name_out() {
    let folder = folder();
    let text = run_in(&folder, &["facts"]);
    assert!(text.stdout.lines().count() >= 8, "{}", text.stdout);
    let json = run_in(&folder, &["facts", "--format", "json"]);
    let facts: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert!(facts.get("processor").is_some() && facts.get("clock").is_some());
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.len() > 5 {
        assert!(!json.stdout.contains(name) && !text.stdout.contains(name));
    }
}
