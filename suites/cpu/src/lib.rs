//! The cpu suite: sysbench's prime event, by our kernel and by the host's own C compilers.

mod divide;
mod metrics;
mod primes;
mod review;
mod sieve;
#[cfg(test)]
mod tests;

use hostmark_compilers::{Language, Program};
use hostmark_harness::answer::Known;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::settings::{Kind, Parameter};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{
    Case, Environment, Findings, Implementation, Item, Loop, Prepared, Side, Suite, Workload,
};

/// The suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "limit",
        kind: Kind::Whole { least: 3, most: 10_000_000 },
        default: &["20000"],
        many: false,
        help: "numbers below this are tested in each event, as sysbench's --cpu-max-prime",
    },
    Parameter {
        name: "flags",
        kind: Kind::Text,
        default: &["-O2"],
        many: true,
        help: "flags of the host's compilers, separated by blanks",
    },
];

/// The forms of the kernel: its answer is checked, or thrown away as sysbench does.
const KEPT: &str = "kept";
const AS_SYSBENCH: &str = "as-sysbench";

const PORTABLE: &str = "not comparable with sysbench: portable divide";

impl Suite for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn about(&self) -> &'static str {
        "Integer division: the prime event of sysbench 1.0 cpu"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn cases(&self, environment: &Environment) -> Vec<Case> {
        let limit = environment.settings.whole("limit");
        vec![Case {
            name: "primes",
            about: "counts the primes below a limit by trial division",
            parameters: Parameters::new().with("limit", limit),
            revision: 1,
            known: Known::PerUnit(sieve::count(limit)),
            metrics: metrics::all(limit),
            bytes: 0,
        }]
    }

    fn implementations(&self, _case: &Case, environment: &Environment) -> Vec<Implementation> {
        let mut all = vec![Implementation::own(Parameters::new().with("form", KEPT))];
        let variants = variants(&environment.settings.all("flags"));
        all.extend(hostmark_compilers::implementations(Language::C, &variants, &environment.search_path));
        for one in &mut all {
            let discards = one.variant.get("form") == Some(AS_SYSBENCH);
            one.known = discards.then_some(Known::NotHere("the answer is thrown away, as sysbench does"));
        }
        all
    }

    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
        let limit = environment.settings.whole("limit");
        if item.implementation.side == Side::Host {
            return compiled(item, limit, environment);
        }
        let kernels = (0..item.threads).map(|_| Box::new(primes::Primes::new(limit)) as Box<dyn Loop>).collect();
        let note = if divide::PINNED { String::new() } else { PORTABLE.to_string() };
        let findings = Findings { note, ..Findings::default() };
        Ok(Prepared { findings, ..Prepared::bundled(Workload::Loop(kernels)) })
    }

    fn review(&self, block: &mut [Record]) {
        review::review(block);
    }
}

/// Each form with each set of flags.
fn variants(flags: &[String]) -> Vec<Parameters> {
    let forms =
        |flags: &String| [KEPT, AS_SYSBENCH].map(|form| Parameters::new().with("form", form).with("flags", flags));
    flags.iter().flat_map(forms).collect()
}

fn compiled(item: &Item, limit: u64, environment: &Environment) -> Result<Prepared, NoResult> {
    let variant = &item.implementation.variant;
    let kernel = match variant.get("form") {
        Some(AS_SYSBENCH) => ("as-sysbench.c", include_str!("kernel/as-sysbench.c")),
        _ => ("kept.c", include_str!("kernel/kept.c")),
    };
    let flags = variant.get("flags").unwrap_or_default();
    let program = Program { files: &[kernel], flags, size: limit, threads: item.threads };
    hostmark_compilers::prepare(&item.implementation, &program, environment)
}
