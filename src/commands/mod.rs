//! One file for each verb; they only connect what the two wings offer.

mod chart;
mod compare;
mod doctor;
mod explain;
mod facts;
mod list;
mod progress;
mod resume;
mod run;
mod session;
mod start;

use crate::cli::{Arguments, Command};
use crate::exit::Exit;

/// Does what was asked.
pub fn dispatch(arguments: Arguments) -> anyhow::Result<Exit> {
    match arguments.command {
        Command::Run(run) => run::run(&run, arguments.color),
        Command::Resume(resume) => resume::resume(&resume, arguments.color),
        Command::List(list) => list::list(&list),
        Command::Facts(facts) => facts::facts(&facts),
        Command::Chart(chart) => chart::chart(&chart),
        Command::Compare(compare) => compare::compare(&compare),
        Command::Explain(explain) => explain::explain(&explain),
        Command::Doctor(doctor) => doctor::doctor(&doctor),
    }
}
