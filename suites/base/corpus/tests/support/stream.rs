//! A tree as a tar, without a disk: headers as `hostmark_archive::pack` writes them.

use std::io::{self, Write};

use hostmark_archive::pack::header;
use hostmark_corpus::{Profile, What, entries};
use tar::{Builder, EntryType};

/// Writes the tar of a profile's tree.
pub fn tar(profile: Profile, to: &mut dyn Write) -> io::Result<()> {
    let mut builder = Builder::new(to);
    for entry in entries(profile) {
        match entry.what {
            What::Folder => {
                let mut header = header(EntryType::Directory, entry.mode, entry.modified, 0);
                builder.append_data(&mut header, entry.path, io::empty())?;
            }
            What::Link(target) => {
                let mut header = header(EntryType::Symlink, entry.mode, entry.modified, 0);
                builder.append_link(&mut header, entry.path, target)?;
            }
            What::File(contents) => {
                let mut header = header(EntryType::Regular, entry.mode, entry.modified, contents.length());
                builder.append_data(&mut header, entry.path, contents.bytes().as_slice())?;
            }
        }
    }
    builder.into_inner()?.flush()
}
