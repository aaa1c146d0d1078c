//! The suite by its contract: what it lists, and that everything here gives right answers, and wrong ones are caught.

use std::path::Path;

use hostmark_harness::answer::Answer;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::settings::Settings;
use hostmark_harness::source;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Implementation, Item, State, Suite, Workload};

use crate::{Crypto, PARAMETERS};

fn environment(set: &[(&str, &[&str])]) -> Environment {
    let mut settings = Settings::new("crypto", PARAMETERS);
    for (name, values) in set {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        settings.set(name, &values).unwrap();
    }
    Environment { work_folder: Path::new("/").to_path_buf(), ..Environment::bare(settings) }
}

fn items(environment: &Environment) -> Vec<Item> {
    let offers = |case| {
        let all = Crypto.implementations(&case, environment).into_iter();
        all.map(move |implementation| Item { suite: "crypto", case: case.clone(), implementation, threads: 1 })
    };
    Crypto.cases(environment).into_iter().flat_map(offers).collect()
}

/// The items of libraries in this program that have the algorithm.
fn ready(environment: &Environment) -> Vec<Item> {
    items(environment).into_iter().filter(|item| item.implementation.state == State::Ready).collect()
}

#[test]
fn calls_are_told_apart_where_they_differ() {
    let environment = environment(&[("size", &["16"])]);
    let items = items(&environment);
    let apis = |case: &str, name: &str| -> Vec<String> {
        let of_case = items.iter().filter(|item| item.case.name == case && item.implementation.name == name);
        of_case.map(|item| item.implementation.variant.get("api").unwrap_or("none").to_string()).collect()
    };
    if cfg!(feature = "bundled") {
        assert_eq!(apis("sha256", "aws-lc"), ["evp", "evp-implicit", "low-level"]);
        assert_eq!(apis("aes-256-cbc", "openssl-bundled"), ["evp", "low-level"]);
        assert_eq!(apis("aes-256-gcm", "aws-lc"), ["evp", "aead"]);
        assert_eq!(apis("rsa4096", "openssl-bundled"), ["evp", "evp"], "sign and verify");
    } else {
        assert_eq!(apis("sha256", "aws-lc"), ["none"], "what is not here says so once");
    }
    assert_eq!(apis("aes-256-gcm", "ring"), ["aead"]);
    assert_eq!(apis("md5", "rustcrypto"), ["none"]);
}

#[test]
fn calls_that_make_no_difference_are_left_to_the_library_when_nothing_else_is_wanted() {
    let environment = environment(&[("size", &["16"]), ("api", &["low-level"])]);
    let case = Crypto.cases(&environment).into_iter().find(|case| case.name == "aes-128-gcm").unwrap();
    assert_eq!(crate::offers::apis(&case, &environment), ["low-level"]);
    // Nothing but a message with a tag can be sealed, and no other figure gets that name.
    let environment = self::environment(&[("size", &["16"]), ("api", &["aead"])]);
    let item = items(&environment).into_iter().find(|item| item.case.name == "aes-256-cbc").unwrap();
    let implementation = Implementation { variant: Parameters::new().with("api", "aead"), ..item.implementation };
    let problem = Crypto.prepare(&Item { implementation, ..item }, &environment).err();
    assert_eq!(problem, Some(NoResult::Unavailable("not offered in this API, but through evp".into())));
}

#[test]
fn what_a_library_of_this_program_lacks_is_said_before_it_is_tried() {
    let items = items(&environment(&[("size", &["16"])]));
    let state = |case: &str, name: &str| {
        let found = items.iter().find(|item| item.case.name == case && item.implementation.name == name);
        found.unwrap().implementation.state.clone()
    };
    assert_eq!(state("md5", "ring"), State::Missing("not offered by this library".into()));
    assert_eq!(state("aes-256-cbc", "ring"), State::Missing("not offered by this library".into()));
    let advisory = State::Missing("not offered: open advisory RUSTSEC-2023-0071".into());
    assert_eq!(state("rsa4096", "rustcrypto"), advisory);
    let built = if cfg!(feature = "bundled") { State::Ready } else { State::NotBuilt("bundled") };
    assert_eq!((state("bf-cbc", "openssl-bundled"), state("sha512", "aws-lc")), (built.clone(), built));
}

