//! What the operator must know.

use crate::sentence::sentences;
use crate::time::Span;

sentences!(
    /// What the operator must know.
    Alarm {
        TableHasStopped = "table-has-stopped" { why: String },
        TableIsUnreadable = "table-is-unreadable" { table: String, why: String },
        LeagueHasStopped = "league-has-stopped" { league: String, why: String },
        LetterIsUnhandled = "letter-is-unhandled" { why: String },
        Undone = "undone" { what: String, why: String },
        Several = "several-alarms" { texts: Vec<String>, more: u32 },
        Vanished = "vanished" { letters: i64, mails: i64 },
        NotTaken = "club-file-not-taken" { why: String },
        ClockWentBack = "clock-went-back" { span: Span },
        NobodyRuns = "nobody-runs",
        BoxIsBroken = "box-is-broken" { address: String, words: String },
        OddMail = "odd-mail" { unreadable: Vec<String>, stuck: Vec<String>, unmoved: Vec<String> },
        OutOfReach = "out-of-reach" { words: String },
        DailyLimit = "daily-limit" { most: usize },
        ConsentWithdrawn = "consent-withdrawn" { words: String },
    }
);
