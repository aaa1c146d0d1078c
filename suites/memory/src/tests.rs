//! The suite by its contract: what it lists, that everything here gives right answers, and that wrong ones are caught.

use std::path::Path;

use hostmark_harness::answer::Answer;
use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::source;
use hostmark_harness::status::{Flag, NoResult};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Suite, Workload};

use crate::{Memory, PARAMETERS};

fn environment(work_folder: &Path, set: &[(&str, &[&str])]) -> Environment {
    let mut settings = Settings::new("memory", PARAMETERS);
    for (name, values) in set {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        settings.set(name, &values).unwrap();
    }
    Environment { work_folder: work_folder.to_path_buf(), ..Environment::bare(settings) }
}

fn items(environment: &Environment, name: &str, threads: usize) -> Vec<Item> {
    let offers = |case| {
        let all = Memory.implementations(&case, environment).into_iter();
        all.map(move |implementation| Item { suite: "memory", case: case.clone(), implementation, threads })
    };
    Memory.cases(environment).into_iter().filter(|case| case.name == name).flat_map(offers).collect()
}

fn check(item: &Item, environment: &Environment) -> Result<(), NoResult> {
    source::check(Memory.prepare(item, environment)?.workload, item.known(), 3, &Stop::new())
}

#[test]
fn cases_keep_the_parameters_that_make_figures_comparable() {
    let environment = environment(Path::new("/"), &[("set", &["64K"])]);
    let ids: Vec<String> = ["sysbench", "bandwidth", "latency", "clock"]
        .iter()
        .flat_map(|name| items(&environment, name, 1))
        .filter(|item| item.implementation.name == "hostmark")
        .map(|item| item.id())
        .collect();
    assert_eq!(
        ids,
        [
            "memory/sysbench;access=seq;block=1024;implementation=hostmark;operation=write;scope=global;threads=1",
            "memory/sysbench;access=seq;block=1024;implementation=hostmark;operation=read;scope=global;threads=1",
            "memory/bandwidth;implementation=hostmark;operation=read;set=64K;threads=1",
            "memory/bandwidth;implementation=hostmark;operation=write;set=64K;threads=1",
            "memory/bandwidth;implementation=hostmark;operation=copy;set=64K;threads=1",
            "memory/latency;implementation=hostmark;set=64K;threads=1",
            "memory/clock;implementation=hostmark;threads=1",
        ]
    );
}

/// Our kernel and each compiler of this machine, in each shape, alone and by two threads.
#[test]
fn all_that_is_here_gives_the_right_answer() {
    let folder = tempfile::tempdir().unwrap();
    for (access, block) in [("seq", "1K"), ("seq", "64"), ("seq", "8"), ("seq", "1M"), ("rnd", "4K")] {
        for scope in ["global", "local"] {
            let set: &[(&str, &[&str])] =
                &[("access", &[access]), ("block", &[block]), ("scope", &[scope]), ("set", &["64K", "1M"])];
            let mut environment = environment(folder.path(), set);
            if scope == "local" && block == "1K" || access == "rnd" {
                environment.search_path = programs::search_path();
            }
            for name in ["sysbench", "bandwidth", "latency", "clock"] {
                for threads in [1, 2] {
                    for item in items(&environment, name, threads) {
                        match check(&item, &environment) {
                            Ok(()) | Err(NoResult::Unavailable(_)) => {}
                            Err(problem) => panic!("{}: {problem}", item.id()),
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn wrong_answers_are_caught() {
    for access in ["seq", "rnd"] {
        let environment = environment(Path::new("/"), &[("access", &[access]), ("set", &["64K"])]);
        for name in ["sysbench", "bandwidth", "latency", "clock"] {
            for item in items(&environment, name, 1).into_iter().filter(|item| item.implementation.name == "hostmark") {
                let Workload::Loop(mut kernels) = Memory.prepare(&item, &environment).unwrap().workload else {
                    panic!("{} is no loop", item.id())
                };
                let work = kernels[0].run(5, &Stop::new()).unwrap();
                assert!(item.known().check(5, &work.answer).is_ok(), "{}", item.id());
                let other = match work.answer {
                    Answer::Count(count) => Answer::Count(count - 1),
                    Answer::Text(text) => Answer::Text(format!("{text}1")),
                    Answer::Discarded => panic!("{} discards its answer", item.id()),
                };
                assert!(item.known().check(5, &other).is_err(), "{}", item.id());
                assert!(item.known().check(5, &Answer::Discarded).is_err(), "{}", item.id());
            }
        }
    }
}

#[test]
fn what_cannot_be_done_says_why() {
    let problem = |set: &[(&str, &[&str])], name, threads| {
        let environment = environment(Path::new("/"), set);
        Memory.prepare(&items(&environment, name, threads)[0], &environment).err().unwrap()
    };
    let odd = problem(&[("block", &["1000"])], "sysbench", 1);
    assert_eq!(odd, NoResult::Failed("a block of 1000 bytes: sysbench takes powers of two from 8 bytes on".into()));
    assert!(matches!(problem(&[], "latency", 1), NoResult::Unavailable(_)), "no facts, so no caches");
    assert!(problem(&[("set", &["big"])], "bandwidth", 1).to_string().starts_with("'big' is no working set"));
}

#[test]
fn the_clock_is_named_where_it_is_a_notable_part() {
    let flags = |block: &str| {
        let environment = environment(Path::new("/"), &[("block", &[block])]);
        Memory.prepare(&items(&environment, "sysbench", 1)[0], &environment).unwrap().findings.flags
    };
    assert!(flags("1K").has(Flag::ClockCost));
    assert!(!flags("1M").has(Flag::ClockCost));
}

#[test]
fn a_stop_ends_a_run() {
    let environment = environment(Path::new("/"), &[("set", &["64K"])]);
    let stop = Stop::new();
    stop.set();
    for name in ["sysbench", "bandwidth", "latency", "clock"] {
        let item = &items(&environment, name, 1)[0];
        let Workload::Loop(mut kernels) = Memory.prepare(item, &environment).unwrap().workload else { panic!() };
        assert_eq!(kernels[0].run(1 << 40, &stop).err(), Some(NoResult::Stopped));
    }
}
