//! What two readings say together: the causes of noise between them.

use super::cause::{Cause, Resource};
use super::reading::{Reading, Times};

/// A result is wanted within 1 %; what the hypervisor takes beyond that, no count of samples mends.
const STEAL_PERCENT: f64 = 1.0;

/// Steal is counted in ticks of mostly 10 ms; one or two may be rounding, not a neighbour.
const STEAL_TICKS: u64 = 3;

/// A measurement itself keeps at most all CPUs busy; one task more than that waits, or makes it wait.
const LOAD_ABOVE_CPUS: f64 = 1.0;

/// Below this share of time, waits are those of the measurement's own threads as they start and end.
const PRESSURE_PERCENT: f64 = 5.0;

/// A quiet kernel interrupts a busy thread a few times a second; a competitor on the same CPU does so
/// at each end of its time slice, which is every 3 to 10 ms.
const SWITCHES_PER_SECOND: f64 = 50.0;

/// Turbo frequencies move by a step of 100 MHz, near 3 %, all the time; a fall beyond 5 % is more.
const FREQUENCY_FALL_PERCENT: f64 = 5.0;

/// The causes seen between two readings that are `wall_seconds` apart, in the order of `Cause`.
///
/// A counter that is missing or goes backwards gives no cause. The load is held against the CPUs of
/// the machine that it speaks of, which in a container are not those that this process may use.
pub fn causes(before: &Reading, after: &Reading, wall_seconds: f64) -> Vec<Cause> {
    if !(wall_seconds.is_finite() && wall_seconds > 0.0) {
        return Vec::new();
    }
    let pressure = |resource, before, after| pressure(resource, grown(before, after)?, wall_seconds);
    let found = [
        steal(before.times, after.times),
        load(after),
        pressure(Resource::Cpu, before.pressure_cpu, after.pressure_cpu),
        pressure(Resource::Io, before.pressure_io, after.pressure_io),
        pressure(Resource::Memory, before.pressure_memory, after.pressure_memory),
        switches(grown(before.switches, after.switches), wall_seconds),
        quota(before.quota, after.quota),
        heat(grown(before.thermal, after.thermal)),
        frequency(before.frequency, after.frequency),
    ];
    found.into_iter().flatten().collect()
}

/// How much a counter grew; `None` where it is missing or went backwards.
fn grown(before: Option<u64>, after: Option<u64>) -> Option<u64> {
    after?.checked_sub(before?)
}

fn steal(before: Option<Times>, after: Option<Times>) -> Option<Cause> {
    let (before, after) = (before?, after?);
    let stolen = after.steal.checked_sub(before.steal)?;
    let wanted = after.busy.checked_sub(before.busy)?.checked_add(stolen)?;
    let percent = 100.0 * stolen as f64 / wanted.max(1) as f64;
    (stolen >= STEAL_TICKS && percent >= STEAL_PERCENT).then_some(Cause::Steal { percent })
}

fn load(after: &Reading) -> Option<Cause> {
    let (average, cpus) = (after.load?, after.cpus?);
    (average > cpus as f64 + LOAD_ABOVE_CPUS).then_some(Cause::Load { average, cpus })
}

fn pressure(resource: Resource, microseconds: u64, wall_seconds: f64) -> Option<Cause> {
    let percent = (microseconds as f64 / 1e6 / wall_seconds * 100.0).min(100.0);
    (percent >= PRESSURE_PERCENT).then_some(Cause::Pressure { resource, percent })
}

fn switches(count: Option<u64>, wall_seconds: f64) -> Option<Cause> {
    let per_second = count? as f64 / wall_seconds;
    (per_second >= SWITCHES_PER_SECOND).then_some(Cause::Switches { per_second })
}

/// Any time counts: a quota that is used up once has stopped the clocked work.
fn quota(before: Option<(u64, f64)>, after: Option<(u64, f64)>) -> Option<Cause> {
    let (before, after) = (before?, after?);
    let times = after.0.checked_sub(before.0)?;
    let seconds = (after.1 - before.1).max(0.0);
    (times > 0 && seconds.is_finite()).then_some(Cause::QuotaThrottled { times, seconds })
}

