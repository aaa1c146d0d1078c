//! The machine layer: whether a hypervisor runs this kernel, and which.

use super::cpuid;
use super::fact::Fact;
use super::root::SystemRoot;
use super::text;

/// Letters of hypervisors in CPUID leaf 0x40000000 and their names.
const SIGNATURES: [(&str, &str); 12] = [
    ("KVMKVMKVM", "KVM"),
    ("XenVMMXenVMM", "Xen"),
    ("Microsoft Hv", "Hyper-V"),
    ("VMwareVMware", "VMware"),
    ("VBoxVBoxVBox", "VirtualBox"),
    ("TCGTCGTCGTCG", "QEMU TCG"),
    ("bhyve bhyve ", "bhyve"),
    ("OpenBSDVMM58", "OpenBSD vmm"),
    ("___ NVMM ___", "NVMM"),
    (" QNXQVMBSQG", "QNX"),
    (" lrpepyh  vr", "Parallels"),
    ("ACRNACRNACRN", "ACRN"),
];

/// Words in the firmware's table of vendors and products (DMI) that only virtual machines have.
const FIRMWARE: [(&str, &str); 14] = [
    ("QEMU", "QEMU"),
    ("KVM", "KVM"),
    ("KubeVirt", "KVM"),
    ("OpenStack", "KVM"),
    ("Google Compute Engine", "KVM"),
    ("VMware", "VMware"),
    ("VirtualBox", "VirtualBox"),
    ("innotek GmbH", "VirtualBox"),
    ("HVM domU", "Xen"),
    ("Bochs", "Bochs"),
    ("BHYVE", "bhyve"),
    ("Parallels", "Parallels"),
    ("Apple Virtualization", "Apple Virtualization"),
    ("Virtual Machine", "Hyper-V"),
];

/// The reason when all signals are silent.
const NONE_FOUND: &str = "none found, which does not prove bare metal";

/// The hypervisor and the signal that decided: CPUID first, then DMI, `/sys/hypervisor`, the device tree.
///
/// Nothing found is not proof of bare metal: a hypervisor can hide.
pub fn find(root: &SystemRoot) -> Fact<String> {
    let signature = if root.is_live() { cpuid::hypervisor_signature() } else { None };
    find_with(root, signature.as_deref())
}

fn find_with(root: &SystemRoot, signature: Option<&str>) -> Fact<String> {
    control_domain(root)
        .or_else(|| named_signature(signature))
        .or_else(|| firmware(root))
        .or_else(|| root.fact("/sys/hypervisor/type", |text| text::line(text).map(|name| capitalised(&name))))
        .or_else(|| root.fact("/proc/device-tree/hypervisor/compatible", device_tree))
        .or_else(|| unnamed(root, signature))
        .else_because(NONE_FOUND)
}

/// The first domain of a Xen host, which the processor shows as a guest too.
fn control_domain(root: &SystemRoot) -> Fact<String> {
    let found = |text: &str| text.contains("control_d").then(|| "Xen dom0".to_string());
    root.fact("/proc/xen/capabilities", found)
}

fn named_signature(signature: Option<&str>) -> Fact<String> {
    let named =
        signature.and_then(|found| SIGNATURES.iter().find(|(letters, _)| found.starts_with(letters.trim_end())));
    match named {
        Some((letters, name)) => Fact::known(name.to_string(), format!("CPUID {}", letters.trim())),
        None => Fact::unknown("no hypervisor in CPUID"),
    }
}

/// A hypervisor without a name that we know.
fn unnamed(root: &SystemRoot, signature: Option<&str>) -> Fact<String> {
    if let Some(letters) = signature {
        let letters = text::line(letters).unwrap_or_else(|| "without a name".to_string());
        return Fact::known("VM".to_string(), format!("CPUID hypervisor bit, {letters}"));
    }
    root.fact("/proc/cpuinfo", |cpuinfo| {
        text::field(cpuinfo, "flags")?.split(' ').any(|flag| flag == "hypervisor").then(|| "VM".to_string())
    })
}

/// Amazon's metal instances have its firmware and no hypervisor, so their products are looked at.
fn firmware(root: &SystemRoot) -> Fact<String> {
    for file in ["sys_vendor", "product_name", "board_vendor", "bios_vendor"] {
        let path = format!("/sys/class/dmi/id/{file}");
        let Some(text) = root.value(&path, text::line) else { continue };
        let named = FIRMWARE.iter().find(|(word, _)| text.contains(word)).map(|(_, name)| *name);
        let amazon = text == "Amazon EC2"
            && root.value("/sys/class/dmi/id/product_name", text::line).is_some_and(|name| !name.contains("metal"));
        if let Some(name) = named.or(amazon.then_some("KVM")) {
            return Fact::known(name.to_string(), format!("DMI {file} {text}"));
        }
    }
    Fact::unknown("DMI names no hypervisor")
}

/// `linux,kvm`, `xen,xen-4.17` and the like; several texts end in NUL.
fn device_tree(compatible: &str) -> Option<String> {
    match compatible.split('\0').next()? {
        kvm if kvm.contains("kvm") => Some("KVM".to_string()),
        xen if xen.contains("xen") => Some("Xen".to_string()),
        other => text::line(other),
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    #[test]
    fn cpuid_decides_before_firmware() {
        let root = saved("docker-quota");
        assert_eq!(find_with(&root, Some("KVMKVMKVM")), Fact::known("KVM".into(), "CPUID KVMKVMKVM"));
        assert_eq!(find_with(&root, Some("bhyve bhyve")).value().unwrap(), "bhyve");
        assert_eq!(find_with(&root, None), Fact::known("QEMU".into(), "DMI sys_vendor QEMU"));
    }

    #[test]
    fn a_hypervisor_without_a_known_name_is_a_vm() {
        let root = saved("nothing-there");
        assert_eq!(find_with(&root, Some("Odd\u{1}One")).why(), "CPUID hypervisor bit, Odd One");
        assert_eq!(find_with(&root, Some("")).value().unwrap(), "VM");
        assert_eq!(find_with(&saved("debian-kvm"), None).why(), "/proc/cpuinfo");
    }

    #[test]
    fn nothing_found_is_not_bare_metal() {
        assert_eq!(find_with(&saved("arm-no-model"), None), Fact::unknown(NONE_FOUND));
    }

    #[test]
    fn metal_instances_and_xen() {
        let folder = tempfile::tempdir().unwrap();
        let root = SystemRoot::saved(folder.path());
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
        write("sys/class/dmi/id/product_name", "m5.metal\n");
        assert_eq!(find_with(&root, None).value(), None);
        write("sys/class/dmi/id/product_name", "t4g.small\n");
        assert_eq!(find_with(&root, None).value().unwrap(), "KVM");
        write("sys/hypervisor/type", "xen\n");
        write("sys/class/dmi/id/sys_vendor", "Someone\n");
        assert_eq!(find_with(&root, None), Fact::known("Xen".into(), "/sys/hypervisor/type"));
        write("proc/xen/capabilities", "control_d\n");
        assert_eq!(find_with(&root, Some("XenVMMXenVMM")).value().unwrap(), "Xen dom0");
        assert_eq!(device_tree("linux,kvm\0linux,dummy\0"), Some("KVM".into()));
    }
}
