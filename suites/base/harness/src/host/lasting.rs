//! What of a machine stays from minute to minute and could explain why its figures differ from another's.

use super::Host;

impl Host {
    /// Names and texts, in the order of what explains most often; nothing where it is not known.
    pub fn lasting(&self) -> Vec<(&'static str, Option<String>)> {
        let boost = |on: &bool| if *on { "on" } else { "off" }.to_string();
        let quota = self.cpus.quota.value().copied().flatten();
        vec![
            ("CPU", self.processor.model.value().cloned()),
            ("CPU features", Some(self.processor.notable_features())),
            ("caches", Some(self.processor.describe_caches())),
            ("usable threads", Some(self.usable_threads().to_string())),
            ("CPU quota", Some(quota.map_or("none".to_string(), |quota| format!("{quota:.2} CPUs")))),
            ("usable memory", self.usable_memory().map(crate::units::bytes)),
            ("governor", self.frequency.governor.value().cloned()),
            ("boost", self.frequency.boost.value().map(boost)),
            ("highest frequency", self.frequency.maximum.value().map(|hertz| format!("{:.2} GHz", hertz / 1e9))),
            ("clock source", self.clock.source.value().cloned()),
            ("clock reading", self.clock.cost.value().map(|seconds| rough(*seconds))),
            ("machine", self.machine.value().cloned()),
            ("container", self.container.value().cloned()),
            ("OS", self.system.value().map(|system| system.full_name.clone())),
            ("kernel", self.kernel.value().map(|kernel| kernel.describe())),
            ("C library", self.c_library.value().map(|library| library.describe())),
            ("work folder", self.work_folder.value().map(|folder| folder.kind.clone())),
        ]
    }
}

/// A time to the next power of two, so that two measurements of one clock are the same.
fn rough(seconds: f64) -> String {
    format!("about {:.0} ns", 2f64.powf((seconds * 1e9).log2().round()))
}
