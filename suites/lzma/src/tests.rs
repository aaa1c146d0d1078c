//! The suite by its contract, on a small tree: everything here gives right answers, and wrong ones are caught.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use hostmark_harness::answer::Answer;
use hostmark_harness::programs;
use hostmark_harness::settings::Settings;
use hostmark_harness::source;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, State, Suite};

use crate::{Lzma, PARAMETERS};

/// A folder `tree` with a few files of text, and a place for work.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree");
    fs::create_dir_all(tree.join("inner")).unwrap();
    for file in 0..5 {
        let text: String = (0..2000).map(|line| format!("line {} of {file}\n", line * line % 97)).collect();
        fs::write(tree.join(format!("inner/{file}.c")), text).unwrap();
    }
    symlink("inner/0.c", tree.join("link")).unwrap();
    fs::create_dir(folder.path().join("work")).unwrap();
    folder
}

fn environment(folder: &Path, set: &[(&str, &str)]) -> Environment {
    let mut settings = Settings::new("lzma", PARAMETERS);
    for (name, value) in set {
        settings.set(name, &[value.to_string()]).unwrap();
    }
    let bare = Environment::bare(settings);
    Environment { work_folder: folder.join("work"), search_path: programs::search_path(), ..bare }
}

fn own_tree(folder: &Path) -> Environment {
    environment(folder, &[("tree", &folder.join("tree").display().to_string()), ("preset", "1")])
}

/// The items that need no probe: what is in this program, and the host's programs.
fn items(environment: &Environment, threads: usize) -> Vec<Item> {
    let offers = |case| {
        let all = Lzma.implementations(&case, environment).into_iter();
        all.map(move |implementation| Item { suite: "lzma", case: case.clone(), implementation, threads })
    };
    let all = Lzma.cases(environment).into_iter().flat_map(offers);
    all.filter(|item| item.implementation.name != "liblzma").collect()
}

/// One checked piece of work of an item, or why there is none.
fn work(item: &Item, environment: &Environment) -> Result<String, NoResult> {
    if !matches!(item.implementation.state, State::Ready | State::Found(_)) {
        return Err(NoResult::Unavailable("not here".into()));
    }
    let prepared = Lzma.prepare(item, environment)?;
    let context = prepared.findings.context.to_string();
    source::check(prepared.workload, item.known(), 2, &Stop::new())?;
    Ok(context)
}

