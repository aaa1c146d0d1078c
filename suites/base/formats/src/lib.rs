//! Pure parsers of other tools' outputs: text in, values out.
//!
//! Generic pieces come first: [`text`] (bytes to checked text), [`delimited`] (tables typed by people),
//! [`number`] (decimal points and commas) and [`mod@unit`] (conversion within a family).
//! Each format is a small file on top of them; [`mod@chart_table`] is the first.

pub mod chart_table;
pub mod delimited;
mod error;
pub mod number;
pub mod text;
pub mod unit;

pub use chart_table::chart_table;
pub use error::Error;
