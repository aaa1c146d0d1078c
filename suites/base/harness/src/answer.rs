//! Known answers: each kernel returns what it computed, and it has to be right.

use std::fmt;
use std::sync::Arc;

use crate::status::NoResult;

/// What a kernel computed in one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A count over all units of the call: primes found, moves made.
    Count(u64),
    /// A text that is the same after any number of units: a digest, in hexadecimal digits.
    Text(String),
    /// The kernel throws its answer away, as the tool that it stands for does.
    Discarded,
}

/// The answer that is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// This count for each unit of work.
    PerUnit(u64),
    /// This text.
    Text(String),
    /// What this test says is right: for answers that depend on the state of the kernel or are not unique.
    Check(Check),
    /// The room checks its answer itself, or the kernel discards it: the reason.
    NotHere(&'static str),
}

/// What a test of an answer is told: the units of the run and what it computed. It says what is wrong.
type Test = dyn Fn(u64, &Answer) -> Result<(), String> + Send + Sync;

/// A test of an answer, done outside the timed section.
#[derive(Clone)]
pub struct Check(Arc<Test>);

impl Check {
    /// From a function that knows what is right after so many units, or what makes an answer wrong.
    pub fn new(test: impl Fn(u64, &Answer) -> Result<(), String> + Send + Sync + 'static) -> Self {
        Check(Arc::new(test))
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Check")
    }
}

impl PartialEq for Check {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Check {}

impl Known {
    /// Fails when `answer`, the result of `units` of work, is not the known one.
    pub fn check(&self, units: u64, answer: &Answer) -> Result<(), NoResult> {
        let right = match (self, answer) {
            (Known::NotHere(_), _) => return Ok(()),
            (Known::Check(check), answer) => {
                let wrong = |what| NoResult::Failed(format!("wrong answer after {units} units: {what}"));
                return (check.0)(units, answer).map_err(wrong);
            }
            (Known::PerUnit(count), _) => Answer::Count(count.wrapping_mul(units)),
            (Known::Text(text), _) => Answer::Text(text.clone()),
        };
        if *answer == right {
            return Ok(());
        }
        Err(NoResult::Failed(format!("wrong answer: {} instead of {} for {units} units", show(answer), show(&right))))
    }
}

fn show(answer: &Answer) -> String {
    match answer {
        Answer::Count(count) => count.to_string(),
        Answer::Text(text) => text.clone(),
        Answer::Discarded => "none".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_scale_with_the_units() {
        let known = Known::PerUnit(2261);
        assert!(known.check(3, &Answer::Count(6783)).is_ok());
        let wrong = known.check(3, &Answer::Count(6782)).unwrap_err();
        assert_eq!(wrong.to_string(), "wrong answer: 6782 instead of 6783 for 3 units");
    }

    #[test]
    fn each_kind_of_known_answer_refuses_what_is_not_right() {
        assert!(Known::PerUnit(1).check(1, &Answer::Discarded).is_err());
        assert!(Known::NotHere("as sysbench").check(1, &Answer::Discarded).is_ok());
        let even = Check::new(|units, _| if units % 2 == 0 { Ok(()) } else { Err("odd".into()) });
        assert!(Known::Check(even.clone()).check(2, &Answer::Discarded).is_ok());
        let wrong = Known::Check(even).check(3, &Answer::Discarded).unwrap_err();
        assert_eq!(wrong.to_string(), "wrong answer after 3 units: odd");
        assert!(Known::Text("aa".into()).check(9, &Answer::Text("ab".into())).is_err());
    }
}
