//! A reading of the monotonic clock, as cheap as sysbench's: straight into its place.
//!
//! A safe wrapper puts the answer elsewhere first and copies both numbers at once, which waits for them to reach the cache:
//! three times in each event, that was 5 to 10 % of an event of 1 KiB.
#![allow(unsafe_code)]

use nix::libc::{CLOCK_MONOTONIC, clock_gettime, timespec};

/// When something happened.
#[derive(Clone, Copy)]
pub(crate) struct Moment(timespec);

impl Moment {
    /// Long ago.
    pub(crate) const ZERO: Moment = Moment(timespec { tv_sec: 0, tv_nsec: 0 });

    /// Becomes the present. Where there is no monotonic clock it stays, and the harness has refused that before.
    #[inline(always)]
    pub(crate) fn read(&mut self) {
        // SAFETY: the call writes one timespec.
        unsafe { clock_gettime(CLOCK_MONOTONIC, &mut self.0) };
    }

    /// Nanoseconds from an earlier moment.
    #[inline(always)]
    #[allow(clippy::unnecessary_cast)] // Systems of 32 bits have narrower types.
    pub(crate) fn since(&self, earlier: &Moment) -> i64 {
        (self.0.tv_sec as i64 - earlier.0.tv_sec as i64) * 1_000_000_000
            + (self.0.tv_nsec as i64 - earlier.0.tv_nsec as i64)
    }
}
