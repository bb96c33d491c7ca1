//! Rule cases: a position, letters and what is expected, in a text file that a moderator can write.
//!
//! [`mod@file`] reads the file, [`run`] plays it, [`expect`] compares, [`event`] looks at what was told,
//! [`refusals`] at what was refused, [`answers`] at what people are told. How to write one is in
//! `docs/cases.md`.

pub mod answers;
pub mod event;
pub mod expect;
pub mod file;
pub mod refusals;
pub mod run;

use crate::catalogue::{Visit, visit};
use file::{Case, Start};
use std::fmt;
use tabellarius_kernel::Listed;
use tabellarius_kernel::flaw::Flaw;

/// Something in a case that did not come as expected, or that cannot be read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Failure {
    /// The line of the case file.
    pub line: usize,
    /// What was expected and what came, or what is wrong with the line.
    pub what: String,
}

/// How one case went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The file, as the caller named it.
    pub file: String,
    /// The line on which the case begins.
    pub line: usize,
    /// The title.
    pub title: String,
    /// Everything that went wrong, line by line; nothing if the case passed.
    pub failures: Vec<Failure>,
    /// The last position, for whoever writes the case.
    pub shown: Vec<String>,
}

impl Outcome {
    /// Whether nothing went wrong.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{}:{}: {}", self.file, failure.line, failure.what)?;
        }
        Ok(())
    }
}

/// Runs all cases of a text; `file` is how they are called in messages.
pub fn run_text(file: &str, text: &str) -> Vec<Outcome> {
    match file::read(file, text) {
        Ok(cases) => cases.iter().map(|case| run_case(file, case)).collect(),
        Err(flaws) => vec![Outcome {
            file: file.into(),
            line: 1,
            title: "(not a case)".into(),
            failures: flaws.into_iter().map(|Flaw { line, reason, .. }| Failure { line, what: reason }).collect(),
            shown: Vec::new(),
        }],
    }
}

fn run_case(file: &str, case: &Case) -> Outcome {
    let title = case.title.text.clone();
    let line = case.title.line;
    let mut variant = case.variant.text.clone();
    if let Start::Setup(Some(named)) = &case.start {
        variant = format!("{named},{variant}");
    }
    let done = visit(&case.game.text, case.players, &variant, Player { case });
    let (mut failures, shown) =
        done.unwrap_or_else(|error| (vec![Failure { line: case.game.line, what: format!("{error:#}") }], Vec::new()));
    failures.sort();
    failures.dedup();
    Outcome { file: file.into(), line, title, failures, shown }
}

struct Player<'a> {
    case: &'a Case,
}

impl Visit for Player<'_> {
    type Out = (Vec<Failure>, Vec<String>);

    fn game<G: Listed>(self, game: G) -> Self::Out {
        run::run(game, self.case)
    }
}
