//! The lzma suite against xz and tar as whole programs, on the same liblzma and the same input.

use std::process::Command;
use std::time::Duration;

use hostmark_archive::codec::{Codec, Encoding, Preset};
use hostmark_archive::pack::pack;
use hostmark_corpus::Profile;
use hostmark_harness::clock::SystemClock;
use hostmark_harness::sample::Sample;
use hostmark_harness::source::{self, Instruments, Source};
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Environment;
use hostmark_lzma::Lzma;
use hostmark_probe::liblzma::Liblzma;

use crate::Problem;
use crate::kernels;
use crate::race::Race;

/// Runs all races; false when a bar is missed.
pub fn races() -> Result<bool, Problem> {
    bytes_are_equal()?;
    let tiny = kernels::environment(&Lzma, &[("corpus", "tiny")])?;
    let small = kernels::environment(&Lzma, &[("corpus", "small")])?;
    let equal = (0.98, 1.02);
    let mut all_hold = race("lzma: encode / xz -6 -T1 -c, CPU", 20, equal, ["encode", "xz"], &tiny, cpu)?;
    all_hold &= race("lzma: compress / tar cJf with XZ_OPT=-T1, CPU", 20, equal, ["compress", "tar"], &tiny, cpu)?;
    all_hold &= race("lzma: decode / xz -dc -T1, CPU", 40, (0.97, 1.03), ["decode", "xz"], &small, cpu)?;
    all_hold &= race("lzma: extract / tar xJf, wall", 40, (0.97, 9.99), ["extract", "tar"], &small, wall)?;
    Ok(all_hold)
}

fn cpu(sample: &Sample) -> Option<f64> {
    Some(sample.cpu_user? + sample.cpu_system?)
}

fn wall(sample: &Sample) -> Option<f64> {
    Some(sample.seconds)
}

/// Pieces of work a second of the clock that counts: the host's liblzma behind the probe against a program. What they make
/// is checked, in each run, by the digest of the input.
fn race(
    name: &'static str,
    pairs: usize,
    bar: (f64, f64),
    [case, program]: [&str; 2],
    environment: &Environment,
    seconds: fn(&Sample) -> Option<f64>,
) -> Result<bool, Problem> {
    let (clock, stop) = (SystemClock::new(), Stop::new());
    let tools = Instruments { clock: &clock, clock_cost: 0.0, stop: &stop };
    let contender = |name: &str| {
        let (workload, item) = kernels::prepare(&Lzma, case, name, environment)?;
        Ok::<_, Problem>(source::of(workload, item.known().clone(), Duration::ZERO, tools))
    };
    let (mut reference, mut ours) = (contender(program)?, contender("liblzma")?);
    let speed = |source: &mut Box<dyn Source + '_>| {
        let samples = source.draw(1)?;
        let taken: f64 = samples.iter().filter_map(seconds).sum();
        if taken > 0.0 { Ok(1.0 / taken) } else { Err(Problem::from("a run without time")) }
    };
    Race { name, pairs, bar }.run(&mut || speed(&mut reference), &mut || speed(&mut ours))
}

/// What is encoded has to be the very file that xz makes.
fn bytes_are_equal() -> Result<(), Problem> {
    let folder = tempfile::tempdir()?;
    let (tree, plain) = (folder.path().join("tree"), folder.path().join("plain.tar"));
    std::fs::create_dir(&tree)?;
    hostmark_corpus::write(Profile::Tiny, &tree, &Stop::new())?;
    pack(&tree, &mut std::fs::File::create(&plain)?, &Stop::new())?;
    let theirs = Command::new("xz").args(["-6", "-T1", "-c"]).arg(&plain).output()?.stdout;
    let (library, _) = Liblzma::open(None)?;
    let mut ours = Vec::new();
    let encoding = Encoding { preset: Preset { level: 6, extreme: false }, threads: 1 };
    library.encode(encoding, &mut std::fs::File::open(&plain)?, &mut ours, &Stop::new())?;
    if ours == theirs { Ok(()) } else { Err("our .xz and that of xz -6 -T1 are not the same bytes".into()) }
}
