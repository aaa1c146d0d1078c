//! The suite by its contract: what it lists and prepares.

use std::path::Path;

use hostmark_harness::answer::Answer;
use hostmark_harness::metric::Role;
use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::source;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Suite};

use crate::{Hanoi, PARAMETERS};

fn environment(work_folder: &Path, disks: &str) -> Environment {
    let mut settings = Settings::new("hanoi", PARAMETERS);
    settings.set("disks", &[disks.to_string()]).unwrap();
    Environment {
        search_path: programs::search_path(),
        work_folder: work_folder.to_path_buf(),
        ..Environment::bare(settings)
    }
}

fn items(environment: &Environment) -> Vec<Item> {
    let case = Hanoi.cases(environment).remove(0);
    let all = Hanoi.implementations(&case, environment);
    let item = |implementation| Item { suite: "hanoi", case: case.clone(), implementation, threads: 1 };
    all.into_iter().map(item).collect()
}

#[test]
fn the_compilers_are_listed_behind_our_kernel() {
    let items = items(&environment(Path::new("/"), "28"));
    let names: Vec<&str> = items.iter().map(|item| item.implementation.name.as_str()).collect();
    assert_eq!(names, ["hostmark", "g++", "clang++", "clang++-libc++"]);
    assert_eq!(items[1].id(), "hanoi/towers;disks=28;flags=-O2;implementation=g++;threads=1");
    assert_eq!(items[0].case.metrics.iter().filter(|metric| metric.role == Role::Primary).count(), 1);
}

#[test]
fn the_tallest_tower_has_a_known_answer() {
    let known = items(&environment(Path::new("/"), "40")).remove(0).case.known;
    assert!(known.check(1, &Answer::Count(1_099_511_627_775)).is_ok());
}

#[test]
fn a_broken_kernel_is_caught() {
    let known = items(&environment(Path::new("/"), "28")).remove(0).case.known;
    assert!(known.check(1, &Answer::Count(268_435_455)).is_ok());
    assert!(known.check(1, &Answer::Count(268_435_456)).is_err(), "a kernel that counts one move too many");
    assert!(known.check(1, &Answer::Count(0)).is_err(), "a kernel whose disks are not where they should be");
}

/// Our kernel and each compiler of this machine move a small tower, and leave nothing behind.
#[test]
fn all_that_is_here_gives_the_right_answer() {
    let folder = tempfile::tempdir().unwrap();
    for disks in ["1", "9"] {
        let environment = environment(folder.path(), disks);
        for item in items(&environment) {
            match Hanoi.prepare(&item, &environment) {
                Ok(prepared) => source::check(prepared.workload, item.known(), 2, &Stop::new()).unwrap(),
                Err(problem) => assert!(matches!(problem, NoResult::Unavailable(_)), "{problem}"),
            }
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
