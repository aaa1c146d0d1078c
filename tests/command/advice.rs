//! `hostmark doctor` and `hostmark explain`: what to trust, and what a number means.

use super::{folder, hostmark, names, run_in, said};

#[test]
fn the_doctor_names_each_thing_and_leaves_nothing() {
    let folder = folder();
    let said = run_in(&folder, &["doctor", "--dir", "."]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    for topic in
        ["noise", "load", "CPU quota", "governor", "turbo", "clock", "memory", "work folder", "gcc", "sysbench"]
    {
        assert!(said.stdout.lines().any(|line| line[9..].starts_with(topic)), "{topic}: {}", said.stdout);
    }
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn odd_and_hanging_programs_are_warned_of() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let fake = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    fake("gcc", "echo a game");
    fake("clang", "sleep 60");
    let path = folder.path().display().to_string();
    let said = said(
        hostmark(&folder, &["doctor", "--format", "json"])
            .env("PATH", format!("{path}:/bin:/usr/bin"))
            .output()
            .unwrap(),
    );
    let all: Vec<std::collections::BTreeMap<String, String>> = serde_json::from_str(&said.stdout).unwrap();
    let find = |topic: &str| all.iter().find(|finding| finding["topic"] == topic).unwrap();
    assert_eq!(find("gcc")["state"], "warning");
    assert!(find("gcc")["text"].ends_with("says 'a game'"), "{all:?}");
    assert!(find("clang")["text"].contains("was not done after 5 s"), "{all:?}");
}

#[test]
fn the_self_test_tests_every_kernel_of_our_own() {
    let folder = folder();
    let said = run_in(&folder, &["doctor", "--self-test", "--format", "json"]);
    // A busy machine may not show that twice the work takes twice the time; answers are right on any.
    assert!(matches!(said.code, Some(0 | 1)), "{}", said.stderr);
    let all: Vec<std::collections::BTreeMap<String, String>> = serde_json::from_str(&said.stdout).unwrap();
    for kernel in ["cpu/primes hostmark", "hanoi/towers hostmark", "memory/bandwidth hostmark", "crypto/md5 rustcrypto"]
    {
        let of_kernel = all.iter().filter(|finding| finding["topic"].starts_with(kernel));
        let texts: Vec<&str> = of_kernel.map(|finding| finding["text"].as_str()).collect();
        assert!(!texts.is_empty() && texts.iter().all(|text| text.contains("right answers")), "{kernel}: {all:?}");
    }
    assert!(["clock step", "sleep"].iter().all(|topic| all.iter().any(|finding| finding["topic"].contains(topic))));
}

#[test]
fn a_metric_is_explained_by_each_of_its_names() {
    let folder = folder();
    let all = run_in(&folder, &["explain", "metric", "rate"]).stdout;
    assert!(all.contains("cpu/primes") && all.contains("crypto/md5") && all.contains("memory/bandwidth"), "{all}");
    let of_suite = run_in(&folder, &["explain", "metric", "cpu/rate"]).stdout;
    assert!(of_suite.contains("misleads") && !of_suite.contains("crypto"), "{of_suite}");
    let of_case = run_in(&folder, &["explain", "metric", "crypto/md5/rate"]).stdout;
    assert!(of_case.contains("of          crypto/md5\n"), "{of_case}");
    let slip = run_in(&folder, &["explain", "metric", "cpu/rte"]);
    assert_eq!(
        (slip.code, slip.stderr.as_str()),
        (Some(2), "hostmark: there is no metric 'cpu/rte'; did you mean 'rate'?\n")
    );
}
