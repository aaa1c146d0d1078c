//! What the system says when a file cannot be used, in one line that says what to do.

use std::io;
use std::path::Path;

use hostmark_harness::status::NoResult;
use nix::errno::Errno;

/// Why something with a file failed. `doing` is what was tried, such as `writing`.
pub(crate) fn failed(doing: &str, path: &Path, problem: impl Into<io::Error>) -> NoResult {
    let problem = problem.into();
    let advice = match problem.raw_os_error().map(Errno::from_raw) {
        Some(Errno::ENOSPC) => "the file system is full; free some space, or set a smaller disk.size or another --dir",
        Some(Errno::EDQUOT) => "your quota is used up; set a smaller disk.size, or give another folder with --dir",
        Some(Errno::EFBIG) => "files may not be that large here; see 'ulimit -f', or set a smaller disk.size",
        Some(Errno::EROFS) => "the file system is read-only; give another folder with --dir",
        Some(Errno::ENOENT) => "somebody removed it while the run went on; leave the work folder alone",
        Some(Errno::EMFILE | Errno::ENFILE) => "too many files are open; see 'ulimit -n'",
        Some(Errno::EIO) => "the device failed; see what the kernel's log says of it",
        _ => "give another folder with --dir",
    };
    NoResult::Failed(format!("{doing} {}: {problem}; {advice}", path.display()))
}

/// The same for a read that came to the end of the file too early.
pub(crate) fn too_short(path: &Path, bytes: u64) -> NoResult {
    NoResult::Failed(format!("wrong answer: {} ends after {bytes} bytes, which is too early", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cause_says_what_to_do() {
        let said = |errno: Errno| failed("writing", Path::new("/x/data"), errno).to_string();
        assert!(said(Errno::ENOSPC).starts_with("writing /x/data: "), "{}", said(Errno::ENOSPC));
        assert!(said(Errno::ENOSPC).contains("the file system is full"));
        assert!(said(Errno::EDQUOT).contains("quota"));
        assert!(said(Errno::EFBIG).contains("ulimit -f"));
        assert!(said(Errno::EROFS).contains("read-only"));
        assert!(said(Errno::ENOENT).contains("removed"));
    }
}
