//! What disturbed a measurement, where the kernel tells it without rights: two readings and their difference.
//!
//! Causes are named beside a number; no number is ever corrected by them.

mod cause;
mod difference;
mod pulse;
mod reading;

pub use cause::{Cause, Resource};
pub use difference::causes;
pub use pulse::{PULSE, Pulse, slowed};
pub use reading::{Reading, Times};
