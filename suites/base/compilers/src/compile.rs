//! A private folder in which a compiler works, under a time limit and without a shell.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use hostmark_harness::programs::{self, Said};
use hostmark_harness::status::NoResult;
use hostmark_harness::suite::Environment;
use nix::unistd::{AccessFlags, access};
use tempfile::TempDir;

/// What the compiled program is called.
const PROGRAM: &str = "worker";

/// A compiler in a temporary folder inside the work folder, removed when this is dropped.
pub(crate) struct Bench<'a> {
    folder: TempDir,
    compiler: &'a Path,
    limit: Duration,
    environment: &'a Environment,
}

impl<'a> Bench<'a> {
    /// Makes the folder. `limit` is how long one call of the compiler may take.
    pub fn new(compiler: &'a Path, limit: Duration, environment: &'a Environment) -> Result<Self, NoResult> {
        let place = &environment.work_folder;
        let folder = tempfile::Builder::new().prefix("hostmark-compile-").tempdir_in(place).map_err(|problem| {
            NoResult::Failed(format!("no folder can be made in {} ({problem}); use --dir", place.display()))
        })?;
        Ok(Bench { folder, compiler, limit, environment })
    }

    /// Writes one text into the folder.
    pub fn write(&self, name: &str, text: &str) -> Result<(), NoResult> {
        let problem = |problem| NoResult::Failed(format!("{name} cannot be written for the compiler: {problem}"));
        fs::write(self.folder.path().join(name), text).map_err(problem)
    }

    /// Calls the compiler in the folder. All its temporary files go there too, and no compiler cache is used.
    pub fn call(&self, arguments: &[&str]) -> Result<Said, NoResult> {
        let folder = self.folder.path();
        let mut command = Command::new(self.compiler);
        command.args(arguments).current_dir(folder).env("TMPDIR", folder).env("CCACHE_DISABLE", "1");
        programs::ask(&mut command, self.limit, &self.environment.children, &self.environment.stop)
    }

    /// Compiles and links files of the folder; gives the program.
    pub fn compile(&self, flags: &[&str], files: &[&str]) -> Result<Built, NoResult> {
        let said = self.call(&[flags, &["-o", PROGRAM], files, &["-lm"]].concat())?;
        if !said.success {
            return Ok(Built::Refused(said));
        }
        let program = self.folder.path().join(PROGRAM);
        check(self.compiler, &program, &self.environment.work_folder)?;
        Ok(Built::Program(program))
    }
}

/// What came of a compilation.
pub(crate) enum Built {
    /// The path of the program, inside the folder.
    Program(PathBuf),
    /// What the compiler said instead.
    Refused(Said),
}

/// Fails where the compiler left no program, or where programs may not run.
fn check(compiler: &Path, program: &Path, work_folder: &Path) -> Result<(), NoResult> {
    let is_program = |data: fs::Metadata| data.is_file() && data.permissions().mode() & 0o111 != 0;
    if !program.metadata().is_ok_and(is_program) {
        let message = format!("{} reported success and produced no program", compiler.display());
        return Err(NoResult::Failed(message));
    }
    access(program, AccessFlags::X_OK).map_err(|_| {
        let place = work_folder.display();
        NoResult::Unavailable(format!(
            "{place} may not hold programs (mounted noexec); use --dir with a folder that may"
        ))
    })
}

/// The first line with an error, and the one behind it, of what a compiler said.
pub(crate) fn first_errors(said: &Said) -> String {
    let lines: Vec<&str> = said.stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let start = lines.iter().position(|line| line.contains("error")).unwrap_or(0);
    let shown: Vec<&str> = lines.iter().skip(start).take(2).copied().collect();
    if shown.is_empty() { format!("it says nothing, {}", said.ending) } else { shown.join(" | ") }
}
