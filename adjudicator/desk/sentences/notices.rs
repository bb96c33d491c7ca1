//! What people are told in mails of their own.

use crate::sentence::notices;
use crate::time::{Moment, Span};

notices!(
    /// What people are told in mails of their own.
    Told {
        IsFull = "is-full" { table: String },
        Left = "left" { name: String, heir: Option<String>, seat: String, may_accept: bool },
        CalendarCleared = "calendar-cleared" { seat: String },
        SteppedIn = "stepped-in" { name: String, seat: String },
        ThanksStandby = "thanks-standby" { seat: String },
        OwnerBack = "owner-back" { name: String, seats: Vec<String> },
        Conceded = "conceded" { name: String, seat: String, may_accept: bool },
        LastOne = "last-one" { name: String, seat: String },
        Late = "late" { span: Span, deadline: Option<Moment> },
        Grace = "grace" { span: Span, deadline: Option<Moment> },
        Outage = "outage" { span: Span, deadline: Option<Moment> },
        MovedForAbsence = "moved-for-absence" { name: String, deadline: Option<Moment> },
        MovedForYou = "moved-for-you" { deadline: Option<Moment> },
        ExtensionProposed = "extension-proposed" { seat: String, span: Span, needed: usize, votes: bool, decides: bool },
        DeadlineExtended = "deadline-extended" { span: Span, by: &'static str, deadline: Option<Moment> },
        DeadlineSet = "deadline-set" { deadline: Option<Moment> },
        Paused = "paused",
        Resumed = "resumed" { deadline: Option<Moment> },
        Emergency = "emergency" { name: String, seat: String, why: String, span: Span },
        PauseOver = "pause-over" { deadline: Option<Moment> },
        NoShow = "no-show" { seats: Vec<String>, waits: bool, deadline: Option<Moment> },
        YouNeverCame = "you-never-came" { table: String, seat: String },
        Newcomer = "newcomer" { name: String, seat: String, deadline: Option<Moment> },
        DrawProposed = "draw-proposed" { votes: bool },
        DrawnGame = "drawn-game",
        VotesCleared = "votes-cleared" { motions: Vec<&'static str> },
        SeatAmended = "seat-amended" { name: String, seat: String },
        Muted = "muted",
        Unmuted = "unmuted",
        Replaced = "replaced" { name: String, seat: String },
        YouAreReplaced = "you-are-replaced" { by: String, table: String, seat: String, name: String },
        Ejected = "ejected" { seat: String, name: Option<String>, may_accept: bool },
        YouAreEjected = "you-are-ejected" { by: String, table: String, seat: String },
        CaretakerSet = "caretaker-set" { by: String, seat: String, may_accept: bool },
        PlayedForYou = "played-for-you" { by: String, table: String, seat: String },
        SettingChanged = "setting-changed" { key: String, value: String, next: bool },
        Closed = "closed" { name: String, why: String },
        Stopped = "stopped",
        Undelivered = "undelivered" { address: String, words: String },
        AddressLeft = "address-left" { address: String, club: String },
        Unreachable = "unreachable" { name: String, address: String, status: Option<String>, second: Option<String> },
        TagSeen = "tag-seen" { table: String, from: String },
        ToSecond = "to-second" { address: String },
    }
);
