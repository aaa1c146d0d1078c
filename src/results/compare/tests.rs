use hostmark_formats::chart_table;
use hostmark_harness::metric::{Better, ClockKind};
use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::status::Status;

use super::difference::Verdict;
use super::gate::{State, gate};
use super::{Comparison, Figure, Options, compare, export, from_table, table};
use crate::results::example::{invalid, rate, screen};

fn options() -> Options {
    Options { by: None, baseline: None, metric: None, margin: 0.02, anyway: false }
}

/// A record with its samples.
type Owned = (Record, Vec<f64>);

/// Samples lie around the value, in no order.
fn sampled(record: Record) -> Owned {
    let value = record.value.unwrap_or_default();
    let samples = (0..40).map(|index| value * (1.0 + 0.0005 * f64::from((index * 17) % 23 - 11))).collect();
    (record, samples)
}

fn bare(record: Record) -> Owned {
    (record, Vec::new())
}

fn compared(owned: &[Owned]) -> Comparison<'_> {
    by(owned, &options()).unwrap()
}

fn by<'a>(owned: &'a [Owned], options: &Options) -> anyhow::Result<Comparison<'a>> {
    let figures: Vec<Figure> = owned.iter().map(|(record, samples)| Figure { record, samples }).collect();
    compare(&figures, &[], options)
}

/// The verdict of each cell but the baseline's, and why.
fn verdicts<'a>(comparison: &'a Comparison) -> Vec<(Verdict, &'a str)> {
    let all = comparison.rows.iter().flat_map(|row| &row.differences).flatten();
    all.map(|difference| (difference.verdict, difference.why.as_str())).collect()
}

fn of_file(text: &str) -> Vec<Owned> {
    from_table::records(&chart_table(text.as_bytes()).unwrap()).unwrap().into_iter().map(bare).collect()
}

