//! The suite by its contract: every phase checks what it reads and leaves nothing, and what goes wrong is said.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hostmark_harness::sample::Sample;
use hostmark_harness::settings::Settings;
use hostmark_harness::source::{self, Instruments};
use hostmark_harness::status::{Flag, NoResult};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Suite, Timed, Workload};

use crate::{Disk, PARAMETERS};

const SMALL: [(&str, &str); 3] = [("size", "1M"), ("character-bytes", "20000"), ("files", "1")];

fn environment(work_folder: &Path, set: &[(&str, &str)]) -> Environment {
    let mut settings = Settings::new("disk", PARAMETERS);
    for (name, value) in SMALL.iter().chain(set) {
        settings.set(name, &[value.to_string()]).unwrap();
    }
    Environment { work_folder: work_folder.to_path_buf(), ..Environment::bare(settings) }
}

fn items(environment: &Environment) -> Vec<Item> {
    let item = |case| {
        let implementation = Disk.implementations(&case, environment).remove(0);
        Item { suite: "disk", case, implementation, threads: 1 }
    };
    Disk.cases(environment).into_iter().map(item).collect()
}

fn named(environment: &Environment, name: &str) -> Item {
    items(environment).into_iter().find(|item| item.case.name == name).unwrap()
}

fn room(environment: &Environment, name: &str) -> Result<Box<dyn Timed>, NoResult> {
    match Disk.prepare(&named(environment, name), environment)?.workload {
        Workload::Timed(room) => Ok(room),
        _ => panic!("{name} owns its clock"),
    }
}

fn measure(room: &mut dyn Timed) -> Result<Sample, NoResult> {
    room.measure(Duration::from_millis(50), &Stop::new()).map(|mut samples| samples.remove(0))
}

/// The file that phases leave to each other.
fn file(work_folder: &Path) -> PathBuf {
    fs::read_dir(work_folder).unwrap().next().unwrap().unwrap().path().join("file")
}

#[test]
fn cases_keep_the_parameters_that_make_figures_comparable() {
    let names: Vec<String> = items(&environment(Path::new("/"), &[])).iter().map(Item::id).collect();
    let short: Vec<String> =
        names.iter().map(|name| name.replace(";implementation=hostmark", "").replace(";threads=1", "")).collect();
    assert_eq!(
        short,
        [
            "disk/char-output;character-bytes=20000",
            "disk/block-output;data=random;size=1M",
            "disk/rewrite;data=random;drop=yes;size=1M",
            "disk/char-input;character-bytes=20000;data=random;drop=yes;size=1M",
            "disk/block-input;data=random;drop=yes;size=1M",
            "disk/seeks;data=random;drop=yes;size=1M",
            "disk/create;files=1024;order=sequential",
            "disk/create;files=1024;order=random",
            "disk/stat;files=1024;order=sequential",
            "disk/stat;files=1024;order=random",
            "disk/delete;files=1024;order=sequential",
            "disk/delete;files=1024;order=random",
            "disk/char-output-stdio;data=random;size=1M",
            "disk/char-input-stdio;data=random;drop=yes;size=1M",
            "disk/random-read;data=random;drop=yes;size=1M",
            "disk/random-write;data=random;size=1M",
        ]
    );
}

