//! A tree of files as a tar, the same for the same tree on any system.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use hostmark_harness::stop::Stop;
use tar::{Builder, EntryType, Header};

use crate::listing::{MODE, seconds};
use crate::path::refused;

/// Writes what lies in a folder: entries sorted by name in each folder, a folder before what is in it, times in whole
/// seconds, owner 0. Anything but files, folders and links is an error, and so is a file that changes its size.
pub fn pack(tree: &Path, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
    let mut builder = Builder::new(to);
    add_folder(&mut builder, tree, Path::new(""), stop)?;
    builder.into_inner()?.flush()
}

/// Bytes that [`pack`] writes for a tree.
pub fn packed_bytes(tree: &Path, stop: &Stop) -> io::Result<u64> {
    let mut count = Count(0);
    pack(tree, &mut count, stop).map(|()| count.0)
}

struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A header that says nothing of owners.
pub fn header(kind: EntryType, mode: u32, time: u64, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode & MODE);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(size);
    header
}

fn add_folder(builder: &mut Builder<&mut dyn Write>, folder: &Path, name: &Path, stop: &Stop) -> io::Result<()> {
    let mut entries: Vec<DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        if stop.is_set() {
            // Whoever reads from us asks for the reason.
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        let data = entry.metadata()?;
        let (mode, time) = (data.mode(), seconds(&data));
        if data.is_dir() {
            builder.append_data(&mut header(EntryType::Directory, mode, time, 0), &name, io::empty())?;
            add_folder(builder, &path, &name, stop)?;
        } else if data.is_symlink() {
            let target = fs::read_link(&path)?;
            builder.append_link(&mut header(EntryType::Symlink, 0o777, time, 0), &name, target)?;
        } else if data.is_file() {
            let mut part = File::open(&path)?.take(data.len());
            builder.append_data(&mut header(EntryType::Regular, mode, time, data.len()), &name, &mut part)?;
            if part.limit() > 0 {
                return Err(io::Error::other(format!("{} became shorter while it was read", path.display())));
            }
        } else {
            return Err(refused(name.as_os_str().as_bytes(), "is neither file nor folder nor link"));
        }
    }
    Ok(())
}
