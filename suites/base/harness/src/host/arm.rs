//! Names of ARM cores, whose `/proc/cpuinfo` gives numbers where x86 gives a model name.

use super::text;

/// The kinds of core of an ARM processor by implementer and part: `ARM Cortex-A53 + ARM Cortex-A73`.
pub fn cores(cpuinfo: &str) -> Option<String> {
    let mut cores: Vec<&str> = parts(cpuinfo).into_iter().filter_map(|(maker, part)| name(maker, part)).collect();
    cores.dedup();
    text::line(&cores.join(" + "))
}

/// Numbers of a core that has no name here: `CPU implementer 0x99 part 0x123`.
pub fn numbers(cpuinfo: &str) -> Option<String> {
    let (maker, part) = parts(cpuinfo).into_iter().next()?;
    Some(format!("CPU implementer {maker:#04x} part {part:#05x}"))
}

/// Implementer and part of each kind of core, sorted.
fn parts(cpuinfo: &str) -> Vec<(u32, u32)> {
    let makers = text::fields(cpuinfo, "CPU implementer").filter_map(hexadecimal);
    let mut parts: Vec<_> = makers.zip(text::fields(cpuinfo, "CPU part").filter_map(hexadecimal)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

fn hexadecimal(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// Names of cores found in servers and small boards: implementer and part number of the Main ID Register
/// (ARM's manuals; the kernel's `arch/arm64/include/asm/cputype.h`).
fn name(maker: u32, part: u32) -> Option<&'static str> {
    Some(match (maker, part) {
        (0x41, 0xc07) => "ARM Cortex-A7",
        (0x41, 0xd03) => "ARM Cortex-A53",
        (0x41, 0xd04) => "ARM Cortex-A35",
        (0x41, 0xd05) => "ARM Cortex-A55",
        (0x41, 0xd07) => "ARM Cortex-A57",
        (0x41, 0xd08) => "ARM Cortex-A72",
        (0x41, 0xd09) => "ARM Cortex-A73",
        (0x41, 0xd0a) => "ARM Cortex-A75",
        (0x41, 0xd0b) => "ARM Cortex-A76",
        (0x41, 0xd0c) => "ARM Neoverse-N1",
        (0x41, 0xd40) => "ARM Neoverse-V1",
        (0x41, 0xd41) => "ARM Cortex-A78",
        (0x41, 0xd49) => "ARM Neoverse-N2",
        (0x41, 0xd4f) => "ARM Neoverse-V2",
        (0x41, 0xd84) => "ARM Neoverse-V3",
        (0x41, 0xd8e) => "ARM Neoverse-N3",
        (0x43, 0x0af) => "Cavium ThunderX2",
        (0x46, 0x001) => "Fujitsu A64FX",
        (0x48, 0xd01) => "HiSilicon Kunpeng-920",
        (0xc0, 0xac3) => "Ampere-1",
        (0xc0, 0xac4) => "Ampere-1a",
        _ => return None,
    })
}
