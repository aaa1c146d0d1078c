//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Meaning, Metric, Role, Screen};

/// The names of what the room measures beside the rate.
pub(crate) const RATE: &str = "rate";
pub(crate) const CPU: &str = "cpu";
pub(crate) const LATENCY: &str = "latency";

/// The percentiles of random operations, by name.
pub(crate) const PERCENTILES: [(&str, f64); 4] =
    [("latency-p50", 50.0), ("latency-p95", 95.0), ("latency-p99", 99.0), ("latency-p999", 99.9)];

const KIBIBYTES: Screen = Screen { unit: "K/s", scale: 1.0 / 1024.0, decimals: 0 };
const OPERATIONS: Screen = Screen { unit: "ops/s", scale: 1.0, decimals: 0 };
const MILLISECONDS: Screen = Screen { unit: "ms", scale: 1e3, decimals: 3 };

/// A rate of units by wall time.
fn rate(unit: &'static str, screen: Screen, meaning: Meaning) -> Metric {
    Metric {
        name: RATE,
        unit,
        better: Better::Higher,
        clock: ClockKind::Wall,
        role: Role::Primary,
        derivation: Derivation::Rate { per_unit: 1.0 },
        screen,
        limit: None,
        meaning,
    }
}

/// A secondary metric that the room measures itself.
fn measured(name: &'static str, unit: &'static str, screen: Screen, meaning: Meaning) -> Metric {
    Metric {
        name,
        unit,
        better: Better::Lower,
        clock: ClockKind::Wall,
        role: Role::Secondary,
        derivation: Derivation::Measured,
        screen,
        limit: None,
        meaning,
    }
}

/// The metrics of a phase over bytes.
pub(crate) fn of_bytes(case: &str) -> Vec<Metric> {
    vec![rate("B/s", KIBIBYTES, of_phase(case)), cpu(), longest()]
}

/// The metrics of seeks.
pub(crate) fn of_seeks() -> Vec<Metric> {
    let meaning = Meaning {
        says: "Chunks a second that five threads read at random places; every tenth is changed and written back.",
        misleads: "Five requests are under way at once. A small file is in the cache of the disk or of the hypervisor.",
        equals: "'Random Seeks /sec' of bonnie++ 2.00a, which starts them 3 seconds after the last phase.",
    };
    vec![rate("1/s", OPERATIONS, meaning), cpu(), longest()]
}

/// The metrics of a phase over many files.
pub(crate) fn of_files(case: &str) -> Vec<Metric> {
    let meaning = match case {
        "create" => Meaning {
            says: "Empty files a second made in one folder, to the end of a final sync(2).",
            misleads: "sync(2) writes what other programs left too: a busy host makes it slower.",
            equals: "'Create /sec' of bonnie++ 2.00a in its CSV, whose table shows the number of files instead.",
        },
        "stat" => Meaning {
            says: "Files a second whose size is asked for.",
            misleads: "The names are in memory: it measures the kernel and not the disk.",
            equals: "'Read /sec' of bonnie++ 2.00a in its CSV for empty files, which it asks for their size only.",
        },
        _ => Meaning {
            says: "Files a second removed with their folder, to the end of a final sync(2).",
            misleads: "sync(2) writes what other programs left too: a busy host makes it slower.",
            equals: "'Delete /sec' of bonnie++ 2.00a in its CSV, whose table shows the number of files instead.",
        },
    };
    vec![rate("1/s", OPERATIONS, meaning), cpu(), longest()]
}

