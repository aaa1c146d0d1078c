//! Bad input: one clear line, the right exit code, nothing lost.

use std::os::unix::fs::PermissionsExt;

use super::{SMALL, folder, hostmark, names, run_in, said};

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let folder = folder();
    for (arguments, hint) in [
        (vec!["run", "hanio"], "did you mean 'hanoi'?"),
        (vec!["run", "cpu/prime"], "did you mean 'primes'?"),
        (vec!["run", "--plan", "quik"], "did you mean 'quick'?"),
        (vec!["run", "--implementation", "hostmork"], "did you mean 'hostmark'?"),
        (vec!["run", "--set", "cpu.limmit=5"], "did you mean 'limit'?"),
        (vec!["run", "--set", "cpo.limit=5"], "did you mean 'cpu'?"),
        (vec!["run", "--set", "cpu.limit=one"], "'one' is not a whole number"),
        (vec!["run", "--set", "limit"], "write suite.name=value"),
        (vec!["run", "--threads", "0"], "write 1 to"),
        (vec!["run", "--threads", "many"], "write a number, or all"),
        (vec!["run", "cpu", "--skip", "cpu"], "nothing is left to run"),
        (vec!["run", "--dir", "nowhere"], "give another with --dir"),
        (vec!["run", "--plan", "./nowhere.toml"], "cannot be read"),
    ] {
        let said = run_in(&folder, &arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.stderr);
        assert_eq!(said.stderr.lines().count(), 1, "{arguments:?}: {}", said.stderr);
        assert!(said.stderr.contains(hint), "{arguments:?}: {}", said.stderr);
        assert_eq!(said.stdout, "", "{arguments:?}");
    }
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn a_plan_with_a_typing_error_names_its_line() {
    let folder = folder();
    for (text, hint) in [
        ("name = \"x\"\nabout = \"y\"\n[[suite]]\nname = \"cpu\"\nbugdet = \"4s\"\n", "line 5: unknown field `bugdet`"),
        ("name = \"x\"\nabout = \"y\"\n[[suite]]\nname = \"cup\"\n", "did you mean 'cpu'?"),
        ("name = \"x\"\nabout = \"y\"\n[[suite]]\nname = \"cpu\"\n[[chart]]\ntitle = \"t\"\n", "chart 't'"),
        ("name = \"x\n", "line 1"),
        ("\0\u{1}", "line 1"),
    ] {
        std::fs::write(folder.path().join("plan.toml"), text).unwrap();
        let said = run_in(&folder, &["run", "--plan", "plan.toml"]);
        assert_eq!(said.code, Some(2), "{text}");
        assert!(said.stderr.contains(hint) && said.stderr.lines().count() == 1, "{text}: {}", said.stderr);
    }
}

#[test]
fn a_folder_that_holds_a_run_already_is_left_alone() {
    let folder = folder();
    let arguments = [&SMALL[..], &["--output", "run"]].concat();
    assert_eq!(run_in(&folder, &arguments).code, Some(0));
    let before = std::fs::read(folder.path().join("run/journal.jsonl")).unwrap();
    let said = run_in(&folder, &arguments);
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("is not empty"), "{}", said.stderr);
    assert_eq!(std::fs::read(folder.path().join("run/journal.jsonl")).unwrap(), before);
}

#[test]
fn a_folder_that_cannot_be_made_is_said_before_anything_runs() {
    let folder = folder();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let said = run_in(&folder, &[&SMALL[..], &["--output", "file/run"]].concat());
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("choose another with --output"), "{}", said.stderr);
    assert_eq!(said.stdout, "");
}

/// A folder whose tools are these scripts.
fn tools(folder: &tempfile::TempDir, scripts: &[(&str, &str)]) -> std::path::PathBuf {
    let tools = folder.path().join("tools");
    std::fs::create_dir(&tools).unwrap();
    for (name, script) in scripts {
        std::fs::write(tools.join(name), format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(tools.join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    tools
}

#[test]
fn a_compiler_that_is_odd_fails_alone() {
    let folder = folder();
    let tools = tools(&folder, &[("gcc", "echo I am a teapot"), ("clang", "exit 1")]);
    let arguments = [
        "run",
        "cpu",
        "--plan",
        "full",
        "--threads",
        "1",
        "--time",
        "50ms",
        "--set",
        "cpu.limit=500",
        "--output",
        "run",
    ];
    let said = said(hostmark(&folder, &arguments).env("PATH", &tools).output().unwrap());
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    let text = std::fs::read_to_string(folder.path().join("run/records.csv")).unwrap();
    let status = |implementation: &str| {
        let reader = csv::Reader::from_reader(text.as_bytes());
        let rows = reader.into_deserialize::<std::collections::BTreeMap<String, String>>().map(Result::unwrap);
        rows.filter(|row| row["implementation"] == implementation).map(|row| row["status"].clone()).collect::<Vec<_>>()
    };
    assert!(status("hostmark").iter().all(|status| status == "ok"));
    assert!(!status("gcc").is_empty() && status("gcc").iter().all(|status| status == "failed"));
    assert!(!status("clang").is_empty() && status("clang").iter().all(|status| status == "failed"));
}

#[test]
fn without_any_compiler_our_own_code_still_runs() {
    let folder = folder();
    let tools = tools(&folder, &[]);
    let arguments = ["run", "--time", "50ms", "--set", "cpu.limit=500", "--set", "hanoi.disks=8", "--output", "run"];
    let said = said(hostmark(&folder, &arguments).env("PATH", &tools).output().unwrap());
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("unavailable"), "{}", said.stdout);
}

#[test]
fn a_run_without_any_result_is_no_success() {
    let folder = folder();
    let tools = tools(&folder, &[]);
    let arguments = ["run", "cpu", "--implementation", "gcc", "--time", "50ms", "--output", "run"];
    let said = said(hostmark(&folder, &arguments).env("PATH", &tools).output().unwrap());
    assert_eq!(said.code, Some(1), "{}", said.stdout);
}

#[test]
fn a_full_device_is_said_and_what_was_printed_stays() {
    let folder = folder();
    // A limit on the size of files stands in for a full disk; no root is needed. The host facts fit, all samples do not.
    let shell = format!(
        "ulimit -f 24; trap '' XFSZ; exec '{}' {} --output run",
        env!("CARGO_BIN_EXE_hostmark"),
        SMALL.join(" ")
    );
    let output = std::process::Command::new("sh").args(["-c", &shell]).current_dir(folder.path()).output().unwrap();
    let said = said(output);
    assert_eq!(said.code, Some(2), "{}", said.stdout);
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    assert!(said.stderr.contains("cannot be written"), "{}", said.stderr);
    assert!(said.stdout.contains("events/s"), "what was measured is shown all the same: {}", said.stdout);
}

#[test]
fn a_journal_that_was_cut_is_charted_with_a_note() {
    let folder = folder();
    run_in(&folder, &[&SMALL[..], &["--output", "run"]].concat());
    let journal = std::fs::read_to_string(folder.path().join("run/journal.jsonl")).unwrap();
    for derived in ["records.csv", "samples.csv", "plan.toml", "host.json"] {
        std::fs::remove_file(folder.path().join("run").join(derived)).unwrap();
    }
    std::fs::write(folder.path().join("run/journal.jsonl"), &journal[..journal.len() - 20]).unwrap();
    let said = run_in(&folder, &["chart", "run"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(said.stderr.contains("was cut while it was written"), "{}", said.stderr);
    assert!(said.stdout.contains("hanoi"));
}
