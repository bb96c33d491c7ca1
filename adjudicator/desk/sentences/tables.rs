//! Why a table, a seat or a command is not to be had.

use crate::sentence::sentences;

sentences!(
    /// Why a table, a seat or a command is not to be had.
    Tables {
        NoSuchTable = "no-such-table" { name: String, near: Option<String> },
        WhichTable = "which-table" { tables: Vec<String> },
        AtTable = "at-table" { table: String },
        NotStarted = "not-started" { table: String },
        IsStopped = "is-stopped" { table: String },
        IsHeld = "is-held" { table: String },
        IsOver = "is-over" { table: String },
        HasStarted = "has-started" { table: String },
        NotModerator = "not-moderator" { table: String },
        NotForYou = "not-for-you",
        NoSeat = "no-seat" { table: String },
        OthersSeats = "others-seats" { others: Vec<String>, seat: String },
        OthersAmended = "others-amended" { others: Vec<String> },
        NoSuchSeat = "no-such-seat" { name: String, seats: Vec<String>, near: Option<String> },
        BadTableName = "bad-table-name" { name: String },
        TableExists = "table-exists" { table: String },
        BadNew = "bad-new" { word: Option<String>, near: Option<String>, games: Vec<String> },
        BadPlayers = "bad-players" { game: String, least: usize, most: usize, players: usize },
        BadVariant = "bad-variant" {
            game: String,
            variant: String,
            players: usize,
            variants: Vec<String>,
            why: Option<String>,
        },
        MayNotOpen = "may-not-open",
        NobodyJoined = "nobody-joined" { table: String },
        SeatsAreFree = "seats-are-free" { table: String, players: usize, names: Vec<String>, free: usize },
        Started = "started" { table: String },
    }
);
