//! Known answers: each kernel returns what it computed, and it has to be right.

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
    /// The room checks its answer itself, or the kernel discards it: the reason.
    NotHere(&'static str),
}

impl Known {
    /// Fails when `answer`, the result of `units` of work, is not the known one.
    pub fn check(&self, units: u64, answer: &Answer) -> Result<(), NoResult> {
        let right = match (self, answer) {
            (Known::NotHere(_), _) => return Ok(()),
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
    fn a_discarded_answer_passes_only_where_it_is_expected() {
        assert!(Known::PerUnit(1).check(1, &Answer::Discarded).is_err());
        assert!(Known::NotHere("as sysbench").check(1, &Answer::Discarded).is_ok());
        assert!(Known::Text("aa".into()).check(9, &Answer::Text("ab".into())).is_err());
    }
}
