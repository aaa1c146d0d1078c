//! Each task through each of the calls, on the system's libcrypto and on each foreign one that is here.

use base16ct::lower::encode_string;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hostmark_harness::answer::Answer;
use hostmark_harness::stop::Stop;
use hostmark_probe::algorithm::{Cipher, Digest, Mode, Scheme};
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

/// The answers after two units of 64 bytes, put together from what `openssl enc -nopad` makes of zeros, and of these and
/// what they became: the chain, the last block before and after.
#[test]
fn chained_ciphers_give_what_another_program_gives() {
    let right = [
        (
            Cipher::Aes128Cbc,
            "df9a7e1cb8bbe9bea275bd0ee0499a768b1e22a651a660a6f66a0261c8571da174c2fae586e99c38618b5393983d76e9",
        ),
        (
            Cipher::Aes192Cbc,
            "b502ffd2a27010a32f81b461cee588178190133e2c96a589ee2acbf8e5660a258587c1853941e47edaf0bbc878ea0b93",
        ),
        (
            Cipher::Aes256Cbc,
            "715c0137730360f0195cb6305a165fc0302e3e02c420542de931ba2c39e111d9839b596b716359a09e632c99a1b9e6ca",
        ),
        (Cipher::BfCbc, "da868b9494ec8649610b455ea10844957e1dff139442de43"),
    ];
    for (cipher, known) in right {
        let task = Task::Cipher { cipher, size: 64 };
        for (library, api) in libraries().iter().flat_map(|library| APIS.map(|api| (library, api))) {
            let given = offered(library, task, api, 2).map(text);
            assert!(given.is_none_or(|given| given == known), "{} {cipher:?} {api:?}", library.version());
        }
        assert!(offered(&open(None), task, Api::Evp, 2).is_some(), "{cipher:?}");
    }
}

#[test]
fn all_calls_of_a_chained_cipher_agree_at_all_sizes() {
    for cipher in Cipher::ALL.into_iter().filter(|cipher| cipher.mode() == Mode::Chained) {
        for (size, units) in [(16, 1), (16, 5), (8192, 2)] {
            let task = Task::Cipher { cipher, size };
            let all: Vec<String> = libraries()
                .iter()
                .flat_map(|library| APIS.map(|api| offered(library, task, api, units)))
                .flatten()
                .map(text)
                .collect();
            assert!(all.len() >= APIS.len() && all.iter().all(|one| *one == all[0]), "{cipher:?} {size} {all:?}");
        }
    }
}

#[test]
fn a_chain_goes_on_from_run_to_run() {
    for (api, size) in [(Api::Evp, 16), (Api::Evp, 64), (Api::LowLevel, 16)] {
        let task = Task::Cipher { cipher: Cipher::Aes256Cbc, size };
        let (mut kernel, _) = work::prepare(&open(None), task, api).unwrap();
        let parts: Vec<Answer> = [1, 2, 1].map(|units| kernel.run(units, &Stop::new()).unwrap().answer).into();
        assert_eq!(parts[2], answer(&open(None), task, api, 4).unwrap(), "{api:?} {size}");
    }
}

/// The last 16 bytes before and after the second unit of 64 bytes, by the key streams of `openssl enc -aes-128-ctr`,
/// `-aes-256-ctr` (the counter begins at 2) and `-chacha20` (at 1); and the tag of 64 zero bytes, by AESGCM and
/// ChaCha20Poly1305 of the Python package cryptography 48.
#[test]
fn ciphers_with_a_tag_give_what_other_programs_give() {
    let right = [
        (
            Cipher::Aes128Gcm,
            "b711b662aa34466bb7aa83a1ba13dfe76461082e8518b7a220730a7aa4b04992",
            "005057f376cf6a33da4e029bb6b927aa",
        ),
        (
            Cipher::Aes256Gcm,
            "347fbab064b53e05525c92c31502e5109a0a114daf25a64ad70a1ceb0dfffa88",
            "abdf63e07a627f4d32cdbad7f359b0b2",
        ),
        (
            Cipher::Chacha20Poly1305,
            "f58c1aad178a1a861ffc09dc2720582c0dd6ee9c677199c0dba183c4c5114219",
            "6f8dd233b367065a3ea19cc1d94de312",
        ),
    ];
    for library in libraries() {
        for (cipher, stream, tag) in right {
            for api in [Api::Evp, Api::EvpImplicit, Api::Speed] {
                let streamed = offered(&library, Task::Cipher { cipher, size: 64 }, api, 2).map(text);
                let only_seals = library.family() == Family::BoringSsl && cipher == Cipher::Chacha20Poly1305;
                assert_eq!(streamed.as_deref(), (!only_seals).then_some(stream), "{} {cipher:?}", library.version());
                let sealed = answer(&library, Task::Seal { cipher, size: 64 }, api, 3).map(text);
                assert_eq!(sealed.as_deref(), Ok(tag), "{} {cipher:?} {api:?}", library.version());
            }
        }
    }
}

/// Those in `keys/` are of the same input by the same keys. ECDSA has no one right signature: `prepare` verifies it.
#[test]
fn signatures_are_those_of_other_programs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/keys/");
    let names =
        [(Scheme::Rsa4096, "rsa4096.raw"), (Scheme::Rsa2048, "rsa2048.raw"), (Scheme::Ed25519, "ed25519.message")];
    for library in libraries() {
        for (scheme, name) in names {
            let known = std::fs::read(format!("{folder}{name}.signature")).unwrap();
            let given = answer(&library, Task::Sign { scheme }, Api::Evp, 2).unwrap();
            assert_eq!(text(given), encode_string(&known), "{} {scheme:?}", library.version());
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
