//! Kernels around a library's calls: they keep the loop, the buffers and the answer, and know no library.
//!
//! A call is a closure that says whether it worked. What a unit is and what the answers are is in [`crate::task`].

mod buffer;
mod chained;
mod digests;
mod sealed;
mod signatures;

use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;

pub use buffer::Buffer;
pub use chained::chained;
pub use digests::{LONGEST_DIGEST, digests};
pub use sealed::{Seal, TAG, sealed};
pub use signatures::{LONGEST_SIGNATURE, signatures, verifications};

/// The library's own words for why its last call failed.
pub type Reason = Box<dyn Fn() -> String + Send>;

/// Does a unit so many times. It looks at the stop token before each, which costs what `openssl speed` pays for its
/// own look at a flag and a limit before each call, so that the loops weigh the same.
#[inline(always)]
pub(crate) fn repeat(
    units: u64,
    stop: &Stop,
    reason: &dyn Fn() -> String,
    mut unit: impl FnMut() -> bool,
) -> Result<(), NoResult> {
    for _ in 0..units {
        if stop.is_set() {
            return Err(NoResult::Stopped);
        }
        if !unit() {
            return Err(NoResult::Failed(format!("the library failed while it worked: {}", reason())));
        }
    }
    Ok(())
}
