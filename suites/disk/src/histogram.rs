//! A distribution of times as text.

use hdrhistogram::Histogram;

/// Lines of a step in which the rest of the distribution is halved.
const LINES_OF_A_HALF: u32 = 5;

/// The percentile distribution in milliseconds, in the form that the tools of HdrHistogram draw (`.hgrm`), of times in
/// nanoseconds.
pub(crate) fn text(times: &Histogram<u64>) -> String {
    let milliseconds = |nanoseconds: f64| nanoseconds / 1e6;
    let mut text = format!("{:>12} {:>14} {:>10} {:>14}\n\n", "Value", "Percentile", "TotalCount", "1/(1-Percentile)");
    let mut count = 0;
    for step in times.iter_quantiles(LINES_OF_A_HALF) {
        count += step.count_since_last_iteration();
        let (value, part) = (milliseconds(step.value_iterated_to() as f64), step.quantile_iterated_to());
        let rest = if part < 1.0 { format!("{:>14.2}", 1.0 / (1.0 - part)) } else { String::new() };
        text.push_str(format!("{value:>12.3} {part:>14.12} {count:>10} {rest}").trim_end());
        text.push('\n');
    }
    let (mean, deviation) = (milliseconds(times.mean()), milliseconds(times.stdev()));
    let (longest, all) = (milliseconds(times.max() as f64), times.len());
    text.push_str(&format!("#[Mean    = {mean:>12.3}, StdDeviation   = {deviation:>12.3}]\n"));
    text.push_str(&format!("#[Max     = {longest:>12.3}, Total count    = {all:>12}]\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_count_up_to_all() {
        let mut times = Histogram::<u64>::new(3).unwrap();
        (1..=1000_u64).for_each(|number| times.record(number * 1_000_000).unwrap());
        let text = text(&times);
        let lines: Vec<Vec<f64>> = text
            .lines()
            .skip(2)
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
            .collect();
        let middle = lines.iter().find(|line| line[1] >= 0.5).unwrap();
        assert!((middle[0] - 500.0).abs() < 1.0 && (middle[2] - 500.0).abs() < 2.0, "{middle:?}");
        assert_eq!(lines.last().unwrap()[1..], [1.0, 1000.0]);
        assert!(text.ends_with("Total count    =         1000]\n"), "{text}");
    }
}
