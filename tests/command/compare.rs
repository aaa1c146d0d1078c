//! `hostmark compare`: runs, record files and tables against each other.

use super::{SMALL_CPU, data, folder, run_in};

#[test]
fn two_runs_of_one_host_are_compared_with_their_samples() {
    let folder = folder();
    for run in ["a", "b"] {
        run_in(&folder, &[&SMALL_CPU[..], &["--output", run, "--label", run]].concat());
    }
    let said = run_in(&folder, &["compare", "a", "b", "--format", "json"]);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let document: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!((&document["by"], &document["columns"][0]), (&"{label}".into(), &"a".into()));
    let row = &document["rows"][0];
    assert_eq!((&row["suite"], &row["metric"]), (&"cpu".into(), &"rate".into()));
    let (low, ratio, high) =
        (row["low"].as_f64().unwrap(), row["ratio"].as_f64().unwrap(), row["high"].as_f64().unwrap());
    assert!(low <= high && ratio > 0.1, "{row}");
    assert!(["faster", "slower", "same", "inconclusive"].contains(&row["verdict"].as_str().unwrap()), "{row}");
    assert!(!row["why"].as_str().unwrap().contains("without samples"), "{row}");

    let files = run_in(&folder, &["compare", "a/records.csv", "b/records.csv", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&files.stdout).unwrap();
    let row = &document["rows"][0];
    assert_eq!(row["ratio"].as_f64(), Some(ratio), "files give the same ratio");
    assert!(row["verdict"] == "inconclusive" || row["why"].as_str().unwrap().contains("without samples"), "{row}");
}

#[test]
fn a_run_against_itself_is_never_another_in_any_form() {
    let folder = folder();
    run_in(&folder, &[&SMALL_CPU[..], &["--output", "a", "--label", "A"]].concat());
    std::fs::create_dir(folder.path().join("b")).unwrap();
    let journal = std::fs::read_to_string(folder.path().join("a/journal.jsonl")).unwrap();
    std::fs::write(folder.path().join("b/journal.jsonl"), journal.replace("\"label\":\"A\"", "\"label\":\"B\""))
        .unwrap();
    let said = run_in(&folder, &["compare", "a", "b", "--margin", "50", "--gate", "50"]);
    // On a busy machine ten samples may hang together so much that they show nothing; they never show a difference.
    let (verdict, gate) = if said.code == Some(0) { ("same", "held") } else { ("inconclusive", "inconclusive") };
    assert!(matches!(said.code, Some(0 | 3)), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.starts_with("against A, by {label}\n"), "{}", said.stdout);
    assert!(said.stdout.contains("+0.0 %") && said.stdout.contains(&format!("  {verdict}\n")), "{}", said.stdout);
    assert!(said.stderr.contains("gate of 50 %: ") && said.stderr.contains(gate), "{}", said.stderr);
    let csv = run_in(&folder, &["compare", "a", "b", "--format", "csv"]).stdout;
    assert_eq!(csv.lines().count(), 2, "{csv}");
}

#[test]
fn the_overheads_of_the_2025_post_come_out_of_its_reference() {
    let folder = folder();
    let of_one = "machine=Intel N150";
    let arguments = ["compare", "n150-sysbench-2025", "--only", "memory", "--where", of_one, "--format", "csv"];
    let said = run_in(&folder, &arguments);
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    let rows: Vec<std::collections::BTreeMap<String, String>> =
        csv::Reader::from_reader(said.stdout.as_bytes()).deserialize().map(Result::unwrap).collect();
    assert!(rows.len() > 3, "{}", said.stdout);
    for row in &rows {
        let number = |name: &str| row[name].parse::<f64>().unwrap();
        assert!((number("percent") - 100.0 * (number("value") / number("baseline_value") - 1.0)).abs() < 1e-9);
        assert_eq!((row["verdict"].as_str(), row["why"].as_str()), ("inconclusive", "single figures show nothing"));
    }
}

#[test]
fn a_gate_ends_with_its_own_code_and_names_the_case() {
    let folder = folder();
    let gate = |file: &str, percent: &str| run_in(&folder, &["compare", &data(file), "--gate", percent]);
    assert_eq!(gate("compare-within-noise.csv", "3").code, Some(0));
    let regression = gate("compare-regression.csv", "5");
    assert_eq!(regression.code, Some(3), "three samples a side prove nothing");
    assert!(regression.stderr.contains("nginx-https in new: -36.8 %"), "{}", regression.stderr);
    assert!(!regression.stderr.contains("lzma"), "{}", regression.stderr);
    let proven: String =
        (0..12).map(|i| format!("old,x,s,lower,{}\nnew,x,s,lower,{}\n", 100 + i % 3, 130 + i % 4)).collect();
    let proven = format!("host,test,unit,better,value\n{proven}");
    std::fs::write(folder.path().join("proven.csv"), proven).unwrap();
    let said = run_in(&folder, &["compare", "proven.csv", "--gate", "10"]);
    assert_eq!(said.code, Some(1), "{}", said.stderr);
    assert!(said.stderr.contains("gate of 10 %: tripped"), "{}", said.stderr);
}

#[test]
fn what_cannot_be_compared_is_one_line_and_code_2() {
    let folder = folder();
    std::fs::write(folder.path().join("one.csv"), "host,value,better\na,1,higher\n").unwrap();
    std::fs::write(folder.path().join("none.csv"), "host,value\na,1\nb,2\n").unwrap();
    for (arguments, words) in [
        (&["compare", "one.csv"][..], "there is nothing to compare"),
        (&["compare", "none.csv"], "does not say which way is better"),
        (&["compare", "vpsbench-2021", "--by", "colour"], "no column or parameter 'colour'"),
        (&["compare", "vpsbench-2021", "--baseline", "Plan 9"], "there is no column 'Plan 9'"),
        (&["compare", "vpsbench-2021", "--gate=-1"], "write percent"),
        (&["compare", "absent"], "is no file, no run folder and no reference"),
    ] {
        let said = run_in(&folder, arguments);
        assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {}", said.stderr);
    }
}
