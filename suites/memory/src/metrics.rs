//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Metric, Role, Screen};

use crate::sysbench::HARNESS;

/// A rate by wall time, of so many base units in a unit of work.
fn rate(per_unit: f64, screen: Screen, meaning: &'static str) -> Metric {
    Metric {
        name: "rate",
        unit: "B/s",
        better: Better::Higher,
        clock: ClockKind::Wall,
        role: Role::Primary,
        derivation: Derivation::Rate { per_unit },
        screen,
        meaning,
    }
}

/// The time of one of so many equal parts of a unit.
fn time(parts: u64, meaning: &'static str) -> Metric {
    Metric {
        name: "time",
        unit: "s",
        better: Better::Lower,
        clock: ClockKind::Wall,
        role: Role::Primary,
        derivation: Derivation::Time { parts: parts as f64 },
        screen: Screen { unit: "ns", scale: 1e9, decimals: 2 },
        meaning,
    }
}

/// The metrics of events over a block of so many bytes.
pub(crate) fn of_sysbench(block: u64) -> Vec<Metric> {
    let screen = Screen { unit: "MiB/s", scale: 1.0 / (1 << 20) as f64, decimals: 2 };
    let rate = rate(
        block as f64,
        screen,
        "Bytes accessed a second: the 'MiB/sec' of sysbench 1.0.20 memory at the same block size, operation, access and \
            scope. With blocks of 1 KiB, its default, most of the time is sysbench's own loop, above all the clock: see \
            'harness' and the flag clock-cost. Even 1 MiB is in a cache.",
    );
    let events = Metric {
        name: "events",
        unit: "1/s",
        role: Role::Secondary,
        derivation: Derivation::Rate { per_unit: 1.0 },
        screen: Screen { unit: "events/s", scale: 1.0, decimals: 2 },
        meaning: "Blocks a second: the operations 'per second' that sysbench prints. One block is one event.",
        ..rate.clone()
    };
    let harness = Metric {
        name: HARNESS,
        unit: "1",
        better: Better::Lower,
        role: Role::Secondary,
        derivation: Derivation::Measured,
        screen: Screen { unit: "%", scale: 100.0, decimals: 1 },
        meaning: "The part of the time outside of events: what sysbench's total time has more than its sum of latencies. \
            It is a lower bound of the loop's share, since an event's own time holds one more reading of the clock.",
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
        "Bytes a second (giga is 10^9) in the widest registers, over a working set that the named level holds. A copy \
            counts its bytes once, as mbw does. Writes to memory beyond the caches read each line before, unless the \
            processor sees that it is written whole.",
    )]
}

/// The metric of latency, where a unit is so many loads.
pub(crate) fn of_latency(loads: u64) -> Vec<Metric> {
    vec![time(
        loads,
        "Time of one load that waits for the one before, from line to line in random order. Beyond the second level it \
            holds the translation of addresses too, as in lat_mem_rd -t; huge pages, where the system gives them, lower it.",
    )]
}

/// The metric of the clock, where a unit is so many readings.
pub(crate) fn of_clock(readings: u64) -> Vec<Metric> {
    vec![time(
        readings,
        "Time of one reading of the monotonic clock. Some 20 to 50 ns where the processor's counter is read without the \
            kernel (tsc, kvm-clock), ten to a hundred times as much where it is not (hpet, acpi_pm): sysbench's memory \
            test reads it three times for each block.",
    )]
}
