//! Where a machine's files are read: `/`, or a folder that a test puts in its place.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::fact::Fact;

/// The most that is read of one text file; `/proc/cpuinfo` of 512 CPUs is below 1 MiB.
const TEXT_LIMIT: u64 = 4 << 20;

/// Room for most files of `/proc` in one read.
const FIRST_READ: usize = 16 << 10;

/// The most that is read of one program file; glibc is near 2 MiB.
const PROGRAM_LIMIT: u64 = 16 << 20;

/// A file that could not be read, said in few words.
#[derive(Debug, thiserror::Error)]
#[error("{path} {}", in_words(.error))]
pub struct ReadError {
    path: String,
    error: io::Error,
}

fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => "is not there".to_string(),
        io::ErrorKind::PermissionDenied => "may not be read".to_string(),
        _ => format!("cannot be read ({error})"),
    }
}

/// The folder that stands for `/`. All facts that are files are read through it.
#[derive(Clone, Debug)]
pub struct SystemRoot {
    prefix: PathBuf,
    live: bool,
}

impl SystemRoot {
    /// The machine that this program runs on.
    pub fn machine() -> Self {
        SystemRoot { prefix: PathBuf::from("/"), live: true }
    }

    /// A saved machine in `folder`. The running kernel and processor are not asked.
    pub fn saved(folder: impl Into<PathBuf>) -> Self {
        SystemRoot { prefix: folder.into(), live: false }
    }

    /// Whether system calls and CPUID speak of the same machine as the files.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// The text of a file, at most 4 MiB of it; what is not UTF-8 is replaced. `path` begins with `/`.
    pub fn read(&self, path: &str) -> Result<String, ReadError> {
        let bytes = self.read_at_most(path, TEXT_LIMIT)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The bytes of a program or library, at most 16 MiB of it.
    pub fn read_program(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.read_at_most(path, PROGRAM_LIMIT)
    }

    /// Whether there is a file or a folder at `path`.
    pub fn exists(&self, path: &str) -> bool {
        self.under(path).exists()
    }

    /// What `parse` finds in a file, with the file as its source.
    pub fn fact<T>(&self, path: &str, parse: impl FnOnce(&str) -> Option<T>) -> Fact<T> {
        match self.read(path) {
            Ok(text) => match parse(&text) {
                Some(value) => Fact::known(value, path),
                None => Fact::unknown(format!("{path} does not say")),
            },
            Err(error) => Fact::unknown(error.to_string()),
        }
    }

    /// What `parse` finds in a file; `None` where there is nothing, for readings that need no reason.
    pub fn value<T>(&self, path: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.read(path).ok().as_deref().and_then(parse)
    }

    fn under(&self, path: &str) -> PathBuf {
        self.prefix.join(Path::new(path.trim_start_matches('/')))
    }

    fn read_at_most(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::with_capacity(FIRST_READ);
        File::open(self.under(path))
            .and_then(|file| file.take(limit).read_to_end(&mut bytes))
            .map_err(|error| ReadError { path: path.to_string(), error })?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_is_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let root = SystemRoot::saved(folder.path());
        assert_eq!(root.read("/proc/cpuinfo").unwrap_err().to_string(), "/proc/cpuinfo is not there");
        assert_eq!(root.fact("/proc/x", |_| Some(1)).why(), "/proc/x is not there");
    }

    #[test]
    fn a_binary_file_is_text_with_replacements() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("odd"), [0xff, b'a', 0]).unwrap();
        let root = SystemRoot::saved(folder.path());
        assert_eq!(root.read("/odd").unwrap(), "\u{fffd}a\0");
        assert_eq!(root.fact("/odd", |_| None::<u8>).why(), "/odd does not say");
    }
}
