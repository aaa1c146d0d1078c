//! The host block: what is known of a machine in a dozen rows for people.

use super::{Fact, Host};

impl Host {
    /// Rows of name and text, in the order to print them. What is unknown is said with its reason.
    pub fn lines(&self) -> Vec<(String, String)> {
        let rows = [
            ("OS", self.system.describe(|system| system.full_name.clone())),
            ("Kernel", self.kernel.describe(|kernel| kernel.describe())),
            ("CPU", self.processor.model.describe(String::clone)),
            ("CPU features", self.processor.notable_features()),
            ("Caches", self.processor.describe_caches()),
            ("CPUs", format!("{}; {}", self.cpus.describe(), threads(self.usable_threads()))),
            ("Memory", self.memory.describe()),
            ("Machine", layer(&self.machine)),
            ("Container", layer(&self.container)),
            ("C library", self.c_library.describe(|library| library.describe())),
            ("Clock", self.clock.describe()),
            ("Frequency", self.frequency.describe()),
            ("Work folder", self.work_folder.describe(|file_system| file_system.describe())),
            ("Load", self.activity.describe()),
        ];
        rows.map(|(name, text)| (name.to_string(), text)).to_vec()
    }
}

fn threads(count: usize) -> String {
    if count == 1 { "1 usable thread".to_string() } else { format!("{count} usable threads") }
}

/// A layer with the signal that decided, or why none is named.
fn layer(fact: &Fact<String>) -> String {
    match fact {
        Fact::Known { value, source } => format!("{value} ({source})"),
        Fact::Unknown { reason } => reason.clone(),
    }
}
