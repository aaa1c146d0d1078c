//! A liblzma: opened, asked who it is, and called.
//!
//! All unsafe code that calls it is in this folder, and what leaves it is safe.
#![allow(unsafe_code)]

mod symbols;

use std::ffi::{CStr, c_int};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};

use hostmark_archive::codec::{Codec, Encoding};
use hostmark_archive::coder::{Coder, Step, drive};
use hostmark_harness::stop::Stop;

use crate::shared_library::{self, Kind};
use symbols::{Stream, Symbols, Threaded};

/// liblzma 5 has kept its interface since 2009.
const KIND: Kind = Kind {
    name: "liblzma",
    files: &["liblzma.so.5", "liblzma.so"],
    landmark: c"lzma_code",
    advice: "install XZ Utils",
};

// Of lzma/base.h, lzma/check.h and lzma/container.h.
const RUN: c_int = 0;
const FINISH: c_int = 3;
const OK: c_int = 0;
const STREAM_END: c_int = 1;
const CRC64: c_int = 4;
const EXTREME: u32 = 1 << 31;
const CONCATENATED: u32 = 0x08;

/// Milliseconds after which a call of an encoder with several threads comes back, so that a stop is seen.
const GLANCE: u32 = 50;

/// A loaded liblzma. It stays loaded until the program ends.
pub struct Liblzma {
    symbols: Symbols,
}

impl Liblzma {
    /// Opens the library in this file, or the system's own, for nobody else to see (`RTLD_LOCAL`), and gives it with the
    /// file behind all links. The error is one line that names the file, and the symbol that it lacks.
    pub fn open(path: Option<&Path>) -> Result<(Liblzma, PathBuf), String> {
        shared_library::open(path, &KIND, |symbol| {
            // SAFETY: the addresses are those of one library, which is never closed.
            unsafe { Symbols::resolve(symbol) }.map(|symbols| Liblzma { symbols })
        })
    }

    /// A stream made ready by `start`.
    fn begin(&self, start: impl FnOnce(*mut Stream) -> c_int) -> io::Result<Coding<'_>> {
        let mut coding = Coding { symbols: &self.symbols, stream: Box::new(empty()) };
        match start(&mut *coding.stream) {
            OK => Ok(coding),
            code => Err(failure(code)),
        }
    }
}

impl Codec for Liblzma {
    fn version(&self) -> String {
        // SAFETY: the library gives a C string that it keeps.
        unsafe { CStr::from_ptr((self.symbols.lzma_version_string)()).to_string_lossy().into_owned() }
    }

    fn memory(&self, encoding: Encoding) -> Option<u64> {
        let needed = if encoding.threads > 1 {
            let usage = self.symbols.lzma_stream_encoder_mt_memusage?;
            // SAFETY: it reads the options.
            unsafe { usage(&threaded(encoding)) }
        } else {
            // SAFETY: it takes a number.
            unsafe { (self.symbols.lzma_easy_encoder_memusage)(preset(encoding)) }
        };
        Some(needed).filter(|needed| *needed < u64::MAX)
    }

    fn encode(&self, encoding: Encoding, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
        let mut coding = if encoding.threads > 1 {
            let Some(encoder) = self.symbols.lzma_stream_encoder_mt else {
                let what = "this liblzma has no encoder with several threads";
                return Err(io::Error::new(io::ErrorKind::Unsupported, what));
            };
            // SAFETY: the stream is empty; the options are read now.
            self.begin(|stream| unsafe { encoder(stream, &threaded(encoding)) })?
        } else {
            // SAFETY: the stream is empty.
            self.begin(|stream| unsafe { (self.symbols.lzma_easy_encoder)(stream, preset(encoding), CRC64) })?
        };
        drive(&mut coding, from, to, stop)
    }

    fn decode(&self, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
        // SAFETY: the stream is empty.
        let decoder = |stream| unsafe { (self.symbols.lzma_stream_decoder)(stream, u64::MAX, CONCATENATED) };
        drive(&mut self.begin(decoder)?, from, to, stop)
    }
}

fn preset(encoding: Encoding) -> u32 {
    encoding.preset.level | if encoding.preset.extreme { EXTREME } else { 0 }
}

/// `LZMA_STREAM_INIT`.
fn empty() -> Stream {
    Stream {
        next_in: null(),
        avail_in: 0,
        total_in: 0,
        next_out: null_mut(),
        avail_out: 0,
        total_out: 0,
        allocator: null(),
        internal: null_mut(),
        reserved_pointers: [null_mut(); 4],
        seek_position: 0,
        reserved_integer: 0,
        reserved_sizes: [0; 2],
        reserved_enums: [0; 2],
    }
}

/// As `xz --threads=N` does: blocks of the default size.
fn threaded(encoding: Encoding) -> Threaded {
    Threaded {
        flags: 0,
        threads: encoding.threads,
        block_size: 0,
        timeout: GLANCE,
        preset: preset(encoding),
        filters: null(),
        check: CRC64,
        reserved_enums: [0; 3],
        reserved_integers: [0; 4],
        reserved_long_integers: [0; 4],
        reserved_pointers: [null_mut(); 4],
    }
}

/// A stream that was begun, and is ended when this is dropped.
struct Coding<'a> {
    symbols: &'a Symbols,
    /// In one place: the library points to it.
    stream: Box<Stream>,
}

impl Coder for Coding<'_> {
    fn step(&mut self, input: &[u8], output: &mut [u8], is_last: bool) -> io::Result<Step> {
        let stream = &mut *self.stream;
        (stream.next_in, stream.avail_in) = (input.as_ptr(), input.len());
        (stream.next_out, stream.avail_out) = (output.as_mut_ptr(), output.len());
        // SAFETY: the stream was begun; it reads and writes only what the two slices hold, and only in this call: what
        // its threads work on are copies.
        let code = unsafe { (self.symbols.lzma_code)(stream, if is_last { FINISH } else { RUN }) };
        match code {
            OK | STREAM_END => Ok(Step {
                taken: input.len() - stream.avail_in,
                given: output.len() - stream.avail_out,
                ended: code == STREAM_END,
            }),
            code => Err(failure(code)),
        }
    }
}

impl Drop for Coding<'_> {
    fn drop(&mut self) {
        // SAFETY: allowed for each stream, begun or not.
        unsafe { (self.symbols.lzma_end)(&mut *self.stream) }
    }
}

/// `lzma_ret` in words.
fn failure(code: c_int) -> io::Error {
    let (kind, what) = match code {
        5 => (io::ErrorKind::OutOfMemory, "there is not enough memory for it"),
        7 => (io::ErrorKind::InvalidData, "this is no .xz file"),
        8 => (io::ErrorKind::Unsupported, "this liblzma does not know these options"),
        9 => (io::ErrorKind::InvalidData, "the .xz data is damaged"),
        10 => (io::ErrorKind::UnexpectedEof, "the .xz data ends early"),
        _ => (io::ErrorKind::Other, "liblzma fails for no reason of its own"),
    };
    io::Error::new(kind, what)
}
