//! Answers to those who only ask.

use crate::sentence::sentences;

sentences!(
    /// Answers to those who only ask.
    Info {
        NoSuchCommand = "no-such-command" { command: String, near: Option<String> },
        WhichRules = "which-rules" { example: Option<&'static str> },
        NoSuchRule = "no-such-rule" { number: String, example: Option<&'static str> },
        CardNothing = "card-nothing",
        SeveralCards = "several-cards" { name: String, names: Vec<String> },
        NoSuchCard = "no-such-card" { name: String, near: Option<String> },
        NoSuchPage = "no-such-page",
        NoSuchRound = "no-such-round" { rounds: u32, number: u32 },
        OldReport = "old-report" { number: u32, rounds: u32 },
        NothingToExplain = "nothing-to-explain",
        OddsForPlayers = "odds-for-players" { table: String },
        NoOdds = "no-odds",
        AutomataWrote = "automata-wrote" { seats: Vec<String> },
        ThisIsAPreview = "this-is-a-preview",
    }
);
