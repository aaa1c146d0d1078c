//! The system's liblzma against the `xz` that is linked with it, and on input that is wrong.

use std::io::Write;
use std::process::{Command, Stdio};

use hostmark_archive::codec::{Codec, Encoding, Preset, fitting};
use hostmark_archive::reference::LzmaRust2;
use hostmark_harness::stop::Stop;
use hostmark_probe::liblzma::Liblzma;

const PLAIN_PRESET: Preset = Preset { level: 6, extreme: false };
const ONE: Encoding = Encoding { preset: PLAIN_PRESET, threads: 1 };
const TWO: Encoding = Encoding { preset: Preset { level: 0, extreme: false }, threads: 2 };

fn library() -> Liblzma {
    Liblzma::open(None).unwrap().0
}

fn encoded(codec: &dyn Codec, encoding: Encoding, plain: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    codec.encode(encoding, &mut { plain }, &mut out, &Stop::new()).unwrap();
    out
}

fn decoded(codec: &dyn Codec, archive: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    codec.decode(&mut { archive }, &mut out, &Stop::new()).map(|()| out)
}

/// Text of 2 MB with some order in it, so that several blocks of preset 0 come of it.
fn text() -> Vec<u8> {
    (0..200_000_u64).flat_map(|at| format!("{:09}\n", at * at % 999_983).into_bytes()).collect()
}

fn xz(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new("xz").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        output.stdout
    })
}

#[test]
fn one_thread_gives_the_bytes_of_xz() {
    let (library, text) = (library(), text());
    for (preset, option) in [(PLAIN_PRESET, "-6"), (Preset { level: 1, extreme: true }, "-1e")] {
        let ours = encoded(&library, Encoding { preset, threads: 1 }, &text);
        assert!(ours == xz(&[option, "-T1", "-c"], &text), "preset {preset}");
        assert!(decoded(&library, &ours).unwrap() == text);
    }
    let version = xz(&["--version"], &[]);
    let expected = format!("liblzma {}", library.version());
    assert!(String::from_utf8(version).unwrap().contains(&expected), "{expected}");
}

#[test]
fn several_threads_give_blocks_that_others_decode() {
    let (library, text) = (library(), text());
    let archive = encoded(&library, TWO, &text);
    assert!(archive != encoded(&library, Encoding { threads: 1, ..TWO }, &text));
    assert!(archive == xz(&["-0", "-T2", "-c"], &text));
    assert!(decoded(&LzmaRust2, &archive).unwrap() == text);
}

#[test]
fn streams_one_after_another_are_all_decoded() {
    let library = library();
    let mut archive = encoded(&library, ONE, b"one, ");
    archive.extend(encoded(&LzmaRust2, ONE, b"two"));
    assert_eq!(decoded(&library, &archive).unwrap(), b"one, two");
}

#[test]
fn what_is_wrong_with_the_input_is_said() {
    let library = library();
    let good = encoded(&library, ONE, &text()[..50_000]);
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    for (input, said) in [
        (&b"this is no archive"[..], "this is no .xz file"),
        (&damaged, "the .xz data is damaged"),
        (&good[..good.len() - 30], "the .xz data ends early"),
        (&[], "the .xz data ends early"),
    ] {
        assert_eq!(decoded(&library, input).unwrap_err().to_string(), said);
    }
}

#[test]
fn fewer_threads_where_memory_is_short() {
    let library = library();
    let wanted = Encoding { threads: 8, ..ONE };
    let of = |threads| library.memory(Encoding { threads, ..ONE }).unwrap();
    assert!((90 << 20..110 << 20).contains(&of(1)), "94 MiB, xz -vv says: {}", of(1));
    assert!(of(3) < of(4));
    assert_eq!(fitting(&library, wanted, Some(of(3))).threads, 3);
    assert_eq!(fitting(&library, wanted, Some(1)).threads, 1);
    assert_eq!(fitting(&library, wanted, None).threads, 8);
}

#[test]
fn a_stop_ends_each_call() {
    let (library, stop, text) = (library(), Stop::new(), text());
    stop.set();
    for encoding in [ONE, TWO] {
        let ended = library.encode(encoding, &mut text.as_slice(), &mut Vec::new(), &stop).unwrap_err();
        assert!(hostmark_archive::stopped().to_string() == ended.to_string(), "{ended}");
    }
}

#[test]
fn a_library_of_another_kind_is_named() {
    let program = std::env::current_exe().unwrap();
    let said = Liblzma::open(Some(&program)).err().unwrap();
    assert!(said.starts_with(&program.display().to_string()), "{said}");
}