/// The metrics of random operations, one after another.
pub(crate) fn of_random(case: &str) -> Vec<Metric> {
    let meaning = match case {
        "random-read" => Meaning {
            says: "Reads of 4 KiB a second at random places, each begun when the one before is done.",
            misleads: "With 'direct=no' in the context the system may read more than it was asked for.",
            equals: "fio's iops of randread with bs=4k, iodepth=1 and direct=1 over as large a file; not raced.",
        },
        _ => Meaning {
            says: "Writes of 4 KiB a second at random places, each followed by fdatasync(2).",
            misleads: "A disk with a cache that it calls safe, or a hypervisor that ignores a flush, is far faster.",
            equals: "fio's iops of randwrite with bs=4k, iodepth=1 and fdatasync=1; not raced.",
        },
    };
    let percentile = |(name, _): (&'static str, f64)| {
        let meaning = Meaning {
            says: "So many percent of the operations were done within this time.",
            misleads: "It is the median over the samples, each with its own percentile; the histograms hold all.",
            equals: "the percentile that HdrHistogram gives, to three digits.",
        };
        measured(name, "s", MILLISECONDS, meaning)
    };
    let mut all = vec![rate("1/s", OPERATIONS, meaning), cpu(), longest()];
    all.extend(PERCENTILES.map(percentile));
    all
}

fn cpu() -> Metric {
    let meaning = Meaning {
        says: "CPU time of the process, user and system, by elapsed time.",
        misleads: "What the kernel does in threads of its own, such as writing back, is not in it.",
        equals: "'%CP' of bonnie++ 2.00a; for seeks it adds the whole process up for each of its five threads.",
    };
    measured(CPU, "1", Screen { unit: "%", scale: 100.0, decimals: 0 }, meaning)
}

fn longest() -> Metric {
    let meaning = Meaning {
        says: "The longest of all chunks, files or operations; of single characters, the longest 8192 together.",
        misleads: "One moment of another program decides it. The final sync is not among them.",
        equals: "'Latency' of bonnie++ 2.00a.",
    };
    measured(LATENCY, "s", MILLISECONDS, meaning)
}

fn of_phase(case: &str) -> Meaning {
    match case {
        "char-output" => Meaning {
            says: "Bytes a second, each written by a call of write(2), to the end of the final fsync.",
            misleads: "It measures a system call, hardly the disk. bonnie++ 1.03's was putc: see char-output-stdio.",
            equals: "'Sequential Output Per Chr' of bonnie++ 1.92 to 2.00a.",
        },
        "char-input" => Meaning {
            says: "Bytes a second, each read by a call of read(2).",
            misleads: "It measures a system call, hardly the disk. bonnie++ 1.03's was getc: see char-input-stdio.",
            equals: "'Sequential Input Per Chr' of bonnie++ 1.92 to 2.00a.",
        },
        "char-output-stdio" => Meaning {
            says: "Bytes a second given to the C library's putc over the whole file, to the end of the final fsync.",
            misleads: "It measures the C library as much as the disk. Figures of newer versions are another thing.",
            equals: "'Sequential Output Per Chr' of bonnie++ 1.03; in a program without threads putc takes no lock.",
        },
        "char-input-stdio" => Meaning {
            says: "Bytes a second that the C library's getc gave over the whole file.",
            misleads: "It measures the C library as much as the disk. Figures of newer versions are another thing.",
            equals: "'Sequential Input Per Chr' of bonnie++ 1.03; in a program without threads getc takes no lock.",
        },
        "block-output" => Meaning {
            says: "Bytes a second written in chunks of 8 KiB to a new file, to the end of the final fsync.",
            misleads: "A file system that compresses writes less than it was given when the data is zeros.",
            equals: "'Sequential Output Block' of bonnie++ 1.90 to 2.00a.",
        },
        "rewrite" => Meaning {
            says: "Bytes a second read, changed and written back chunk by chunk, to the end of the final fsync.",
            misleads: "Each byte is counted once, though it is read and written.",
            equals: "'Sequential Output Rewrite' of bonnie++ 1.90 to 2.00a.",
        },
        _ => Meaning {
            says: "Bytes a second read in chunks of 8 KiB.",
            misleads: "What is in a cache is no disk: see the flag cached. A hypervisor's cache cannot be seen.",
            equals: "'Sequential Input Block' of bonnie++ 1.90 to 2.00a.",
        },
    }
}
