//! What is reported, and what it means.

use hostmark_archive::kernel::PLAIN;
use hostmark_harness::metric::{Better, ClockKind, Derivation, Limit, Meaning, Metric, Role, Screen};

use crate::task::Task;

/// All metrics of a task.
pub(crate) fn all(task: Task) -> Vec<Metric> {
    // An encoder of several threads does one unit at a time; else each thread does units of its own.
    let derivation = if task.is_threaded() { Derivation::Elapsed } else { Derivation::Time { parts: 1.0 } };
    vec![
        Metric {
            name: "time",
            unit: "s",
            better: Better::Lower,
            clock: ClockKind::Wall,
            role: Role::Primary,
            derivation,
            screen: Screen { unit: "s", scale: 1.0, decimals: 3 },
            limit: None,
            meaning: time(task),
        },
        Metric {
            name: "rate",
            unit: "B/s",
            better: Better::Higher,
            clock: ClockKind::Wall,
            role: Role::Secondary,
            derivation: Derivation::RateOf(PLAIN),
            screen: Screen { unit: "MB/s", scale: 1e-6, decimals: 2 },
            limit: Some(Limit { per_cycle: 32.0, words: "32 bytes a cycle" }),
            meaning: Meaning {
                says: "Bytes of the plain tar in a second, over all threads together.",
                misleads: "It depends on the input nearly as much as on the machine: compare equal inputs only, which \
                    the digest in the context tells.",
                equals: "the speed that xz -v shows, which counts plain bytes too.",
            },
        },
        Metric {
            name: "cpu",
            unit: "s",
            better: Better::Lower,
            clock: ClockKind::Wall,
            role: Role::Secondary,
            derivation: Derivation::CpuTime,
            screen: Screen { unit: "s", scale: 1.0, decimals: 3 },
            limit: None,
            meaning: Meaning {
                says: "User and system CPU seconds of the whole work, all its threads and processes together.",
                misleads: "More than the time where two threads work at once, less where it waits for the disk.",
                equals: "user and sys of the shell's time before the command.",
            },
        },
    ]
}

fn time(task: Task) -> Meaning {
    let (says, equals) = match task {
        Task::Compress => {
            ("Wall time to read a tree of files and write its .tar.xz.", "time tar cJf FILE TREE with XZ_OPT=-T1.")
        }
        Task::Extract => ("Wall time to decode a .tar.xz and make its files.", "time tar xJf FILE."),
        Task::Encode => ("Wall time to encode a tar that lies in memory.", "time xz -T1 -c FILE."),
        Task::Decode => ("Wall time to decode a .tar.xz that lies in memory.", "time xz -T1 -dc FILE > /dev/null."),
        Task::CompressThreaded => (
            "Wall time to read a tree and write its .tar.xz, by several threads.",
            "time tar cJf FILE TREE with XZ_OPT=-TN.",
        ),
        Task::EncodeThreaded => ("Wall time to encode a tar in memory, by several threads.", "time xz -TN -c FILE."),
    };
    let misleads = match task {
        Task::Compress => {
            "xz 5.6 and later use all threads unless told otherwise, so a plain tar cJf of two systems \
            may not be the same work. The tree is read from memory once it was read at all."
        }
        Task::Extract => {
            "Decoder and file system together: set it beside decode, which has no files, before one of \
            them is blamed. Nothing is synced, so the device may not have been touched when it ends."
        }
        Task::Encode | Task::Decode => {
            "No file system, hence not the time of tar: set it beside compress or extract, \
            and the difference is the files."
        }
        Task::CompressThreaded | Task::EncodeThreaded => {
            "Several blocks are another file, somewhat larger: no figure \
            to set beside that of one thread without the sizes. A small input has fewer blocks than threads."
        }
    };
    Meaning { says, misleads, equals }
}
