//! Trees to archives and back: what stays, what is refused, and whether tar agrees.

use std::fs::{self, File, FileTimes};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use hostmark_archive::listing::Listing;
use hostmark_archive::pack::pack;
use hostmark_archive::unpack::unpack;
use hostmark_harness::stop::Stop;
use tar::{Builder, EntryType, Header};

/// A tree with everything that is restored: modes, times, links, odd names, a long path.
fn make_tree(tree: &Path) {
    let long = "a-rather-long-name/".repeat(12);
    for folder in ["empty", "source/inner", "closed", &long] {
        fs::create_dir_all(tree.join(folder)).unwrap();
    }
    let files = [("source/main.c", 0o644), ("source/run.sh", 0o755), ("source/inner/\u{fc}mlaut \n", 0o600)];
    for (at, (name, mode)) in files.into_iter().enumerate() {
        let path = tree.join(name);
        fs::write(&path, name.repeat(1 + 10_000 * at)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + at as u64);
        File::open(&path).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
    }
    fs::write(tree.join(&long).join("deep"), "").unwrap();
    fs::write(tree.join("closed/file"), "in a folder that nobody may write to").unwrap();
    fs::set_permissions(tree.join("closed"), fs::Permissions::from_mode(0o555)).unwrap();
    symlink("main.c", tree.join("source/link")).unwrap();
    symlink("nowhere", tree.join("source/dangling")).unwrap();
    let folder = File::open(tree.join("source")).unwrap();
    folder.set_times(FileTimes::new().set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(7))).unwrap();
}

fn packed(tree: &Path) -> Vec<u8> {
    let mut tar = Vec::new();
    pack(tree, &mut tar, &Stop::new()).unwrap();
    tar
}

fn unpacked(tar: &[u8]) -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    unpack(tar, folder.path(), &Stop::new()).map(|()| folder)
}

fn listing(tree: &Path) -> Listing {
    Listing::of_tree(tree, &Stop::new()).unwrap()
}

/// So that the folder can be removed.
fn open_again(tree: &Path) {
    fs::set_permissions(tree.join("closed"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_tree_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    make_tree(folder.path());
    let tar = packed(folder.path());
    let back = unpacked(&tar).unwrap();
    assert_eq!(listing(back.path()), listing(folder.path()));
    assert_eq!(Listing::of_tar(tar.as_slice()).unwrap(), listing(folder.path()));
    assert_eq!(packed(back.path()), tar);
    let data = |name: &str| fs::symlink_metadata(back.path().join(name)).unwrap();
    assert_eq!((data("source").mtime(), data("source/run.sh").mode() & 0o7777), (7, 0o755));
    assert_eq!(fs::read_link(back.path().join("source/link")).unwrap(), Path::new("main.c"));
    assert_eq!((listing(folder.path()).files, data("closed").mode() & 0o777), (5, 0o555));
    open_again(folder.path());
    open_again(back.path());
}

#[test]
fn each_difference_changes_the_digest() {
    let changes: [fn(&Path); 6] = [
        |tree| fs::write(tree.join("new"), "").unwrap(),
        |tree| fs::rename(tree.join("source/run.sh"), tree.join("source/walk.sh")).unwrap(),
        |tree| fs::set_permissions(tree.join("source/walk.sh"), fs::Permissions::from_mode(0o744)).unwrap(),
        |tree| File::open(tree.join("source/main.c")).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap(),
        |tree| {
            let time = tree.join("source/main.c").metadata().unwrap().modified().unwrap();
            fs::write(tree.join("source/main.c"), "source/main,c").unwrap();
            File::open(tree.join("source/main.c")).unwrap().set_modified(time).unwrap();
        },
        |tree| {
            fs::remove_file(tree.join("source/link")).unwrap();
            symlink("run.sh", tree.join("source/link")).unwrap();
        },
    ];
    let folder = tempfile::tempdir().unwrap();
    make_tree(folder.path());
    let mut digests = vec![listing(folder.path()).digest()];
    for change in changes {
        change(folder.path());
        digests.push(listing(folder.path()).digest());
    }
    open_again(folder.path());
    let count = digests.len();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), count);
}

