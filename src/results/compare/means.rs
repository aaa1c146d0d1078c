//! One figure for each suite: the geometric mean of speeds against the baseline.

use hostmark_harness::metric::Better;

use super::Row;

/// The mean of one suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    /// The suite; empty for figures of others.
    pub suite: String,
    /// For each column the geometric mean of its speeds by the baseline's (above 1 is faster, for times too);
    /// `None` where no row has a result in all columns.
    pub speeds: Vec<Option<f64>>,
    /// Rows with comparable results in all columns: only these count.
    pub taken: usize,
    /// All rows of the suite.
    pub all: usize,
}

/// A mean for each suite, in the order of the rows. Fleming and Wallace (1986): of ratios, only the geometric mean
/// does not depend on which column is the baseline; it needs the same rows in all columns.
pub fn means(rows: &[Row], columns: usize) -> Vec<Mean> {
    let mut means: Vec<(Mean, Vec<f64>)> = Vec::new();
    for row in rows {
        let place = means.iter().position(|(mean, _)| mean.suite == row.suite).unwrap_or_else(|| {
            let mean = Mean { suite: row.suite.clone(), speeds: Vec::new(), taken: 0, all: 0 };
            means.push((mean, vec![0.0; columns]));
            means.len() - 1
        });
        let (mean, sums) = &mut means[place];
        mean.all += 1;
        if let Some(speeds) = speeds(row) {
            mean.taken += 1;
            sums.iter_mut().zip(speeds).for_each(|(sum, speed)| *sum += speed.ln());
        }
    }
    let finish = |(mut mean, sums): (Mean, Vec<f64>)| {
        let taken = mean.taken;
        mean.speeds = sums.into_iter().map(|sum| (taken > 0).then(|| (sum / taken as f64).exp())).collect();
        mean
    };
    means.into_iter().map(finish).collect()
}

/// The speeds of a row by that of the baseline, where all columns have one.
fn speeds(row: &Row) -> Option<Vec<f64>> {
    let speed = |ratio: f64| if row.better() == Better::Higher { ratio } else { 1.0 / ratio };
    let ratio = |column: usize| match column {
        0 => Some(1.0),
        _ => row.differences[column].as_ref()?.ratio,
    };
    (0..row.cells.len()).map(|column| ratio(column).map(speed)).collect()
}
