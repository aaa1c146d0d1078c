//! Our phases, one after another in a process of their own, as bonnie++'s are.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use hostmark_disk::Disk;
use hostmark_harness::settings::Settings;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Suite, Workload};

use super::{Amount, Problem};

/// The argument that makes this program such a process, in front of a folder and the amounts.
pub const PHASES: &str = "disk-phases";

/// The command that does all phases in a folder.
pub fn command(folder: &Path, amount: Amount) -> Result<Command, Problem> {
    let mut command = Command::new(std::env::current_exe()?);
    let Amount { mebibytes, characters, files } = amount;
    command.arg(PHASES).arg(folder).args([mebibytes, characters, files].map(|number| number.to_string()));
    Ok(command)
}

/// Seconds of each phase, by a new process.
pub fn seconds(folder: &Path, amount: Amount) -> Result<Vec<f64>, Problem> {
    let output = command(folder, amount)?.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_string().into());
    }
    let lines = String::from_utf8(output.stdout)?;
    lines.lines().map(|line| Ok(line.parse()?)).collect()
}

/// Does all phases and prints the seconds of each.
pub fn print(folder: &str, numbers: [&str; 3]) -> Result<(), Problem> {
    let mut settings = Settings::new(Disk.name(), Disk.parameters());
    let [mebibytes, characters, files] = numbers;
    let (size, characters) = (format!("{mebibytes}M"), format!("{characters}M"));
    for (name, value) in
        [("size", &*size), ("character-bytes", &*characters), ("files", files), ("data", "zeros"), ("drop", "no")]
    {
        settings.set(name, &[value.to_string()])?;
    }
    let environment = Environment { work_folder: folder.into(), ..Environment::bare(settings) };
    for phase in &super::PHASES {
        let (name, parameters) = phase.case.split_once(';').unwrap_or((phase.case, ""));
        let parameters = parameters.parse()?;
        let mut cases = Disk.cases(&environment).into_iter();
        let case = cases.find(|case| case.name == name && case.parameters.contains(&parameters));
        let case = case.ok_or_else(|| format!("the suite has no case {}", phase.case))?;
        let implementation = Disk.implementations(&case, &environment).remove(0);
        let item = Item { suite: Disk.name(), case, implementation, threads: 1 };
        let Workload::Timed(mut room) = Disk.prepare(&item, &environment)?.workload else {
            return Err("a phase owns its clock".into());
        };
        println!("{}", room.measure(Duration::ZERO, &Stop::new())?[0].seconds);
    }
    environment.shelf.clear();
    Ok(())
}
