//! Which processor this is: model, features and caches.

use serde::{Deserialize, Serialize};

use super::arm;
use super::fact::Fact;
use super::root::SystemRoot;
use super::text;

/// The processor as Linux describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Processor {
    /// `model name` of `/proc/cpuinfo`; on ARM the core by its part number, else the board's device tree.
    pub model: Fact<String>,
    /// `flags` (x86), `Features` (ARM) or `isa` (RISC-V) of `/proc/cpuinfo`.
    pub features: Fact<Vec<String>>,
    /// Caches of one CPU, from `/sys/devices/system/cpu/cpuN/cache`.
    pub caches: Fact<Vec<Cache>>,
}

/// One cache of a CPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cache {
    /// 1 is nearest to the CPU.
    pub level: u64,
    /// `Data`, `Instruction` or `Unified`.
    pub kind: String,
    /// Size in bytes.
    pub bytes: u64,
    /// How many CPUs share it.
    pub shared_by: usize,
}

/// Features that decide how fast cryptography and wide arithmetic are, by their names on x86 and ARM.
const NOTABLE: [&str; 17] = [
    "aes",
    "pclmulqdq",
    "vaes",
    "vpclmulqdq",
    "sha_ni",
    "sse4_2",
    "avx",
    "avx2",
    "avx512f",
    "bmi2",
    "adx",
    "asimd",
    "pmull",
    "sha1",
    "sha2",
    "sha512",
    "sve",
];

/// More levels and kinds of cache than any processor has.
const MOST_CACHES: usize = 16;

impl Processor {
    /// Reads `/proc/cpuinfo` and sysfs; `cpu` is the number of a CPU that this process may use.
    pub fn gather(root: &SystemRoot, cpu: usize) -> Self {
        Processor { model: model(root), features: root.fact("/proc/cpuinfo", features), caches: caches(root, cpu) }
    }

    /// The same reason for each.
    pub fn unknown(reason: &str) -> Self {
        Processor { model: Fact::unknown(reason), features: Fact::unknown(reason), caches: Fact::unknown(reason) }
    }

    /// The notable features that are there: `aes avx2`.
    pub fn notable_features(&self) -> String {
        self.features.describe(|found| {
            let notable: Vec<&str> = NOTABLE.into_iter().filter(|name| found.iter().any(|one| one == name)).collect();
            if notable.is_empty() { format!("{} of no note", found.len()) } else { notable.join(" ") }
        })
    }

    /// `L1d 32 KiB, L1i 32 KiB, L2 1 MiB, L3 35.8 MiB for 2 CPUs`.
    pub fn describe_caches(&self) -> String {
        self.caches.describe(|caches| caches.iter().map(Cache::describe).collect::<Vec<_>>().join(", "))
    }
}

impl Cache {
    fn describe(&self) -> String {
        let kind = match self.kind.as_str() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        let shared = if self.shared_by > 1 { format!(" for {} CPUs", self.shared_by) } else { String::new() };
        format!("L{}{kind} {}{shared}", self.level, crate::units::bytes(self.bytes))
    }
}

fn model(root: &SystemRoot) -> Fact<String> {
    root.fact("/proc/cpuinfo", named_model)
        .or_else(|| root.fact("/proc/cpuinfo", arm::cores))
        .or_else(|| root.fact("/proc/device-tree/model", text::line))
        .or_else(|| root.fact("/proc/cpuinfo", arm::numbers))
}

/// x86 and s390 `model name`, RISC-V `uarch`, POWER `cpu`, MIPS `cpu model`.
fn named_model(cpuinfo: &str) -> Option<String> {
    ["model name", "uarch", "cpu model", "cpu"].iter().find_map(|name| text::line(text::field(cpuinfo, name)?))
}

fn features(cpuinfo: &str) -> Option<Vec<String>> {
    let line = ["flags", "Features", "isa"].iter().find_map(|name| text::field(cpuinfo, name))?;
    Some(line.split_whitespace().map(text::clean).collect())
}

fn caches(root: &SystemRoot, cpu: usize) -> Fact<Vec<Cache>> {
    let folder = format!("/sys/devices/system/cpu/cpu{cpu}/cache");
    let found: Vec<Cache> =
        (0..MOST_CACHES).map_while(|index| cache(root, &format!("{folder}/index{index}"))).collect();
    if found.is_empty() { Fact::unknown(format!("{folder} is empty")) } else { Fact::known(found, folder) }
}

fn cache(root: &SystemRoot, folder: &str) -> Option<Cache> {
    Some(Cache {
        level: root.value(&format!("{folder}/level"), text::number)?,
        kind: root.value(&format!("{folder}/type"), text::line)?,
        bytes: root.value(&format!("{folder}/size"), text::sysfs_size)?,
        shared_by: root.value(&format!("{folder}/shared_cpu_list"), text::cpu_count).unwrap_or(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    #[test]
    fn an_x86_machine() {
        let processor = Processor::gather(&saved("debian-kvm"), 0);
        assert_eq!(processor.model, Fact::known("Intel(R) Xeon(R) Processor @ 2.00GHz".into(), "/proc/cpuinfo"));
        assert_eq!(processor.notable_features(), "aes pclmulqdq sse4_2 avx avx2 avx512f bmi2 adx");
        assert_eq!(processor.caches.value().map(Vec::len), Some(4));
        assert_eq!(processor.describe_caches(), "L1d 32 KiB, L1i 32 KiB, L2 1 MiB, L3 35.8 MiB for 2 CPUs");
    }

    #[test]
    fn arm_without_a_model_name() {
        let processor = Processor::gather(&saved("arm-no-model"), 0);
        assert_eq!(processor.model, Fact::known("ARM Cortex-A53 + ARM Cortex-A73".into(), "/proc/cpuinfo"));
        assert_eq!(processor.notable_features(), "aes asimd pmull sha1 sha2");
        assert_eq!(processor.caches.why(), "/sys/devices/system/cpu/cpu0/cache is empty");
    }

    #[test]
    fn an_unknown_arm_core_takes_the_board_or_its_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let root = SystemRoot::saved(folder.path());
        std::fs::create_dir_all(folder.path().join("proc/device-tree")).unwrap();
        std::fs::write(folder.path().join("proc/cpuinfo"), "CPU implementer : 0x99\nCPU part : 0x12\n").unwrap();
        assert_eq!(model(&root).value().unwrap(), "CPU implementer 0x99 part 0x012");
        std::fs::write(folder.path().join("proc/device-tree/model"), "Board 4 Rev 1\0").unwrap();
        assert_eq!(model(&root), Fact::known("Board 4 Rev 1".into(), "/proc/device-tree/model"));
    }

    #[test]
    fn nothing_to_read_is_said() {
        let processor = Processor::gather(&saved("nothing-there"), 0);
        assert_eq!(processor.model.why(), "/proc/cpuinfo is not there");
        assert!(processor.notable_features().starts_with("unknown: "));
    }
}
