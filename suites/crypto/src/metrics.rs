//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Metric, Role, Screen};

use crate::subject::Operation;

/// The size whose time is the cost of a call, and the one whose time is that of the bytes.
const CALL: u64 = 16;
const BULK: u64 = 16384;

/// The metrics of messages of so many bytes.
pub(crate) fn of_messages(size: u64) -> Vec<Metric> {
    let rate = Metric {
        name: "rate",
        unit: "B/s",
        better: Better::Higher,
        clock: ClockKind::Cpu,
        role: Role::Primary,
        derivation: Derivation::Rate { per_unit: size as f64 },
        screen: Screen { unit: "kB/s", scale: 1e-3, decimals: 2 },
        meaning: "Bytes by user CPU seconds, as openssl speed counts (its k is 1000); with several threads by wall \
            seconds, as its -multi. Small messages measure the library's calls, large ones the algorithm. \
            Unlike calls (api) and unlike libraries are unlike figures.",
    };
    let call = |parts, name, decimals, meaning| Metric {
        name,
        unit: "s",
        better: Better::Lower,
        clock: ClockKind::Cpu,
        role: Role::Secondary,
        derivation: Derivation::Time { parts },
        screen: Screen { unit: "ns", scale: 1e9, decimals },
        meaning,
    };
    let mut all = vec![rate];
    match size {
        CALL => all.push(call(
            1.0,
            "call",
            1,
            "Time of one message of 16 bytes: what a call costs, with one block of work in it.",
        )),
        BULK => all.push(call(
            BULK as f64,
            "byte",
            3,
            "Time of one byte in messages of 16 KiB, where the cost of the call no longer counts.",
        )),
        _ => {}
    }
    all
}

/// The metrics of signatures.
pub(crate) fn of_signatures(operation: Operation) -> Vec<Metric> {
    let (name, unit, meaning) = match operation {
        Operation::Sign => (
            "sign",
            "sign/s",
            "Signatures by user CPU seconds, as openssl speed counts 'sign/s'. The key is a fixed test key; \
                libraries differ more here than machines do.",
        ),
        Operation::Verify => (
            "verify",
            "verify/s",
            "Checked signatures by user CPU seconds, as openssl speed counts 'verify/s'. RSA's public exponent is \
                65537, so it is far cheaper than signing.",
        ),
    };
    vec![Metric {
        name,
        unit: "1/s",
        better: Better::Higher,
        clock: ClockKind::Cpu,
        role: Role::Primary,
        derivation: Derivation::Rate { per_unit: 1.0 },
        screen: Screen { unit, scale: 1.0, decimals: 1 },
        meaning,
    }]
}
