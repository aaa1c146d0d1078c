//! The suite by its contract: what it lists, prepares and makes of a finished block.

use std::path::Path;

use hostmark_harness::answer::Answer;
use hostmark_harness::metric::Role;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::programs;
use hostmark_harness::record::Record;
use hostmark_harness::settings::Settings;
use hostmark_harness::source;
use hostmark_harness::status::{NoResult, Status};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Suite};

use crate::{Cpu, PARAMETERS};

fn environment(work_folder: &Path, set: &[(&str, &[&str])]) -> Environment {
    let mut settings = Settings::new("cpu", PARAMETERS);
    for (name, values) in set {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        settings.set(name, &values).unwrap();
    }
    Environment {
        search_path: programs::search_path(),
        work_folder: work_folder.to_path_buf(),
        ..Environment::bare(settings)
    }
}

fn items(environment: &Environment) -> Vec<Item> {
    let case = Cpu.cases(environment).remove(0);
    let all = Cpu.implementations(&case, environment);
    let item = |implementation| Item { suite: "cpu", case: case.clone(), implementation, threads: 1 };
    all.into_iter().map(item).collect()
}

#[test]
fn each_compiler_is_listed_in_each_form_with_each_set_of_flags() {
    let environment = environment(Path::new("/"), &[("flags", &["-O2", "-O2 -march=native"])]);
    let items = items(&environment);
    assert_eq!(items.len(), 1 + 3 * 2 * 2);
    assert_eq!(items[0].id(), "cpu/primes;form=kept;implementation=hostmark;limit=20000;threads=1");
    let last = "cpu/primes;flags=-O2 -march%3Dnative;form=as-sysbench;implementation=cc;limit=20000;threads=1";
    assert_eq!(items[12].id(), last);
    assert_eq!(items[0].case.metrics.iter().filter(|metric| metric.role == Role::Primary).count(), 1);
}

/// Our kernel and each compiler of this machine give the answer that is right at an uncommon limit.
#[test]
fn all_that_is_here_gives_the_right_answer() {
    let folder = tempfile::tempdir().unwrap();
    let environment = environment(folder.path(), &[("limit", &["1234"])]);
    for item in items(&environment) {
        match Cpu.prepare(&item, &environment) {
            Ok(prepared) => source::check(prepared.workload, item.known(), 2, &Stop::new()).unwrap(),
            Err(problem) => assert!(matches!(problem, NoResult::Unavailable(_)), "{problem}"),
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_broken_kernel_is_caught() {
    let environment = environment(Path::new("/"), &[]);
    let items = items(&environment);
    let (ours, discarding) = (items[0].known(), items[2].known());
    assert!(ours.check(3, &Answer::Count(3 * 2261)).is_ok());
    assert!(ours.check(3, &Answer::Count(3 * 2262)).is_err(), "a kernel that counts the 2");
    assert!(ours.check(3, &Answer::Discarded).is_err(), "a kernel that does nothing");
    assert!(discarding.check(3, &Answer::Discarded).is_ok());
}

fn record(implementation: &str, version: &str, form: &str, metric: &str, value: f64) -> Record {
    let parameters = Parameters::new().with("limit", 20000).with("form", form);
    let parameters = if implementation == "hostmark" { parameters } else { parameters.with("flags", "-O2") };
    Record {
        suite: "cpu".into(),
        case: "primes".into(),
        parameters,
        implementation: implementation.into(),
        implementation_version: version.into(),
        threads: 1,
        metric: metric.into(),
        role: if metric == "rate" { Role::Primary } else { Role::Secondary },
        value: Some(value),
        samples: 10,
        status: Status::Ok,
        ..Record::default()
    }
}

fn reviewed(mut block: Vec<Record>) -> Vec<(Status, String)> {
    Cpu.review(&mut block);
    block.into_iter().map(|record| (record.status, record.note.to_string())).collect()
}

#[test]
fn a_removed_loop_is_invalid_in_all_its_records_and_keeps_its_number() {
    let clang = |form, metric, value| record("clang", "14.0.6", form, metric, value);
    let mut without_events = clang("as-sysbench", "latency-p95", 0.0);
    without_events.value = None;
    let mut block = vec![clang("kept", "rate", 1000.0), clang("as-sysbench", "rate", 50_000.0), without_events];
    block.push(record("gcc", "12.2.0", "kept", "rate", 980.0));
    block.push(record("gcc", "12.2.0", "as-sysbench", "rate", 981.0));
    Cpu.review(&mut block);
    assert_eq!((block[1].value, block[1].number()), (Some(50_000.0), None));
    for record in &block[1..3] {
        assert_eq!((record.status, record.note.as_str()), (Status::Invalid, "loop removed by clang 14.0.6"));
    }
    for record in [&block[0], &block[3], &block[4]] {
        assert_eq!((record.status, record.note.as_str()), (Status::Ok, ""));
    }
}

#[test]
fn without_a_kept_form_nothing_shows_that_the_work_was_done() {
    let alone = record("gcc", "12.2.0", "as-sysbench", "rate", 980.0);
    let failed = Record { status: Status::Failed, ..record("gcc", "12.2.0", "kept", "rate", 980.0) };
    let other_threads = Record { threads: 2, ..record("gcc", "12.2.0", "kept", "rate", 980.0) };
    let other_compiler = record("clang", "14.0.6", "kept", "rate", 980.0);
    let reviewed = reviewed(vec![alone, failed, other_threads, other_compiler]);
    assert_eq!(reviewed[0].0, Status::Invalid);
    assert!(reviewed[0].1.starts_with("no 'kept' form of this compiler"));
    assert_eq!(reviewed[1].0, Status::Failed);
}

#[test]
fn a_32_bit_divide_is_named_beside_our_kernel_or_beside_gcc() {
    let note = "32-bit divide";
    let clang = |value| Record { note: "busy".into(), ..record("cc", "clang 14.0.6", "kept", "rate", value) };
    let ours = record("hostmark", "0.1.0", "kept", "rate", 1000.0);
    let gcc = record("gcc", "12.2.0", "kept", "rate", 1000.0);
    assert_eq!(reviewed(vec![clang(1500.0), ours.clone()])[0], (Status::Ok, format!("{note}; busy")));
    assert_eq!(reviewed(vec![clang(1250.0), gcc.clone()])[0].1, format!("{note}; busy"));
    assert_eq!(reviewed(vec![clang(1200.0), ours.clone()])[0].1, "busy");
    assert_eq!(reviewed(vec![Record { value: Some(1500.0), ..gcc }, ours.clone()])[0].1, "");
    let portable = Record { note: crate::PORTABLE.into(), ..ours };
    assert_eq!(reviewed(vec![clang(1500.0), portable])[0].1, "busy");
}
