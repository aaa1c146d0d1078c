//! Compiles the reference kernel by `gcc -O2`, so that both race in one process.

use std::path::Path;
use std::process::Command;

const KERNEL: &str = "../../suites/cpu/src/kernel/kept.c";
const HEADERS: &str = "../../suites/base/compilers/src";

fn main() {
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let object = Path::new(&folder).join("kept.o");
    let mut gcc = Command::new("gcc");
    gcc.args(["-O2", "-fPIC", "-I", HEADERS, "-c", KERNEL, "-o"]).arg(&object);
    let status = gcc.status().expect("gcc is needed to build the reference kernel");
    assert!(status.success(), "gcc does not compile {KERNEL}");
    println!("cargo:rustc-link-arg={}", object.display());
    println!("cargo:rerun-if-changed={KERNEL}");
    println!("cargo:rerun-if-changed={HEADERS}");
}
