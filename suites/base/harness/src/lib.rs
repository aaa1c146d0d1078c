//! What suites stand on: the contract, the clock, sampling, statistics, host facts and the record.
//!
//! A suite implements [`suite::Suite`]; the command turns a plan into [`suite::Item`]s, this crate
//! measures them in [`block`]s and gives [`record::Record`]s. Nothing here names a suite.

pub mod answer;
pub mod block;
pub mod children;
pub mod clock;
pub mod course;
pub mod given;
pub mod host;
pub mod journal;
pub mod metric;
pub mod nearest;
pub mod noise;
pub mod origin;
pub mod parameters;
pub mod programs;
pub mod record;
pub mod sample;
pub mod settings;
pub mod shelf;
pub mod source;
pub mod space;
pub mod statistics;
pub mod status;
pub mod stop;
pub mod suite;
pub mod summary;
pub mod units;
pub mod visible;
pub mod work_folder;
pub mod worker;
