//! Reads records, and is pure: records in, text out.

pub mod chart;
pub mod compare;
pub mod dataset;
#[cfg(test)]
mod example;
pub mod explain;
pub mod human;
pub mod reference;
pub mod report;
pub mod shortened;
