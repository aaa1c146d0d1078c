//! Programs of the host: found on PATH, and asked under a time limit, since a name proves nothing.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::children::Children;
use crate::clock::{self, CpuTimes};
use crate::status::NoResult;
use crate::stop::Stop;

/// How much of a program's output is kept; the rest is read and dropped.
const MOST_OUTPUT: usize = 1 << 20;

/// How often a waiting parent looks at the stop token.
const GLANCE: Duration = Duration::from_millis(20);

/// The folders of the PATH variable, absolute ones only: a program from the current folder is nobody's tool.
pub fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}

/// The first executable file of this name.
pub fn find(name: &str, search_path: &[PathBuf]) -> Option<PathBuf> {
    search_path.iter().map(|folder| folder.join(name)).find(|path| is_executable(path))
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// What a program said.
#[derive(Debug)]
pub struct Said {
    /// True when it ended with exit status 0.
    pub success: bool,
    /// How it ended, in words.
    pub ending: String,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Runs a program without a shell and without input, in the C locale, for at most `limit`.
/// Fails when it cannot be started or is not done in time; it is then killed with all it started.
pub fn ask(command: &mut Command, limit: Duration, children: &Children, stop: &Stop) -> Result<Said, NoResult> {
    run(command.stdout(Stdio::piped()), limit, children, stop).map(|(said, _)| said)
}

/// What a program took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// Seconds from its start until it and all that it started had closed their output.
    pub seconds: f64,
    /// CPU seconds of it and of what it waited for; `None` where they cannot be read.
    pub cpu: Option<CpuTimes>,
}

/// As [`ask`], and times it. Where standard output goes is the command's.
pub fn run(
    command: &mut Command,
    limit: Duration,
    children: &Children,
    stop: &Stop,
) -> Result<(Said, Taken), NoResult> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stderr(Stdio::piped()).env("LC_ALL", "C");
    let cpu_before = clock::cpu_of_children();
    let started = Instant::now();
    let mut guarded =
        children.spawn(command).map_err(|problem| NoResult::Failed(format!("{name} cannot be started: {problem}")))?;
    let stdout = collect(guarded.child.stdout.take());
    let stderr = collect(guarded.child.stderr.take());
    let deadline = started + limit;
    let late = || NoResult::Failed(format!("{name} was not done after {} s and was stopped", limit.as_secs()));
    let stdout = wait_for(&stdout, deadline, stop)?.ok_or_else(late)?;
    let stderr = wait_for(&stderr, deadline, stop)?.ok_or_else(late)?;
    let seconds = started.elapsed().as_secs_f64();
    loop {
        if let Ok(Some(status)) = guarded.child.try_wait() {
            let cpu = cpu_before.zip(clock::cpu_of_children()).map(|(before, after)| CpuTimes {
                user: after.user - before.user,
                system: after.system - before.system,
            });
            let said = Said { success: status.success(), ending: status.to_string(), stdout, stderr };
            return Ok((said, Taken { seconds, cpu }));
        }
        if Instant::now() >= deadline {
            return Err(late());
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Reads a stream to its end in a thread of its own.
fn collect(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        if let Some(mut stream) = stream {
            let _ = stream.by_ref().take(MOST_OUTPUT as u64).read_to_end(&mut kept);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    });
    receiver
}

/// The next thing from a channel; `None` at the deadline or when the sender is gone.
pub(crate) fn wait_for<T>(receiver: &Receiver<T>, deadline: Instant, stop: &Stop) -> Result<Option<T>, NoResult> {
    loop {
        if stop.is_set() {
            return Err(NoResult::Stopped);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left.min(GLANCE)) {
            Ok(thing) => return Ok(Some(thing)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Result<Said, NoResult> {
        let children = Children::new();
        let said = ask(Command::new("sh").args(["-c", script]), limit, &children, &Stop::new());
        assert_eq!(children.count(), 0);
        said
    }

    #[test]
    fn both_streams_and_the_ending_are_kept() {
        let said = shell("echo out; echo err >&2; exit 3", Duration::from_secs(20)).unwrap();
        assert_eq!((said.stdout.as_str(), said.stderr.as_str(), said.success), ("out\n", "err\n", false));
        assert!(said.ending.contains('3'));
    }

    #[test]
    fn what_it_took_holds_what_it_started() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 0.1; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"]).stdout(Stdio::null());
        let (said, taken) = run(&mut command, Duration::from_secs(20), &Children::new(), &Stop::new()).unwrap();
        assert!(said.success && said.stdout.is_empty());
        let cpu = taken.cpu.unwrap();
        assert!(taken.seconds >= 0.1 && cpu.user + cpu.system > 0.0, "{taken:?}");
    }

    #[test]
    fn a_program_that_hangs_is_stopped_and_named() {
        let problem = shell("sleep 60", Duration::from_millis(50)).unwrap_err();
        assert!(problem.to_string().starts_with("sh was not done"), "{problem}");
    }

    #[test]
    fn a_flood_is_cut_and_a_missing_program_is_named() {
        let said = shell("yes | head -c 3000000", Duration::from_secs(20)).unwrap();
        assert_eq!(said.stdout.len(), MOST_OUTPUT);
        let mut command = Command::new("/nowhere/at-all");
        let problem = ask(&mut command, GLANCE, &Children::new(), &Stop::new()).unwrap_err();
        assert!(problem.to_string().contains("/nowhere/at-all cannot be started"));
    }

    #[test]
    fn relative_folders_are_not_searched() {
        assert_eq!(find("no-such-program", &search_path()), None);
        assert!(search_path().iter().all(|folder| folder.is_absolute()));
    }
}
