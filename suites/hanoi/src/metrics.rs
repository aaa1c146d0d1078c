//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Metric, Role, Screen};

/// All metrics of a tower that takes this many moves.
pub(crate) fn all(moves: u64) -> Vec<Metric> {
    vec![
        Metric {
            name: "time",
            unit: "s",
            better: Better::Lower,
            clock: ClockKind::Wall,
            role: Role::Primary,
            derivation: Derivation::Time { parts: 1.0 },
            screen: Screen { unit: "ms", scale: 1e3, decimals: 0 },
            meaning: "Wall time of one tower on one thread, as hanoi-bench prints it. Compiler and flags move it more \
                than the machine does: a chart over systems that were built by their own compilers is a chart of \
                compilers.",
        },
        Metric {
            name: "moves",
            unit: "1/s",
            better: Better::Higher,
            clock: ClockKind::Wall,
            role: Role::Secondary,
            derivation: Derivation::Rate { per_unit: moves as f64 },
            screen: Screen { unit: "moves/s", scale: 1.0, decimals: 0 },
            meaning: "Moves a second over all threads together: the same figure for towers of unlike height, \
                and with several threads their sum.",
        },
    ]
}
