//! The four kinds of work: right answers, no file left, wrong input named.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use hostmark_archive::codec::{Codec, Encoding, Preset};
use hostmark_archive::kernel::{Job, PLAIN, prepare};
use hostmark_archive::listing::Listing;
use hostmark_archive::reference::LzmaRust2;
use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

const ENCODING: Encoding = Encoding { preset: Preset { level: 1, extreme: false }, threads: 1 };

/// What two units and one more give.
fn work(job: &Job, stop: &Stop) -> Result<(String, f64), NoResult> {
    let mut kernel = prepare(job, Arc::new(LzmaRust2))?;
    let mut runs = [kernel.run(2, stop)?, kernel.run(1, stop)?];
    kernel.settle(&mut runs)?;
    let [run, other] = runs;
    assert_eq!((run.units, run.values[0].0), (2, PLAIN));
    assert_eq!((&other.answer, &other.values), (&run.answer, &run.values));
    match run.answer {
        Answer::Text(text) => Ok((text, run.values[0].1)),
        other => panic!("{other:?} is no digest"),
    }
}

/// A folder with a file `plain` and the same encoded, and a folder `tree` with an archive of it.
fn inputs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let plain = b"hostmark ".repeat(20_000);
    fs::write(at("plain"), &plain).unwrap();
    let mut encoded = Vec::new();
    LzmaRust2.encode(ENCODING, &mut plain.as_slice(), &mut encoded, &Stop::new()).unwrap();
    fs::write(at("plain.xz"), encoded).unwrap();
    fs::create_dir_all(at("tree/inner")).unwrap();
    fs::write(at("tree/inner/file"), &plain).unwrap();
    let mut tar = Vec::new();
    hostmark_archive::pack::pack(&at("tree"), &mut tar, &Stop::new()).unwrap();
    let mut archive = Vec::new();
    LzmaRust2.encode(ENCODING, &mut tar.as_slice(), &mut archive, &Stop::new()).unwrap();
    fs::write(at("tree.tar.xz"), archive).unwrap();
    fs::create_dir(at("place")).unwrap();
    folder
}

fn jobs(folder: &Path) -> [Job; 4] {
    let at = |name: &str| folder.join(name);
    [
        Job::Encode { plain: at("plain"), encoding: ENCODING },
        Job::Decode { archive: at("plain.xz"), bytes: 180_000 },
        Job::Compress { tree: at("tree"), encoding: ENCODING, place: at("place") },
        Job::Extract { archive: at("tree.tar.xz"), place: at("place") },
    ]
}

#[test]
fn all_answers_are_those_of_the_input_and_no_file_is_left() {
    let folder = inputs();
    // By sha256sum of 20,000 times "hostmark ".
    let plain = "18a039339af0646b12b3eed3e735bb924bafe183c30e3fa61774a1af49f9c22e".to_string();
    let tree = Listing::of_tree(&folder.path().join("tree"), &Stop::new()).unwrap().digest();
    let [encode, decode, compress, extract] = jobs(folder.path()).map(|job| work(&job, &Stop::new()).unwrap());
    assert_eq!([encode, decode], [(plain.clone(), 180_000.0), (plain, 180_000.0)]);
    let tar = compress.1;
    assert!(tar > 180_000.0 && tar % 512.0 == 0.0, "{tar}");
    assert_eq!([compress, extract], [(tree.clone(), tar), (tree, tar)]);
    assert_eq!(fs::read_dir(folder.path().join("place")).unwrap().count(), 0);
}

#[test]
fn a_stop_ends_each_of_them() {
    let folder = inputs();
    let stop = Stop::new();
    stop.set();
    for job in jobs(folder.path()) {
        assert_eq!(work(&job, &stop).unwrap_err(), NoResult::Stopped, "{job:?}");
    }
}

#[test]
fn bad_input_is_named() {
    let folder = inputs();
    let (noise, cut) = (folder.path().join("noise.xz"), folder.path().join("cut.tar.xz"));
    fs::write(&noise, "this is no archive").unwrap();
    let whole = fs::read(folder.path().join("tree.tar.xz")).unwrap();
    fs::write(&cut, &whole[..whole.len() - 20]).unwrap();
    let place = folder.path().join("place");
    let said = |job: Job| work(&job, &Stop::new()).unwrap_err().to_string();
    assert!(said(Job::Decode { archive: noise.clone(), bytes: 1 }).starts_with("the input in memory: "));
    for (archive, place) in [(&noise, &place), (&cut, &place)] {
        fs::remove_dir_all(place).unwrap();
        fs::create_dir(place).unwrap();
        let said = said(Job::Extract { archive: archive.clone(), place: place.clone() });
        assert!(said.starts_with(&archive.display().to_string()), "{said}");
    }
    let missing = Job::Compress { tree: folder.path().join("missing"), encoding: ENCODING, place };
    assert!(said(missing).contains("missing"), "the tree is named");
}