fn left(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder.join("work")).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn everything_here_gives_right_answers_and_leaves_nothing() {
    let folder = folder();
    let environment = own_tree(folder.path());
    let mut worked = Vec::new();
    for item in items(&environment, 1) {
        match work(&item, &environment) {
            Ok(context) => {
                assert!(context.contains("input=") && context.contains("bytes="), "{context}");
                worked.push((item.case.name, item.implementation.name.clone()));
            }
            Err(NoResult::Unavailable(_)) => {}
            Err(problem) => panic!("{}: {problem}", item.id()),
        }
    }
    for expected in [("compress", "tar"), ("extract", "tar"), ("encode", "xz"), ("decode", "xz")] {
        assert!(worked.iter().any(|(case, name)| (*case, name.as_str()) == expected), "{expected:?} {worked:?}");
        assert!(worked.contains(&(expected.0, "lzma-rust2".to_string())), "{expected:?} {worked:?}");
        let is_built = worked.contains(&(expected.0, "liblzma-bundled".to_string()));
        assert_eq!(is_built, cfg!(feature = "bundled"), "{expected:?} {worked:?}");
    }
    environment.shelf.clear();
    assert_eq!(left(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn several_threads_are_copies_or_one_encoder() {
    let folder = folder();
    let environment = own_tree(folder.path());
    let said: Vec<(String, Result<String, NoResult>)> = items(&environment, 2)
        .iter()
        .map(|item| (format!("{} {}", item.case.name, item.implementation.name), work(item, &environment)))
        .collect();
    let of = |name: &str| said.iter().find(|(of, _)| of == name).unwrap().1.clone();
    assert!(of("compress lzma-rust2").is_ok() && of("decode lzma-rust2").is_ok(), "{said:?}");
    assert!(of("compress-mt tar").is_ok() && of("encode-mt xz").is_ok(), "{said:?}");
    assert!(matches!(of("compress tar"), Err(NoResult::Unavailable(what)) if what.contains("once at a time")));
    assert_eq!(of("encode-mt liblzma-bundled").is_ok(), cfg!(feature = "bundled"), "{said:?}");
    let alone = items(&environment, 1).into_iter().find(|item| item.case.name == "encode-mt").unwrap();
    let problem = Lzma.prepare(&alone, &environment).err().unwrap().to_string();
    assert_eq!(problem, "it is for an encoder of several threads; give --threads 2 or more");
}

#[test]
fn an_archive_of_the_persons_own_is_extracted_and_compressed_again() {
    let folder = folder();
    let made = own_tree(folder.path());
    let packed = crate::input::archive(
        &crate::input::Source::Tree(folder.path().join("tree")),
        crate::task::preset_of(Some("1")),
        &made,
    )
    .unwrap();
    let environment = environment(folder.path(), &[("archive", &packed.path.display().to_string())]);
    let all = items(&environment, 1);
    let extract = all.iter().find(|item| item.id().contains("/extract;") && item.id().contains("rust2")).unwrap();
    assert_eq!(extract.parameters().to_string(), "corpus=own", "its preset is not known");
    assert!(work(extract, &environment).unwrap().contains(&format!("input={}", packed.digest)));
    let compress = all.iter().find(|item| item.id().contains("/compress;") && item.id().contains("rust2")).unwrap();
    let context = work(compress, &environment).unwrap();
    let same = crate::input::tree(&crate::input::Source::Tree(folder.path().join("tree")), &made).unwrap();
    assert!(context.contains(&format!("input={}", same.listing.digest())), "{context}");
    assert!(context.contains(&format!("bytes={}", packed.bytes)), "{context}");
}

#[test]
fn wrong_answers_are_caught() {
    let folder = folder();
    let environment = own_tree(folder.path());
    for case in Lzma.cases(&environment) {
        for wrong in [Answer::Text("00".repeat(32)), Answer::Text(String::new()), Answer::Count(1), Answer::Discarded] {
            assert!(case.known.check(1, &wrong).is_err(), "{} {wrong:?}", case.name);
        }
    }
}

#[test]
fn an_input_that_makes_no_sense_is_one_failed_item_each() {
    let folder = folder();
    let problem = |set: &[(&str, &str)]| {
        let environment = environment(folder.path(), set);
        let item = items(&environment, 1).into_iter().find(|item| item.implementation.name == "lzma-rust2").unwrap();
        Lzma.prepare(&item, &environment).err().unwrap()
    };
    let none = problem(&[("tree", "/no/such/tree")]);
    assert!(matches!(&none, NoResult::Failed(what) if what.starts_with("/no/such/tree: ")), "{none}");
    let none = problem(&[("archive", "/no/such.tar.xz")]);
    assert!(matches!(&none, NoResult::Failed(what) if what.starts_with("/no/such.tar.xz: ")), "{none}");
    let both = problem(&[("tree", "/a"), ("archive", "/b")]);
    assert!(both.to_string().contains("both given"), "{both}");
    let text = folder.path().join("tree/inner/0.c");
    let no_archive = problem(&[("archive", &text.display().to_string())]);
    assert!(matches!(&no_archive, NoResult::Failed(what) if what.contains("0.c: ")), "{no_archive}");
}

#[test]
fn a_tar_that_is_none_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    for name in ["tar", "xz"] {
        let fake = folder.path().join(name);
        fs::write(&fake, "#!/bin/sh\necho a game\n").unwrap();
        fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let environment = Environment { search_path: vec![folder.path().to_path_buf()], ..own_tree(folder.path()) };
    for item in items(&environment, 1).iter().filter(|item| matches!(item.implementation.state, State::Found(_))) {
        match work(item, &environment) {
            Err(NoResult::Unavailable(what)) => {
                assert!(what.contains("a game") || what.contains("-mt") || what.contains("threads"), "{what}")
            }
            other => panic!("{}: {other:?}", item.id()),
        }
    }
}
