//! Deadlines, votes, pauses.

use crate::sentence::sentences;
use crate::time::{Moment, Span};

sentences!(
    /// Deadlines, votes, pauses.
    Clock {
        NothingToExtend = "nothing-to-extend" { table: String },
        IsPaused = "is-paused",
        ResumeFirst = "resume-first",
        DeadlineIsPast = "deadline-is-past" { deadline: Moment },
        NoEmergency = "no-emergency" { table: String },
        EmergencyWhy = "emergency-why" { span: Span },
        EmergencyUsed = "emergency-used" { seat: String },
        NoVotes = "no-votes" { table: String },
        VoteCounted = "vote-counted" { motion: &'static str, votes: usize, needed: usize },
        VoteWithdrawn = "vote-withdrawn",
        Extended = "extended" { span: Span },
        YouSetDeadline = "you-set-deadline" { deadline: Moment },
        YouPaused = "you-paused",
        YouResumed = "you-resumed",
        YouPausedAll = "you-paused-all" { until: Moment },
        IsNotPaused = "is-not-paused",
        YouClearedVotes = "you-cleared-votes",
    }
);
