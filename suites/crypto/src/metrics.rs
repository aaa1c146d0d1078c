//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Limit, Meaning, Metric, Role, Screen};

use crate::subject::Operation;

/// The size whose time is the cost of a call, and the one whose time is that of the bytes.
const CALL: u64 = 16;
const BULK: u64 = 16384;

/// The fastest cipher in vector instructions, four registers of 64 bytes with ten rounds each, does 13 bytes a cycle.
const BYTES_A_CYCLE: Limit = Limit { per_cycle: 32.0, words: "32 bytes a cycle" };

/// The shortest call still enters the library, works on a block and comes back.
const CALLS_A_CYCLE: Limit = Limit { per_cycle: 0.5, words: "a call in two cycles" };

/// The smallest operation on a curve takes tens of thousands of multiplications.
const OPERATIONS_A_CYCLE: Limit = Limit { per_cycle: 1e-3, words: "an operation in a thousand cycles" };

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
        limit: Some(BYTES_A_CYCLE),
        meaning: Meaning {
            says: "Bytes by user CPU seconds; with several threads by wall seconds.",
            misleads: "Small messages measure the library's calls, large ones the algorithm. Unlike calls (api) and \
                unlike libraries are unlike figures, and say nothing of the kernel.",
            equals: "the table of openssl speed (its k is 1000) with the same -bytes, and of its -multi; which form \
                of its command, says api.",
        },
    };
    let call = |parts, name, decimals, limit, meaning| Metric {
        name,
        unit: "s",
        better: Better::Lower,
        clock: ClockKind::Cpu,
        role: Role::Secondary,
        derivation: Derivation::Time { parts },
        screen: Screen { unit: "ns", scale: 1e9, decimals },
        limit: Some(limit),
        meaning,
    };
    let mut all = vec![rate];
    match size {
        CALL => all.push(call(
            1.0,
            "call",
            1,
            CALLS_A_CYCLE,
            Meaning {
                says: "Time of one message of 16 bytes: what a call costs.",
                misleads: "One block of work is in it.",
                equals: "no tool's figure: 16 by the 16-byte column of openssl speed.",
            },
        )),
        BULK => all.push(call(
            BULK as f64,
            "byte",
            3,
            BYTES_A_CYCLE,
            Meaning {
                says: "Time of one byte in messages of 16 KiB, where the cost of the call no longer counts.",
                misleads: "Few programs hand over so much at once: TLS has at most 16 KiB in a record, and often less.",
                equals: "no tool's figure: 1 by the 16384-byte column of openssl speed.",
            },
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
            Meaning {
                says: "Signatures by user CPU seconds.",
                misleads: "The key is a fixed test key. Libraries differ more here than machines do.",
                equals: "'sign/s' of openssl speed for the same key.",
            },
        ),
        Operation::Verify => (
            "verify",
            "verify/s",
            Meaning {
                says: "Checked signatures by user CPU seconds.",
                misleads: "RSA's public exponent is 65537, so that it is far cheaper than signing.",
                equals: "'verify/s' of openssl speed for the same key.",
            },
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
        limit: Some(OPERATIONS_A_CYCLE),
        meaning,
    }]
}
