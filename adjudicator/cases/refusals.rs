//! What the referee refused, beside what the case said would be refused.

use super::Failure;
use std::collections::BTreeMap;
use tabellarius_kernel::{Complaint, Listed, Problem, Reason as _, Refusal};

/// A letter's line that is marked with `!`: it must be refused, and by this rule or for this reason.
struct Mark {
    why: String,
    seen: bool,
}

/// The refusals of a case by the line of the file.
#[derive(Default)]
pub struct Refusals {
    marks: BTreeMap<usize, Mark>,
    came: BTreeMap<usize, Vec<String>>,
}

impl Refusals {
    /// Notes that a line must be refused.
    pub fn mark(&mut self, line: usize, why: &str) {
        self.marks.insert(line, Mark { why: why.trim().to_string(), seen: false });
    }

    /// Whether no line is marked.
    pub fn expects_nothing(&self) -> bool {
        self.marks.is_empty()
    }

    /// Notes a line that was not understood.
    pub fn misread<R: serde::Serialize>(&mut self, line: usize, problem: &Problem<R>) {
        let piece = &problem.piece;
        let why = match &problem.why {
            Complaint::Expected { what } => format!("expected: {what} is missing"),
            Complaint::Unknown { what, meant } => {
                let meant = meant.as_ref().map_or(String::new(), |meant| format!("; did you mean '{meant}'?"));
                format!("unknown: '{piece}' is not known as {what}{meant}")
            }
            Complaint::Ambiguous { fits, .. } => format!("ambiguous: '{piece}' could be {}", fits.join(", ")),
            other => format!("not understood: '{piece}' ({})", tag(other, "complaint")),
        };
        self.came.entry(line).or_default().push(why);
    }

    /// Notes an order that the rules refused.
    pub fn refused<G: Listed>(&mut self, game: &G, refusal: &Refusal<G>) {
        let (rule, why) = (refusal.reason.rule(), tag(&refusal.reason, "reason"));
        let why = format!("{rule} {why}: '{}'", game.print_order(&refusal.order, "en"));
        let list = self.came.entry(refusal.line as usize).or_default();
        if !list.contains(&why) {
            list.push(why);
        }
    }

    /// What was refused and should not have been, and the other way round.
    pub fn failures(&mut self) -> Vec<Failure> {
        let mut failures = Vec::new();
        for (line, reasons) in std::mem::take(&mut self.came) {
            let came = reasons.join("; ");
            match self.marks.get_mut(&line) {
                Some(mark) => {
                    mark.seen = true;
                    if !reasons.iter().any(|reason| fits(&mark.why, reason)) {
                        let what = format!("expected to be refused by {}; it was refused: {came}", mark.why);
                        failures.push(Failure { line, what });
                    }
                }
                None => failures.push(Failure { line, what: format!("refused, {came}") }),
            }
        }
        for (line, mark) in std::mem::take(&mut self.marks).into_iter().filter(|(_, mark)| !mark.seen) {
            let by = if mark.why.is_empty() { String::new() } else { format!(" by {}", mark.why) };
            failures.push(Failure { line, what: format!("expected to be refused{by}; it was not") });
        }
        failures
    }
}

/// Whether a reason has all the words that are asked for: a rule number, or the name of the reason.
fn fits(wanted: &str, reason: &str) -> bool {
    let head = reason.split(':').next().unwrap_or_default().to_lowercase();
    let words: Vec<&str> = head.split_whitespace().collect();
    wanted.to_lowercase().split_whitespace().filter(|word| *word != "refused").all(|word| words.contains(&word))
}

/// The name of a reason as it is written down, in plain words.
fn tag(value: &impl serde::Serialize, key: &str) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.get(key).and_then(|tag| tag.as_str()).unwrap_or("refused").replace('-', " ")
}
