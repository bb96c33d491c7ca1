//! What a moderator does.

use crate::sentence::sentences;
use crate::time::Moment;

sentences!(
    /// What a moderator does.
    Moderating {
        EmptyAmendment = "empty-amendment",
        SeedIsOut = "seed-is-out" { table: String },
        StageUnderWay = "stage-under-way" { rounds: Option<u32> },
        PlayersSetNoSecrets = "players-set-no-secrets",
        CannotSetRight = "cannot-set-right" { why: Option<String>, example: Option<String> },
        IsNotHeld = "is-not-held",
        PlayersSeeNoPreview = "players-see-no-preview",
        CannotRollBack = "cannot-roll-back" { rounds: u32 },
        CannotGoForward = "cannot-go-forward",
        ReplaceByWhom = "replace-by-whom",
        YouForced = "you-forced",
        YouHold = "you-hold",
        YouReleased = "you-released",
        YouCorrected = "you-corrected" { lines: Vec<String>, kinds: Vec<String> },
        YouRolledBack = "you-rolled-back" { round: u32 },
        YouRolledForward = "you-rolled-forward",
        YouReplaced = "you-replaced" { name: String, seat: String },
        YouEjected = "you-ejected" { seat: String },
        YouSetCaretaker = "you-set-caretaker" { seat: String, alone: bool },
        YouSet = "you-set" { key: String, value: String, next: bool, this_round: Option<Moment> },
        YouClosed = "you-closed",
        NotInQuarantine = "not-in-quarantine" { number: i64 },
        MailReleased = "mail-released" { number: i64 },
    }
);
