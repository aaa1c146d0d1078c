//! What is done: with files as `tar` does, or in memory; by one thread, or by an encoder of several.

use hostmark_archive::codec::Preset;
use hostmark_harness::suite::Item;

/// The parameter that tells how hard an encoder works.
pub(crate) const PRESET: &str = "preset";
/// The parameter that names the input.
pub(crate) const CORPUS: &str = "corpus";
/// The value of [`CORPUS`] for an input of the person's own.
pub(crate) const OWN: &str = "own";

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Compress,
    Extract,
    Encode,
    Decode,
    CompressThreaded,
    EncodeThreaded,
}

impl Task {
    /// All of them, in the order in which they are listed.
    pub(crate) const ALL: [Task; 6] =
        [Task::Compress, Task::Extract, Task::Encode, Task::Decode, Task::CompressThreaded, Task::EncodeThreaded];

    /// The one of an item of this suite.
    pub(crate) fn of(item: &Item) -> Option<Task> {
        Task::ALL.into_iter().find(|task| task.name() == item.case.name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Task::Compress => "compress",
            Task::Extract => "extract",
            Task::Encode => "encode",
            Task::Decode => "decode",
            Task::CompressThreaded => "compress-mt",
            Task::EncodeThreaded => "encode-mt",
        }
    }

    pub(crate) fn about(self) -> &'static str {
        match self {
            Task::Compress => "a source tree to a .tar.xz, one thread in the encoder: tar cJf",
            Task::Extract => "a .tar.xz to a tree of files: tar xJf",
            Task::Encode => "the same tar to .xz in memory, without files: xz -T1",
            Task::Decode => "the same .tar.xz to a tar in memory, without files: xz -dc",
            Task::CompressThreaded => "as compress, by an encoder with as many threads as --threads says",
            Task::EncodeThreaded => "as encode, by an encoder with as many threads as --threads says",
        }
    }

    /// True where an encoder is at work.
    pub(crate) fn encodes(self) -> bool {
        !matches!(self, Task::Extract | Task::Decode)
    }

    /// True where a tree of files is read or made. Else input and output are held in memory.
    pub(crate) fn has_files(self) -> bool {
        matches!(self, Task::Compress | Task::Extract | Task::CompressThreaded)
    }

    /// True where one encoder has all threads. Else each thread does the whole work, all at once.
    pub(crate) fn is_threaded(self) -> bool {
        matches!(self, Task::CompressThreaded | Task::EncodeThreaded)
    }
}

/// The preset of these words, 6 where there are none.
pub(crate) fn preset_of(text: Option<&str>) -> Preset {
    text.and_then(|text| text.parse().ok()).unwrap_or(Preset { level: 6, extreme: false })
}
