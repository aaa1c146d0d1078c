//! Two contenders in turn, and what their speeds say.
//!
//! A machine that others use is never quiet for long. So contenders run in pairs, and what counts is the ratio within
//! each pair: what slows a minute slows both. Its median has a distribution-free 95 % interval, and a bar holds only
//! where the whole interval, and the ratio of the two medians, lie within it. All pairs count; while they decide
//! nothing, as many again are run, until the time is up.

use std::time::{Duration, Instant};

use hostmark_harness::statistics;

use crate::Problem;

/// The names of the columns that [`Race::run`] prints.
pub const HEADER: &str = "\
race                                                     ratio  95 % interval  MAD ref  MAD ours  best/best  pairs  bar        verdict";

/// How long a race goes on at the most.
const PATIENCE: Duration = Duration::from_secs(90);

/// Gives a speed, in any unit that both contenders share.
pub type Contender<'a> = &'a mut dyn FnMut() -> Result<f64, Problem>;

/// A comparison with a bar for ours / reference.
pub struct Race {
    pub name: &'static str,
    pub pairs: usize,
    pub bar: (f64, f64),
}

/// What pairs say of a bar.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Holds,
    Missed,
    Undecided,
}

impl Race {
    /// Races until the bar is known to hold or to be missed, or the time is up. Prints what came out and gives false
    /// when the bar is missed.
    pub fn run(&self, reference: Contender, ours: Contender) -> Result<bool, Problem> {
        let start = Instant::now();
        let (mut theirs, mut own) = (Vec::new(), Vec::new());
        reference()?;
        ours()?;
        loop {
            for _ in theirs.len()..self.pairs.max(2 * theirs.len()) {
                if theirs.len() >= self.pairs && start.elapsed() > PATIENCE {
                    break;
                }
                self.pair(reference, ours, &mut theirs, &mut own)?;
            }
            let verdict = self.verdict(&theirs, &own);
            if verdict != Verdict::Undecided || start.elapsed() > PATIENCE {
                self.report(verdict, theirs, own);
                return Ok(verdict != Verdict::Missed);
            }
        }
    }

    /// What pairs that were run already say; false when the bar is missed.
    pub fn judge(&self, theirs: Vec<f64>, own: Vec<f64>) -> bool {
        let verdict = self.verdict(&theirs, &own);
        self.report(verdict, theirs, own);
        verdict != Verdict::Missed
    }

    /// One speed of each; every second pair in reverse order.
    fn pair(
        &self,
        reference: Contender,
        ours: Contender,
        theirs: &mut Vec<f64>,
        own: &mut Vec<f64>,
    ) -> Result<(), Problem> {
        if theirs.len() % 2 == 0 {
            theirs.push(reference()?);
            own.push(ours()?);
        } else {
            own.push(ours()?);
            theirs.push(reference()?);
        }
        Ok(())
    }

    fn verdict(&self, theirs: &[f64], own: &[f64]) -> Verdict {
        let (low, high) = self.bar;
        let Some((least, most)) = interval(theirs, own) else { return Verdict::Undecided };
        match ratio_of_medians(theirs, own) {
            _ if most < low || least > high => Verdict::Missed,
            ratio if low <= least && most <= high && low <= ratio && ratio <= high => Verdict::Holds,
            _ => Verdict::Undecided,
        }
    }

    fn report(&self, verdict: Verdict, theirs: Vec<f64>, own: Vec<f64>) {
        let (low, high) = self.bar;
        let (least, most) = interval(&theirs, &own).unwrap_or((f64::NAN, f64::NAN));
        let words = match verdict {
            Verdict::Holds => "holds",
            Verdict::Missed => "MISSED",
            Verdict::Undecided => "machine too noisy, no claim",
        };
        println!(
            "{:<56} {:>5.3}  {least:>5.3} - {most:>5.3}  {:>5.2} %   {:>5.2} %  {:>9.3}  {:>5}  {low:.2}-{high:.2}  {words}",
            self.name,
            ratio_of_medians(&theirs, &own),
            spread(&theirs),
            spread(&own),
            best(&own) / best(&theirs),
            theirs.len(),
        );
    }
}

/// The 95 % interval of the median of ours / reference within a pair.
fn interval(theirs: &[f64], own: &[f64]) -> Option<(f64, f64)> {
    let ratios: Vec<f64> = own.iter().zip(theirs).map(|(own, theirs)| own / theirs).collect();
    statistics::interval(&ratios)
}

fn ratio_of_medians(theirs: &[f64], own: &[f64]) -> f64 {
    statistics::median(own).unwrap_or(f64::NAN) / statistics::median(theirs).unwrap_or(f64::NAN)
}

/// The median absolute deviation in percent of the median.
fn spread(speeds: &[f64]) -> f64 {
    100.0 * statistics::mad(speeds).unwrap_or(f64::NAN) / statistics::median(speeds).unwrap_or(f64::NAN)
}

fn best(speeds: &[f64]) -> f64 {
    speeds.iter().copied().fold(0.0, f64::max)
}
