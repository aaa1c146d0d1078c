//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Limit, Meaning, Metric, Role, Screen};

use crate::sysbench::HARNESS;

/// Two loads or stores of the widest registers, 64 bytes each.
const BYTES_A_CYCLE: Limit = Limit { per_cycle: 128.0, words: "128 bytes a cycle" };

/// A rate by wall time, of so many base units in a unit of work.
fn rate(per_unit: f64, screen: Screen, meaning: Meaning) -> Metric {
    Metric {
        name: "rate",
        unit: "B/s",
        better: Better::Higher,
        clock: ClockKind::Wall,
        role: Role::Primary,
        derivation: Derivation::Rate { per_unit },
        screen,
        limit: Some(BYTES_A_CYCLE),
        meaning,
    }
}

/// The time of one of so many equal parts of a unit.
fn time(parts: u64, limit: Limit, meaning: Meaning) -> Metric {
    Metric {
        name: "time",
        unit: "s",
        better: Better::Lower,
        clock: ClockKind::Wall,
        role: Role::Primary,
        derivation: Derivation::Time { parts: parts as f64 },
        screen: Screen { unit: "ns", scale: 1e9, decimals: 2 },
        limit: Some(limit),
        meaning,
    }
}

/// The metrics of events over a block of so many bytes.
pub(crate) fn of_sysbench(block: u64) -> Vec<Metric> {
    let screen = Screen { unit: "MiB/s", scale: 1.0 / (1 << 20) as f64, decimals: 2 };
    let rate = rate(
        block as f64,
        screen,
        Meaning {
            says: "Bytes accessed a second, block by block.",
            misleads: "With blocks of 1 KiB, sysbench's default, most of the time is its own loop, above all the \
                clock: see 'harness' and the flag clock-cost. Even 1 MiB is in a cache.",
            equals: "'MiB/sec' of sysbench 1.0.20 memory at the same block size, operation, access and scope.",
        },
    );
    let events = Metric {
        name: "events",
        unit: "1/s",
        role: Role::Secondary,
        derivation: Derivation::Rate { per_unit: 1.0 },
        screen: Screen { unit: "events/s", scale: 1.0, decimals: 2 },
        limit: None,
        meaning: Meaning {
            says: "Blocks a second: one block is one event.",
            misleads: "It grows as blocks get smaller, up to what the clock allows.",
            equals: "the operations 'per second' of sysbench 1.0.20 memory.",
        },
        ..rate.clone()
    };
    let harness = Metric {
        name: HARNESS,
        unit: "1",
        better: Better::Lower,
        role: Role::Secondary,
        derivation: Derivation::Measured,
        screen: Screen { unit: "%", scale: 100.0, decimals: 1 },
        limit: None,
        meaning: Meaning {
            says: "The part of the time outside of events: how much of the rate is not memory.",
            misleads: "It is a lower bound of the loop's share, since an event's own time holds one more reading of \
                the clock.",
            equals: "what sysbench's total time has more than its sum of latencies.",
        },
        ..rate.clone()
    };
    vec![rate, events, harness]
}

/// The metric of bandwidth, where a unit touches so many bytes.
pub(crate) fn of_bandwidth(bytes: usize) -> Vec<Metric> {
    let screen = Screen { unit: "GB/s", scale: 1e-9, decimals: 3 };
    vec![rate(
        bytes as f64,
        screen,
        Meaning {
            says: "Bytes a second (giga is 10^9) in the widest registers, over a working set that the named level \
                holds. A copy counts its bytes once.",
            misleads: "Writes to memory beyond the caches read each line before, unless the processor sees that it is \
                written whole. One thread seldom uses all that memory gives.",
            equals: "no tool's figure; a copy in RAM comes near mbw -t1.",
        },
    )]
}

/// The metric of latency, where a unit is so many loads.
pub(crate) fn of_latency(loads: u64) -> Vec<Metric> {
    vec![time(
        loads,
        Limit { per_cycle: 1.0, words: "a load that waits, in one cycle" },
        Meaning {
            says: "Time of one load that waits for the one before, from line to line in random order.",
            misleads: "Beyond the second level it holds the translation of addresses too; huge pages, where the system \
                gives them, lower it.",
            equals: "lat_mem_rd -t of lmbench at the same size.",
        },
    )]
}

/// The metric of the clock, where a unit is so many readings.
pub(crate) fn of_clock(readings: u64) -> Vec<Metric> {
    vec![time(
        readings,
        Limit { per_cycle: 1.0, words: "a reading in one cycle" },
        Meaning {
            says: "Time of one reading of the monotonic clock: some 20 to 50 ns where the processor's counter is read \
                without the kernel (tsc, kvm-clock), ten to a hundred times as much where it is not (hpet, acpi_pm).",
            misleads: "It is no fault of a program that reads the clock seldom; sysbench's memory test reads it three \
                times for each block.",
            equals: "no tool's figure.",
        },
    )]
}
