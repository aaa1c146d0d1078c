//! `hostmark run disk`: what it says before it writes, what goes wrong, and what it leaves: nothing.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::stopping::signal;
use super::{Said, folder, hostmark, names, records, run_in, said};

/// A run over small files, which takes about two seconds.
fn small(more: &[&'static str]) -> Vec<&'static str> {
    let arguments = ["--dir", ".", "--time", "10ms", "--output", "run", "--set", "disk.size=1M"];
    let characters = ["--set", "disk.character-bytes=64K", "--set", "disk.files=1"];
    [&["run"], more, &arguments, &characters].concat()
}

/// The status and the note of each primary record, by case.
fn outcomes(folder: &Path) -> Vec<(String, String, String)> {
    let records = records(&folder.join("run"));
    let primary = records.iter().filter(|record| record["role"] == "primary");
    primary.map(|record| (record["case"].clone(), record["status"].clone(), record["note"].clone())).collect()
}

#[test]
fn a_run_says_what_it_needs_measures_every_phase_and_leaves_nothing() {
    let folder = folder();
    let said = run_in(&folder, &small(&["disk", "--plan", "full"]));
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(said.stderr.starts_with("hostmark: disk: 1 MiB of work files needed in "), "{}", said.stderr);
    assert!(said.stderr.contains(" free, of which ") && said.stderr.lines().count() == 1, "{}", said.stderr);
    let outcomes = outcomes(&folder.path().join(""));
    assert_eq!(outcomes.len(), 16, "{outcomes:?}");
    assert!(outcomes.iter().all(|(_, status, _)| status == "ok"), "{outcomes:?}");
    let records = records(&folder.path().join("run"));
    for name in ["file-system=", "device=", "mount-options="] {
        assert!(records.iter().all(|record| record["context"].contains(name)), "{name}: {records:?}");
    }
    assert!(said.stdout.contains("I/O Output Block k/sec"), "{}", said.stdout);
    assert_eq!(names(folder.path()), ["run"]);
    let histograms = names(&folder.path().join("run/histograms"));
    assert!(histograms.iter().any(|name| name.contains("random-write")), "{histograms:?}");
}

#[test]
fn a_plan_that_does_not_fit_is_refused_before_anything_is_written() {
    let folder = folder();
    let said = run_in(&folder, &["run", "disk", "--dir", ".", "--set", "disk.size=9000T"]);
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.starts_with("hostmark: no room: 8.8 PiB of work files"), "{}", said.stderr);
    assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    assert_eq!(names(folder.path()), Vec::<String>::new());

    let arguments = ["run", "disk/seeks", "cpu", "--implementation", "hostmark", "--time", "10ms"];
    let set = ["--set", "disk.size=9000T", "--set", "cpu.limit=2000", "--dir", ".", "--output", "run"];
    let said = run_in(&folder, &[&arguments[..], &set].concat());
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(said.stderr.contains("disk: 8.8 PiB of work files needed"), "{}", said.stderr);
    let records = records(&folder.path().join("run"));
    let seeks = records.iter().find(|record| record["case"] == "seeks").unwrap();
    assert!(seeks["status"] == "unavailable" && seeks["note"].starts_with("no room: "), "{seeks:?}");
    assert!(records.iter().any(|record| record["suite"] == "cpu" && record["status"] == "ok"), "the rest goes on");
}

#[test]
fn a_limit_of_file_sizes_fails_what_is_too_large_and_nothing_else() {
    let folder = folder();
    let arguments = small(&["disk/char-output", "disk/block-output", "disk/stat", "--plan", "full"]);
    // 512 blocks of 512 bytes in dash, or of 1024 in others: less than the megabyte, more than the characters.
    let said = limited(&folder, "ulimit -f 512", &arguments);
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    for (case, status, note) in outcomes(folder.path()) {
        match case.as_str() {
            "block-output" => assert!(status == "failed" && note.contains("ulimit -f"), "{status} {note}"),
            _ => assert_eq!(status, "ok", "{case}: {note}"),
        }
    }
    assert_eq!(names(folder.path()), ["run"]);
}

/// The command under a shell that sets something up before.
fn limited(folder: &tempfile::TempDir, before: &str, arguments: &[&str]) -> Said {
    let mut shell = Command::new("sh");
    shell.current_dir(folder.path()).args(["-c", &format!("{before} && exec \"$@\""), "sh"]);
    said(shell.arg(env!("CARGO_BIN_EXE_hostmark")).args(arguments).output().unwrap())
}

/// Runs the command with a file system of so many bytes in `disk`, in a name space of its own; `None` where this machine
/// allows none.
fn on_a_small_disk(folder: &tempfile::TempDir, options: &str, arguments: &[&str]) -> Option<Said> {
    std::fs::create_dir(folder.path().join("disk")).unwrap();
    let mount = format!("mount -t tmpfs -o {options} tmpfs disk");
    let allowed = Command::new("unshare").args(["-rm", "sh", "-c", &mount]).current_dir(folder.path()).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: this machine lets nobody mount a tmpfs in a name space of their own");
        return None;
    }
    let mut shell = Command::new("unshare");
    let script = format!("{mount} && \"$@\"; code=$?; ls -A disk >left; exit $code");
    shell.current_dir(folder.path()).args(["-rm", "sh", "-c", &script, "sh"]);
    Some(said(shell.arg(env!("CARGO_BIN_EXE_hostmark")).args(arguments).output().unwrap()))
}