/// In the order of the suite, each twice, so that every phase reads what those before it left.
#[test]
fn all_phases_are_right_and_nothing_is_left() {
    for (data, drop) in [("random", "yes"), ("zeros", "no")] {
        let place = tempfile::tempdir().unwrap();
        let environment = environment(place.path(), &[("data", data), ("drop", drop)]);
        let (clock, stop) = (hostmark_harness::clock::SystemClock::new(), Stop::new());
        let tools = Instruments { clock: &clock, clock_cost: 0.0, stop: &stop };
        for item in &items(&environment) {
            let workload = Disk.prepare(item, &environment).unwrap().workload;
            let mut source = source::of(workload, item.known().clone(), Duration::from_millis(20), tools);
            for _ in 0..2 {
                let sample = source.draw(1).unwrap_or_else(|problem| panic!("{}: {problem}", item.id())).remove(0);
                for metric in &item.case.metrics {
                    let value = metric.of_sample(&sample, 1);
                    assert!(value.is_some_and(|value| value >= 0.0), "{} {}", item.id(), metric.name);
                }
            }
        }
        environment.shelf.clear();
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}

#[test]
fn work_is_counted_as_bonnie_counts_it() {
    let place = tempfile::tempdir().unwrap();
    let environment = environment(place.path(), &[]);
    for (name, work) in [
        ("char-output", 20000.0),
        ("block-output", 1048576.0),
        ("rewrite", 1048576.0),
        ("char-input", 20000.0),
        ("block-input", 1048576.0),
        ("seeks", 8192.0),
        ("create", 1024.0),
        ("char-input-stdio", 1048576.0),
    ] {
        assert_eq!(measure(room(&environment, name).unwrap().as_mut()).unwrap().work, work, "{name}");
    }
}

#[test]
fn a_file_that_was_changed_is_a_wrong_answer_to_all_who_read_it() {
    for name in ["rewrite", "char-input", "block-input", "seeks", "char-input-stdio", "random-read"] {
        let place = tempfile::tempdir().unwrap();
        let environment = environment(place.path(), &[]);
        let mut room = room(&environment, name).unwrap();
        measure(room.as_mut()).unwrap();
        let path = file(place.path());
        let other = OpenOptions::new().write(true).open(path).unwrap();
        (0..128).for_each(|chunk| other.write_all_at(&[7; 8], chunk * 8192).unwrap());
        let problem = measure(room.as_mut()).unwrap_err().to_string();
        assert!(problem.starts_with("wrong answer: chunk "), "{name}: {problem}");
        assert!(measure(room.as_mut()).is_ok(), "{name} goes on with a new file");
    }
}

#[test]
fn a_file_that_was_cut_is_too_short() {
    for name in ["rewrite", "char-input", "block-input", "seeks", "char-input-stdio"] {
        let place = tempfile::tempdir().unwrap();
        let environment = environment(place.path(), &[]);
        let mut room = room(&environment, name).unwrap();
        measure(room.as_mut()).unwrap();
        OpenOptions::new().write(true).open(file(place.path())).unwrap().set_len(8192).unwrap();
        let problem = measure(room.as_mut()).unwrap_err().to_string();
        assert!(problem.contains("too early"), "{name}: {problem}");
    }
}

#[test]
fn a_folder_that_somebody_removes_is_made_again() {
    let place = tempfile::tempdir().unwrap();
    let environment = environment(place.path(), &[]);
    for item in items(&environment) {
        let mut room = room(&environment, item.case.name).unwrap();
        measure(room.as_mut()).unwrap();
        for entry in fs::read_dir(place.path()).unwrap() {
            fs::remove_dir_all(entry.unwrap().path()).unwrap();
        }
        // What had open files in it fails in one line, and the next pass is right again.
        if let Err(problem) = measure(room.as_mut()) {
            assert!(problem.to_string().contains("somebody removed it"), "{}: {problem}", item.id());
        }
        assert!(measure(room.as_mut()).is_ok(), "{}", item.id());
    }
}

#[test]
fn a_stop_ends_every_phase_and_nothing_is_left() {
    let place = tempfile::tempdir().unwrap();
    let environment = environment(place.path(), &[]);
    let stop = Stop::new();
    stop.set();
    for item in items(&environment) {
        let mut room = room(&environment, item.case.name).unwrap();
        assert_eq!(room.measure(Duration::from_secs(60), &stop), Err(NoResult::Stopped), "{}", item.id());
    }
    environment.shelf.clear();
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_done_says_why_before_anything_is_written() {
    let place = tempfile::tempdir().unwrap();
    let problem = |set: &[(&str, &str)]| {
        let environment = environment(place.path(), set);
        Disk.prepare(&named(&environment, "block-output"), &environment).err().unwrap()
    };
    let large = problem(&[("size", "9000T")]);
    assert!(matches!(&large, NoResult::Unavailable(text) if text.starts_with("no room: ")), "{large}");
    assert!(problem(&[("size", "much")]).to_string().starts_with("disk.size: 'much' is no size"));
    assert!(problem(&[("size", "8K")]).to_string().starts_with("disk.character-bytes is"));
    assert!(matches!(problem(&[("size", "2xRAM")]), NoResult::Unavailable(_)), "no facts of the host");
    let environment = environment(place.path(), &[]);
    let two = Item { threads: 2, ..named(&environment, "seeks") };
    assert!(matches!(Disk.prepare(&two, &environment).err(), Some(NoResult::Unavailable(_))));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_stays_in_memory_is_flagged() {
    let place = tempfile::tempdir().unwrap();
    let flags = |drop| {
        let environment = environment(place.path(), &[("drop", drop)]);
        let mut room = room(&environment, "block-input").unwrap();
        measure(room.as_mut()).unwrap();
        room.findings()
    };
    let kept = flags("no");
    assert!(kept.flags.has(Flag::Cached), "{kept:?}");
    assert!(!kept.note.is_empty() && kept.context.get("dropped") == Some("no"), "{kept:?}");
    let dropped = flags("yes");
    let is_dropped = dropped.context.get("resident-percent") == Some("0");
    assert_eq!(dropped.flags.has(Flag::Cached), !is_dropped, "{dropped:?}");
}
