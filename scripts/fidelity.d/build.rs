//! Compiles the reference kernel by `gcc -O2`, so that both race in one process. Functions are aligned so that its
//! loop lies in the processor's 32-byte windows as that of Debian's sysbench does: its code is then the same, byte
//! for byte, and on Skylake another place is worth up to 5 %.

use std::path::Path;
use std::process::Command;

const KERNEL: &str = "../../suites/cpu/src/kernel/as-sysbench.c";
const HEADERS: &str = "../../suites/base/compilers/src";

fn main() {
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let object = Path::new(&folder).join("as-sysbench.o");
    let mut gcc = Command::new("gcc");
    gcc.args(["-O2", "-falign-functions=32", "-I", HEADERS, "-c", KERNEL, "-o"]).arg(&object);
    let status = gcc.status().expect("gcc is needed to build the reference kernel");
    assert!(status.success(), "gcc does not compile {KERNEL}");
    println!("cargo:rustc-link-arg={}", object.display());
    println!("cargo:rerun-if-changed={KERNEL}");
    println!("cargo:rerun-if-changed={HEADERS}");
}