fn in_disk(mut arguments: Vec<&'static str>) -> Vec<&'static str> {
    let place = arguments.iter().position(|word| *word == ".").unwrap();
    arguments[place] = "disk";
    arguments
}

#[test]
fn a_file_system_without_room_for_the_reserve_is_refused() {
    let folder = folder();
    let arguments = in_disk(small(&["disk/block-output"]));
    let Some(said) = on_a_small_disk(&folder, "size=64M", &arguments) else { return };
    assert_eq!(said.code, Some(2), "{}{}", said.stdout, said.stderr);
    assert!(said.stderr.contains("64 MiB free, of which 1 GiB stay untouched"), "{}", said.stderr);
}

/// 64 inodes are full before 1024 files are made, which is the same answer of the system as a full disk.
#[test]
fn a_full_file_system_fails_an_item_and_the_others_go_on() {
    let folder = folder();
    let arguments = in_disk(small(&["disk/block-output", "disk/create", "disk/delete"]));
    let Some(said) = on_a_small_disk(&folder, "size=2G,nr_inodes=64", &arguments) else { return };
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    for (case, status, note) in outcomes(folder.path()) {
        match case.as_str() {
            "block-output" => assert_eq!(status, "ok", "{note}"),
            _ => assert!(status == "failed" && note.contains("the file system is full"), "{case}: {status} {note}"),
        }
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("left")).unwrap(), "");
    let records = records(&folder.path().join("run"));
    let block = records.iter().find(|record| record["case"] == "block-output").unwrap();
    assert!(block["flags"].contains("cached") && block["context"].contains("file-system=tmpfs"), "{block:?}");
}

#[test]
fn a_read_only_file_system_is_named() {
    let folder = folder();
    let arguments = in_disk(small(&["disk/block-output", "disk/create"]));
    let Some(said) = on_a_small_disk(&folder, "size=2G,ro", &arguments) else { return };
    assert_eq!(said.code, Some(1), "{}{}", said.stdout, said.stderr);
    for (case, status, note) in outcomes(folder.path()) {
        assert!(status == "failed" && note.contains("Read-only file system"), "{case}: {status} {note}");
    }
}

/// A run that writes for a minute, once its folder is there.
fn long_run(folder: &tempfile::TempDir) -> Child {
    let arguments = ["run", "disk/block-output", "--dir", ".", "--output", "run", "--sustain", "60s"];
    let mut command = hostmark(folder, &[&arguments[..], &["--set", "disk.size=8M"]].concat());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !names(folder.path()).iter().any(|name| name.starts_with("hostmark-work-disk-")) {
        assert!(Instant::now() < deadline, "it made no folder: {line}");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

#[test]
fn signals_leave_nothing() {
    for name in ["INT", "TERM"] {
        let folder = folder();
        let mut child = long_run(&folder);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{name}");
        assert_eq!(names(folder.path()), ["run"], "{name}");
    }
}

#[test]
fn what_a_kill_leaves_is_named_by_the_next_run_and_removed_by_the_doctor() {
    let folder = folder();
    let mut child = long_run(&folder);
    let living = run_in(&folder, &["doctor", "--clean", "--dir", "."]);
    assert!(living.stdout.contains("leftovers     none in "), "a run that lives has left nothing: {}", living.stdout);
    signal(&child, "KILL");
    child.wait().unwrap();
    let left = names(folder.path()).into_iter().find(|name| name.starts_with("hostmark-work-disk-")).unwrap();
    std::fs::remove_dir_all(folder.path().join("run")).unwrap();

    let next = run_in(&folder, &small(&["disk/stat"]));
    assert_eq!(next.code, Some(0), "{}{}", next.stdout, next.stderr);
    let named = next.stderr.lines().find(|line| line.contains(&left)).unwrap_or_else(|| panic!("{}", next.stderr));
    assert!(named.contains("left by a run that was killed; 'hostmark doctor --clean --dir "), "{named}");

    let found = run_in(&folder, &["doctor", "--dir", "."]).stdout;
    assert!(found.lines().any(|line| line.starts_with("warning") && line.contains(&left)), "{found}");
    assert!(folder.path().join(&left).exists(), "it is removed only where that is asked for");
    let cleaned = run_in(&folder, &["doctor", "--clean", "--dir", "."]);
    assert_eq!(cleaned.code, Some(0), "{}", cleaned.stderr);
    assert!(cleaned.stdout.contains("removed: ") && cleaned.stdout.contains(&left), "{}", cleaned.stdout);
    assert_eq!(names(folder.path()), ["run"]);
}

#[test]
fn bonnies_own_reader_takes_our_line() {
    let folder = folder();
    let said = run_in(&folder, &small(&["disk", "--label", "Box", "--format", "bonnie"]));
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert_eq!(said.stdout.lines().count(), 1, "{}", said.stdout);
    let fields: Vec<&str> = said.stdout.trim_end().split(',').collect();
    assert_eq!((fields.len(), fields[0], fields[2], fields[5]), (50, "1.98", "Box", "1M"));
    assert!(fields[38..].iter().all(|field| field.ends_with("us") || field.ends_with("ms")), "{fields:?}");
    let mut reader = Command::new("bon_csv2html");
    let Ok(mut reader) = reader.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        eprintln!("SKIPPED: bon_csv2html is not here");
        return;
    };
    std::io::Write::write_all(&mut reader.stdin.take().unwrap(), said.stdout.as_bytes()).unwrap();
    let page = String::from_utf8_lossy(&reader.wait_with_output().unwrap().stdout).into_owned();
    for text in ["Box", fields[38]] {
        assert!(page.contains(&format!(">{text}<")), "{text}: {page}");
    }
}
