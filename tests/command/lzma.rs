//! The lzma suite end to end, on a small tree: the host's liblzma behind the probe, input of one's own, nothing left behind.

use std::process::Stdio;
use std::time::Duration;

use super::stopping::signal;
use super::{folder, hostmark, names, records, run_in, said};

/// A folder with a small tree and an archive of it, made by the system's tar.
fn with_tree() -> tempfile::TempDir {
    let folder = folder();
    let tree = folder.path().join("tree");
    std::fs::create_dir_all(tree.join("inner")).unwrap();
    for file in 0..20 {
        let text: String = (0..500).map(|line| format!("{file}: {}\n", line * line % 71)).collect();
        std::fs::write(tree.join(format!("inner/{file}.c")), text).unwrap();
    }
    let made = std::process::Command::new("tar").current_dir(&folder).args(["cJf", "own.tar.xz", "tree"]).output();
    assert_eq!(said(made.unwrap()).code, Some(0));
    folder
}

#[test]
fn the_hosts_library_and_programs_do_every_case() {
    let folder = with_tree();
    let cases = ["lzma/compress", "lzma/extract", "lzma/encode", "lzma/decode"];
    let run = ["--plan", "full", "--set", "lzma.tree=tree", "--time", "200ms", "--output", "run", "--dir", "."];
    let said = run_in(&folder, &[&["run"], &cases[..], &run].concat());
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let records = records(&folder.path().join("run"));
    for (case, program) in [("compress", "tar"), ("extract", "tar"), ("encode", "xz"), ("decode", "xz")] {
        for implementation in ["liblzma", program] {
            for metric in ["time", "rate", "cpu"] {
                let is_it = |record: &&std::collections::BTreeMap<String, String>| {
                    record["case"] == case && record["implementation"] == implementation && record["metric"] == metric
                };
                let record = records.iter().find(is_it).unwrap_or_else(|| panic!("{case} {implementation} {metric}"));
                assert_eq!(record["status"], "ok", "{record:?}");
                assert!(record["context"].contains("input="), "{record:?}");
            }
        }
    }
    assert_eq!(names(folder.path()), ["own.tar.xz", "run", "tree"]);
}

#[test]
fn several_threads_of_the_encoder_are_another_case() {
    let folder = with_tree();
    let run = ["run", "lzma/encode-mt", "--plan", "full", "--set", "lzma.tree=tree", "--threads", "2"];
    let said = run_in(&folder, &[&run[..], &["--time", "100ms", "--output", "run"]].concat());
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    let records = records(&folder.path().join("run"));
    let ours = records.iter().find(|record| record["implementation"] == "liblzma" && record["metric"] == "time");
    assert_eq!(ours.map(|record| (record["threads"].as_str(), record["status"].as_str())), Some(("2", "ok")));
}

#[test]
fn only_equal_inputs_are_compared() {
    let folder = with_tree();
    let run = |input: &str, output: &str| {
        let set = ["--set", input, "--time", "300ms", "--label", output, "--output", output];
        let said = run_in(&folder, &[&["run", "lzma/decode", "--plan", "full"], &set[..]].concat());
        assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    };
    run("lzma.archive=own.tar.xz", "a");
    run("lzma.tree=tree", "b");
    let compared = run_in(&folder, &["compare", "a", "b"]);
    assert!(compared.stdout.contains("input"), "{}{}", compared.stdout, compared.stderr);
    assert!(compared.stdout.contains("not comparable"), "{}{}", compared.stdout, compared.stderr);
}

#[test]
fn an_archive_that_climbs_out_is_refused() {
    let folder = folder();
    let mut header = tar_header("../../outside", 4);
    header.extend_from_slice(b"text");
    header.resize(512 * 4, 0);
    std::fs::write(folder.path().join("bad.tar"), header).unwrap();
    let made = std::process::Command::new("xz").current_dir(&folder).args(["-0", "bad.tar"]).output();
    assert_eq!(said(made.unwrap()).code, Some(0));
    let run = ["run", "lzma/extract", "--plan", "full", "--set", "lzma.archive=bad.tar.xz", "--time", "100ms"];
    let said = run_in(&folder, &[&run[..], &["--output", "run"]].concat());
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    assert!(said.stdout.contains("../../outside"), "{}", said.stdout);
    assert_eq!(names(folder.path()), ["bad.tar.xz", "run"]);
}

/// A header of a file in a tar, as POSIX has it (ustar).
fn tar_header(name: &str, size: u64) -> Vec<u8> {
    let mut header = vec![0; 512];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[100..107].copy_from_slice(b"0000644");
    header[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
    header[136..147].copy_from_slice(b"00000000000");
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    header[148..156].copy_from_slice(b"        ");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    header
}

/// While the corpus is made, its archive encoded, or a program of the host at work, by when the signal comes.
#[test]
fn a_stop_leaves_no_file_and_no_process() {
    for (case, wait) in [("compress", 50), ("extract", 1500), ("encode", 3000)] {
        let folder = folder();
        let case = format!("lzma/{case}");
        let run = ["run", &case, "--plan", "full", "--set", "lzma.corpus=small", "--dir", ".", "--output", "run"];
        let mut child = hostmark(&folder, &run).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        signal(&child, "INT");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{case}");
        assert_eq!(names(folder.path()), ["run"], "{case}");
        let root = folder.path().canonicalize().unwrap();
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let ours =
            processes.filter(|process| std::fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == root));
        assert_eq!(ours.count(), 0, "{case}");
    }
}
