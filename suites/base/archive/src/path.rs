//! Names in archives: which stay inside of the tree.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// The relative path of an entry without `.` in it; empty for the tree itself. A path that leads out of the tree is
/// refused.
pub fn inside(name: &[u8]) -> io::Result<PathBuf> {
    let mut path = PathBuf::new();
    for component in Path::new(OsStr::from_bytes(name)).components() {
        match component {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            _ => return Err(refused(name, "leads out of the tree")),
        }
    }
    if name.contains(&0) {
        return Err(refused(name, "holds a zero byte"));
    }
    Ok(path)
}

/// Refuses the target of a symbolic link at `link` (relative to the tree) that leads out of the tree.
pub fn check_target(link: &Path, target: &Path) -> io::Result<()> {
    let mut depth = link.components().count() as i64 - 1;
    for component in target.components() {
        depth += match component {
            Component::Normal(_) => 1,
            Component::CurDir => 0,
            Component::ParentDir => -1,
            // The root, which is outside.
            _ => i64::MIN / 2,
        };
        if depth < 0 {
            return Err(refused(link.as_os_str().as_bytes(), "is a link that leads out of the tree"));
        }
    }
    Ok(())
}

/// An entry that is not taken.
pub fn refused(name: &[u8], why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the entry '{}' {why}; refused", name.escape_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside() {
        assert_eq!(inside(b"./a//b/./c/").unwrap(), Path::new("a/b/c"));
        assert_eq!(inside(b"./").unwrap(), Path::new(""));
        for name in [&b"/etc/passwd"[..], b"../x", b"a/../../x", b"a/..", b"a\0b"] {
            let said = inside(name).unwrap_err().to_string();
            assert!(said.ends_with("refused"), "{said}");
        }
    }

    #[test]
    fn targets_stay_inside() {
        let check = |link: &str, target: &str| check_target(Path::new(link), Path::new(target)).is_ok();
        assert!(check("a/b/link", "../../c") && check("link", "a/../b") && check("a/link", "./b"));
        assert!(!check("a/b/link", "../../../c") && !check("link", "..") && !check("a/link", "/etc/passwd"));
        assert!(!check("a/link", "../../a/b"), "it leaves the tree on its way");
    }
}
