//! The trees are the published ones, on disk too, and are like real ones where they shall be.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::thread;

use hostmark_archive::codec::{Codec, Encoding, Preset};
use hostmark_archive::listing::{Listing, digest_of};
use hostmark_archive::pack::pack;
use hostmark_archive::reference::LzmaRust2;
use hostmark_corpus::{Entry, Profile, What, entries, write};
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

#[path = "support/found.rs"]
mod found;
#[path = "support/stream.rs"]
mod stream;

use found::{Found, found};

fn published(profile: Profile) -> Found {
    Found {
        files: profile.files(),
        bytes: profile.bytes(),
        digest: profile.digest().to_string(),
        tree_digest: profile.tree_digest().to_string(),
    }
}

fn assert_published(profile: Profile) {
    assert_eq!(found(profile).unwrap(), published(profile), "{}", profile.name());
}

#[test]
fn tiny_and_small_are_as_published() {
    assert_published(Profile::Tiny);
    assert_published(Profile::Small);
}

#[test]
#[ignore = "takes minutes; with --release one"]
fn medium_and_large_are_as_published() {
    assert_published(Profile::Medium);
    assert_published(Profile::Large);
}

#[test]
fn on_disk_it_is_the_same_tree_and_packs_to_the_same_tar() {
    let folder = tempfile::tempdir().unwrap();
    write(Profile::Tiny, folder.path(), &Stop::new()).unwrap();
    let listing = Listing::of_tree(folder.path(), &Stop::new()).unwrap();
    assert_eq!(listing.digest(), Profile::Tiny.tree_digest());
    let mut tar = Vec::new();
    pack(folder.path(), &mut tar, &Stop::new()).unwrap();
    let (digest, _) = digest_of(&mut tar.as_slice()).unwrap();
    assert_eq!(base16ct::lower::encode_string(&digest), Profile::Tiny.digest());
}

#[test]
fn a_stop_ends_the_writing() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop::new();
    // The large tree takes minutes, so the stop comes in the midst of it.
    let written = thread::scope(|scope| {
        let writer = scope.spawn(|| write(Profile::Large, folder.path(), &stop));
        while !writer.is_finished() && is_empty(folder.path()) {
            thread::yield_now();
        }
        stop.set();
        writer.join().unwrap()
    });
    assert_eq!(written, Err(NoResult::Stopped));
    assert!(!is_empty(folder.path()));
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn what_is_in_the_way_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join(&entries(Profile::Tiny).next().unwrap().path);
    fs::write(&first, "").unwrap();
    let said = write(Profile::Tiny, folder.path(), &Stop::new()).unwrap_err().to_string();
    assert!(said.starts_with(&format!("{}: ", first.display())), "{said}");
}

fn small() -> Vec<Entry> {
    entries(Profile::Small).collect()
}

/// The lengths of the files, in order.
fn lengths(entries: &[Entry]) -> Vec<u64> {
    let length = |entry: &Entry| match &entry.what {
        What::File(contents) => Some(contents.length()),
        _ => None,
    };
    let mut lengths: Vec<u64> = entries.iter().filter_map(length).collect();
    lengths.sort_unstable();
    lengths
}

#[test]
fn sizes_are_lognormal() {
    let lengths = lengths(&small());
    let files = lengths.len();
    assert_eq!(files as u64, Profile::Small.files());
    let empty = lengths.iter().filter(|length| **length == 0).count();
    assert_eq!(empty * 1000 / files, 2);
    // exp(8 + 1.7 z) for z = -1.2816, 0 and 1.2816.
    for (percent, expected) in [(10, 337), (50, 2981), (90, 26_336)] {
        let length = lengths[files * percent / 100];
        assert!(length.abs_diff(expected) * 20 < expected, "{percent} %: {length}");
    }
    assert!(lengths.last().is_some_and(|largest| *largest <= 8_000_000));
}

#[test]
fn paths_and_attributes_are_those_of_a_source_tree() {
    let entries = small();
    let folders = entries.iter().filter(|entry| entry.what == What::Folder).count();
    let files = Profile::Small.files() as usize;
    assert!((13..18).contains(&(files / folders)), "{folders} folders");
    let depth = entries.iter().map(|entry| entry.path.split('/').count()).max();
    assert_eq!(depth, Some(6));
    let mut modes: HashMap<u32, usize> = HashMap::new();
    for entry in &entries {
        assert!(entry.path.len() < 100, "{} needs a long tar header", entry.path);
        assert!((1_546_300_800..1_735_516_800).contains(&entry.modified), "{}", entry.modified);
        *modes.entry(entry.mode).or_default() += 1;
    }
    let mut known: Vec<u32> = modes.keys().copied().collect();
    known.sort_unstable();
    assert_eq!(known, [0o644, 0o664, 0o755, 0o777]);
    assert!(modes[&0o644] > files * 8 / 10, "{modes:?}");
}

#[test]
fn links_lead_to_files_beside_them() {
    let entries = small();
    let paths: HashSet<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths.len(), entries.len(), "each path once");
    let mut links = 0;
    for entry in &entries {
        if let What::Link(target) = &entry.what {
            let beside = Path::new(&entry.path).with_file_name(target);
            assert!(paths.contains(beside.to_str().unwrap()), "{} to {target}", entry.path);
            links += 1;
        }
    }
    assert!(links > 5, "{links}");
}

#[test]
fn most_files_begin_with_the_notice_and_few_are_noise() {
    let (mut files, mut notices, mut noise) = (0, 0, 0);
    for entry in entries(Profile::Small) {
        let What::File(contents) = entry.what else { continue };
        let bytes = contents.bytes();
        assert_eq!(bytes.len() as u64, contents.length());
        let start = &bytes[..bytes.len().min(400)];
        files += 1;
        notices += usize::from(start.windows(25).any(|part| part == b"Nobody wrote what follows"));
        noise += usize::from(!start.is_ascii());
    }
    assert!((56..64).contains(&(notices * 100 / files)), "{notices} of {files}");
    assert!((30..60).contains(&(noise * 1000 / files)), "{noise} of {files}");
}

#[test]
fn tiny_compresses_as_said() {
    let mut tar = Vec::new();
    stream::tar(Profile::Tiny, &mut tar).unwrap();
    let (mut packed, encoding) = (Vec::new(), Encoding { preset: Preset { level: 6, extreme: false }, threads: 1 });
    LzmaRust2.encode(encoding, &mut tar.as_slice(), &mut packed, &Stop::new()).unwrap();
    let per_mille = packed.len() * 1000 / tar.len();
    assert!((190..230).contains(&per_mille), "{per_mille}");
    let mut plain = Vec::new();
    LzmaRust2.decode(&mut packed.as_slice(), &mut plain, &Stop::new()).unwrap();
    assert!(plain == tar);
}

#[test]
fn names_are_read_as_written() {
    for profile in Profile::ALL {
        assert_eq!(Profile::from_name(profile.name()), Ok(profile));
    }
    let said = Profile::from_name("huge\n").unwrap_err().to_string();
    assert_eq!(said, "no tree is called 'huge\\n'; there are tiny, small, medium, large");
}
