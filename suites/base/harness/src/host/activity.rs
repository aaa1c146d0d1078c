//! What else the machine is doing while the facts are gathered: load, uptime, pressure.

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::root::SystemRoot;
use super::text;

/// Runnable and uninterruptible tasks, averaged over 1, 5 and 15 minutes: `/proc/loadavg`, proc_loadavg(5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// Over one minute.
    pub one: f64,
    /// Over five minutes.
    pub five: f64,
    /// Over fifteen minutes.
    pub fifteen: f64,
}

/// Load, uptime and whether pressure can be watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activity {
    /// Load averages; in a container often those of the whole machine.
    pub load: Fact<Load>,
    /// Seconds since boot: the first number of `/proc/uptime`.
    pub uptime: Fact<f64>,
    /// Whether `/proc/pressure/cpu` can be read (the kernel's `accounting/psi.rst`).
    pub pressure: Fact<bool>,
}

impl Activity {
    /// Reads all of it.
    pub fn gather(root: &SystemRoot) -> Self {
        let pressure = root.read("/proc/pressure/cpu");
        Activity {
            load: root.fact("/proc/loadavg", load),
            uptime: root.fact("/proc/uptime", |text| text::positive(text.split_whitespace().next()?)),
            pressure: Fact::known(pressure.is_ok_and(|text| text.starts_with("some")), "/proc/pressure/cpu"),
        }
    }

    /// The same reason for each.
    pub fn unknown(reason: &str) -> Self {
        Activity { load: Fact::unknown(reason), uptime: Fact::unknown(reason), pressure: Fact::unknown(reason) }
    }

    /// `0.15 0.18 0.07, up 9 min, pressure can be watched`.
    pub fn describe(&self) -> String {
        let mut text = self.load.describe(|load| format!("{:.2} {:.2} {:.2}", load.one, load.five, load.fifteen));
        if let Some(seconds) = self.uptime.value() {
            text += &format!(", up {}", duration(*seconds));
        }
        match self.pressure.value() {
            Some(true) => text + ", pressure (PSI) readable",
            Some(false) => text + ", no pressure (PSI)",
            None => text,
        }
    }
}

/// The three averages of `/proc/loadavg`.
pub fn load(text: &str) -> Option<Load> {
    let mut numbers = text.split_whitespace().map_while(text::positive);
    Some(Load { one: numbers.next()?, five: numbers.next()?, fifteen: numbers.next()? })
}

fn duration(seconds: f64) -> String {
    match seconds {
        short if short < 2.0 * 3600.0 => format!("{:.0} min", short / 60.0),
        middle if middle < 2.0 * 86400.0 => format!("{:.0} h", middle / 3600.0),
        long => format!("{:.0} days", long / 86400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    #[test]
    fn load_and_uptime() {
        let activity = Activity::gather(&saved("debian-kvm"));
        assert_eq!(activity.describe(), "0.15 0.18 0.07, up 10 min, pressure (PSI) readable");
        for wrong in ["", "0.1 0.2", "NaN 1 1", "0.1 -1 0.2 1/2 3"] {
            assert_eq!(load(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn without_pressure_files() {
        assert_eq!(Activity::gather(&saved("arm-no-model")).pressure.value(), Some(&false));
    }
}
