//! What is said above a report.

use crate::sentence::sentences;
use crate::time::{Moment, Span};
use serde::Serialize;

sentences!(
    /// What is said above a report.
    News {
        Drawn = "drawn" { drawn: Vec<Drawn>, free: Vec<String> },
        WasSilent = "was-silent" { seat: String, missed: u32 },
        CaretakerPlays = "caretaker-plays" { seat: String },
        DeadlineLeast = "deadline-least" { moment: Moment, least: Span },
        DeadlineAbsence = "deadline-absence" { moment: Moment, names: Vec<String> },
        Corrected = "corrected" { name: String, lines: Vec<String>, kinds: Vec<String> },
        RolledBack = "rolled-back" { name: String, round: u32 },
        RolledForward = "rolled-forward" { name: String, round: u32 },
    }
);

/// Who drew which seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Drawn {
    /// Who.
    pub name: String,
    /// Which.
    pub seats: Vec<String>,
}
