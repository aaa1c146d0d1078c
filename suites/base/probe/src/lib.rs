//! The worker that opens a libcrypto and measures in its own process.

pub mod algorithm;
pub mod lack;
pub mod order;
pub mod task;
