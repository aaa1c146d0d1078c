//! Each task through each of the calls, on the system's libcrypto and on each foreign one that is here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hostmark_harness::answer::Answer;
use hostmark_harness::stop::Stop;
use hostmark_probe::algorithm::{Cipher, Digest, Mode, Scheme};
use hostmark_probe::hex;
use hostmark_probe::lack::Lack;
use hostmark_probe::libcrypto::{Family, Libcrypto};
use hostmark_probe::task::{Api, Task};
use hostmark_probe::work::{self, Problem};

const APIS: [Api; 4] = [Api::Evp, Api::EvpImplicit, Api::LowLevel, Api::Speed];

fn open(path: Option<&Path>) -> Arc<Libcrypto> {
    Libcrypto::open(path).unwrap().0
}

/// Debian's package android-libboringssl.
fn boringssl() -> Option<Arc<Libcrypto>> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
    let found = folders.map(|folder| folder.path().join("android/libcrypto.so.0")).find(|path: &PathBuf| path.exists());
    if found.is_none() {
        eprintln!("BoringSSL is not here; install android-libboringssl to test it");
    }
    found.map(|path| open(Some(&path)))
}

fn libraries() -> Vec<Arc<Libcrypto>> {
    std::iter::once(open(None)).chain(boringssl()).collect()
}

fn answer(library: &Arc<Libcrypto>, task: Task, api: Api, units: u64) -> Result<Answer, Problem> {
    let (mut kernel, _) = work::prepare(library, task, api)?;
    let work = kernel.run(units, &Stop::new()).unwrap();
    assert_eq!(work.units, units);
    Ok(work.answer)
}

fn text(answer: Answer) -> String {
    match answer {
        Answer::Text(text) => text,
        other => panic!("{other:?} is no text"),
    }
}

/// Where a library lacks a task in one of its interfaces, it says so; nothing else may go wrong.
fn offered(library: &Arc<Libcrypto>, task: Task, api: Api, units: u64) -> Option<Answer> {
    match answer(library, task, api, units) {
        Ok(answer) => Some(answer),
        Err(Problem::Lack(_)) => None,
        Err(Problem::Failed(what)) => panic!("{} {task:?} {api:?}: {what}", library.version()),
    }
}

/// By md5sum, sha256sum and sha512sum of `head -c 64 /dev/zero`.
#[test]
fn digests_are_those_of_other_programs() {
    let right = [
        (Digest::Md5, "3b5d3c7d207e37dceeedd301e35e2e58"),
        (Digest::Sha256, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
        (
            Digest::Sha512,
            "7be9fda48f4179e611c698a73cff09faf72869431efee6eaad14de0cb44bbf66503f752b7a8eb17083355f3ce6eb7d2806f236b25af96a24e22b887405c20081",
        ),
    ];
    for library in libraries() {
        for (digest, known) in right {
            for api in APIS {
                let given = answer(&library, Task::Digest { digest, size: 64 }, api, 3).unwrap();
                assert_eq!(text(given), known, "{} {digest:?} {api:?}", library.version());
            }
        }
    }
}

/// Three blocks: the chain, the block before and after. The chain of one call is the last block of the other.
#[test]
fn all_calls_of_a_chained_cipher_agree_between_libraries() {
    for cipher in Cipher::ALL.into_iter().filter(|cipher| cipher.mode() == Mode::Chained) {
        for (size, units) in [(16, 1), (16, 5), (64, 3), (8192, 2)] {
            let task = Task::Cipher { cipher, size };
            let all: Vec<String> = libraries()
                .iter()
                .flat_map(|library| APIS.map(|api| offered(library, task, api, units)))
                .flatten()
                .map(text)
                .collect();
            assert!(all.len() >= APIS.len(), "{cipher:?}");
            assert!(all.iter().all(|one| *one == all[0]), "{cipher:?} {size} {all:?}");
            // One block alone is its own chain, so that each call encrypts zeros.
            if size > cipher.block_bytes() * 2 {
                assert_ne!(all[0], text(answer(&open(None), task, Api::Evp, units + 1).unwrap()), "{cipher:?}");
            }
        }
    }
}

#[test]
fn ciphers_with_a_tag_agree_between_libraries() {
    for cipher in Cipher::ALL.into_iter().filter(|cipher| cipher.mode() == Mode::Authenticated) {
        for (size, units) in [(16, 1), (64, 2), (8192, 5)] {
            for task in [Task::Cipher { cipher, size }, Task::Seal { cipher, size }] {
                let all: Vec<String> = libraries()
                    .iter()
                    .filter_map(|library| offered(library, task, Api::Evp, units))
                    .map(text)
                    .collect();
                assert!(!all.is_empty() && all.iter().all(|one| *one == all[0]), "{task:?} {all:?}");
            }
        }
    }
}

/// The last byte of a signature that another program made of the same input with the same key.
#[test]
fn signatures_are_those_of_other_programs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/keys/");
    let names =
        [(Scheme::Rsa4096, "rsa4096.raw"), (Scheme::Rsa2048, "rsa2048.raw"), (Scheme::Ed25519, "ed25519.message")];
    for library in libraries() {
        for (scheme, name) in names {
            let known = std::fs::read(format!("{folder}{name}.signature")).unwrap();
            let given = answer(&library, Task::Sign { scheme }, Api::Evp, 2).unwrap();
            assert_eq!(text(given), hex::encode(&known), "{} {scheme:?}", library.version());
        }
        for scheme in Scheme::ALL {
            let accepted = answer(&library, Task::Verify { scheme }, Api::Evp, 3).unwrap();
            assert_eq!(accepted, Answer::Count(3), "{} {scheme:?}", library.version());
        }
    }
}

#[test]
fn what_a_library_lacks_is_a_typed_state() {
    let lack = |library: &Arc<Libcrypto>, task, api| match answer(library, task, api, 1) {
        Err(Problem::Lack(lack)) => lack,
        other => panic!("{task:?} {api:?}: {other:?}"),
    };
    let gcm = Task::Cipher { cipher: Cipher::Aes256Gcm, size: 64 };
    assert!(matches!(lack(&open(None), gcm, Api::LowLevel), Lack::NotInThisApi(_)));
    let Some(boringssl) = boringssl() else { return };
    assert_eq!(boringssl.family(), Family::BoringSsl);
    let blowfish = Task::Cipher { cipher: Cipher::BfCbc, size: 64 };
    assert_eq!(lack(&boringssl, blowfish, Api::Evp), Lack::NotOffered);
    let chacha = Task::Cipher { cipher: Cipher::Chacha20Poly1305, size: 64 };
    assert!(matches!(lack(&boringssl, chacha, Api::Evp), Lack::NotInThisApi(_)));
}

#[test]
fn a_stop_ends_a_run() {
    let (mut kernel, _) = work::prepare(&open(None), Task::Digest { digest: Digest::Md5, size: 16 }, Api::Evp).unwrap();
    let stop = Stop::new();
    stop.set();
    assert!(kernel.run(1 << 40, &stop).is_err());
}