#[test]
fn tar_of_the_system_agrees() {
    let (folder, place) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    make_tree(folder.path());
    let (ours, theirs) = (place.path().join("ours.tar"), place.path().join("theirs.tar"));
    fs::write(&ours, packed(folder.path())).unwrap();
    let tar = |arguments: &[&str], more: &[&Path]| {
        assert!(Command::new("tar").args(arguments).args(more).status().unwrap().success());
    };
    tar(&["-cf"], &[&theirs, Path::new("-C"), folder.path(), Path::new(".")]);
    let back = unpacked(&fs::read(&theirs).unwrap()).unwrap();
    assert_eq!(listing(back.path()), listing(folder.path()));
    assert_eq!(Listing::of_tar(File::open(&theirs).unwrap()).unwrap(), listing(folder.path()));
    let into = place.path().join("into");
    fs::create_dir(&into).unwrap();
    tar(&["-xf"], &[&ours, Path::new("-C"), &into]);
    assert_eq!(listing(&into), listing(folder.path()));
    [folder.path(), back.path(), &into].into_iter().for_each(open_again);
}

/// An archive of some entries, whose names are taken as they are.
fn archive(entries: &[(EntryType, &str, &str)]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (kind, name, target) in entries {
        let mut header = Header::new_gnu();
        header.set_entry_type(*kind);
        header.set_mode(0o644);
        header.set_size(if *kind == EntryType::Regular { 1 } else { 0 });
        // `set_path` would refuse what is to be tried.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.as_old_mut().linkname[..target.len()].copy_from_slice(target.as_bytes());
        header.set_cksum();
        let content: &[u8] = if *kind == EntryType::Regular { b"x" } else { b"" };
        builder.append(&header, content).unwrap();
    }
    builder.into_inner().unwrap()
}

#[test]
fn nothing_leaves_the_tree() {
    use EntryType::{Directory, Fifo, Link, Regular, Symlink};
    let bad: [&[(EntryType, &str, &str)]; 10] = [
        &[(Regular, "../out", "")],
        &[(Regular, "a/../../out", "")],
        &[(Regular, "/tmp/hostmark-out", "")],
        &[(Symlink, "link", "/etc"), (Regular, "link/passwd", "")],
        &[(Symlink, "link", "..")],
        &[(Symlink, "a", "b/.."), (Symlink, "c", "a/../..")],
        // Inside by its words, but through another link.
        &[(Directory, "d/", ""), (Symlink, "d/up", "."), (Regular, "d/up/file", "")],
        &[(Link, "file", "/etc/passwd")],
        &[(Symlink, "link", "d"), (Link, "file", "link/secret")],
        &[(Fifo, "pipe", "")],
    ];
    for entries in bad {
        let problem = unpacked(&archive(entries)).map(drop).unwrap_err().to_string();
        let known = ["refused", "exists"].iter().any(|word| problem.contains(word));
        assert!(known, "{entries:?}: {problem}");
    }
    let good = [(Regular, "file", ""), (Link, "again", "file"), (Regular, "file", ""), (Symlink, "d/up", "../file")];
    let tree = unpacked(&archive(&good)).unwrap();
    assert_eq!(fs::read(tree.path().join("d/up")).unwrap(), b"x");
}

#[test]
fn archives_that_are_cut_or_noise_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    make_tree(folder.path());
    let tar = packed(folder.path());
    open_again(folder.path());
    assert!(unpacked(&tar[..tar.len() / 2]).is_err());
    assert!(unpacked(&[7; 4096]).is_err());
    assert!(unpacked(&[]).is_ok(), "tar takes nothing for an empty archive too");
}
