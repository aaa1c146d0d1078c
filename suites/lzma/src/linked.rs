//! The liblzma that is built along from its own source, through the interface of `xz2`.

use std::ffi::CStr;
use std::io::{self, Read, Write};

use hostmark_archive::codec::{Codec, Encoding};
use hostmark_archive::coder::{Coder, Step, drive};
use hostmark_harness::stop::Stop;
use xz2::stream::{Action, CONCATENATED, Check, MtStreamBuilder, PRESET_EXTREME, Status, Stream};

/// It has no state between calls.
pub(crate) struct Linked;

/// Milliseconds after which a call of an encoder with several threads comes back, so that a stop is seen.
const GLANCE: u32 = 50;

impl Codec for Linked {
    /// Of the code that runs, which `xz2` does not tell.
    #[allow(unsafe_code)]
    fn version(&self) -> String {
        // SAFETY: the library gives a C string that it keeps.
        unsafe { CStr::from_ptr(liblzma_sys::lzma_version_string()) }.to_string_lossy().into_owned()
    }

    fn memory(&self, encoding: Encoding) -> Option<u64> {
        Some(threaded(encoding).memusage()).filter(|needed| *needed < u64::MAX)
    }

    fn encode(&self, encoding: Encoding, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
        let stream = if encoding.threads > 1 {
            threaded(encoding).encoder()?
        } else {
            Stream::new_easy_encoder(preset(encoding), Check::Crc64)?
        };
        drive(&mut Coding(stream), from, to, stop)
    }

    fn decode(&self, from: &mut dyn Read, to: &mut dyn Write, stop: &Stop) -> io::Result<()> {
        drive(&mut Coding(Stream::new_stream_decoder(u64::MAX, CONCATENATED)?), from, to, stop)
    }
}

fn preset(encoding: Encoding) -> u32 {
    encoding.preset.level | if encoding.preset.extreme { PRESET_EXTREME } else { 0 }
}

/// As `xz --threads=N` does: blocks of the default size.
fn threaded(encoding: Encoding) -> MtStreamBuilder {
    let mut builder = MtStreamBuilder::new();
    builder.preset(preset(encoding)).check(Check::Crc64).threads(encoding.threads).timeout_ms(GLANCE);
    builder
}

struct Coding(Stream);

impl Coder for Coding {
    fn step(&mut self, input: &[u8], output: &mut [u8], is_last: bool) -> io::Result<Step> {
        let (taken, given) = (self.0.total_in(), self.0.total_out());
        let action = if is_last { Action::Finish } else { Action::Run };
        let status = self.0.process(input, output, action)?;
        if status == Status::MemNeeded {
            // LZMA_BUF_ERROR: there is no more input, and room for output.
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the .xz data ends early"));
        }
        let since = |now: u64, before: u64| usize::try_from(now - before).unwrap_or(usize::MAX);
        Ok(Step {
            taken: since(self.0.total_in(), taken),
            given: since(self.0.total_out(), given),
            ended: status == Status::StreamEnd,
        })
    }
}
