//! What a metric means, as text for people.

use hostmark_harness::metric::{ClockKind, IMPOSSIBLE_HERTZ, Metric};

/// A line is at most so wide.
const WIDTH: usize = 80;

/// Names stand in so many cells.
const NAME: usize = 12;

/// A metric and the cases of a suite that have it.
pub struct Explained {
    /// The suite.
    pub suite: &'static str,
    /// Its cases.
    pub cases: Vec<&'static str>,
    /// The metric, which is the same in all of them.
    pub metric: Metric,
}

/// Everything that is known of each metric.
pub fn text(all: &[Explained]) -> String {
    all.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn one(explained: &Explained) -> String {
    let Explained { suite, cases, metric } = explained;
    let clock = match metric.clock {
        ClockKind::Wall => "wall time",
        ClockKind::Cpu => "user CPU time with one thread, wall time with several",
    };
    let unit = format!("{}; shown in {}; {} is better", metric.unit, metric.screen.unit, metric.better);
    let mut rows = vec![
        ("of", format!("{suite}/{}", cases.join(&format!(", {suite}/")))),
        ("unit", unit),
        ("clock", clock.to_string()),
        ("says", metric.meaning.says.to_string()),
        ("misleads", metric.meaning.misleads.to_string()),
        ("equals", metric.meaning.equals.to_string()),
    ];
    if let Some(limit) = metric.limit {
        let hertz = IMPOSSIBLE_HERTZ / 1e9;
        rows.push(("invalid", format!("Beyond {} at {hertz} GHz, which no processor does.", limit.words)));
    }
    let rows: String = rows.iter().map(|(name, text)| row(name, text)).collect();
    format!("{}\n{rows}", metric.name)
}

fn row(name: &str, text: &str) -> String {
    let first = format!("  {name:<NAME$}");
    let later = " ".repeat(NAME + 2);
    format!(
        "{}\n",
        textwrap::fill(text, textwrap::Options::new(WIDTH).initial_indent(&first).subsequent_indent(&later))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostmark_harness::metric::{Better, Derivation, Limit, Meaning, Role, Screen};

    #[test]
    fn a_metric_is_explained() {
        let metric = Metric {
            name: "rate",
            unit: "B/s",
            better: Better::Higher,
            clock: ClockKind::Cpu,
            role: Role::Primary,
            derivation: Derivation::Rate { per_unit: 16.0 },
            screen: Screen { unit: "kB/s", scale: 1e-3, decimals: 2 },
            limit: Some(Limit { per_cycle: 32.0, words: "32 bytes a cycle" }),
            meaning: Meaning {
                says: "Bytes a second.",
                misleads: "Small messages measure the library's calls, large ones the algorithm; and so on to the next line.",
                equals: "the table of openssl speed.",
            },
        };
        let text = text(&[Explained { suite: "crypto", cases: vec!["md5", "sha512"], metric }]);
        insta::assert_snapshot!(text, @r"
        rate
          of          crypto/md5, crypto/sha512
          unit        B/s; shown in kB/s; higher is better
          clock       user CPU time with one thread, wall time with several
          says        Bytes a second.
          misleads    Small messages measure the library's calls, large ones the
                      algorithm; and so on to the next line.
          equals      the table of openssl speed.
          invalid     Beyond 32 bytes a cycle at 8 GHz, which no processor does.
        ");
    }
}
