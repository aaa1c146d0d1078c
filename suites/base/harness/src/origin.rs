//! Where a program or library came from: its file, and what was in it.

use std::path::Path;

use sha2::{Digest, Sha256};

/// `PATH sha256:DIGITS` of the file behind all links; the path alone where the file cannot be read.
pub fn of(path: &Path) -> String {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    match std::fs::read(&path) {
        Ok(bytes) => format!("{} sha256:{}", path.display(), base16ct::lower::encode_string(&Sha256::digest(&bytes))),
        Err(_) => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_what_is_behind_its_links() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().canonicalize().unwrap().join("file"), folder.path().join("link"));
        std::fs::write(&file, "abc").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        // FIPS 180-2, B.1.
        let digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of(&link), format!("{} sha256:{digits}", file.display()));
        assert_eq!(of(Path::new("/no/such/file")), "/no/such/file");
    }
}
