//! The hanoi suite: Towers of Hanoi with real stacks, by our kernel and by the host's own C++ compilers.

mod metrics;
#[cfg(test)]
mod tests;
mod tower;
mod towers;

use hostmark_compilers::{Language, Program};
use hostmark_harness::answer::Known;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::settings::{Kind, Parameter};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::{Case, Environment, Implementation, Item, Loop, Prepared, Side, Suite, Workload};

/// The suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hanoi;

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "disks",
        kind: Kind::Whole { least: 1, most: 40 },
        default: &["28"],
        many: false,
        help: "disks of the tower; each more doubles the time",
    },
    Parameter {
        name: "flags",
        kind: Kind::Text,
        default: &["-O2"],
        many: true,
        help: "flags of the host's compilers, separated by blanks",
    },
];

impl Suite for Hanoi {
    fn name(&self) -> &'static str {
        "hanoi"
    }

    fn about(&self) -> &'static str {
        "Function calls and small stacks: the Towers of Hanoi"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn cases(&self, environment: &Environment) -> Vec<Case> {
        let disks = environment.settings.whole("disks");
        let moves = (1 << disks) - 1;
        vec![Case {
            name: "towers",
            about: "moves a tower of disks from one of three stacks to another",
            parameters: Parameters::new().with("disks", disks),
            revision: 1,
            known: Known::PerUnit(moves),
            metrics: metrics::all(moves),
            bytes: 0,
        }]
    }

    fn implementations(&self, _case: &Case, environment: &Environment) -> Vec<Implementation> {
        let variants: Vec<Parameters> =
            environment.settings.all("flags").iter().map(|flags| Parameters::new().with("flags", flags)).collect();
        let mut all = vec![Implementation::own(Parameters::new())];
        all.extend(hostmark_compilers::implementations(Language::Cpp, &variants, &environment.search_path));
        all
    }

    fn prepare(&self, item: &Item, environment: &Environment) -> Result<Prepared, NoResult> {
        let disks = environment.settings.whole("disks");
        let implementation = &item.implementation;
        if implementation.side == Side::Host {
            let flags = implementation.variant.get("flags").unwrap_or_default();
            let files = &[("towers.cpp", include_str!("kernel/towers.cpp"))];
            let program = Program { files, flags, size: disks, threads: item.threads };
            return hostmark_compilers::prepare(implementation, &program, environment);
        }
        let kernel = |_| Box::new(towers::Towers::new(disks as u32)) as Box<dyn Loop>;
        Ok(Prepared::bundled(Workload::Loop((0..item.threads).map(kernel).collect())))
    }
}
