//! Speed over time: whether a host keeps what it begins with.

use crate::metric::{Better, Metric};
use crate::sample::Sample;
use crate::statistics::median;
use crate::statistics::two_samples::Test;

/// The name of the list of percents in a record's context.
pub const COURSE: &str = "course";

/// The last window is held against the first; both are at most this long.
const WINDOW: f64 = 60.0;

/// Of a shorter course the windows are this part.
const PART: f64 = 0.25;

/// A fall below this part of the first window is a notable one.
const NOTABLE: f64 = 0.97;

/// So many stretches of time are drawn.
const STRETCHES: usize = 40;

/// The speed of an item from its first sample to its last.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Seconds of each of the two windows.
    pub window: f64,
    /// Median speed of the last window by that of the first.
    pub kept: f64,
    /// True where the samples show that the speed fell, and by more than 3 %.
    pub falls: bool,
    /// Median speed of each stretch of time by that of the fastest, in whole percent; stretches without a sample
    /// have that of the one before.
    pub percents: Vec<u8>,
}

impl Course {
    /// The course of samples with the metric of each; `None` where a window has none.
    pub fn of(samples: &[Sample], metric: &Metric, threads: usize) -> Option<Course> {
        let speed = |value: f64| if metric.better == Better::Higher { value } else { 1.0 / value };
        let points: Vec<(f64, f64)> = samples
            .iter()
            .filter_map(|sample| Some((sample.start, speed(metric.of_sample(sample, threads)?))))
            .filter(|(_, speed)| speed.is_finite() && *speed > 0.0)
            .collect();
        let (begin, end) = (points.first()?.0, points.last()?.0);
        let window = ((end - begin) * PART).min(WINDOW);
        let within = |from: f64, to: f64| -> Vec<f64> {
            points.iter().filter(|(start, _)| (from..=to).contains(start)).map(|(_, speed)| *speed).collect()
        };
        let (first, last) = (within(begin, begin + window), within(end - window, end));
        let kept = median(&last)? / median(&first)?;
        let shown = Test::of(1).of_samples(&first, &last).is_some_and(|(_, high)| high < 1.0);
        let stretch = (end - begin) / STRETCHES as f64;
        let place = |index: usize| begin + stretch * index as f64;
        let medians = (0..STRETCHES).map(|index| median(&within(place(index), place(index + 1))));
        Some(Course { window, kept, falls: shown && kept < NOTABLE, percents: percents(medians.collect()) })
    }

    /// `last 60 s at 92.9 % of the first 60 s`.
    pub fn words(&self) -> String {
        let window = self.window;
        format!("last {window:.0} s at {:.1} % of the first {window:.0} s", 100.0 * self.kept)
    }

    /// The percents as `100,99,97`.
    pub fn list(&self) -> String {
        self.percents.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
    }
}

fn percents(medians: Vec<Option<f64>>) -> Vec<u8> {
    let highest = medians.iter().flatten().copied().fold(0.0, f64::max);
    let mut before = 0;
    let percent = |speed: Option<f64>| {
        before = speed.map_or(before, |speed| (100.0 * speed / highest).round() as u8);
        before
    };
    medians.into_iter().map(percent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Derivation;
    use crate::metric::tests::metric;

    /// A sample of 100 ms for each, of so much work.
    fn samples(work: impl Fn(usize) -> f64) -> Vec<Sample> {
        let sample =
            |index: usize| Sample { start: index as f64 / 10.0, seconds: 0.1, work: work(index), ..Sample::default() };
        (0..2400).map(sample).collect()
    }

    /// Up and down by 1 %.
    fn noise(index: usize) -> f64 {
        1.0 + 0.01 * ((index * 17 % 21) as f64 / 10.0 - 1.0)
    }

    #[test]
    fn a_host_that_slows_down_is_found_out() {
        let rate = metric(Derivation::Rate { per_unit: 1.0 });
        let slowing = samples(|index| noise(index) * if index < 900 { 100.0 } else { 92.0 });
        let course = Course::of(&slowing, &rate, 1).unwrap();
        assert!(course.falls && (course.kept - 0.92).abs() < 0.005, "{course:?}");
        assert_eq!(course.words(), "last 60 s at 92.0 % of the first 60 s");
        assert_eq!((course.percents.len(), course.percents[0], course.percents[39]), (40, 100, 92));
        let time = Metric { better: Better::Lower, ..metric(Derivation::Time { parts: 1.0 }) };
        assert!(Course::of(&slowing, &time, 1).unwrap().falls, "times are judged as speeds");
    }

    #[test]
    fn one_that_keeps_its_speed_or_gains_does_not_fall() {
        let rate = metric(Derivation::Rate { per_unit: 1.0 });
        assert!(!Course::of(&samples(noise), &rate, 1).unwrap().falls);
        assert!(!Course::of(&samples(|index| if index < 900 { 92.0 } else { 100.0 }), &rate, 1).unwrap().falls);
        assert_eq!(Course::of(&[], &rate, 1), None);
        assert!(!Course::of(&samples(noise)[..1], &rate, 1).unwrap().falls);
    }
}
