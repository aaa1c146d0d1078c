//! Makes records: what will run, and the one place with clock and I/O.

pub mod check;
pub mod doctor;
pub mod journal;
pub mod label;
pub mod plan;
pub mod registry;
pub mod resolve;
pub mod run;
pub mod work_files;
