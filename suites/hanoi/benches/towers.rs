//! One small tower of the hanoi kernel, through the suite's contract.

use std::time::Duration;

use criterion::Criterion;
use hostmark_hanoi::Hanoi;
use hostmark_harness::settings::Settings;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Environment, Item, Loop, Suite, Workload};

fn kernel(disks: u32) -> Box<dyn Loop> {
    let mut settings = Settings::new(Hanoi.name(), Hanoi.parameters());
    settings.set("disks", &[disks.to_string()]).expect("a small tower is accepted");
    let environment = Environment::bare(settings);
    let case = Hanoi.cases(&environment).remove(0);
    let implementation = Hanoi.implementations(&case, &environment).remove(0);
    let item = Item { suite: Hanoi.name(), case, implementation, threads: 1 };
    match Hanoi.prepare(&item, &environment).map(|prepared| prepared.workload) {
        Ok(Workload::Loop(mut kernels)) => kernels.remove(0),
        _ => unreachable!("hostmark's own kernel is a loop"),
    }
}

fn tower(criterion: &mut Criterion) {
    let (mut kernel, stop) = (kernel(16), Stop::new());
    criterion.bench_function("hanoi tower, 16 disks", |bencher| bencher.iter(|| kernel.run(1, &stop)));
}

fn main() {
    let short = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500));
    let mut criterion = short.measurement_time(Duration::from_secs(2)).configure_from_args();
    tower(&mut criterion);
    criterion.final_summary();
}
