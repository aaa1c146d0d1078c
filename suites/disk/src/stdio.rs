//! A file through the C library's stdio, which is what a character costs there.
#![allow(unsafe_code)] // Calls of the C library on a stream that nobody else has.

use std::ffi::c_int;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, IntoRawFd};
use std::ptr::NonNull;

use nix::libc::{self, FILE};

unsafe extern "C" {
    // What putc and getc are in a program without threads, in each C library; here other suites may have had threads.
    fn putc_unlocked(character: c_int, stream: *mut FILE) -> c_int;
    fn getc_unlocked(stream: *mut FILE) -> c_int;
}

/// A stream for reading and writing, closed when it is dropped.
pub(crate) struct Stream(NonNull<FILE>);

impl Stream {
    /// Takes an open file.
    pub(crate) fn of(file: File) -> io::Result<Stream> {
        // SAFETY: the descriptor is open, and the mode is a string with an end. The file is forgotten only where the
        // stream owns its descriptor.
        let stream = unsafe { libc::fdopen(file.as_raw_fd(), c"r+".as_ptr()) };
        let stream = NonNull::new(stream).ok_or_else(io::Error::last_os_error)?;
        let _owned_by_the_stream = file.into_raw_fd();
        Ok(Stream(stream))
    }

    /// putc.
    #[inline]
    pub(crate) fn put(&mut self, byte: u8) -> io::Result<()> {
        // SAFETY: the stream is open until it is dropped.
        let answer = unsafe { putc_unlocked(c_int::from(byte), self.0.as_ptr()) };
        if answer == libc::EOF { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// getc; `None` at the end of the file.
    #[inline]
    pub(crate) fn get(&mut self) -> io::Result<Option<u8>> {
        // SAFETY: as above.
        let answer = unsafe { getc_unlocked(self.0.as_ptr()) };
        match u8::try_from(answer) {
            Ok(byte) => Ok(Some(byte)),
            // SAFETY: as above.
            Err(_) if unsafe { libc::ferror(self.0.as_ptr()) } != 0 => Err(io::Error::last_os_error()),
            Err(_) => Ok(None),
        }
    }

    /// fflush and fsync.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        // SAFETY: as above.
        let answer = unsafe {
            match libc::fflush(self.0.as_ptr()) {
                0 => libc::fsync(libc::fileno(self.0.as_ptr())),
                problem => problem,
            }
        };
        if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// fclose.
    pub(crate) fn close(self) -> io::Result<()> {
        let stream = self.0;
        std::mem::forget(self);
        // SAFETY: the stream was open, and nobody has it any more.
        if unsafe { libc::fclose(stream.as_ptr()) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: the stream is open, and this is its end.
        unsafe { libc::fclose(self.0.as_ptr()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_come_back_in_order_and_then_the_end() {
        let path = tempfile::NamedTempFile::new().unwrap();
        let open = || File::options().read(true).write(true).open(path.path()).unwrap();
        let mut stream = Stream::of(open()).unwrap();
        (0..=255_u8).for_each(|byte| stream.put(byte).unwrap());
        stream.sync().unwrap();
        assert_eq!(std::fs::metadata(path.path()).unwrap().len(), 256);
        stream.close().unwrap();
        let mut stream = Stream::of(open()).unwrap();
        for byte in 0..=255_u8 {
            assert_eq!(stream.get().unwrap(), Some(byte));
        }
        assert_eq!(stream.get().unwrap(), None);
    }

    #[test]
    fn a_full_device_is_an_error_at_the_latest_when_it_is_synced() {
        let full = File::options().read(true).write(true).open("/dev/full");
        let Ok(full) = full else {
            eprintln!("SKIPPED: there is no /dev/full here");
            return;
        };
        let mut stream = Stream::of(full).unwrap();
        stream.put(1).unwrap();
        assert!(stream.sync().is_err());
    }
}
