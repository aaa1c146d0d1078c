//! The one list of suites.

use std::collections::HashMap;
use std::sync::OnceLock;

use hostmark_harness::metric::Screen;
use hostmark_harness::nearest::hint;
use hostmark_harness::settings::Settings;
use hostmark_harness::suite::{Case, Environment, Suite};

/// All suites, in the order in which `hostmark list` shows them.
static SUITES: [&dyn Suite; 6] = [
    &hostmark_crypto::Crypto,
    &hostmark_cpu::Cpu,
    &hostmark_memory::Memory,
    &hostmark_hanoi::Hanoi,
    &hostmark_disk::Disk,
    &hostmark_lzma::Lzma,
];

/// All suites.
pub fn suites() -> &'static [&'static dyn Suite] {
    &SUITES
}

/// The suite of this name, or one line that names the nearest.
pub fn find(name: &str) -> Result<&'static dyn Suite, String> {
    let found = SUITES.iter().find(|suite| suite.name() == name);
    found.copied().ok_or_else(|| {
        let names = SUITES.iter().map(|suite| suite.name());
        format!("there is no suite '{name}'{}", hint(name, names))
    })
}

/// The cases of a suite by default.
pub fn cases(suite: &dyn Suite) -> Vec<Case> {
    suite.cases(&Environment::bare(Settings::new(suite.name(), suite.parameters())))
}

/// The unit in which people read a metric of a suite; `None` for figures of others.
pub fn screen(suite: &str, case: &str, metric: &str) -> Option<Screen> {
    static SCREENS: OnceLock<HashMap<(&str, &str, &str), Screen>> = OnceLock::new();
    SCREENS.get_or_init(screens).get(&(suite, case, metric)).copied()
}

fn screens() -> HashMap<(&'static str, &'static str, &'static str), Screen> {
    let mut screens = HashMap::new();
    for suite in &SUITES {
        for case in cases(*suite) {
            screens.extend(case.metrics.iter().map(|metric| ((suite.name(), case.name, metric.name), metric.screen)));
        }
    }
    screens
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::metric::{Meaning, Role};

    #[test]
    fn each_folder_of_suites_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/suites");
        let mut folders: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "base")
            .collect();
        folders.sort();
        let mut listed: Vec<&str> = suites().iter().map(|suite| suite.name()).collect();
        listed.sort_unstable();
        assert_eq!(folders, listed);
    }

    #[test]
    fn each_case_has_one_primary_metric_and_each_metric_says_what_it_means() {
        for suite in suites() {
            for case in cases(*suite) {
                let primary = case.metrics.iter().filter(|metric| metric.role == Role::Primary).count();
                assert_eq!(primary, 1, "{}/{}", suite.name(), case.name);
                for metric in &case.metrics {
                    let Meaning { says, misleads, equals } = metric.meaning;
                    let name = format!("{}/{} {}", suite.name(), case.name, metric.name);
                    assert!(
                        [says, misleads, equals].iter().all(|text| text.len() > 15 && text.ends_with('.')),
                        "{name}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_name() {
        assert_eq!(find("hanio").err().unwrap(), "there is no suite 'hanio'; did you mean 'hanoi'?");
    }
}
