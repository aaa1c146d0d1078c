//! What a tree or a tar holds, as a count and a digest that does not depend on the order.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use hostmark_harness::stop::Stop;
use sha2::{Digest, Sha256};

use crate::path;
use crate::problem::stoppable;

/// Names, kinds, contents, targets of links, and the modes and whole seconds of the times of files and folders.
/// Owners are no part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    sum: [u64; 4],
    /// Files that are neither folders nor links.
    pub files: u64,
    /// Bytes in these.
    pub bytes: u64,
}

/// The bits of a mode that count; those that change who a program runs as are not restored.
pub const MODE: u32 = 0o777;

impl Listing {
    /// Of what lies in a folder. Anything but files, folders and links is an error.
    pub fn of_tree(tree: &Path, stop: &Stop) -> io::Result<Listing> {
        let mut listing = Listing::default();
        listing.add_folder(tree, Path::new(""), stop)?;
        Ok(listing)
    }

    /// Of an archive. Anything but files, folders and symbolic links is an error.
    pub fn of_tar(from: impl Read) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in tar::Archive::new(from).entries()? {
            let mut entry = entry?;
            let name = entry.path_bytes().into_owned();
            let path = path::inside(&name)?;
            let (mode, time) = (entry.header().mode()?, entry.header().mtime()?);
            match entry.header().entry_type() {
                tar::EntryType::Directory if path.as_os_str().is_empty() => {}
                tar::EntryType::Directory => listing.add(b'd', &path, mode, time, &[]),
                tar::EntryType::Symlink => {
                    let target = entry.link_name_bytes().unwrap_or_default().into_owned();
                    listing.add(b'l', &path, 0, 0, &target);
                }
                tar::EntryType::Regular | tar::EntryType::Continuous => {
                    let size = entry.size();
                    listing.add_file(&path, mode, time, size, &mut entry)?;
                }
                tar::EntryType::XGlobalHeader => {}
                _ => return Err(path::refused(&name, "is of a kind that cannot be compared")),
            }
        }
        Ok(listing)
    }

    /// 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        let bytes: Vec<u8> = self.sum.iter().flat_map(|part| part.to_le_bytes()).collect();
        base16ct::lower::encode_string(&bytes)
    }

    fn add_folder(&mut self, folder: &Path, name: &Path, stop: &Stop) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, name) = (entry.path(), name.join(entry.file_name()));
            let data = entry.metadata()?;
            let (mode, time) = (data.mode(), seconds(&data));
            if data.is_dir() {
                self.add(b'd', &name, mode, time, &[]);
                self.add_folder(&path, &name, stop)?;
            } else if data.is_symlink() {
                self.add(b'l', &name, 0, 0, fs::read_link(&path)?.as_os_str().as_bytes());
            } else if data.is_file() {
                let file = File::open(&path)?;
                self.add_file(&name, mode, time, data.len(), &mut stoppable(file, stop))?;
            } else {
                return Err(path::refused(name.as_os_str().as_bytes(), "is neither file nor folder nor link"));
            }
        }
        Ok(())
    }

    fn add_file(&mut self, name: &Path, mode: u32, time: u64, size: u64, from: &mut dyn Read) -> io::Result<()> {
        let (digest, length) = digest_of(from)?;
        if length != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.add(b'f', name, mode, time, &digest);
        self.files += 1;
        self.bytes += length;
        Ok(())
    }

    /// Adds one entry: the sum of digests, as numbers of 256 bits, is the same in any order.
    fn add(&mut self, kind: u8, name: &Path, mode: u32, time: u64, content: &[u8]) {
        let name = name.as_os_str().as_bytes();
        let mut hasher = Sha256::new_with_prefix([kind]);
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name);
        hasher.update((mode & MODE).to_le_bytes());
        hasher.update(time.to_le_bytes());
        hasher.update(content);
        let mut carry = false;
        for (part, bytes) in self.sum.iter_mut().zip(hasher.finalize().chunks_exact(8)) {
            let term = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
            let (sum, first) = part.overflowing_add(term);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*part, carry) = (sum, first || second);
        }
    }
}

/// Whole seconds since 1970 of the last change; 0 for earlier times.
pub fn seconds(data: &Metadata) -> u64 {
    u64::try_from(data.mtime()).unwrap_or(0)
}

/// The SHA-256 of all that can be read, and how much that was.
pub fn digest_of(from: &mut dyn Read) -> io::Result<([u8; 32], u64)> {
    let (mut hasher, mut length, mut chunk) = (Sha256::new(), 0, vec![0; 64 << 10]);
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok((hasher.finalize().into(), length)),
            Ok(count) => {
                hasher.update(&chunk[..count]);
                length += count as u64;
            }
            Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
            Err(problem) => return Err(problem),
        }
    }
}
