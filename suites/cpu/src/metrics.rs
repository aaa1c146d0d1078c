//! What is reported, and what it means.

use hostmark_harness::metric::{Better, ClockKind, Derivation, Limit, Meaning, Metric, Role, Screen};

/// Divisions of an event at the least: one for each number, and for each prime those up to its root. There are about
/// limit / ln limit primes.
fn fewest_divisions(limit: u64) -> f64 {
    let limit = limit.max(3) as f64;
    limit + limit.powf(1.5) / limit.ln() / 2.0
}

/// All metrics of the case `primes` with this limit.
pub(crate) fn all(limit: u64) -> Vec<Metric> {
    vec![
        Metric {
            name: "rate",
            unit: "1/s",
            better: Better::Higher,
            clock: ClockKind::Wall,
            role: Role::Primary,
            derivation: Derivation::Rate { per_unit: 1.0 },
            screen: Screen { unit: "events/s", scale: 1.0, decimals: 2 },
            limit: Some(Limit { per_cycle: 1.0 / fewest_divisions(limit), words: "one division a cycle" }),
            meaning: Meaning {
                says: "Events a second over all threads; one event tests all numbers up to the limit for primes.",
                misleads: "It is the speed of one instruction, the 64-bit divide, and says little about other work. \
                    Compilers may remove the loop; such figures are marked invalid.",
                equals: "'events per second' of sysbench 1.0 cpu at the same limit; sysbench 0.4 and 0.5 counted \
                    something else.",
            },
        },
        latency(
            "latency-min",
            Derivation::LatencyMinimum,
            Meaning {
                says: "The shortest event: the time without any disturbance.",
                misleads: "It is the luckiest of thousands of events and says nothing of a busy host.",
                equals: "'min' of sysbench 1.0 cpu.",
            },
        ),
        latency(
            "latency-mean",
            Derivation::LatencyMean,
            Meaning {
                says: "The mean time of an event.",
                misleads: "With one thread it repeats the rate.",
                equals: "'avg' of sysbench 1.0 cpu.",
            },
        ),
        latency(
            "latency-max",
            Derivation::LatencyMaximum,
            Meaning {
                says: "The longest event.",
                misleads: "A single interruption makes it, and longer runs see more of them.",
                equals: "'max' of sysbench 1.0 cpu.",
            },
        ),
        latency(
            "latency-p95",
            Derivation::LatencyPercentile(95.0),
            Meaning {
                says: "19 of 20 events are shorter.",
                misleads: "It is exact here; sysbench rounds up to a step of its histogram, 1.8 %.",
                equals: "'95th percentile' of sysbench 1.0 cpu, to that step.",
            },
        ),
    ]
}

fn latency(name: &'static str, derivation: Derivation, meaning: Meaning) -> Metric {
    Metric {
        name,
        unit: "s",
        better: Better::Lower,
        clock: ClockKind::Wall,
        role: Role::Secondary,
        derivation,
        screen: Screen { unit: "ms", scale: 1e3, decimals: 2 },
        limit: None,
        meaning,
    }
}

#[cfg(test)]
mod tests {
    use super::fewest_divisions;

    #[test]
    fn an_event_has_more_divisions_than_its_bound_and_not_many_more() {
        let divisions = |limit: u64| {
            (3..limit).map(|number| {
                let divides = (2..).take_while(|divisor| divisor * divisor <= number);
                let until = divides.clone().position(|divisor| number % divisor == 0).map(|place| place + 1);
                until.unwrap_or_else(|| divides.count()) as f64
            })
        };
        for limit in [1000, 8000, 20000] {
            let counted: f64 = divisions(limit).sum();
            let bound = fewest_divisions(limit);
            assert!(bound < counted && counted < 3.0 * bound, "{limit}: {bound} {counted}");
        }
    }
}
