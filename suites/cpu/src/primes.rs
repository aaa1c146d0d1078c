//! The kernel: the event of sysbench 1.0's `cpu` test, as gcc compiles it.

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use crate::divide::first_divisor;

/// The stop token is looked at once for this many candidates: below a tenth of a second at the largest
/// limit on a slow processor, and three times in an event of 20,000.
const CANDIDATES_PER_LOOK: u64 = 1 << 13;

/// Counts the primes from 3 up to a limit, which is not tested itself. A unit is one event.
#[derive(Debug)]
pub(crate) struct Primes {
    limit: u64,
}

impl Primes {
    pub(crate) fn new(limit: u64) -> Self {
        Primes { limit }
    }

    fn event(&self, stop: &Stop) -> Result<u64, NoResult> {
        let mut count = 0;
        let mut start = 3;
        while start < self.limit {
            if stop.is_set() {
                return Err(NoResult::Stopped);
            }
            let end = self.limit.min(start + CANDIDATES_PER_LOOK);
            count += count_primes(start, end);
            start = end;
        }
        Ok(count)
    }
}

impl Loop for Primes {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let mut count = 0;
        for _ in 0..units {
            count += self.event(stop)?;
        }
        Ok(Work::new(units, Answer::Count(count)))
    }

    fn has_events(&self) -> bool {
        true
    }
}

fn count_primes(start: u64, end: u64) -> u64 {
    (start..end).map(|candidate| u64::from(is_prime(candidate))).sum()
}

/// sysbench tries the divisors 2, 3, 4 ... and compares each, as a double, with the square root.
/// gcc tests the first one, 2, by its bit; so does this.
#[inline(always)]
fn is_prime(candidate: u64) -> bool {
    let root = (candidate as i64 as f64).sqrt();
    if root >= 2.0 && candidate & 1 == 0 {
        return false;
    }
    first_divisor(candidate, root) as i64 as f64 > root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sieve;
    use hostmark_harness::answer::Known;

    #[test]
    fn it_counts_as_sysbench_does() {
        for (limit, count) in [(3, 0), (4, 1), (5, 1), (10, 3), (100, 24), (10_000, 1228), (20_000, 2261)] {
            let work = Primes::new(limit).run(2, &Stop::new()).unwrap();
            assert_eq!(work, Work::new(2, Answer::Count(2 * count)), "limit {limit}");
        }
    }

    #[test]
    fn it_agrees_with_the_sieve_beyond_one_look_at_the_stop_token() {
        let limit = 3 + 2 * CANDIDATES_PER_LOOK + 77;
        let work = Primes::new(limit).run(1, &Stop::new()).unwrap();
        assert!(Known::PerUnit(sieve::count(limit)).check(1, &work.answer).is_ok());
    }

    #[test]
    fn it_stops() {
        let stop = Stop::new();
        stop.set();
        assert_eq!(Primes::new(20_000).run(1, &stop), Err(NoResult::Stopped));
    }
}
