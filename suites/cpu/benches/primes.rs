//! One event of the cpu kernel, through the suite's contract.

use std::time::Duration;

use criterion::Criterion;
use hostmark_cpu::Cpu;
use hostmark_harness::settings::Settings;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Loop, Suite, Workload};

fn kernel() -> Box<dyn Loop> {
    let environment = Environment::bare(Settings::new(Cpu.name(), Cpu.parameters()));
    let case = Cpu.cases(&environment).remove(0);
    let implementation = Cpu.implementations(&case, &environment).remove(0);
    let item = Item { suite: Cpu.name(), case, implementation, threads: 1 };
    match Cpu.prepare(&item, &environment).map(|prepared| prepared.workload) {
        Ok(Workload::Loop(mut kernels)) => kernels.remove(0),
        _ => unreachable!("hostmark's own kernel is a loop"),
    }
}

fn event(criterion: &mut Criterion) {
    let (mut kernel, stop) = (kernel(), Stop::new());
    criterion.bench_function("cpu event, limit 20000", |bencher| bencher.iter(|| kernel.run(1, &stop)));
}

fn main() {
    let short = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500));
    let mut criterion = short.measurement_time(Duration::from_secs(2)).configure_from_args();
    event(&mut criterion);
    criterion.final_summary();
}
