//! Speed over time as one line of text.

/// From half of the highest speed, or less, up to the highest.
const BLOCKS: [char; 8] =
    ['\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];
const ASCII: [char; 8] = ['_', '.', ':', '-', '=', '+', '*', '#'];

/// Percent at and below which the lowest step is drawn; the others divide what is above evenly.
const FLOOR: f64 = 50.0;

/// A character for each of the percents in `100,98,71`; what is no number is left out.
pub fn sparkline(percents: &str, ascii: bool) -> String {
    let steps = if ascii { ASCII } else { BLOCKS };
    let step = |percent: f64| {
        let place = (percent - FLOOR) / (100.0 - FLOOR) * steps.len() as f64;
        steps[(place.max(0.0) as usize).min(steps.len() - 1)]
    };
    percents.split(',').filter_map(|percent| percent.parse().ok()).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_is_full_and_half_is_the_lowest() {
        assert_eq!(sparkline("100,94,87,50,0,x", true), "##+__");
        assert_eq!(sparkline("100,75,0", false), "\u{2588}\u{2585}\u{2581}");
        assert_eq!(sparkline("", true), "");
    }
}