#[test]
fn further_libraries_stand_behind_the_hosts() {
    let environment = environment(&[("library", &["old=/opt/libcrypto.so", "/opt/other.so"]), ("size", &["16"])]);
    let case = Crypto.cases(&environment).remove(0);
    let all = Crypto.implementations(&case, &environment);
    let mut names: Vec<String> = all.into_iter().map(|one| one.name).collect();
    names.dedup();
    assert_eq!(names, ["openssl", "old", "other.so", "openssl-bundled", "ring", "aws-lc", "rustcrypto"]);
}

/// Odd and even units, one block and several, and two runs of one kernel, of everything that is in this program.
#[test]
fn all_libraries_of_this_program_give_the_right_answers() {
    let environment = environment(&[("size", &["16", "64", "8192"])]);
    for item in ready(&environment) {
        match Crypto.prepare(&item, &environment).map(|prepared| prepared.workload) {
            Ok(Workload::Loop(mut kernels)) => {
                for units in [1, 2, 5] {
                    let work = kernels[0].run(units, &Stop::new()).unwrap();
                    item.known()
                        .check(work.units, &work.answer)
                        .unwrap_or_else(|wrong| panic!("{} {wrong}", item.id()));
                }
            }
            Ok(_) => panic!("{} is no loop", item.id()),
            Err(problem) => assert!(matches!(problem, NoResult::Unavailable(_)), "{}: {problem}", item.id()),
        }
    }
}

/// What is wrong in one place is refused: the answer of another run, of another size, with one digit changed, none.
#[test]
fn wrong_answers_are_caught() {
    let environment = environment(&[("size", &["64"])]);
    for item in ready(&environment) {
        let Ok(Workload::Loop(mut kernels)) = Crypto.prepare(&item, &environment).map(|prepared| prepared.workload)
        else {
            continue;
        };
        let work = kernels[0].run(3, &Stop::new()).unwrap();
        let refused = |answer: Answer| assert!(item.known().check(3, &answer).is_err(), "{} {answer:?}", item.id());
        match work.answer {
            Answer::Text(text) => {
                let last = if text.ends_with('0') { "1" } else { "0" };
                refused(Answer::Text(format!("{}{last}", &text[..text.len() - 1])));
                refused(Answer::Text(String::new()));
                refused(Answer::Text("no digits".into()));
            }
            Answer::Count(count) => refused(Answer::Count(count - 1)),
            Answer::Discarded => panic!("{} discards its answer", item.id()),
        }
        refused(Answer::Discarded);
    }
}

/// By md5sum, sha256sum and sha512sum of `head -c 256 /dev/zero`.
#[test]
fn the_reference_digests_as_other_programs_do() {
    use hostmark_probe::algorithm::Digest;
    let digits = |digest| base16ct::lower::encode_string(&crate::reference::digest(digest, &[0; 256]));
    assert_eq!(digits(Digest::Md5), "348a9791dc41b89796ec3808b5b5262f");
    assert_eq!(digits(Digest::Sha256), "5341e6b2646979a70e57653007a1f310169421ec9bdd9f1a5648f75ade005af1");
    assert!(digits(Digest::Sha512).starts_with("693f95d58383a6162d2aab49eb60395d"));
}

#[test]
fn threads_have_a_kernel_each() {
    let environment = environment(&[("size", &["256"])]);
    let mut item = ready(&environment).into_iter().find(|item| item.case.name == "aes-256-cbc").unwrap();
    item.threads = 2;
    let workload = Crypto.prepare(&item, &environment).unwrap().workload;
    source::check(workload, item.known(), 100, &Stop::new()).unwrap();
}

#[test]
fn a_size_that_makes_no_sense_is_one_failed_item() {
    let problem = |size: &str| {
        let environment = environment(&[("size", &[size])]);
        let item = ready(&environment).into_iter().find(|item| item.case.name == "aes-256-cbc").unwrap();
        Crypto.prepare(&item, &environment).err().unwrap()
    };
    assert_eq!(problem("20"), NoResult::Failed("20 bytes are no whole blocks of 16 bytes".into()));
    assert!(problem("0").to_string().starts_with("0 bytes are no message"));
    assert!(problem("4G").to_string().contains("too many"));
}
