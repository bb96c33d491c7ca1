//! Leagues.

use crate::sentence::{notices, sentences};
use crate::time::Moment;
use serde::Serialize;

sentences!(
    /// Answers about leagues.
    Leagues {
        NoSuchLeague = "no-such-league" { name: String, near: Option<String>, leagues: Vec<String> },
        NoSuchAction = "no-such-league-action" { action: String, league: String },
        MayNotOpen = "may-not-open-league",
        BadName = "bad-league-name" { name: String },
        NameIsTaken = "league-name-is-taken" { name: String },
        Unknown = "league-unknown-word" { word: String },
        NotSo = "league-not-so" { game: String, variant: String },
        Made = "league-made" { league: String, until: Moment },
        SeasonIsOver = "league-season-is-over" { league: String, season: u32 },
        Entered = "league-entered" { league: String, season: u32, entered: usize, until: Moment },
        EnteredLate = "league-entered-late" { league: String, season: u32, round: Option<u32> },
        NotEntered = "league-not-entered" { league: String },
        Withdrawn = "league-withdrawn" { league: String, tables: Vec<String> },
        NotModerator = "league-not-moderator" { league: String },
        RulesAreFixed = "league-rules-are-fixed" { league: String },
        RuleSet = "league-rule-set" { league: String, key: String, value: String },
        NextComes = "league-next-comes" { league: String },
        NothingToUndo = "league-nothing-to-undo" { league: String },
        CannotUndo = "league-cannot-undo" { league: String },
        Undone = "league-undone" { league: String },
        BadPenalty = "league-bad-penalty" { league: String },
        NobodyCalled = "league-nobody-called" { league: String, name: String },
        PenaltyNoted = "league-penalty-noted" { league: String, name: String, points: i64 },
        RehearseWithHowMany = "rehearse-with-how-many" { league: String },
        NoSuchSeason = "league-no-such-season" { league: String, seasons: u32 },
        NotRated = "league-not-rated" { name: String },
    }
);

notices!(
    /// What people in a league are told in mails of their own.
    LeagueTold {
        Opened = "league-opened" { league: String, season: u32, game: String, until: Moment, commitment: String },
        ClosesSoon = "league-closes-soon" { league: String, season: u32, until: Moment, entered: usize },
        TooFew = "league-too-few" { league: String, season: u32, entered: usize, least: usize, until: Moment },
        Divided = "league-divided" { league: String, season: u32, division: Option<usize>, names: Vec<String> },
        Unbalanced = "league-unbalanced" { league: String, season: u32, sizes: Vec<usize> },
        Drawn = "league-drawn" { league: String, round: u32, table: String, seat: String, others: Vec<Neighbour>, until: Moment },
        SitsOut = "league-sits-out" { league: String, round: u32, points: String },
        EndsSoon = "league-ends-soon" { league: String, table: String, until: Moment },
        Penalty = "league-penalty" { league: String, points: i64, reason: String },
    }
);

/// Somebody at the same table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Neighbour {
    pub name: String,
    pub seat: String,
}
