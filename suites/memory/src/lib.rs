//! The memory suite: sysbench's memory event, what memory itself does, and what the clock costs.

mod bandwidth;
mod chase;
mod clock;
mod latency;
mod metrics;
mod pages;
mod sets;
mod sysbench;
#[cfg(test)]
mod tests;
mod wide;

use hostmark_harness::parameters::Parameters;
use hostmark_harness::settings::{Kind, Parameter};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Case, Environment, Implementation, Item, Prepared, Suite};

/// The suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "block",
        kind: Kind::Bytes,
        default: &["1K"],
        many: true,
        help: "bytes of an event of 'sysbench', as its --memory-block-size",
    },
    Parameter {
        name: "operation",
        kind: Kind::Choice(&["read", "write"]),
        default: &["write", "read"],
        many: true,
        help: "what an event of 'sysbench' does, as its --memory-oper",
    },
    Parameter {
        name: "access",
        kind: Kind::Choice(&["seq", "rnd"]),
        default: &["seq"],
        many: false,
        help: "in order or at random, as sysbench's --memory-access-mode",
    },
    Parameter {
        name: "scope",
        kind: Kind::Choice(&["global", "local"]),
        default: &["global"],
        many: false,
        help: "one block for all threads or one for each, as sysbench's --memory-scope",
    },
    Parameter {
        name: "set",
        kind: Kind::Text,
        default: &["L1", "L2", "L3", "RAM"],
        many: true,
        help: "working sets of 'bandwidth' and 'latency': a level of this host, or a size",
    },
    Parameter {
        name: "flags",
        kind: Kind::Text,
        default: &["-O2 -funroll-loops"],
        many: true,
        help: "flags of the host's compilers, separated by blanks; the default is Debian's for sysbench",
    },
];

impl Suite for Memory {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn about(&self) -> &'static str {
        "Memory: sysbench 1.0 memory, and the bandwidth and latency that explain it"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn cases(&self, environment: &Environment) -> Vec<Case> {
        let mut cases = sysbench::cases(environment);
        cases.extend(bandwidth::cases(environment));
        cases.extend(latency::cases(environment));
        cases.push(clock::case());
        cases
    }

    fn implementations(&self, case: &Case, environment: &Environment) -> Vec<Implementation> {
        if case.name == "sysbench" {
            sysbench::implementations(case, environment)
        } else {
            vec![Implementation::own(Parameters::new())]
        }
    }

    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
        match item.case.name {
            "sysbench" => sysbench::prepare(item, environment),
            "bandwidth" => bandwidth::prepare(item, environment),
            "latency" => latency::prepare(item, environment),
            _ => Ok(clock::prepare(item, environment)),
        }
    }
}
