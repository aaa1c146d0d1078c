//! The crypto suite against `openssl speed` as a whole, and against its loops around the same calls in one process.

use std::ffi::{CString, c_char, c_int};
use std::process::Command;
use std::time::Instant;

use hostmark_crypto::Crypto;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Loop;
use hostmark_probe::algorithm::{Cipher, Digest};
use hostmark_probe::libcrypto::Libcrypto;
use hostmark_probe::task::{Api, Task};
use hostmark_probe::work;

use crate::Problem;
use crate::kernels::InWorker;
use crate::race::Race;

// speed.c, compiled by gcc (build.rs).
unsafe extern "C" {
    fn speed_prepare(file: *const c_char, name: *const c_char, is_digest: c_int, size: c_int);
    fn speed_digests(limit: c_int) -> c_int;
    fn speed_updates(limit: c_int) -> c_int;
}

/// CPU seconds of one run of ours beside a second of the tool.
const SECONDS: f64 = 0.3;

/// Seconds of a slice in one process.
const SLICE: f64 = 0.001;

/// What is raced in one process, with OpenSSL's own names.
const IN_PROCESS: [(&str, &str, Task); 10] = [
    ("crypto: sha256 64 B / C loop, one process", "SHA256", Task::Digest { digest: Digest::Sha256, size: 64 }),
    ("crypto: sha256 256 B / C loop, one process", "SHA256", Task::Digest { digest: Digest::Sha256, size: 256 }),
    ("crypto: sha256 8192 B / C loop, one process", "SHA256", Task::Digest { digest: Digest::Sha256, size: 8192 }),
    ("crypto: md5 64 B / C loop, one process", "MD5", Task::Digest { digest: Digest::Md5, size: 64 }),
    ("crypto: md5 8192 B / C loop, one process", "MD5", Task::Digest { digest: Digest::Md5, size: 8192 }),
    ("crypto: sha512 64 B / C loop, one process", "SHA512", Task::Digest { digest: Digest::Sha512, size: 64 }),
    ("crypto: aes-256-cbc 256 B / C loop, one process", "AES-256-CBC", cipher(Cipher::Aes256Cbc, 256)),
    ("crypto: aes-256-cbc 8192 B / C loop, one process", "AES-256-CBC", cipher(Cipher::Aes256Cbc, 8192)),
    ("crypto: aes-128-gcm 256 B / C loop, one process", "AES-128-GCM", cipher(Cipher::Aes128Gcm, 256)),
    ("crypto: aes-128-gcm 8192 B / C loop, one process", "AES-128-GCM", cipher(Cipher::Aes128Gcm, 8192)),
];

const fn cipher(cipher: Cipher, size: usize) -> Task {
    Task::Cipher { cipher, size }
}

/// What is raced against the whole tool: small messages have a wider bar.
const WHOLE: [(&str, &str, &str); 8] = [
    ("crypto: sha256 16 B / openssl speed -evp, whole", "sha256", "16"),
    ("crypto: sha256 64 B / openssl speed -evp, whole", "sha256", "64"),
    ("crypto: sha256 256 B / openssl speed -evp, whole", "sha256", "256"),
    ("crypto: md5 8192 B / openssl speed -evp, whole", "md5", "8192"),
    ("crypto: aes-256-cbc 16 B / openssl speed -evp, whole", "aes-256-cbc", "16"),
    ("crypto: aes-256-cbc 256 B / openssl speed -evp, whole", "aes-256-cbc", "256"),
    // Not Galois counter mode: by it, the tool of 3.0.22 seals whole messages.
    ("crypto: chacha20-poly1305 1024 B / openssl speed -evp, whole", "chacha20-poly1305", "1024"),
    ("crypto: bf-cbc 256 B / openssl speed -evp, whole", "bf-cbc", "256"),
];

/// Runs all races; false when a bar is missed.
pub fn races() -> Result<bool, Problem> {
    let mut all_hold = true;
    for (name, algorithm, task) in IN_PROCESS {
        all_hold &= in_process(name, algorithm, task)?;
    }
    for (name, algorithm, size) in WHOLE {
        all_hold &= whole_tool(name, algorithm, size)?;
    }
    all_hold &= signatures("crypto: rsa4096 sign / openssl speed, whole", "sign")?;
    all_hold &= signatures("crypto: rsa4096 verify / openssl speed, whole", "verify")?;
    Ok(all_hold)
}

