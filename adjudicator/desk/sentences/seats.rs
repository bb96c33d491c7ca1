//! Coming and going.

use crate::sentence::sentences;

sentences!(
    /// Coming and going.
    Seats {
        NoSeatToJoin = "no-seat-to-join" { name: String, table: String, seats: Vec<String>, near: Option<String> },
        TooLateToJoin = "too-late-to-join" { table: String, free: Vec<String> },
        NoFreeSeat = "no-free-seat" { name: String, table: String, free: Vec<String> },
        HasSeat = "has-seat" { table: String },
        Joined = "joined" { table: String, wishes: String, taken: usize, players: usize },
        JoinedOver = "joined-over" { table: String, players: usize },
        JoinedLast = "joined-last" { table: String },
        YouLeft = "you-left" { table: String, played: bool },
        YouObserve = "you-observe" { table: String },
        YouStandBy = "you-stand-by" { table: String, free: Vec<String> },
        YouSteppedIn = "you-stepped-in" { seat: String },
        YouConceded = "you-conceded" { is_over: bool },
        ConcedeIsFinal = "concede-is-final" { table: String, seat: String },
        ConcedeEndsIt = "concede-ends-it" { table: String, seat: String },
    }
);
