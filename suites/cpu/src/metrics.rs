//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Metric, Role, Screen};

/// All metrics of the case `primes`.
pub(crate) fn all() -> Vec<Metric> {
    vec![
        Metric {
            name: "rate",
            unit: "1/s",
            better: Better::Higher,
            clock: ClockKind::Wall,
            role: Role::Primary,
            derivation: Derivation::Rate { per_unit: 1.0 },
            screen: Screen { unit: "events/s", scale: 1.0, decimals: 2 },
            meaning: "Events a second over all threads: the 'events per second' of sysbench 1.0 cpu at the same limit. \
                It is the speed of one instruction, the 64-bit divide, and says little about other work; \
                sysbench 0.4 and 0.5 counted something else.",
        },
        latency(
            "latency-min",
            Derivation::LatencyMinimum,
            "The shortest event: sysbench's 'min'. The time without any disturbance.",
        ),
        latency(
            "latency-mean",
            Derivation::LatencyMean,
            "The mean event: sysbench's 'avg'. With one thread it repeats the rate.",
        ),
        latency(
            "latency-max",
            Derivation::LatencyMaximum,
            "The longest event: sysbench's 'max'. A single interruption makes it, and longer runs see more of them.",
        ),
        latency(
            "latency-p95",
            Derivation::LatencyPercentile(95.0),
            "19 of 20 events are shorter: sysbench's '95th percentile', which rounds up to a step of its histogram \
                (1.8 %); here it is exact.",
        ),
    ]
}

fn latency(name: &'static str, derivation: Derivation, meaning: &'static str) -> Metric {
    Metric {
        name,
        unit: "s",
        better: Better::Lower,
        clock: ClockKind::Wall,
        role: Role::Secondary,
        derivation,
        screen: Screen { unit: "ms", scale: 1e3, decimals: 2 },
        meaning,
    }
}
