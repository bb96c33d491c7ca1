//! What is said above a report.

use crate::sentence::sentences;
use crate::time::{Moment, Span};
use serde::Serialize;

sentences!(
    /// What is said above a report.
    News {
        Drawn = "drawn" { drawn: Vec<Drawn>, free: Vec<String> },
        WereSilent = "were-silent" { silent: Vec<Silent>, own: Vec<Silent> },
        ClosedEarly = "closed-early" { silent: Vec<Silent>, own: Vec<Silent> },
        CaretakerPlays = "caretaker-plays" { seats: Vec<String>, own: bool },
        DeadlineLeast = "deadline-least" { moment: Moment, least: Span },
        DeadlineAbsence = "deadline-absence" { moment: Moment, names: Vec<String>, own: bool },
        Corrected = "corrected" { name: String, lines: Vec<String>, kinds: Vec<String> },
        RolledBack = "rolled-back" { name: String, round: u32 },
        RolledForward = "rolled-forward" { name: String, round: u32 },
    }
);

/// A seat for which nothing came before its round was closed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Silent {
    /// Which.
    pub seat: String,
    /// How many deadlines in a row.
    pub missed: u32,
    /// Whether plans played for it. That is for its own player to know: to others it is never said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planned: Option<bool>,
}

/// Who drew which seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Drawn {
    /// Who.
    pub name: String,
    /// Which.
    pub seats: Vec<String>,
}
