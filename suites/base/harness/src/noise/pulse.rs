//! A fixed piece of work, timed again and again between samples: a neighbour on the same core, or a frequency that fell,
//! slows it down, though the kernel of a virtual machine tells nothing of either.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::cause::Cause;

/// Beats are at least so far apart, so that they take a few thousandths of the time.
const APART: Duration = Duration::from_millis(40);

/// Steps of each chain in a beat: some 100 microseconds.
const STEPS: u64 = 30_000;

/// Fewer beats than this say nothing.
const FEWEST: usize = 5;

/// The processor's speed falls by less than this from heat and housekeeping alone.
const NOTABLE_PERCENT: f64 = 5.0;

/// The name of that percentage in a record's context.
pub const PULSE: &str = "pulse";

/// Beats of a run.
#[derive(Debug, Default)]
pub struct Pulse {
    /// The shortest beat of the run, in seconds.
    shortest: Option<f64>,
    last: Option<Instant>,
    /// Beats since the last [`Pulse::percent`], in seconds.
    recent: Vec<f64>,
}

impl Pulse {
    /// Times one beat, where the last one is long enough ago.
    pub fn beat(&mut self) {
        let start = Instant::now();
        if self.last.is_some_and(|last| start - last < APART) {
            return;
        }
        black_box(work(black_box(STEPS)));
        let seconds = start.elapsed().as_secs_f64();
        self.last = Some(start);
        self.add(seconds);
    }

    fn add(&mut self, seconds: f64) {
        self.shortest = Some(self.shortest.map_or(seconds, |shortest| shortest.min(seconds)));
        self.recent.push(seconds);
    }

    /// The speed of the beats since the last call, in percent of the fastest of the run; `None` of too few.
    pub fn percent(&mut self) -> Option<f64> {
        let mut recent = std::mem::take(&mut self.recent);
        recent.sort_by(f64::total_cmp);
        let middle = recent.get(recent.len() / 2).filter(|_| recent.len() >= FEWEST)?;
        Some(100.0 * self.shortest? / middle)
    }
}

/// What a notable fall of that speed is called.
pub fn slowed(percent: f64) -> Option<Cause> {
    (percent < 100.0 - NOTABLE_PERCENT).then_some(Cause::Slowed { percent })
}

/// Multiplications that do not wait for each other, and so need all of a core.
fn work(steps: u64) -> u64 {
    let mut chains = [1_u64, 2, 3, 4, 5, 6, 7, 8];
    for step in 0..steps {
        for chain in &mut chains {
            *chain = (*chain ^ step).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    chains.iter().fold(0, |all, chain| all ^ chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beats_are_held_against_the_fastest_of_the_run() {
        let mut pulse = Pulse::default();
        (0..10).for_each(|_| pulse.add(100e-6));
        assert_eq!(pulse.percent(), Some(100.0));
        (0..10).for_each(|_| pulse.add(125e-6));
        assert_eq!(pulse.percent(), Some(80.0));
        assert_eq!(pulse.percent(), None, "nothing was beaten since");
        assert_eq!((slowed(80.0), slowed(96.0)), (Some(Cause::Slowed { percent: 80.0 }), None));
    }

    #[test]
    fn beats_are_short_and_seldom() {
        let mut pulse = Pulse::default();
        (0..1000).for_each(|_| pulse.beat());
        assert!(!pulse.recent.is_empty() && pulse.recent.len() < 100, "{}", pulse.recent.len());
        assert!(pulse.shortest.unwrap() < 0.01, "{pulse:?}");
    }
}
