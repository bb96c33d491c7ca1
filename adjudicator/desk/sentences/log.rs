//! What stands in a table's public log.

use super::news::Drawn;
use crate::report::{Renderer, UNBROKEN};
use crate::sentence::path;
use crate::sentence::sentences;
use crate::time::Span;
use serde_json::Value;

sentences!(
    /// What stands in a table's public log.
    Log {
        Opened = "log-opened" { name: String, commitment: String },
        Started = "log-started" { drawn: Vec<Drawn> },
        Left = "log-left" { name: String, heir: Option<String>, seat: String },
        SteppedIn = "log-stepped-in" { name: String, seat: String },
        OwnerBack = "log-owner-back" { seat: String },
        Conceded = "log-conceded" { name: String, seat: String },
        LastOne = "log-last-one" { seat: String },
        CaretakerPlays = "log-caretaker-plays" { seat: String },
        Announced = "log-announced" { name: String },
        Late = "log-late" { span: Span },
        Grace = "log-grace" { span: Span },
        Outage = "log-outage" { span: Span },
        Extended = "log-extended" { span: Span, by: &'static str },
        Deadline = "log-deadline" { name: String },
        Paused = "log-paused" { name: String },
        Resumed = "log-resumed" { name: String },
        Emergency = "log-emergency" { name: String, seat: String, span: Span, why: String },
        PauseOver = "log-pause-over",
        NoShow = "log-no-show" { seats: Vec<String>, waits: bool, span: Span },
        DrawnGame = "log-drawn-game",
        VotesCleared = "log-votes-cleared" { name: String },
        Forced = "log-forced" { name: String },
        Held = "log-held" { stage: String },
        Amended = "log-amended" { name: String, seat: String },
        Corrected = "log-corrected" { name: String, lines: Vec<String>, kinds: Vec<String> },
        Muted = "log-muted" { name: String, seat: String },
        Unmuted = "log-unmuted" { name: String, seat: String },
        RolledBack = "log-rolled-back" { name: String, round: u32 },
        RolledForward = "log-rolled-forward" { name: String, round: u32 },
        Replaced = "log-replaced" { by: String, seat: String, name: String },
        Ejected = "log-ejected" { by: String, seat: String, name: Option<String> },
        CaretakerSet = "log-caretaker-set" { by: String, seat: String },
        Set = "log-set" { name: String, key: String, value: String },
        Closed = "log-closed" { name: String, why: String },
        Stopped = "log-stopped",
        OpenedByLeague = "log-opened-by-league" { league: String, season: u32, round: u32 },
        JudgedByLeague = "log-judged-by-league" { league: String },
        UndrawnByLeague = "log-undrawn-by-league" { league: String },
    }
);

impl Log {
    /// An entry as it is kept, for a reader; one of an old club was kept in English words.
    pub fn read(kept: &str) -> Option<(String, Value)> {
        let fields: Value = serde_json::from_str(kept).ok()?;
        let key = fields.get("sentence")?.as_str()?.to_owned();
        Some((key, fields))
    }

    /// The same in English, for whoever runs the program.
    pub fn in_english(kept: &str, report: &Renderer) -> String {
        let said = Log::read(kept).and_then(|(key, fields)| report.sentence("en", &path(&key), &fields).ok());
        said.map_or_else(|| kept.to_owned(), |said| said.replace(UNBROKEN, " "))
    }
}
