//! Compiles the reference kernels by gcc, so that both sides race in one process. Functions are aligned so that the loop
//! of the cpu kernel lies in the processor's 32-byte windows as that of Debian's sysbench does: its code is then the same,
//! byte for byte, and on Skylake another place is worth up to 5 %.

use std::path::Path;
use std::process::Command;

const CPU: &str = "../../suites/cpu/src/kernel/as-sysbench.c";
const MEMORY: &str = "../../suites/memory/src/kernel/event.c";
const HEADERS: &str = "../../suites/base/compilers/src";

fn main() {
    compile(CPU, "as-sysbench.o", &["-O2", "-falign-functions=32"]);
    let renamed = ["-Dkernel_prepare=memory_prepare", "-Dkernel_unit=memory_unit", "-Dkernel_has_events=memory_events"];
    let as_debian = ["-O2", "-funroll-loops", "-DRANDOM_WRITE", "-Dkernel_keeps_answer=memory_keeps"];
    compile(MEMORY, "memory.o", &[&as_debian[..], &renamed].concat());
    compile("walk.c", "walk.o", &["-O2"]);
    compile("speed.c", "speed.o", &["-O2"]);
    println!("cargo:rustc-link-arg=-lm");
    println!("cargo:rerun-if-changed={HEADERS}");
}

fn compile(text: &str, name: &str, flags: &[&str]) {
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    let object = Path::new(&folder).join(name);
    let mut gcc = Command::new("gcc");
    gcc.args(flags).args(["-I", HEADERS, "-c", text, "-o"]).arg(&object);
    let status = gcc.status().expect("gcc is needed to build the reference kernels");
    assert!(status.success(), "gcc does not compile {text}");
    println!("cargo:rustc-link-arg={}", object.display());
    println!("cargo:rerun-if-changed={text}");
}
