//! `xz -T1 -c` and `xz -dc`. What is decoded goes to /dev/null, as the case has no files, and once to a file to be checked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use base16ct::lower::encode_string;
use hostmark_archive::kernel::{Job, plain_of};
use hostmark_archive::listing::digest_of;
use hostmark_archive::no_result;
use hostmark_harness::answer::Answer;
use hostmark_harness::children::Children;
use hostmark_harness::programs;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Environment;

use super::{Reference, version};
use crate::input;

/// The version of an xz and its job.
pub(super) fn identified(
    program: &Path,
    job: Job,
    limit: Duration,
    environment: &Environment,
) -> Result<(String, Box<dyn Reference>), NoResult> {
    let version = version_of(program, environment)?;
    let made = input::work_place(environment)?.join("made");
    let (program, children) = (program.to_path_buf(), environment.children.clone());
    Ok((version, Box::new(Xz { program, job, made, limit, children, checked: None })))
}

/// `5.4.1` of `xz (XZ Utils) 5.4.1`.
pub(super) fn version_of(program: &Path, environment: &Environment) -> Result<String, NoResult> {
    let line = version(program, environment)?;
    line.split_once("(XZ Utils) ").map(|(_, version)| version.to_string()).ok_or_else(|| {
        NoResult::Unavailable(format!("{} is not that of XZ Utils: it says '{line}'", program.display()))
    })
}

struct Xz {
    program: PathBuf,
    job: Job,
    made: PathBuf,
    limit: Duration,
    children: Children,
    /// What a decoder gave when it was checked.
    checked: Option<String>,
}

impl Xz {
    fn with_output(&self, output: Stdio) -> Command {
        let mut command = Command::new(&self.program);
        command.env_remove("XZ_OPT").env_remove("XZ_DEFAULTS").stdout(output);
        match &self.job {
            Job::Encode { plain, encoding } => {
                let (preset, threads) = (format!("-{}", encoding.preset), format!("-T{}", encoding.threads));
                command.args([&preset, &threads, "-c"]).arg(plain);
            }
            Job::Decode { archive: path, .. }
            | Job::Extract { archive: path, .. }
            | Job::Compress { tree: path, .. } => {
                command.args(["-T1", "-dc"]).arg(path);
            }
        }
        command
    }

    fn to_file(&self) -> Result<Command, NoResult> {
        let file = File::create(&self.made).map_err(|problem| self.problem(problem))?;
        Ok(self.with_output(file.into()))
    }

    fn problem(&self, problem: io::Error) -> NoResult {
        no_result(&self.made.display().to_string(), problem)
    }

    /// What the decoder gives is found out once, by a run of its own.
    fn decoded(&mut self, stop: &Stop) -> Result<String, NoResult> {
        if let Some(digest) = &self.checked {
            return Ok(digest.clone());
        }
        programs::run(&mut self.to_file()?, self.limit, &self.children, stop)?;
        let digest = File::open(&self.made).and_then(|mut file| digest_of(&mut file));
        let (digest, _) = digest.map_err(|problem| self.problem(problem))?;
        let digest = encode_string(&digest);
        self.checked = Some(digest.clone());
        Ok(digest)
    }
}

impl Reference for Xz {
    fn command(&self) -> Result<Command, NoResult> {
        match &self.job {
            Job::Encode { .. } => self.to_file(),
            _ => Ok(self.with_output(Stdio::null())),
        }
    }

    fn answer(&mut self, stop: &Stop) -> Result<Answer, NoResult> {
        let digest = match &self.job {
            Job::Encode { .. } => plain_of(&self.made, stop)
                .map(|(digest, _)| encode_string(&digest))
                .map_err(|problem| self.problem(problem)),
            _ => self.decoded(stop),
        };
        // There is none where the decoder was checked before.
        let _ = fs::remove_file(&self.made);
        digest.map(Answer::Text)
    }
}