/// Our kernel and the loop of the tool take turns of a millisecond, on the system's library.
fn in_process(name: &'static str, algorithm: &str, task: Task) -> Result<bool, Problem> {
    let (library, file) = Libcrypto::open(None)?;
    let (mut kernel, _) = work::prepare(&library, task, Api::Evp).map_err(|problem| problem.to_string())?;
    let (size, is_digest) = match task {
        Task::Digest { size, .. } => (size, true),
        Task::Cipher { size, .. } => (size, false),
        _ => return Err("only digests and ciphers are raced in one process".into()),
    };
    let file = CString::new(file.into_os_string().into_encoded_bytes())?;
    let algorithm = CString::new(algorithm)?;
    // SAFETY: the texts end with a 0, and the names are those of OpenSSL 3.
    unsafe { speed_prepare(file.as_ptr(), algorithm.as_ptr(), c_int::from(is_digest), c_int::try_from(size)?) };
    let reference = |calls: u64| {
        let limit = c_int::try_from(calls).unwrap_or(c_int::MAX);
        let start = Instant::now();
        // SAFETY: it was prepared, for one of the two.
        let done = unsafe { if is_digest { speed_digests(limit) } else { speed_updates(limit) } };
        let speed = f64::from(done) / start.elapsed().as_secs_f64();
        if done == limit { Ok(speed) } else { Err(Problem::from("the C loop failed")) }
    };
    let calls = (reference(1000)? * SLICE).max(1.0) as u64;
    let race = Race { name, pairs: 400, bar: (0.99, 1.01) };
    race.run(&mut || reference(calls), &mut || timed(kernel.as_mut(), calls))
}

fn timed(kernel: &mut dyn Loop, units: u64) -> Result<f64, Problem> {
    let start = Instant::now();
    kernel.run(units, &Stop::new())?;
    Ok(units as f64 / start.elapsed().as_secs_f64())
}

/// Calls a second of user CPU time: the tool for one second, ours for a part of one.
fn whole_tool(name: &'static str, algorithm: &str, size: &str) -> Result<bool, Problem> {
    let set = [("size", size), ("api", "evp")];
    let mut ours = InWorker::new(&Crypto, algorithm, "openssl", &set)?;
    let units = (ours.speed(2000)? * SECONDS) as u64;
    let bar = if size.len() < 3 { (0.96, 1.04) } else { (0.98, 1.02) };
    let race = Race { name, pairs: 40, bar };
    let bytes: f64 = size.parse()?;
    race.run(&mut || Ok(openssl(&["-evp", algorithm, "-bytes", size], "+F:", 0)? / bytes), &mut || {
        ours.speed_by_cpu(units)
    })
}

/// Signatures or checks a second of user CPU time.
fn signatures(name: &'static str, operation: &str) -> Result<bool, Problem> {
    let mut ours = InWorker::new(&Crypto, &format!("rsa4096;operation={operation}"), "openssl", &[("api", "speed")])?;
    let units = (ours.speed(20)? * SECONDS) as u64;
    let place = if operation == "sign" { 1 } else { 0 };
    let race = Race { name, pairs: 20, bar: (0.98, 1.02) };
    race.run(&mut || openssl(&["rsa4096"], "+F2:", place), &mut || ours.speed_by_cpu(units.max(1)))
}

/// A figure of `openssl speed -mr`, counted from the end of its line: `+F:25:sha256:39184730.00` is bytes a second,
/// `+F2:4:4096:200.6:11998.3` signatures and checks a second (OpenSSL 3).
fn openssl(arguments: &[&str], line: &str, from_end: usize) -> Result<f64, Problem> {
    let mut command = Command::new("openssl");
    command.args(["speed", "-seconds", "1", "-mr", "-provider", "default", "-provider", "legacy"]).args(arguments);
    let output = command.output().map_err(|problem| format!("openssl cannot be started: {problem}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = text.lines().find_map(|known| known.strip_prefix(line));
    let figure = found.and_then(|rest| rest.rsplit(':').nth(from_end)?.parse().ok());
    figure.ok_or_else(|| format!("openssl speed gives no line {line}: {text}").into())
}
