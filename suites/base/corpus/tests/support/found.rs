//! What a tree really holds, computed from its tar.

use std::io::{self, BufReader, BufWriter, Read};
use std::os::unix::net::UnixStream;
use std::thread;

use hostmark_archive::listing::Listing;
use hostmark_corpus::Profile;
use sha2::{Digest, Sha256};

use crate::stream;

/// The figures that a profile publishes.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    pub files: u64,
    pub bytes: u64,
    pub digest: String,
    pub tree_digest: String,
}

/// Makes the tree's tar in one thread and looks into it in another, so that it is nowhere whole.
pub fn found(profile: Profile) -> io::Result<Found> {
    let (to, from) = UnixStream::pair()?;
    let writer = thread::spawn(move || stream::tar(profile, &mut BufWriter::new(to)));
    let mut tar = Hashed { inner: BufReader::with_capacity(1 << 20, from), hasher: Sha256::new() };
    let listing = Listing::of_tar(&mut tar)?;
    io::copy(&mut tar, &mut io::sink())?;
    writer.join().map_err(|_| io::Error::other("the tar was not made"))??;
    Ok(Found {
        files: listing.files,
        bytes: listing.bytes,
        digest: base16ct::lower::encode_string(&tar.hasher.finalize()),
        tree_digest: listing.digest(),
    })
}

/// Hashes what is read.
struct Hashed<R> {
    inner: R,
    hasher: Sha256,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..length]);
        Ok(length)
    }
}
