//! Records as text: a table for people, CSV and JSON for programs, and the form of a tool whose readers exist.

pub mod bonnie;
pub mod json;
pub mod sparkline;
pub mod table;
