//! Numbers for people: the tool's unit where it is known, else a unit that fits the size.

use hostmark_harness::metric::Screen;
use hostmark_harness::units::{grouped, significant};

/// A value of a base unit with the unit that people read.
pub fn value(value: f64, unit: &str, screen: Option<Screen>) -> String {
    match screen {
        Some(screen) => {
            let scaled = value * screen.scale;
            // A fixed count of digits would elide a small figure to 0.00.
            let text = if scaled != 0.0 && scaled.abs() < 10f64.powi(1 - screen.decimals as i32) {
                significant(scaled)
            } else {
                grouped(scaled, screen.decimals)
            };
            format!("{text} {}", screen.unit)
        }
        None => fitting(value, unit),
    }
}

fn fitting(value: f64, unit: &str) -> String {
    let steps: &[(f64, &str)] = match unit {
        "s" => &[(1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")],
        "B/s" => &[(1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"), (1.0, "B/s")],
        _ => &[],
    };
    let fits = steps.iter().find(|(scale, _)| value.abs() >= *scale).or(steps.last());
    match fits {
        Some((scale, name)) => format!("{} {name}", significant(value / scale)),
        None => format!("{} {unit}", significant(value)),
    }
}

/// A part as percent, such as the half-width of an interval: `0.3 %`.
pub fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent < 0.1 { "0.1 %".to_string() } else { format!("{percent:.1} %") }
}

/// Seconds for people: `3.2 s`, `12 min`, `1 h 5 min`.
pub fn seconds(seconds: f64) -> String {
    let minutes = (seconds / 60.0).round() as u64;
    match seconds {
        _ if seconds < 10.0 => format!("{seconds:.1} s"),
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ if minutes < 60 => format!("{minutes} min"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECONDS: Screen = Screen { unit: "ms", scale: 1e3, decimals: 2 };

    #[test]
    fn the_tools_unit_is_used_where_it_is_known() {
        assert_eq!(value(1.23456, "s", Some(MILLISECONDS)), "1,234.56 ms");
        assert_eq!(value(0.000012345, "s", Some(MILLISECONDS)), "0.01235 ms");
        assert_eq!(value(0.0, "s", Some(MILLISECONDS)), "0.00 ms");
    }

    #[test]
    fn else_the_unit_fits_the_size() {
        assert_eq!(value(0.00123, "s", None), "1.230 ms");
        assert_eq!(value(2.5e9, "B/s", None), "2.500 GB/s");
        assert_eq!(value(64000.0, "1/s", None), "64,000 1/s");
    }

    #[test]
    fn times_and_parts() {
        assert_eq!(seconds(3.21), "3.2 s");
        assert_eq!(seconds(130.0), "2 min");
        assert_eq!(seconds(3900.0), "1 h 5 min");
        assert_eq!(percent(0.0123), "1.2 %");
    }
}