/// Any event counts: the processor only slows itself when it is too hot.
fn heat(times: Option<u64>) -> Option<Cause> {
    let times = times?;
    (times > 0).then_some(Cause::ThermalThrottled { times })
}

/// Only a fall counts: an idle CPU rises when the work begins, and calibration warms it.
fn frequency(before: Option<(f64, f64)>, after: Option<(f64, f64)>) -> Option<Cause> {
    let ((_, from), (_, to)) = (before?, after?);
    (to < from * (1.0 - FREQUENCY_FALL_PERCENT / 100.0)).then_some(Cause::Frequency { from, to })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    fn quiet() -> Reading {
        Reading {
            times: Some(Times { busy: 1000, idle: 9000, steal: 50 }),
            cpus: Some(2),
            pressure_cpu: Some(1_000_000),
            pressure_io: Some(5),
            pressure_memory: Some(0),
            load: Some(1.0),
            frequency: Some((0.8e9, 3.6e9)),
            thermal: Some(4),
            quota: Some((3, 0.2)),
            switches: Some(10),
        }
    }

    #[test]
    fn a_quiet_machine_has_no_causes() {
        assert_eq!(causes(&quiet(), &quiet(), 2.0), []);
        let mut after = quiet();
        after.times = Some(Times { busy: 1200, idle: 9000, steal: 52 });
        after.pressure_cpu = Some(1_090_000);
        after.switches = Some(100);
        after.load = Some(3.0);
        after.frequency = Some((0.8e9, 3.5e9));
        assert_eq!(causes(&quiet(), &after, 2.0), [], "each just below its threshold");
    }

    #[test]
    fn each_disturbance_is_named() {
        let after = Reading {
            times: Some(Times { busy: 1190, idle: 9200, steal: 60 }),
            cpus: Some(2),
            pressure_cpu: Some(1_200_000),
            pressure_io: Some(400_005),
            pressure_memory: Some(9_000_000),
            load: Some(7.2),
            frequency: Some((0.8e9, 2.0e9)),
            thermal: Some(5),
            quota: Some((15, 0.6)),
            switches: Some(410),
        };
        let words: Vec<String> = causes(&quiet(), &after, 2.0).iter().map(Cause::to_string).collect();
        assert_eq!(
            words,
            [
                "steal 5.0 %",
                "load 7.2 on 2 CPUs",
                "CPU pressure 10.0 %",
                "I/O pressure 20.0 %",
                "memory pressure 100.0 %",
                "200 involuntary switches/s",
                "CPU quota held the process back 12 times, 0.4 s",
                "heat slowed the CPU once",
                "frequency fell from 3.60 to 2.00 GHz",
            ]
        );
    }

    #[test]
    fn counters_that_go_backwards_or_are_missing_give_no_cause() {
        let mut later = quiet();
        later.frequency = None;
        let low = Reading { load: None, ..Reading::take(&saved("docker-quota")) };
        let start = Reading { times: Some(Times::default()), pressure_cpu: Some(0), switches: Some(0), ..low };
        assert_eq!(causes(&later, &Reading { quota: Some((0, 0.0)), thermal: Some(0), ..start }, 1.0), []);
        assert_eq!(causes(&Reading::default(), &quiet(), 1.0), []);
        assert_eq!(causes(&quiet(), &Reading::default(), 1.0), []);
        let extreme = Reading { times: Some(Times { busy: u64::MAX, idle: 0, steal: u64::MAX }), ..quiet() };
        assert_eq!(causes(&quiet(), &extreme, 1.0), []);
    }

    #[test]
    fn without_time_nothing_is_said() {
        let mut after = quiet();
        after.switches = Some(u64::MAX);
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(causes(&quiet(), &after, seconds), []);
        }
    }

    #[test]
    fn a_saved_pair_under_a_quota() {
        let before = Reading { quota: Some((0, 0.0)), ..Reading::take(&saved("docker-quota")) };
        let after = Reading::take(&saved("docker-quota"));
        let found = causes(&before, &after, 1.0);
        assert_eq!(found, [Cause::QuotaThrottled { times: 12, seconds: 0.4 }]);
        assert!(found.iter().all(Cause::is_throttling));
    }
}
