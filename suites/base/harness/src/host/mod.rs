//! What is known of the machine under test, each fact with the source that said it.
//!
//! Linux is read in full, without rights and without starting a process; the host's name is not
//! kept. On other systems most facts are `unknown: not written for this OS`.

mod activity;
mod arm;
mod c_library;
mod cgroup;
mod clock;
mod container;
mod cpuid;
mod cpus;
mod fact;
mod file_system;
mod frequency;
mod lasting;
mod lines;
mod machine;
mod memory;
mod mounts;
mod processor;
mod root;
mod system;
mod text;

#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

pub use activity::{Activity, Load};
pub use c_library::CLibrary;
pub use clock::Clock;
pub use cpus::Cpus;
pub use fact::Fact;
pub use file_system::FileSystem;
pub use frequency::Frequency;
pub use memory::Memory;
pub use processor::{Cache, Processor};
pub use root::{ReadError, SystemRoot};
pub use system::{Kernel, OperatingSystem};

// What the noise reading shares with the facts.
pub(crate) use activity::load as parse_load;
pub(crate) use cgroup::ControlGroups;
pub(crate) use cpus::allowed as allowed_cpus;
pub(crate) use frequency::path as frequency_path;
pub(crate) use text::{number, positive};

/// Why facts of a system that is not Linux are missing.
const NOT_WRITTEN: &str = "not written for this OS";

/// Everything known of a machine. All amounts are in base units: seconds, bytes, Hz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// The operating system.
    pub system: Fact<OperatingSystem>,
    /// The kernel.
    pub kernel: Fact<Kernel>,
    /// The processor.
    pub processor: Processor,
    /// Counts of CPUs and what limits them.
    pub cpus: Cpus,
    /// Memory and what limits it.
    pub memory: Memory,
    /// The hypervisor; unknown where none shows itself, which does not prove bare metal.
    pub machine: Fact<String>,
    /// The container; unknown where none shows itself.
    pub container: Fact<String>,
    /// The C library of this process.
    pub c_library: Fact<CLibrary>,
    /// The monotonic clock.
    pub clock: Clock,
    /// Frequencies and their governor.
    pub frequency: Frequency,
    /// Load, uptime, pressure.
    pub activity: Activity,
    /// The file system of the work folder.
    pub work_folder: Fact<FileSystem>,
}

impl Host {
    /// Gathers all facts; the clock is measured for about 4 ms of it.
    pub fn gather(root: &SystemRoot, work_folder: &Path) -> Self {
        if root.is_live() && !cfg!(any(target_os = "linux", target_os = "android")) {
            return Self::of_another_system(root);
        }
        let kernel = Kernel::gather(root);
        let groups = ControlGroups::find(root);
        let allowed = allowed_cpus(root).filter(|cpus| !cpus.is_empty()).unwrap_or_else(|| BTreeSet::from([0]));
        Host {
            system: OperatingSystem::gather(root, &kernel),
            processor: Processor::gather(root, allowed.first().copied().unwrap_or(0)),
            cpus: Cpus::gather(root, &groups),
            memory: Memory::gather(root, &groups),
            machine: machine::find(root),
            container: container::find(root, &kernel),
            c_library: CLibrary::gather(root),
            clock: Clock::gather(root),
            frequency: Frequency::gather(root, &allowed),
            activity: Activity::gather(root),
            work_folder: FileSystem::gather(root, work_folder),
            kernel,
        }
    }

    /// What is the same on every system: `uname`, CPUID and the measured clock.
    fn of_another_system(root: &SystemRoot) -> Self {
        let kernel = Kernel::gather(root);
        Host {
            system: OperatingSystem::gather(root, &kernel),
            kernel,
            processor: Processor::unknown(NOT_WRITTEN),
            cpus: Cpus::unknown(NOT_WRITTEN),
            memory: Memory::unknown(NOT_WRITTEN),
            machine: machine::find(root),
            container: Fact::unknown(NOT_WRITTEN),
            c_library: Fact::unknown(NOT_WRITTEN),
            clock: Clock::without_source(NOT_WRITTEN),
            frequency: Frequency::unknown(NOT_WRITTEN),
            activity: Activity::unknown(NOT_WRITTEN),
            work_folder: Fact::unknown(NOT_WRITTEN),
        }
    }

    /// Threads for `--threads all`: the least of affinity, cpuset and quota, rounded up, never 0.
    /// Where none of them is known, what the standard library counts.
    pub fn usable_threads(&self) -> usize {
        self.cpus.usable_threads().unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Bytes that this process may use: the least of the total and all limits.
    pub fn usable_memory(&self) -> Option<u64> {
        self.memory.usable()
    }

    /// Container and machine, as far as they were found: `KVM`, `Docker on KVM`, or nothing.
    pub fn isolation(&self) -> String {
        self.layers().join(" on ")
    }

    /// What figures of this machine are called by default: `Debian 12 KVM`, `Alpine 3.20 Docker KVM`.
    pub fn default_label(&self) -> String {
        let name = self.system.value().map(OperatingSystem::short_name).filter(|name| !name.is_empty());
        let mut words = vec![name.unwrap_or_else(|| "Unknown OS".to_string())];
        words.extend(self.layers().into_iter().map(str::to_string));
        text::clean(&words.join(" "))
    }

    fn layers(&self) -> Vec<&str> {
        [&self.container, &self.machine].into_iter().filter_map(|layer| layer.value().map(String::as_str)).collect()
    }
}
