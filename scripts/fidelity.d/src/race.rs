//! Two contenders in turn, and what their speeds say.
//!
//! A machine that others use is quiet for seconds at a time. So a race is run again, within its time, until a
//! repetition is good enough for a claim: the reference's spread is small, and its median near to the fastest that
//! it ever was, since a processor that is shared all the time is steady too. Which repetition counts is chosen by
//! the reference alone, never by the ratio.

use std::time::{Duration, Instant};

use crate::Problem;

/// The names of the columns that [`Race::run`] prints.
pub const HEADER: &str = "\
race                                                     ratio  MAD ref  MAD ours  best/best  pairs  rounds  bar        verdict";

/// Above this spread of the reference, in percent, nothing is claimed.
const TOO_NOISY: f64 = 2.0;

/// Below this part of the fastest that the reference ever was, the processor was shared.
const SHARED: f64 = 0.95;

/// How long a race looks at least, to see how fast the reference can be.
const LOOK_AROUND: Duration = Duration::from_secs(8);

/// How long a race is repeated at the most.
const PATIENCE: Duration = Duration::from_secs(60);

/// Gives a speed, in any unit that both contenders share.
pub type Contender<'a> = &'a mut dyn FnMut() -> Result<f64, Problem>;

/// A comparison with a bar for ours / reference.
pub struct Race {
    pub name: &'static str,
    pub pairs: usize,
    pub bar: (f64, f64),
}

impl Race {
    /// Races until a repetition is good enough or the time is up. Prints the best repetition and gives false when it
    /// misses the bar.
    pub fn run(&self, reference: Contender, ours: Contender) -> Result<bool, Problem> {
        let start = Instant::now();
        let mut rounds = Vec::new();
        loop {
            rounds.push(self.once(reference, ours)?);
            let (round, is_quiet) = quietest(&rounds);
            let elapsed = start.elapsed();
            if elapsed > PATIENCE || (is_quiet && elapsed > LOOK_AROUND) {
                return Ok(self.report(&round.0, &round.1, is_quiet, rounds.len()));
            }
        }
    }

    /// All pairs once, each second one in reverse order, after one pair that does not count.
    fn once(&self, reference: Contender, ours: Contender) -> Result<(Spread, Spread), Problem> {
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
        Ok((Spread::of(theirs), Spread::of(own)))
    }

    fn report(&self, theirs: &Spread, own: &Spread, is_quiet: bool, rounds: usize) -> bool {
        let ratio = own.median / theirs.median;
        let (low, high) = self.bar;
        let holds = (low..=high).contains(&ratio);
        let verdict = match (is_quiet, holds) {
            (false, _) => "machine too noisy, no claim",
            (true, true) => "holds",
            (true, false) => "MISSED",
        };
        println!(
            "{:<56} {ratio:>5.3}  {:>5.2} %   {:>5.2} %  {:>9.3}  {:>5}  {rounds:>6}  {low:.2}-{high:.2}  {verdict}",
            self.name,
            theirs.mad,
            own.mad,
            own.best / theirs.best,
            self.pairs,
        );
        verdict != "MISSED"
    }
}

/// The repetition with the least spread of the reference among those where the processor was not shared, and whether
/// it is good enough for a claim.
fn quietest(rounds: &[(Spread, Spread)]) -> (&(Spread, Spread), bool) {
    let fastest = rounds.iter().map(|(theirs, _)| theirs.best).fold(0.0, f64::max);
    let alone = rounds.iter().filter(|(theirs, _)| theirs.median >= SHARED * fastest);
    match alone.min_by(|left, right| left.0.mad.total_cmp(&right.0.mad)) {
        Some(round) => (round, round.0.mad <= TOO_NOISY),
        None => (&rounds[rounds.len() - 1], false),
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
