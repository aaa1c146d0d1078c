//! What the processor itself says of a hypervisor: CPUID, readable everywhere without rights.
//!
//! The one unsafe call of the host facts is here: `__cpuid` is unsafe in Rust 1.85, our
//! minimum, and safe in later versions. It reads registers only, and every x86-64 processor has it.
#![allow(unsafe_code, unused_unsafe)]

/// Leaf 1 ECX bit 31: set by hypervisors, never by a processor (Intel and AMD manuals).
#[cfg(target_arch = "x86_64")]
const HYPERVISOR_BIT: u32 = 1 << 31;

/// The twelve letters of the hypervisor in leaf 0x40000000; `None` where no hypervisor shows itself
/// or the processor is not x86-64.
///
/// KVM and Xen that imitate Hyper-V put their own letters at 0x40000100, which win here.
pub fn hypervisor_signature() -> Option<String> {
    #[cfg(target_arch = "x86_64")]
    {
        if leaf(1)[2] & HYPERVISOR_BIT == 0 {
            return None;
        }
        let first = signature(0x4000_0000);
        let second = signature(0x4000_0100);
        let imitated = first == "Microsoft Hv" && (second.starts_with("KVM") || second.starts_with("Xen"));
        Some(if imitated { second } else { first })
    }
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// EBX, ECX and EDX of a hypervisor leaf as text.
#[cfg(target_arch = "x86_64")]
fn signature(number: u32) -> String {
    let letters: Vec<u8> = leaf(number)[1..].iter().flat_map(|register| register.to_le_bytes()).collect();
    String::from_utf8_lossy(&letters).trim_matches('\0').to_string()
}

/// EAX, EBX, ECX, EDX of a leaf.
#[cfg(target_arch = "x86_64")]
fn leaf(number: u32) -> [u32; 4] {
    // SAFETY: every x86-64 processor has CPUID, and it has no effect beyond its result.
    let found = unsafe { core::arch::x86_64::__cpuid(number) };
    [found.eax, found.ebx, found.ecx, found.edx]
}
