//! The codecs in this program.

use std::sync::Arc;

use hostmark_archive::codec::Codec;
use hostmark_archive::reference::LzmaRust2;
use hostmark_harness::suite::State;

use crate::task::Task;

/// A codec that is linked into hostmark.
pub(crate) struct Bundled {
    /// What records call it.
    pub name: &'static str,
    /// Whether it is here and does such work.
    pub state: fn(Task) -> State,
    make: fn() -> Option<Arc<dyn Codec>>,
}

/// In the order in which they are listed.
pub(crate) const ALL: [Bundled; 2] = [
    Bundled { name: "liblzma-bundled", state: |_| liblzma_state(), make: liblzma },
    Bundled { name: "lzma-rust2", state: lzma_rust2_state, make: || Some(Arc::new(LzmaRust2)) },
];

/// The codec of this name.
pub(crate) fn named(name: &str) -> Option<Arc<dyn Codec>> {
    ALL.iter().find(|bundled| bundled.name == name).and_then(|bundled| (bundled.make)())
}

fn lzma_rust2_state(task: Task) -> State {
    if task.is_threaded() {
        State::Missing("the encoder that is used has one thread".to_string())
    } else {
        State::Ready
    }
}

#[cfg(feature = "bundled")]
fn liblzma_state() -> State {
    State::Ready
}

#[cfg(feature = "bundled")]
fn liblzma() -> Option<Arc<dyn Codec>> {
    Some(Arc::new(crate::linked::Linked))
}

#[cfg(not(feature = "bundled"))]
fn liblzma_state() -> State {
    State::NotBuilt("bundled")
}

#[cfg(not(feature = "bundled"))]
fn liblzma() -> Option<Arc<dyn Codec>> {
    None
}
