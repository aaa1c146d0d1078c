//! What will disturb a measurement on this host, and whether hostmark itself measures right here.

mod checks;
mod leftovers;
mod programs;
mod self_test;

use serde::Serialize;

pub use checks::checks;
pub use leftovers::leftovers;
pub use programs::programs;
pub use self_test::self_test;

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It disturbs nothing.
    Ok,
    /// It will disturb, or is not what it seems.
    Warning,
    /// It cannot be told here.
    Unknown,
    /// It is not here.
    Missing,
    /// Hostmark measures wrongly here.
    Failed,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// How it stands.
    pub state: State,
    /// What was looked at.
    pub topic: String,
    /// What was seen.
    pub text: String,
    /// What to do; nothing where there is nothing to do.
    pub advice: String,
}

impl Finding {
    fn new(state: State, topic: &str, text: impl Into<String>, advice: &str) -> Self {
        Finding { state, topic: topic.to_string(), text: text.into(), advice: advice.to_string() }
    }

    fn ok(topic: &str, text: impl Into<String>) -> Self {
        Finding::new(State::Ok, topic, text, "")
    }
}
