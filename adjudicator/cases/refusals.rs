//! What the referee refused, beside what the case said would be refused.

use super::Failure;
use std::collections::{BTreeMap, BTreeSet};
use tabellarius_kernel::{Complaint, Listed, Problem, Reason as _, Refusal};

/// A letter's line that is marked with `!`: it must be refused, and by this rule or for this reason.
struct Mark {
    why: String,
    seen: bool,
}

/// What its writer is told of a line.
struct Spoken {
    why: Option<String>,
    /// What stands in its way a little.
    soft: Option<String>,
    /// Whether only nothing asks for it.
    is_idle: bool,
}

/// The refusals of a case by the line of the file.
#[derive(Default)]
pub struct Refusals {
    marks: BTreeMap<usize, Mark>,
    came: BTreeMap<usize, Vec<String>>,
    spoken: BTreeMap<usize, Spoken>,
    /// Lines that were not understood.
    misread: BTreeSet<usize>,
    /// Lines of which only an alternative was refused.
    passed: BTreeSet<usize>,
    /// Lines that never came into play.
    unused: BTreeSet<usize>,
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
        self.misread.insert(line);
    }

    /// Notes an order that the rules refused.
    pub fn refused<G: Listed>(&mut self, game: &G, refusal: &Refusal<G>) {
        let why = reason_text(game, &refusal.reason, &refusal.order);
        let list = self.came.entry(refusal.line as usize).or_default();
        if !list.contains(&why) {
            list.push(why);
        }
    }

    /// Notes what the writer of a line is told of it; nothing, if nothing is wrong with it.
    pub fn told(&mut self, line: usize, why: Option<String>, soft: Option<String>, is_idle: bool) {
        self.spoken.insert(line, Spoken { why, soft, is_idle });
    }

    /// Notes an alternative that the rules refused where another one of its line was carried out: it may be marked, and need not be.
    pub fn passed<G: Listed>(&mut self, game: &G, refusal: &Refusal<G>) {
        let (line, why) = (refusal.line as usize, reason_text(game, &refusal.reason, &refusal.order));
        if let Some(mark) = self.marks.get_mut(&line).filter(|mark| fits(&mark.why, &why)) {
            mark.seen = true;
            self.passed.insert(line);
        }
    }

    /// Notes a line that never came into play.
    pub fn unused(&mut self, line: usize) {
        self.unused.insert(line);
    }

    /// Lines that were told otherwise than they went.
    fn misspoken(&mut self) -> Vec<Failure> {
        let mut failures = Vec::new();
        for (line, spoken) in std::mem::take(&mut self.spoken) {
            let what = match (&spoken.why, self.marks.get(&line)) {
                // That nothing asked for it, the report tells too.
                (Some(_), None) if spoken.is_idle && self.unused.contains(&line) => continue,
                (Some(why), None) => format!("its writer is told that it cannot be done: {why}"),
                // What its writer could not know is not told as a mistake of theirs.
                (None, Some(mark)) if spoken.soft.as_ref().is_some_and(|why| fits(&mark.why, why)) => continue,
                // What was not understood is told as such.
                (None, Some(_)) if self.misread.contains(&line) || self.passed.contains(&line) => continue,
                (None, Some(mark)) => format!("its writer is not told that it is refused: {}", mark.why),
                (Some(why), Some(mark)) if !fits(&mark.why, why) => {
                    format!("expected to be told {}; its writer is told: {why}", mark.why)
                }
                _ => continue,
            };
            failures.push(Failure { line, what });
        }
        failures
    }

    /// What was refused and should not have been, and the other way round.
    pub fn failures(&mut self) -> Vec<Failure> {
        let mut failures = self.misspoken();
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
pub fn fits(wanted: &str, reason: &str) -> bool {
    let head = reason.split(':').next().unwrap_or_default().to_lowercase();
    let words: Vec<&str> = head.split_whitespace().collect();
    wanted.to_lowercase().split_whitespace().filter(|word| *word != "refused").all(|word| words.contains(&word))
}

/// A refusal with its rule, its name and the order it is about.
pub fn reason_text<G: Listed>(game: &G, reason: &G::Reason, order: &G::Order) -> String {
    format!("{} {}: '{}'", reason.rule(), tag(reason, "reason"), game.print_order(order, "en"))
}

/// The name of a reason as it is written down, in plain words.
pub fn tag(value: &impl serde::Serialize, key: &str) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.get(key).and_then(|tag| tag.as_str()).unwrap_or("refused").replace('-', " ")
}
