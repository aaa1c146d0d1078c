//! Which C++ standard library a compiler uses with given flags, from the library's own macros.

use hostmark_harness::programs::Said;
use hostmark_harness::status::NoResult;

use crate::compile::{Bench, first_errors};
use crate::find::Compiler;

/// The text that shows the macros; the preprocessor's output is read, nothing is compiled.
const TEXT: &str = "#include <cstddef>\nlibrary: libstdc++ _GLIBCXX_RELEASE __GLIBCXX__ libc++ _LIBCPP_VERSION\n";

/// `libstdc++ 12 (20220819)` or `libc++ 14`.
pub(crate) fn ask(compiler: &Compiler, flags: &[&str], bench: &Bench) -> Result<String, NoResult> {
    bench.write("library.cpp", TEXT)?;
    let said = bench.call(&[flags, &["-E", "library.cpp"]].concat())?;
    if said.success {
        return Ok(name(&said.stdout));
    }
    let broken = || NoResult::Failed(format!("{} cannot read <cstddef>: {}", compiler.name, first_errors(&said)));
    Err(absent(compiler, &said).unwrap_or_else(broken))
}

/// Says that libc++ is not installed, where it was asked for and the compiler's words mean that.
pub(crate) fn absent(compiler: &Compiler, said: &Said) -> Option<NoResult> {
    let means = |line: &str| line.contains("file not found") || line.contains("-lc++");
    let is_absent = compiler.library == Some("-stdlib=libc++") && said.stderr.lines().any(means);
    let reason = || format!("libc++ is not installed ({}); install libc++ and libc++abi", first_errors(said));
    is_absent.then(|| NoResult::Unavailable(reason()))
}

fn name(preprocessed: &str) -> String {
    // gcc puts a line marker between what was expanded and what was not.
    let lines = preprocessed.lines().filter(|line| !line.starts_with('#'));
    let words: Vec<&str> =
        lines.flat_map(str::split_whitespace).skip_while(|word| *word != "library:").skip(1).collect();
    let number = |index: usize| words.get(index).and_then(|word| word.trim_end_matches('L').parse::<u64>().ok());
    match (number(1), number(2), number(4)) {
        (_, _, Some(version)) => format!("libc++ {}", libcpp_release(version)),
        (Some(release), Some(date), None) => format!("libstdc++ {release} ({date})"),
        (None, Some(date), None) => format!("libstdc++ {date}"),
        _ => "unknown C++ standard library".to_string(),
    }
}

/// `_LIBCPP_VERSION` is 14000 in LLVM 14, and 160006 in LLVM 16.0.6.
fn libcpp_release(version: u64) -> u64 {
    if version >= 100_000 { version / 10_000 } else { version / 1000 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::by_name;

    #[test]
    fn the_library_is_read_from_its_macros() {
        let read = |line: &str| name(&format!("# 1 \"x\"\n{line}\n"));
        assert_eq!(read("library: libstdc++ 12 20220819 libc++ _LIBCPP_VERSION"), "libstdc++ 12 (20220819)");
        assert_eq!(read("library: libstdc++ _GLIBCXX_RELEASE 20150623 libc++ _LIBCPP_VERSION"), "libstdc++ 20150623");
        assert_eq!(read("library: libstdc++ _GLIBCXX_RELEASE __GLIBCXX__ libc++ 14000"), "libc++ 14");
        assert_eq!(read("library: libstdc++ _GLIBCXX_RELEASE __GLIBCXX__ libc++ 160006"), "libc++ 16");
        assert_eq!(
            read("library: libstdc++\n# 2 \"x\" 3 4\n12 20220819\n# 2 \"x\"\nlibc++ _LIBCPP_VERSION"),
            "libstdc++ 12 (20220819)"
        );
        assert_eq!(read(""), "unknown C++ standard library");
    }

    #[test]
    fn an_absent_libcpp_is_told_from_a_broken_kernel() {
        let said = |stderr: &str| Said {
            success: false,
            ending: "exit status: 1".into(),
            stdout: String::new(),
            stderr: stderr.into(),
        };
        let (libcpp, plain) = (by_name("clang++-libc++").unwrap(), by_name("clang++").unwrap());
        let headers = said("x.cpp:1:10: fatal error: 'cstddef' file not found\n");
        let reason = absent(libcpp, &headers).unwrap().to_string();
        assert!(reason.starts_with("libc++ is not installed (x.cpp:1:10: fatal error"), "{reason}");
        assert!(absent(libcpp, &said("/usr/bin/ld: cannot find -lc++abi\n")).is_some());
        assert!(absent(libcpp, &said("x.cpp:3:1: error: expected ';'\n")).is_none());
        assert!(absent(plain, &headers).is_none());
    }
}
