//! All child processes: each in a process group of its own, killed and reaped as a group, always.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// The registry of the children that live.
#[derive(Clone, Debug, Default)]
pub struct Children(Arc<Mutex<BTreeSet<u32>>>);

impl Children {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a command in a process group of its own, so that a Ctrl-C of the terminal reaches hostmark only.
    pub fn spawn(&self, command: &mut Command) -> io::Result<Guarded> {
        let child = command.process_group(0).spawn()?;
        self.with(|living| living.insert(child.id()));
        Ok(Guarded { child, children: self.clone() })
    }

    /// Kills the process group of each child that lives. For the way out of the program.
    pub fn kill_all(&self) {
        let living: Vec<u32> = self.with(|living| living.iter().copied().collect());
        living.into_iter().for_each(kill_group);
    }

    /// How many live.
    pub fn count(&self) -> usize {
        self.with(|living| living.len())
    }

    fn with<T>(&self, action: impl FnOnce(&mut BTreeSet<u32>) -> T) -> T {
        action(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A child that is killed with its whole group, and reaped, when this is dropped.
#[derive(Debug)]
pub struct Guarded {
    /// The child.
    pub child: Child,
    children: Children,
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // The group also holds what the child started; the child itself may have ended already.
        kill_group(self.child.id());
        let _ = self.child.wait();
        self.children.with(|living| living.remove(&self.child.id()));
    }
}

fn kill_group(id: u32) {
    if let Ok(id) = i32::try_from(id) {
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    #[test]
    fn the_whole_group_is_gone_after_a_drop() {
        let children = Children::new();
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & echo $!; sleep 60"]).stdout(Stdio::piped());
        let mut guarded = children.spawn(&mut command).unwrap();
        assert_eq!(children.count(), 1);
        let mut line = String::new();
        io::BufRead::read_line(&mut io::BufReader::new(guarded.child.stdout.take().unwrap()), &mut line).unwrap();
        let grandchild = Pid::from_raw(line.trim().parse().unwrap());
        drop(guarded);
        assert_eq!(children.count(), 0);
        // A dead grandchild is gone, or waits as a zombie to be reaped by init.
        let dead = (0..500).any(|_| {
            let stat = std::fs::read_to_string(format!("/proc/{grandchild}/stat")).unwrap_or_default();
            let gone = nix::sys::signal::kill(grandchild, None).is_err() || stat.contains(") Z ");
            if !gone {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            gone
        });
        assert!(dead);
    }
}
