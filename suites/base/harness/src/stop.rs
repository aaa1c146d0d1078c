//! The stop token that every workload takes, and the signals that set it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asked before and during work: has the person or the system asked to stop?
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A token that nothing has set.
    pub fn new() -> Self {
        Self::default()
    }

    /// A token that SIGINT and SIGTERM set. A second signal ends the program at once, with 130.
    /// SIGHUP keeps the meaning that it came with, so that `nohup` works.
    pub fn on_signals() -> io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let stop = Stop::new();
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop.0))?;
            signal_hook::flag::register(signal, Arc::clone(&stop.0))?;
        }
        Ok(stop)
    }

    /// True once it is set. Costs one relaxed load.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Asks everybody who holds the token to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