#[test]
fn a_table_says_what_is_shown() {
    let noisy =
        Record { flags: "noisy".parse().unwrap(), os: "FreeBSD 14.3".into(), ..rate("Free", "gcc", "gcc 14", 1303.0) };
    let figures = [
        sampled(rate("Debian", "hostmark", "0.1.0", 1000.0)),
        sampled(rate("Debian", "gcc", "gcc 12", 1000.0)),
        sampled(rate("Free", "hostmark", "0.1.0", 1004.0)),
        sampled(noisy),
        bare(rate("Alpine", "hostmark", "0.1.0", 900.0)),
        bare(invalid("Alpine")),
    ];
    insta::assert_snapshot!(table::table(&compared(&figures), &screen).collect::<String>(), @r"
    against Debian, by {label}

    cpu/primes form=kept limit=20000, hostmark (higher is better)
      Debian   1,000.00 events/s
      Free     1,004.00 events/s  +0.4 %  (-0.2 to +1.0)  same
      Alpine     900.00 events/s  -10.0 %  (-14.3 to -5.7)  slower
          by the intervals, without samples

    cpu/primes form=kept limit=20000, gcc (higher is better)
      Debian   1,000.00 events/s
      Free     1,303.00 events/s  +30.3 %  (+29.3 to +31.3)  faster
          [noisy]
      Alpine        not measured

    cpu/primes form=as-sysbench limit=20000, clang (higher is better)
      Debian        not measured
      Free          not measured
      Alpine             invalid

    cpu: geometric mean of speeds, 1 of 3 rows
      Debian     1.000
      Free       1.004
      Alpine     0.900

    gcc differs
      Debian  gcc 12
      Free    gcc 14
      Alpine  not known

    1 faster, 1 slower, 1 same
    In parentheses: between which percents the difference lies, all 3 together with 95 %.
    A single run of a host makes them wide: compare several. same: all of it within 2 %.
    ");
}

#[test]
fn single_figures_show_nothing_and_have_a_percentage() {
    let bare_metal = Record { low: None, high: None, samples: 0, ..rate("Bare", "gcc", "", 200.0) };
    let jail = Record { label: "Jail".into(), value: Some(190.0), ..bare_metal.clone() };
    let figures = [bare(bare_metal), bare(jail)];
    let comparison = compared(&figures);
    assert_eq!(verdicts(&comparison), [(Verdict::Inconclusive, "single figures show nothing")]);
    let difference = comparison.rows[0].differences[1].as_ref().unwrap();
    assert!((difference.percent().unwrap() + 5.0).abs() < 1e-9);
    assert_eq!(gate(&comparison, 10.0).state, State::Inconclusive);
}

#[test]
fn intervals_decide_where_there_are_no_samples() {
    let figures = [bare(rate("A", "gcc", "", 1000.0)), bare(rate("B", "gcc", "", 1100.0))];
    let comparison = compared(&figures);
    assert_eq!(verdicts(&comparison), [(Verdict::Faster, "by the intervals, without samples")]);
    let figures = [bare(rate("A", "gcc", "", 1000.0)), bare(rate("B", "gcc", "", 1010.0))];
    let near = compared(&figures);
    assert_eq!(verdicts(&near)[0].0, Verdict::Inconclusive);
}

#[test]
fn a_run_with_a_slow_pulse_may_be_as_fast_as_another() {
    let slow = |percent| Record { context: Parameters::new().with("pulse", percent), ..rate("B", "gcc", "", 850.0) };
    for (percent, verdict) in [(85, Verdict::Inconclusive), (99, Verdict::Slower)] {
        let figures = [sampled(rate("A", "gcc", "", 1000.0)), sampled(slow(percent))];
        assert_eq!(verdicts(&compared(&figures))[0].0, verdict, "pulse at {percent} %");
    }
}

#[test]
fn figures_of_one_run_are_compared_as_they_are() {
    let of = |run: &str, implementation: &str, value| {
        let context = Parameters::new().with("pulse", 80);
        sampled(Record { run: run.into(), context, ..rate("A", implementation, "", value) })
    };
    let one = [of("a1", "gcc", 1000.0), of("a1", "clang", 970.0)];
    assert_eq!(verdicts(&compared(&one)), [(Verdict::Slower, "")]);
    let two = [of("a1", "gcc", 1000.0), of("a2", "gcc", 970.0)];
    assert_eq!(verdicts(&compared(&two))[0].0, Verdict::Inconclusive);
}

#[test]
fn lower_is_better_for_times() {
    let slow = |label: &str, value| Record { better: Better::Lower, unit: "s".into(), ..rate(label, "gcc", "", value) };
    let figures = [sampled(slow("A", 1.0)), sampled(slow("B", 1.2))];
    let comparison = compared(&figures);
    assert_eq!(verdicts(&comparison)[0].0, Verdict::Slower);
    assert!((comparison.means[0].speeds[1].unwrap() - 1.0 / 1.2).abs() < 0.001);
}

#[test]
fn unlike_figures_are_refused_unless_asked_for() {
    let ours = rate("A", "gcc", "", 1000.0);
    let theirs = Record { label: "B".into(), ..ours.clone() };
    let unlike = [
        (Record { revision: Some(2), ..theirs.clone() }, "revision 1 against 2"),
        (Record { unit: "B/s".into(), ..theirs.clone() }, "unit 1/s against B/s"),
        (Record { clock: ClockKind::Cpu, ..theirs.clone() }, "clock wall against cpu"),
        (Record { threads: 4, ..theirs.clone() }, "threads 1 against 4"),
        (Record { context: Parameters::new().with("input", "abc"), ..theirs.clone() }, "input none against abc"),
        (Record { parameters: ours.parameters.clone().with("limit", 10000), ..theirs }, "limit 20000 against 10000"),
    ];
    for (other, words) in unlike {
        let ours = Record { revision: Some(1), ..ours.clone() };
        let figures = [sampled(ours), sampled(other)];
        let comparison = compared(&figures);
        let (verdict, why) = verdicts(&comparison)[0];
        assert_eq!(verdict, Verdict::NotComparable);
        assert_eq!(why, format!("{words}; --anyway compares all the same"));
        assert_eq!(comparison.means[0].speeds[1], None);
        let anyway = by(&figures, &Options { anyway: true, ..options() }).unwrap();
        assert_eq!(verdicts(&anyway), [(Verdict::Same, words)]);
    }
}

#[test]
fn what_has_no_result_is_not_comparable_and_no_mean() {
    let failed = Record { status: Status::Failed, value: None, note: "crashed".into(), ..rate("B", "gcc", "", 0.0) };
    let figures = [
        sampled(rate("A", "gcc", "", 1000.0)),
        bare(failed),
        sampled(rate("A", "clang", "", 1000.0)),
        sampled(rate("B", "clang", "", 2000.0)),
        sampled(rate("A", "cc", "", 1000.0)),
    ];
    let comparison = compared(&figures);
    assert_eq!(verdicts(&comparison)[0], (Verdict::NotComparable, "it is failed: crashed"));
    let mean = &comparison.means[0];
    assert_eq!((mean.taken, mean.all), (1, 3));
    assert!((mean.speeds[1].unwrap() - 2.0).abs() < 0.01);
    let gate = gate(&comparison, 5.0);
    assert_eq!(gate.state, State::Inconclusive);
    assert_eq!(gate.lines.len(), 2, "{:?}", gate.lines);
}

#[test]
fn implementations_of_one_host_are_compared_without_their_variants() {
    let mut ring = rate("A", "ring", "0.17", 1500.0);
    ring.parameters = Parameters::new().with("limit", 20000);
    let figures = [sampled(rate("A", "openssl", "3.0", 1000.0)), sampled(ring)];
    let comparison = compared(&figures);
    assert_eq!(
        (comparison.by.as_str(), comparison.columns.clone()),
        ("{implementation}", vec!["openssl".into(), "ring".into()])
    );
    assert_eq!(verdicts(&comparison), [(Verdict::Faster, "")]);
}

#[test]
fn several_variants_in_one_column_are_told_apart_first() {
    let mut other = rate("A", "gcc", "", 900.0);
    other.parameters = other.parameters.with("form", "as-sysbench");
    let figures = [sampled(rate("A", "hostmark", "", 1000.0)), sampled(rate("A", "gcc", "", 1000.0)), sampled(other)];
    let comparison = compared(&figures);
    let (verdict, why) = verdicts(&comparison)[0];
    assert_eq!(verdict, Verdict::NotComparable);
    assert!(why.ends_with("use --by '{implementation} {form}'"), "{why}");
    let told_by = Options { by: Some("{implementation} {form}".into()), ..options() };
    let told = by(&figures, &told_by).unwrap();
    assert_eq!(told.columns, ["hostmark kept", "gcc kept", "gcc as-sysbench"]);
    assert_eq!(
        verdicts(&told).iter().map(|(verdict, _)| *verdict).collect::<Vec<_>>(),
        [Verdict::Same, Verdict::Slower]
    );
}

#[test]
fn runs_of_one_label_count_together() {
    let run = |label: &str, run: &str, value| sampled(Record { run: run.into(), ..rate(label, "gcc", "", value) });
    let figures = [run("A", "a1", 1000.0), run("A", "a2", 1080.0), run("B", "b1", 1030.0), run("B", "b2", 1110.0)];
    let comparison = compared(&figures);
    assert_eq!(comparison.rows[0].cells[0].as_ref().unwrap().runs, 2);
    assert_eq!(verdicts(&comparison)[0].0, Verdict::Inconclusive, "runs that differ by 8 % hide 3 %");
    let by_run = Options { by: Some("run".into()), baseline: Some("a2".into()), ..options() };
    assert_eq!(by(&figures, &by_run).unwrap().columns, ["a2", "a1", "b1", "b2"]);
}

#[test]
fn what_cannot_be_compared_is_said_in_one_line() {
    let one = [sampled(rate("A", "gcc", "", 1000.0))];
    let problem = by(&one, &options()).unwrap_err().to_string();
    assert!(problem.starts_with("there is nothing to compare: all figures have the same {label}"), "{problem}");
    let two = [sampled(rate("Debian", "gcc", "", 1000.0)), sampled(rate("B", "gcc", "", 1000.0))];
    let named = Options { baseline: Some("Debiam".into()), ..options() };
    let problem = by(&two, &named).unwrap_err().to_string();
    assert_eq!(problem, "there is no column 'Debiam'; did you mean 'Debian'?");
}

#[test]
fn case_st_1_noise_is_no_difference() {
    let figures = of_file(include_str!("../../../tests/data/compare-within-noise.csv"));
    let comparison = compared(&figures);
    let row = &comparison.rows[0];
    let values: Vec<Option<f64>> = row.cells.iter().map(|cell| cell.as_ref().unwrap().value).collect();
    assert_eq!(values, [Some(10.05), Some(10.09)]);
    let difference = row.differences[1].as_ref().unwrap();
    assert!((difference.percent().unwrap() - 0.398).abs() < 0.001);
    let (verdict, why) = verdicts(&comparison)[0];
    assert_eq!((verdict, why), (Verdict::Inconclusive, "no difference shown: 5 and 5 samples are too few"));
    assert_eq!(gate(&comparison, 3.0).state, State::Held);
}

#[test]
fn case_st_3_a_gate_honours_the_direction_and_names_what_is_worse() {
    let figures = of_file(include_str!("../../../tests/data/compare-regression.csv"));
    let comparison = compared(&figures);
    let percents: Vec<String> = comparison
        .rows
        .iter()
        .map(|row| format!("{:+.1}", row.differences[1].as_ref().unwrap().percent().unwrap()))
        .collect();
    assert_eq!(percents, ["-36.8", "+1.1"]);
    let five = gate(&comparison, 5.0);
    assert_ne!(five.state, State::Held);
    assert_eq!(five.lines.len(), 1);
    assert!(five.lines[0].starts_with("nginx-https in new: -36.8 %"), "{:?}", five.lines);
    let one = gate(&comparison, 1.0);
    assert_eq!(one.lines.len(), 2, "{:?}", one.lines);
    assert!(one.lines[1].starts_with("lzma-compress in new: +1.1 %"), "{:?}", one.lines);
}

#[test]
fn a_gate_is_tripped_by_what_is_shown_and_held_by_what_is_excluded() {
    let figures = |value| [sampled(rate("A", "gcc", "", 1000.0)), sampled(rate("B", "gcc", "", value))];
    for (value, state) in
        [(900.0, State::Tripped), (990.0, State::Held), (1100.0, State::Held), (951.0, State::Inconclusive)]
    {
        let figures = figures(value);
        assert_eq!(gate(&compared(&figures), 5.0).state, state, "{value}");
    }
}

#[test]
fn programs_get_every_cell() {
    let figures = [
        sampled(rate("A", "gcc", "", 1000.0)),
        sampled(rate("B", "gcc", "", 900.0)),
        sampled(rate("A", "clang", "", 1000.0)),
    ];
    let comparison = compared(&figures);
    let csv = export::csv(&comparison).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 3, "{csv}");
    assert!(
        lines[0].starts_with("suite,case,row,metric,unit,better,baseline,column,baseline_value,value,ratio,"),
        "{csv}"
    );
    assert!(lines[2].contains(",not measured,"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&export::json(&comparison).unwrap()).unwrap();
    assert_eq!(json["rows"][0]["verdict"], "slower");
    assert_eq!(json["means"][0]["of"], 2);
}
