//! Fake compilers that behave badly, and the real ones of this machine.

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use hostmark_harness::answer::Answer;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Environment, Implementation, Prepared, State, Workload};

use crate::find::{Language, implementations};
use crate::prepare::{Limits, Program, prepare, prepare_within};

const KERNEL: &str = "#include \"kernel.h\"\nconst int kernel_has_events = 1;\nconst int kernel_keeps_answer = 1;\n\
    static unsigned long long answer;\nvoid kernel_prepare(unsigned long long size) { answer = size; }\n\
    unsigned long long kernel_unit(void) { return answer; }\n";

const SHORT: Limits =
    Limits { ask: Duration::from_millis(300), compile: Duration::from_millis(300), ready: Duration::from_secs(20) };

fn environment(search_path: &Path, work_folder: &Path) -> Environment {
    Environment {
        search_path: vec![search_path.to_path_buf()],
        work_folder: work_folder.to_path_buf(),
        ..Environment::bare(Settings::new("none", &[]))
    }
}

fn program(name: &'static str) -> [(&'static str, &'static str); 1] {
    [(name, KERNEL)]
}

fn find(language: Language, name: &str, environment: &Environment) -> Implementation {
    let all = implementations(language, &[Parameters::new()], &environment.search_path);
    all.into_iter().find(|one| one.name == name).unwrap()
}

/// Prepares with a fake gcc; whatever happens, no file and no child is left.
fn fake(behaviour: &str, limits: Limits) -> Result<Prepared, NoResult> {
    let folder = tempfile::tempdir().unwrap();
    let (search, work) = (folder.path().join(behaviour), folder.path().join("work"));
    std::fs::create_dir_all(&search).unwrap();
    std::fs::create_dir_all(&work).unwrap();
    symlink(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fakes/compiler"), search.join("gcc")).unwrap();
    let environment = environment(&search, &work);
    let gcc = find(Language::C, "gcc", &environment);
    let program = Program { files: &program("kernel.c"), flags: "-O2", size: 5, threads: 1 };
    let prepared = prepare_within(limits, &gcc, &program, &environment);
    assert_eq!(std::fs::read_dir(&work).unwrap().count(), 0);
    assert_eq!(environment.children.count(), usize::from(prepared.is_ok()));
    prepared
}

fn problem(behaviour: &str, limits: Limits) -> String {
    let problem = fake(behaviour, limits).err().expect("the fake compiler is bad");
    assert!(matches!(problem, NoResult::Failed(_)), "{problem:?}");
    problem.to_string()
}

const PATIENT: Limits = Limits { ask: SHORT.ready, compile: SHORT.ready, ready: SHORT.ready };

#[test]
fn nonsense_is_not_a_compiler() {
    let problem = problem("nonsense", PATIENT);
    assert!(
        problem.ends_with("did not identify itself as a compiler: asked for --version it says 'hello, I am a program'")
    );
}

#[test]
fn a_hang_ends_at_the_limit() {
    assert!(problem("hangs-at-version", SHORT).contains("was not done"));
    let compile = Limits { compile: SHORT.compile, ..PATIENT };
    assert!(problem("hangs", compile).contains("was not done"));
}

#[test]
fn an_error_is_quoted() {
    assert_eq!(problem("fails", PATIENT), "gcc -O2 does not compile the kernel: kernel.c:1:2: error: it is Monday");
}

#[test]
fn a_missing_program_is_noticed() {
    assert!(problem("nothing", PATIENT).ends_with("reported success and produced no program"));
    assert!(problem("no-program", PATIENT).ends_with("reported success and produced no program"));
}

#[test]
fn a_bad_program_is_noticed() {
    assert!(problem("crashes", PATIENT).starts_with("the program that gcc made ended by itself (signal: 11"));
    assert_eq!(problem("babbles", PATIENT), "the program that gcc made answered outside the protocol");
}

#[test]
fn a_wrong_answer_comes_back_as_it_is_for_the_harness_to_check() {
    let Workload::Worker(mut workers) = fake("wrong", PATIENT).unwrap().workload else { panic!("workers") };
    workers[0].ask_to_run(1).unwrap();
    assert_eq!(workers[0].ran().unwrap().answer(), Answer::Count(2262));
}

#[test]
fn what_is_not_on_the_search_path_is_listed_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let environment = environment(folder.path(), folder.path());
    let gcc = find(Language::C, "gcc", &environment);
    assert_eq!(gcc.state, State::Missing("gcc is not on the search path; install it to measure it".into()));
    let program = Program { files: &[], flags: "", size: 1, threads: 1 };
    let problem = prepare(&gcc, &program, &environment).err().unwrap();
    assert!(matches!(problem, NoResult::Unavailable(_)));
}

#[test]
fn another_name_of_the_same_file_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let clang = folder.path().join("clang");
    std::fs::write(&clang, "").unwrap();
    std::fs::set_permissions(&clang, Permissions::from_mode(0o755)).unwrap();
    std::fs::hard_link(&clang, folder.path().join("cc")).unwrap();
    let environment = environment(folder.path(), folder.path());
    assert_eq!(find(Language::C, "cc", &environment).same_as.as_deref(), Some("clang"));
    assert_eq!(find(Language::C, "clang", &environment).same_as, None);
}

#[test]
fn a_work_folder_that_cannot_be_used_is_named() {
    let environment = environment(Path::new("/"), Path::new("/no/such/folder"));
    let problem = crate::compile::Bench::new(Path::new("/gcc"), PATIENT.ask, &environment).err().unwrap().to_string();
    assert!(problem.starts_with("no folder can be made in /no/such/folder ("), "{problem}");
}

/// Each compiler of this machine, in both languages: the worker compiles without a warning and speaks.
#[test]
fn the_compilers_of_this_machine_make_working_workers() {
    let folder = tempfile::tempdir().unwrap();
    let environment = Environment { search_path: programs::search_path(), ..environment(folder.path(), folder.path()) };
    for (language, kernel) in [(Language::C, program("kernel.c")), (Language::Cpp, program("kernel.cpp"))] {
        for one in implementations(language, &[Parameters::new()], &environment.search_path) {
            let program = Program { files: &kernel, flags: "-O2 -Wall -Wextra -Werror", size: 7, threads: 2 };
            match prepare(&one, &program, &environment) {
                Ok(prepared) => speaks(prepared),
                Err(problem) => assert!(matches!(problem, NoResult::Unavailable(_)), "{}: {problem}", one.name),
            }
        }
    }
    assert_eq!(environment.children.count(), 0);
}

fn speaks(prepared: Prepared) {
    assert!(prepared.origin.contains(" sha256:"), "{}", prepared.origin);
    assert!(!prepared.version.contains("unknown"), "{}", prepared.version);
    let Workload::Worker(mut workers) = prepared.workload else { panic!("workers") };
    assert_eq!(workers.len(), 2);
    for worker in &mut workers {
        worker.ask_to_run(3).unwrap();
        let ran = worker.ran().unwrap();
        assert_eq!((ran.units, ran.answer(), ran.events.len()), (3, Answer::Count(21), 0), "{}", prepared.version);
        worker.ask_to_run(1).unwrap();
        assert_eq!(worker.ran().unwrap().events.len(), 1);
    }
}
