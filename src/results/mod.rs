//! Reads records, and is pure: records in, text out.

pub mod chart;
pub mod dataset;
#[cfg(test)]
mod example;
pub mod human;
pub mod reference;
pub mod report;
pub mod shortened;
