//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Limit, Meaning, Metric, Role, Screen};

/// All metrics of a tower that takes this many moves.
pub(crate) fn all(moves: u64) -> Vec<Metric> {
    let words = "one move a cycle";
    vec![
        Metric {
            name: "time",
            unit: "s",
            better: Better::Lower,
            clock: ClockKind::Wall,
            role: Role::Primary,
            derivation: Derivation::Time { parts: 1.0 },
            screen: Screen { unit: "ms", scale: 1e3, decimals: 0 },
            limit: Some(Limit { per_cycle: 1.0 / moves as f64, words }),
            meaning: Meaning {
                says: "Wall time of one tower on one thread.",
                misleads: "Compiler, its flags and its C++ library move it more than the machine does: a chart over \
                    systems that were built by their own compilers is a chart of compilers.",
                equals: "the milliseconds of hanoi-bench with the same number of disks.",
            },
        },
        Metric {
            name: "moves",
            unit: "1/s",
            better: Better::Higher,
            clock: ClockKind::Wall,
            role: Role::Secondary,
            derivation: Derivation::Rate { per_unit: moves as f64 },
            screen: Screen { unit: "moves/s", scale: 1.0, decimals: 0 },
            limit: Some(Limit { per_cycle: 1.0, words }),
            meaning: Meaning {
                says: "Moves a second over all threads together: the same figure for towers of unlike height.",
                misleads: "With several threads it is their sum, while the time is that of one.",
                equals: "no tool's figure: moves of hanoi-bench by its time.",
            },
        },
    ]
}
