//! Child processes that time themselves: JSON lines on standard input and output.
//!
//! | hostmark writes | the worker answers |
//! |---|---|
//! | `{"prepare":{...}}` | `{"ready":{...}}`, what it reports of itself |
//! | `{"run":N}` | `{"start":s,"seconds":s,"cpu_user":s,"cpu_system":s,"units":N,"answer":...,"events":[s,...],"values":{...}}` |
//!
//! `start` is the worker's CLOCK_MONOTONIC in seconds, so that several workers have one common interval;
//! `answer` is a whole number, a text, or null where it is discarded. `events` may be left out, and so may `values`: what
//! the kernel measured or counted itself, as means over the units.
//! Each request may instead be answered by `{"error":"text"}`, or by `{"unavailable":"text"}` where the host lacks what
//! it needs. At the end of its input a worker ends.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::children::{Children, Guarded};
use crate::programs::wait_for;
use crate::status::NoResult;
use crate::stop::Stop;

/// The longest line that is taken from a worker.
const LONGEST_LINE: u64 = 16 << 20;

/// How long a worker may be silent after it was asked to run, where its suite says nothing else.
const PATIENCE: Duration = Duration::from_secs(120);

/// A worker process under the registry's care.
#[derive(Debug)]
pub struct Worker {
    name: String,
    guarded: Guarded,
    lines: Receiver<String>,
    stop: Stop,
    patience: Duration,
}

/// A worker's answer to `run`. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Ran {
    /// Its monotonic clock when the work began.
    pub start: f64,
    /// Wall time of the work.
    pub seconds: f64,
    /// User CPU time of the work.
    pub cpu_user: Option<f64>,
    /// System CPU time of the work.
    pub cpu_system: Option<f64>,
    /// Units done.
    pub units: u64,
    answer: Value,
    /// Wall time of each event.
    #[serde(default)]
    pub events: Vec<f64>,
    /// What the kernel measured itself, by name: means over the units.
    #[serde(default)]
    pub values: BTreeMap<String, f64>,
}

impl Ran {
    /// The answer in the harness's form.
    pub fn answer(&self) -> Answer {
        match &self.answer {
            Value::Null => Answer::Discarded,
            Value::Number(number) => number.as_u64().map_or_else(|| Answer::Text(number.to_string()), Answer::Count),
            Value::String(text) => Answer::Text(text.clone()),
            other => Answer::Text(other.to_string()),
        }
    }
}

