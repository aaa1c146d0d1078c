//! Two contenders in turn, and what their speeds say.

use crate::Problem;

/// The names of the columns that [`Race::run`] prints.
pub const HEADER: &str = "\
race                                                     ratio  MAD ref  MAD ours  best/best  pairs  bar        verdict";

/// Above this spread of the reference, in percent, nothing is claimed.
const TOO_NOISY: f64 = 2.0;

/// Gives a speed, in any unit that both contenders share.
pub type Contender<'a> = &'a mut dyn FnMut() -> Result<f64, Problem>;

/// A comparison with a bar for ours / reference.
pub struct Race {
    pub name: &'static str,
    pub pairs: usize,
    pub bar: (f64, f64),
}

impl Race {
    /// Runs all pairs, each second one in reverse order, after one pair that does not count. Prints the outcome
    /// and gives false when the bar is missed.
    pub fn run(&self, reference: Contender, ours: Contender) -> Result<bool, Problem> {
        reference()?;
        ours()?;
        let (mut theirs, mut own) = (Vec::new(), Vec::new());
        for pair in 0..self.pairs {
            if pair % 2 == 0 {
                theirs.push(reference()?);
                own.push(ours()?);
            } else {
                own.push(ours()?);
                theirs.push(reference()?);
            }
        }
        Ok(self.report(Spread::of(theirs), Spread::of(own)))
    }

    fn report(&self, theirs: Spread, own: Spread) -> bool {
        let ratio = own.median / theirs.median;
        let (low, high) = self.bar;
        let holds = (low..=high).contains(&ratio);
        let verdict = match (theirs.mad > TOO_NOISY, holds) {
            (true, _) => "machine too noisy, no claim",
            (false, true) => "holds",
            (false, false) => "MISSED",
        };
        println!(
            "{:<56} {ratio:>5.3}  {:>5.2} %   {:>5.2} %  {:>9.3}  {:>5}  {low:.2}-{high:.2}  {verdict}",
            self.name,
            theirs.mad,
            own.mad,
            own.best / theirs.best,
            self.pairs,
        );
        verdict != "MISSED"
    }
}

/// Median, relative median absolute deviation in percent, and the highest of some speeds.
struct Spread {
    median: f64,
    mad: f64,
    best: f64,
}

impl Spread {
    fn of(mut speeds: Vec<f64>) -> Self {
        let middle = median(&mut speeds);
        let mut deviations: Vec<f64> = speeds.iter().map(|speed| (speed - middle).abs()).collect();
        Spread { median: middle, mad: 100.0 * median(&mut deviations) / middle, best: speeds[speeds.len() - 1] }
    }
}

/// Sorts the values.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { (values[half - 1] + values[half]) / 2.0 }
}
