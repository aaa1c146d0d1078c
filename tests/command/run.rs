//! `hostmark run`: what it prints and what it leaves.

use super::{SMALL, SMALL_CPU, folder, hostmark, names, records, run_in, said};

fn small(more: &[&'static str]) -> Vec<&'static str> {
    SMALL.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_run_prints_host_results_charts_and_what_to_do_next() {
    let folder = folder();
    let said = run_in(&folder, &small(&["--output", "run", "--label", "Test Box"]));
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert_eq!(said.stderr, "");
    let place = |text: &str| said.stdout.find(text).unwrap_or_else(|| panic!("{text} is not in:\n{}", said.stdout));
    let order = [
        "Test Box",
        "cpu/primes",
        "hanoi/towers",
        " is better\n",
        "run folder:",
        "charts for posts:",
        "to compare hosts:",
    ];
    let places: Vec<usize> = order.iter().map(|text| place(text)).collect();
    assert!(places.is_sorted(), "{}", said.stdout);
    assert_eq!(
        names(&folder.path().join("run")),
        ["host.json", "journal.jsonl", "plan.toml", "records.csv", "samples.csv"]
    );
    assert_eq!(names(folder.path()), ["run"]);
}

#[test]
fn the_records_are_right_and_complete() {
    let folder = folder();
    run_in(&folder, &small(&["--output", "run"]));
    let records = records(&folder.path().join("run"));
    let find = |metric: &str| records.iter().find(|record| record["metric"] == metric).unwrap();
    let rate = find("rate");
    assert_eq!((rate["suite"].as_str(), rate["case"].as_str(), rate["unit"].as_str()), ("cpu", "primes", "1/s"));
    assert_eq!((rate["status"].as_str(), rate["role"].as_str(), rate["better"].as_str()), ("ok", "primary", "higher"));
    assert!(rate["parameters"].contains("limit=8000"));
    let time: f64 = find("time")["value"].parse().unwrap();
    let moves: f64 = find("moves")["value"].parse().unwrap();
    assert!((time * moves / 4095.0 - 1.0).abs() < 0.05, "{time} s, {moves} moves/s");
    for metric in ["latency-min", "latency-mean", "latency-p95", "latency-max"] {
        assert!(records.iter().any(|record| record["metric"] == metric), "{metric}");
    }
}

#[test]
fn samples_give_back_the_median() {
    let folder = folder();
    run_in(&folder, &[&SMALL_CPU[..], &["--output", "run"]].concat());
    let mut rates: Vec<f64> = csv::Reader::from_path(folder.path().join("run/samples.csv"))
        .unwrap()
        .deserialize()
        .map(|row: Result<std::collections::BTreeMap<String, String>, _>| row.unwrap())
        .filter(|row| row["metric"] == "rate")
        .map(|row| row["work"].parse::<f64>().unwrap() / row["seconds"].parse::<f64>().unwrap())
        .collect();
    rates.sort_by(f64::total_cmp);
    let middle = (rates[rates.len() / 2] + rates[(rates.len() - 1) / 2]) / 2.0;
    let records = records(&folder.path().join("run"));
    let value: f64 = records.iter().find(|record| record["metric"] == "rate").unwrap()["value"].parse().unwrap();
    assert!((middle / value - 1.0).abs() < 1e-9, "{middle} {value}");
}

#[test]
fn csv_and_json_are_pure_data() {
    let folder = folder();
    let said = run_in(&folder, &small(&["--format", "csv", "--output", "a"]));
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(said.stdout.as_bytes()).records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 7);
    assert_eq!(said.stdout, std::fs::read_to_string(folder.path().join("a/records.csv")).unwrap());
    let said = run_in(&folder, &small(&["--format", "json", "--output", "b"]));
    let document: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(document["records"].as_array().unwrap().len(), 7);
    assert_eq!(document["schema"], 1);
    assert!(said.stderr.contains("run folder b"));
}

#[test]
fn a_run_is_charted_again_from_its_folder_alone_and_beside_a_reference() {
    let folder = folder();
    run_in(
        &folder,
        &["run", "hanoi", "--implementation", "hostmark", "--time", "10ms", "--output", "run", "--label", "Box"],
    );
    let said = run_in(&folder, &["chart", "run", "--with", "vpsbench-2021"]);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines[0], "Time for hanoi 28 (28 decks) in ms - lower is better");
    assert!(lines[2].starts_with("OpenBSD 6.8 "), "{}", said.stdout);
    assert!(lines[8].starts_with("Box "), "{}", said.stdout);
    assert_eq!(lines.len(), 9);
}

#[test]
fn a_sustained_run_shows_the_course_of_its_speed() {
    let folder = folder();
    let said = run_in(
        &folder,
        &[
            "run",
            "cpu",
            "--implementation",
            "hostmark",
            "--set",
            "cpu.limit=2000",
            "--sustain",
            "3s",
            "--output",
            "run",
        ],
    );
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let records = records(&folder.path().join("run"));
    let rate = records.iter().find(|record| record["metric"] == "rate").unwrap();
    assert!(rate["samples"].parse::<usize>().unwrap() >= 25, "it does not end when it is narrow: {rate:?}");
    let course = rate["context"].split(';').find_map(|pair| pair.strip_prefix("course=")).unwrap();
    assert_eq!(course.split(',').count(), 40, "{course}");
    assert!(rate["note"].contains("% of the first"), "{rate:?}");
    assert!(
        said.stdout
            .lines()
            .any(|line| line.trim_start().chars().filter(|c| "\u{2587}\u{2588}#*".contains(*c)).count() > 5)
    );
    assert!(std::fs::read_to_string(folder.path().join("run/plan.toml")).unwrap().contains("sustain = \"3s\""));
}

#[test]
fn names_filter_the_plan_and_skip_takes_away() {
    let folder = folder();
    let items = |more: &[&'static str]| {
        let said = run_in(&folder, &[&["run", "--dry-run"], more].concat());
        assert_eq!(said.code, Some(0), "{}", said.stderr);
        let is_item = |line: &&str| line.starts_with("  ");
        said.stdout
            .lines()
            .filter(is_item)
            .map(|line| line.trim().split(';').next().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert!(items(&["cpu"]).iter().all(|item| item == "cpu/primes"));
    assert!(items(&["cpu", "hanoi", "--skip", "cpu"]).iter().all(|item| item == "hanoi/towers"));
    assert_eq!(items(&["hanoi/towers", "--implementation", "hostmark"]), ["hanoi/towers"]);
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn the_plan_of_a_run_can_be_run_again() {
    let folder = folder();
    run_in(&folder, &small(&["--output", "a"]));
    let said = run_in(&folder, &["run", "--plan", "a/plan.toml", "--output", "b"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let plan = |name: &str| std::fs::read_to_string(folder.path().join(name).join("plan.toml")).unwrap();
    assert_eq!(plan("a"), plan("b"));
    assert!(plan("a").contains("seed = "));
}

#[test]
fn check_does_one_iteration_of_everything_and_keeps_nothing() {
    let folder = folder();
    let said = run_in(
        &folder,
        &["run", "--check", "--plan", "full", "--set", "hanoi.disks=12", "--set", "disk.size=4M", "--threads", "2"],
    );
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.lines().any(|line| line.starts_with("ok") && line.contains("implementation=hostmark")));
    assert!(said.stdout.lines().any(|line| line.contains("form=as-sysbench")), "{}", said.stdout);
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn many_threads_run_or_say_why_not() {
    let folder = folder();
    let said = run_in(&folder, &[&SMALL_CPU[..], &["--threads", "1100", "--output", "run"]].concat());
    let records = records(&folder.path().join("run"));
    match said.code {
        Some(0) => assert!(records.iter().all(|record| record["threads"] == "1100" && record["status"] == "ok")),
        _ => assert!(records.iter().all(|record| record["note"].contains("of 1100 cannot be started"))),
    }
}

#[test]
fn a_locale_changes_no_byte_of_the_data() {
    let folder = folder();
    let header = |locale: &str, output: &'static str| {
        let mut command = hostmark(&folder, &small(&["--format", "csv", "--output", output]));
        said(command.env("LC_ALL", locale).output().unwrap()).stdout
    };
    for text in [header("de_DE.UTF-8", "a"), header("C", "b")] {
        let row = text.lines().nth(1).unwrap().to_string();
        assert_eq!(csv::Reader::from_reader(text.as_bytes()).headers().unwrap().len(), 37);
        assert!(row.contains('.'), "{row}");
    }
}

#[test]
fn work_files_are_gone_afterwards() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("work")).unwrap();
    let said = run_in(&folder, &["run", "--check", "--dir", "work", "--set", "hanoi.disks=5"]);
    assert_eq!(said.code, Some(0), "{}", said.stdout);
    assert_eq!(names(&folder.path().join("work")), Vec::<String>::new());
}