impl Worker {
    /// Starts a worker. `name` is what messages call it.
    pub fn start(name: &str, command: &mut Command, children: &Children, stop: &Stop) -> Result<Worker, NoResult> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut guarded = children
            .spawn(command)
            .map_err(|problem| NoResult::Failed(format!("{name} cannot be started: {problem}")))?;
        let stdout = guarded.child.stdout.take();
        let (sender, lines) = sync_channel(1);
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut reader = BufReader::new(stdout);
            let mut line = String::new();
            while std::io::Read::take(&mut reader, LONGEST_LINE).read_line(&mut line).is_ok_and(|length| length > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    return;
                }
            }
        });
        Ok(Worker { name: name.to_string(), guarded, lines, stop: stop.clone(), patience: PATIENCE })
    }

    /// Lets it be silent for so long after it was asked to run; by default two minutes.
    pub fn patient(self, patience: Duration) -> Worker {
        Worker { patience, ..self }
    }

    /// Sends what the worker needs to know before it runs; gives what it reports of itself.
    pub fn prepare(&mut self, request: Value, limit: Duration) -> Result<Value, NoResult> {
        self.send(&json!({ "prepare": request }))?;
        let mut answer = self.receive(limit)?;
        match answer.get_mut("ready") {
            Some(ready) => Ok(ready.take()),
            None => Err(self.failure("gave no 'ready' line")),
        }
    }

    /// Asks for `units` of work, without waiting for it.
    pub fn ask_to_run(&mut self, units: u64) -> Result<(), NoResult> {
        self.send(&json!({ "run": units }))
    }

    /// Waits for the answer to [`Worker::ask_to_run`].
    pub fn ran(&mut self) -> Result<Ran, NoResult> {
        let answer = self.receive(self.patience)?;
        let ran: Ran = serde_json::from_value(answer)
            .map_err(|problem| self.failure(&format!("answered outside the protocol ({problem})")))?;
        let plausible = ran.seconds.is_finite() && ran.seconds >= 0.0 && ran.start.is_finite();
        if plausible { Ok(ran) } else { Err(self.failure("reported an impossible time")) }
    }

    fn send(&mut self, request: &Value) -> Result<(), NoResult> {
        let sent =
            self.guarded.child.stdin.as_mut().map(|stdin| writeln!(stdin, "{request}").and_then(|()| stdin.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    fn receive(&mut self, limit: Duration) -> Result<Value, NoResult> {
        let deadline = Instant::now() + limit;
        let Some(line) = wait_for(&self.lines, deadline, &self.stop)? else {
            return Err(if Instant::now() < deadline {
                self.ended()
            } else {
                self.failure(&format!("gave no answer for {} s and was stopped", limit.as_secs()))
            });
        };
        let answer: Value = serde_json::from_str(&line).map_err(|_| self.failure("answered outside the protocol"))?;
        let said = |name: &str| answer.get(name).and_then(Value::as_str);
        match (said("unavailable"), said("error")) {
            (Some(reason), _) => Err(NoResult::Unavailable(reason.to_string())),
            (None, Some(problem)) => Err(self.failure(&format!("says: {problem}"))),
            (None, None) => Ok(answer),
        }
    }

    fn failure(&self, what: &str) -> NoResult {
        NoResult::Failed(format!("{} {what}", self.name))
    }

    fn ended(&mut self) -> NoResult {
        // The pipe closes a moment before the process can be reaped.
        let deadline = Instant::now() + Duration::from_millis(200);
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.guarded.child.try_wait() {
                return self.failure(&format!("ended by itself ({status})"));
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.failure("closed its output")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(20);

    fn worker(script: &str) -> Worker {
        let mut command = Command::new("sh");
        Worker::start("the worker", command.args(["-c", script]), &Children::new(), &Stop::new()).unwrap()
    }

    fn run(script: &str) -> Result<Ran, NoResult> {
        let mut worker = worker(script);
        worker.ask_to_run(3)?;
        worker.ran()
    }

    #[test]
    fn a_run_gives_times_and_an_answer() {
        let line = r#"{"start":1.5,"seconds":0.25,"cpu_user":0.2,"cpu_system":0,"units":3,"answer":6783}"#;
        let ran = run(&format!("read request; test \"$request\" = '{{\"run\":3}}' && echo '{line}'")).unwrap();
        assert_eq!((ran.start, ran.seconds, ran.units), (1.5, 0.25, 3));
        assert_eq!(ran.answer(), Answer::Count(6783));
    }

    #[test]
    fn what_it_reports_of_itself_comes_back() {
        let mut worker = worker("read request; echo '{\"ready\":{\"version\":\"3\"}}'");
        assert_eq!(worker.prepare(json!({}), SOON).unwrap(), json!({"version": "3"}));
    }

    #[test]
    fn crash_hang_and_nonsense_are_told_apart() {
        let message = |script: &str| run(script).unwrap_err().to_string();
        assert_eq!(message("read request; exit 3"), "the worker ended by itself (exit status: 3)");
        assert_eq!(message("read request; echo hello"), "the worker answered outside the protocol");
        assert!(message("read r; echo '{\"units\":1}'").starts_with("the worker answered outside the protocol (miss"));
        assert_eq!(message("read request; echo '{\"error\":\"no memory\"}'"), "the worker says: no memory");
        let lacking = run("read request; echo '{\"unavailable\":\"not offered\"}'").unwrap_err();
        assert_eq!(lacking, NoResult::Unavailable("not offered".into()));
        let mut hanging = worker("read request; sleep 60").patient(Duration::from_millis(30));
        hanging.ask_to_run(1).unwrap();
        assert!(hanging.ran().unwrap_err().to_string().contains("no answer"));
    }
}
