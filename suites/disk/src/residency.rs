//! How much of a file is in the page cache, by mincore(2), which neither reads nor keeps anything.
#![allow(unsafe_code)] // mmap and mincore: what is mapped is never looked into, and unmapped before the end.

use std::fs::File;
use std::num::NonZeroUsize;

use nix::libc;
use nix::sys::mman::{MapFlags, ProtFlags, mmap, munmap};
use nix::unistd::{SysconfVar, sysconf};

/// Bytes that are mapped at a time.
const WINDOW: u64 = 1 << 30;

/// The part of the first `bytes` of a file that is in the page cache, from 0 to 1; the error is the system's.
pub(crate) fn share(file: &File, bytes: u64) -> Result<f64, nix::Error> {
    let page = sysconf(SysconfVar::PAGE_SIZE)?.and_then(|size| u64::try_from(size).ok()).unwrap_or(4096);
    let (mut resident, mut pages) = (0, 0);
    for start in (0..bytes).step_by(WINDOW as usize) {
        let length = (bytes - start).min(WINDOW);
        let seen = window(file, start, length, length.div_ceil(page))?;
        resident += seen.iter().filter(|flags| **flags & 1 == 1).count();
        pages += seen.len();
    }
    Ok(resident as f64 / pages.max(1) as f64)
}

/// One byte of flags for each page; its lowest bit says that the page is in memory.
fn window(file: &File, start: u64, length: u64, pages: u64) -> Result<Vec<u8>, nix::Error> {
    let length = usize::try_from(length).ok().and_then(NonZeroUsize::new).ok_or(nix::Error::EINVAL)?;
    let start = libc::off_t::try_from(start).map_err(|_| nix::Error::EOVERFLOW)?;
    let mut flags = vec![0_u8; pages as usize];
    // SAFETY: a new mapping at an address of the system's choice, shared and readable only. mincore writes one byte for
    // each of its pages, and the vector has as many. Nobody else knows the address.
    unsafe {
        let mapping = mmap(None, length, ProtFlags::PROT_READ, MapFlags::MAP_SHARED, file, start)?;
        let answer = libc::mincore(mapping.as_ptr(), length.get(), flags.as_mut_ptr().cast());
        let problem = nix::Error::last();
        munmap(mapping, length.get())?;
        if answer == 0 { Ok(flags) } else { Err(problem) }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_was_written_a_moment_ago_is_in_memory() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![1; 1 << 20]).unwrap();
        assert_eq!(share(&file, 1 << 20), Ok(1.0));
        assert_eq!(share(&file, 0), Ok(0.0));
    }

    #[test]
    fn pages_that_nobody_touched_are_not() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(3 << 30).unwrap();
        assert_eq!(share(&file, 3 << 30), Ok(0.0), "three windows");
    }
}
