//! Charts: values in, text out.

pub mod from_records;
pub mod from_table;
pub mod labels;
pub mod plan;
pub mod sort;
pub mod text;

#[cfg(test)]
mod tests;

/// One chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// The whole title line.
    pub title: String,
    /// In the order in which they are drawn.
    pub rows: Vec<Row>,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What was measured.
    pub label: String,
    /// What came out.
    pub bar: Bar,
}

/// What stands beside a label.
#[derive(Debug, Clone, PartialEq)]
pub enum Bar {
    /// A figure, drawn as a bar with its text behind it.
    Value {
        /// Decides the length of the bar.
        value: f64,
        /// The figure as it is written.
        text: String,
    },
    /// The reason why there is no figure, such as `n/a`.
    Words(String),
}

impl Chart {
    /// How many rows have no figure.
    pub fn rows_without_value(&self) -> usize {
        self.rows.iter().filter(|row| row.bar.number().is_none()).count()
    }
}

impl Bar {
    /// The figure, if there is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Bar::Value { value, .. } if value.is_finite() => Some(*value),
            _ => None,
        }
    }
}
