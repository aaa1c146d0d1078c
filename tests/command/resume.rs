//! `hostmark resume`: runs that were killed, stopped or are whole.

use std::io::Write;

use super::stopping::{killed, signal, started, stopped};
use super::{SMALL, folder, records, run_in};

#[test]
fn a_killed_run_is_finished_and_keeps_what_it_had() {
    for (name, end) in [("killed", killed as fn(&tempfile::TempDir)), ("stopped", stopped)] {
        let folder = folder();
        end(&folder);
        let journal = folder.path().join("run/journal.jsonl");
        // As a full disk leaves it: half a line.
        let mut file = std::fs::OpenOptions::new().append(true).open(&journal).unwrap();
        file.write_all(b"{\"entry\":\"sample\",\"item\":\"hanoi/to").unwrap();
        let before = std::fs::read_to_string(&journal).unwrap();
        // The plan in the journal asks for a minute of the tower; less of it will do here.
        std::fs::write(&journal, before.replacen("60s", "300ms", 1)).unwrap();
        let said = run_in(&folder, &["resume", "run", "--dir", "."]);
        assert_eq!(said.code, Some(0), "{name}: {}{}", said.stdout, said.stderr);
        assert!(said.stderr.contains("the last line was cut"), "{name}: {}", said.stderr);
        let records = records(&folder.path().join("run"));
        let of = |suite: &str| records.iter().filter(|record| record["suite"] == suite).collect::<Vec<_>>();
        assert!(of("hanoi").iter().any(|record| record["status"] == "ok"), "{name}: {records:?}");
        assert!(of("hanoi").iter().all(|record| record["status"] != "skipped"), "{name}: {records:?}");
        let rates: Vec<_> = of("cpu").into_iter().filter(|record| record["metric"] == "rate").collect();
        assert_eq!(rates.len(), 1, "{name}: the block that was finished is not measured again");
        assert!(before.contains(&format!("\"value\":{}", rates[0]["value"])), "{name}: its figure is the old one");

        let again = run_in(&folder, &["resume", "run"]);
        assert_eq!((again.code, again.stdout.as_str()), (Some(0), ""), "{name}: {}", again.stderr);
        assert!(again.stderr.contains("nothing is missing in run"), "{name}: {}", again.stderr);
    }
}

#[test]
fn derived_files_that_are_gone_are_written_again() {
    let folder = folder();
    run_in(&folder, &[&SMALL[..], &["--output", "run"]].concat());
    let path = folder.path().join("run/records.csv");
    let before = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    std::fs::write(folder.path().join("run/samples.csv"), "cut").unwrap();
    assert_eq!(run_in(&folder, &["resume", "run"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    assert!(std::fs::read_to_string(folder.path().join("run/samples.csv")).unwrap().starts_with("run,item,"));
}

#[test]
fn another_version_is_said_and_another_host_refused() {
    let folder = folder();
    run_in(&folder, &[&SMALL[..], &["--output", "run"]].concat());
    let journal = folder.path().join("run/journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let version = format!("\"hostmark\":\"{}\"", env!("CARGO_PKG_VERSION"));
    std::fs::write(&journal, text.replacen(&version, "\"hostmark\":\"0.0.9\"", 1)).unwrap();
    let said = run_in(&folder, &["resume", "run"]);
    assert_eq!(said.code, Some(0));
    assert!(said.stderr.contains("the run was begun by hostmark 0.0.9"), "{}", said.stderr);

    let host: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let model = host["host"]["processor"]["model"]["value"].as_str().unwrap();
    std::fs::write(&journal, text.replacen(model, "Zilog Z80", 1)).unwrap();
    let said = run_in(&folder, &["resume", "run"]);
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.contains("this is not the host of the run: CPU was Zilog Z80"), "{}", said.stderr);
}

#[test]
fn a_run_that_goes_on_is_left_alone() {
    let folder = folder();
    let (child, _reader) = started(&folder);
    let said = run_in(&folder, &["resume", "run"]);
    signal(&child, "KILL");
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.contains("the run in run goes on in another process"), "{}", said.stderr);
}

#[test]
fn what_is_no_run_is_said_in_one_line() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    std::fs::create_dir(folder.path().join("odd")).unwrap();
    std::fs::write(folder.path().join("odd/journal.jsonl"), "hello\n{}\n").unwrap();
    for (name, words) in
        [("absent", "give the folder of a run"), ("empty", "give the folder of a run"), ("odd", "damaged")]
    {
        let said = run_in(&folder, &["resume", name]);
        assert_eq!((said.code, said.stderr.lines().count()), (Some(2), 1), "{name}: {}", said.stderr);
        assert!(said.stderr.contains(words), "{name}: {}", said.stderr);
    }
}
