//! Records as text: a table for people, CSV and JSON for programs.

pub mod json;
pub mod sparkline;
pub mod table;
