//! What pages can say: a type, like everything that is said. How it is said lies in `templates/<language>/pages/site.toml`.

use super::facts::Entry;
use crate::report::{Renderer, UNBROKEN};
use crate::sentence::{Sentence, path, sentences};
use crate::time::{Moment, Time};
use anyhow::{Error, Result};
use std::cell::RefCell;

sentences!(
    /// What stands on pages.
    Site {
        // On every page.
        ToContent = "to-content",
        Pages = "pages",
        Languages = "languages",
        LanguageName = "language-name",
        Club = "club",
        Leagues = "leagues",
        Tables = "tables",
        Players = "players",
        Archive = "archive",
        Search = "search",
        Foot = "foot",
        // The club.
        Lead = "lead" { games: Vec<String> },
        NextDeadline = "next-deadline" { at: String },
        BeingPlayed = "being-played",
        NothingPlayed = "nothing-played",
        AllTables = "all-tables" { n: usize },
        TakeASeat = "take-a-seat",
        FreeSeats = "free-seats" { n: usize, names: Vec<String> },
        JoinByMail = "join-by-mail",
        JustEnded = "just-ended",
        HowItWorks = "how-it-works",
        HowWrite = "how-write" { address: String },
        HowRead = "how-read",
        HowReply = "how-reply",
        InPlay = "in-play" { n: usize },
        Members = "members" { n: usize },
        GamesEnded = "games-ended" { n: usize },
        Results = "results",
        DeadlineFile = "deadline-file",
        // Heads of columns.
        Table = "table",
        Game = "game",
        Stage = "stage",
        Deadline = "deadline",
        Seat = "seat",
        Player = "player",
        WonBy = "won-by",
        Ended = "ended",
        Place = "place",
        Points = "points",
        Played = "played",
        Wins = "wins",
        Form = "form",
        CanEnd = "can-end",
        Silent = "silent",
        Rating = "rating",
        Standing = "standing",
        // How a table stands.
        By = "by" { at: String },
        IsGathering = "is-gathering",
        IsHeld = "is-held",
        IsPaused = "is-paused",
        IsStopped = "is-stopped",
        IsOver = "is-over",
        // A table.
        Wins1 = "one-wins" { names: Vec<String> },
        GameOver = "game-over",
        EndedOn = "ended-on" { at: String },
        InRound = "in-round" { league: String, season: u32, round: u32 },
        AnswerBy = "answer-by" { at: String },
        WriteOrders = "write-orders",
        BoardWords = "board-words",
        Film = "film",
        Seats = "seats",
        Automaton = "automaton",
        Nobody = "nobody",
        Hidden = "hidden",
        MissedInGame = "missed-in-game" { n: u32 },
        Proof = "proof",
        Promised = "promised",
        Opened = "opened",
        Promise = "promise",
        Seed = "seed",
        GetRecord = "get-record",
        ThenAudit = "then-audit" { file: String },
        TurnByTurn = "turn-by-turn",
        NothingYet = "nothing-yet",
        Quiet = "quiet",
        Beside = "beside",
        NotBegun = "not-begun",
        CannotBeShown = "cannot-be-shown",
        // A page to write orders on.
        OrdersTitle = "orders-title" { table: String },
        OrdersLead = "orders-lead",
        WhoAreYou = "who-are-you",
        LinesFor = "lines-for" { seat: String },
        NoLines = "no-lines",
        OwnLines = "own-lines",
        YourLetter = "your-letter",
        OpenMail = "open-mail",
        WithoutScript = "without-script" { address: String },
        // Leagues.
        SeasonOf = "season-of" { league: String, season: u32 },
        RoundOf = "round-of" { round: u32, rounds: u32 },
        IsOpenTo = "is-open-to" { at: String },
        SeasonOver = "season-over",
        NoLeagues = "no-leagues",
        EnterByMail = "enter-by-mail",
        Brings = "brings" { points: Vec<String> },
        Division = "division" { n: usize },
        Entered = "entered" { n: usize },
        Legend = "legend",
        ZoneUp = "zone-up" { n: usize },
        ZoneStays = "zone-stays",
        ZoneDown = "zone-down" { n: usize },
        EndsAt = "ends-at" { best: usize, worst: usize },
        LastGames = "last-games" { points: Vec<String> },
        NoLongerDrawn = "no-longer-drawn",
        Ties = "ties",
        TieWins = "tie-wins",
        TieHeadToHead = "tie-head-to-head",
        TieDifference = "tie-difference",
        TiePunctuality = "tie-punctuality",
        TieLastSeason = "tie-last-season",
        Dates = "dates",
        StepOpen = "step-open",
        StepRemind = "step-remind",
        StepClose = "step-close",
        StepDraw = "step-draw" { round: u32 },
        StepWarn = "step-warn" { round: u32 },
        StepEnd = "step-end" { round: u32 },
        StepFix = "step-fix",
        RoundN = "round-n" { round: u32 },
        OtherSeasons = "other-seasons",
        DrawProof = "draw-proof",
        TooEarly = "too-early",
        // Players.
        GiveOrTake = "give-or-take" { best: i64, n: i64 },
        NotRated = "not-rated",
        Provisional = "provisional",
        Games = "games" { n: usize },
        Won = "won" { n: u32 },
        Missed = "missed" { n: u32 },
        RatingChart = "rating-chart" { from: i64, to: i64, games: usize },
        ChartWin = "chart-win",
        ChartGame = "chart-game",
        ChartBand = "chart-band",
        Lately = "lately",
        ByGame = "by-game",
        PlayingNow = "playing-now",
        PlaceOf = "place-of" { place: usize, of: usize },
        RatingsNote = "ratings-note",
        // The archive, the search.
        ArchivePage = "archive-page" { n: usize },
        Seasons = "seasons",
        NothingEnded = "nothing-ended",
        SearchFor = "search-for",
        SearchNote = "search-note",
        FeedTitle = "feed-title" { club: String },
        FeedEntry = "feed-entry" { table: String, game: String, names: Vec<String> },
        FeedDrawn = "feed-drawn" { table: String, game: String },
        CalendarEntry = "calendar-entry" { table: String, stage: String },
    }
);

/// A language on a clock: says everything that stands on a page.
pub struct Speech<'a> {
    pub report: &'a Renderer,
    pub language: &'a str,
    pub zone: &'a str,
    /// What could not be said: a page with a gap is not written.
    trouble: RefCell<Option<Error>>,
}

impl<'a> Speech<'a> {
    /// A language on a clock.
    pub fn new(report: &'a Renderer, language: &'a str, zone: &'a str) -> Speech<'a> {
        Speech { report, language, zone, trouble: RefCell::default() }
    }

    /// Says something.
    pub fn say(&self, what: Site) -> String {
        match self.report.sentence(self.language, &format!("pages/site/{}", what.key()), &what) {
            Ok(said) => said.replace(UNBROKEN, " "),
            Err(error) => {
                self.trouble.borrow_mut().get_or_insert(error);
                String::new()
            }
        }
    }

    /// Something that was done beside the board.
    pub fn entry(&self, entry: &Entry) -> String {
        let Some(key) = &entry.key else { return entry.fields.as_str().unwrap_or_default().to_owned() };
        match self.report.sentence(self.language, &path(key), &entry.fields) {
            Ok(said) => said.replace(UNBROKEN, " "),
            // A sentence of an older or newer program.
            Err(_) => String::new(),
        }
    }

    /// A moment: `Sunday 22 November 2026, 20:00 (Europe/Rome)`.
    pub fn moment(&self, at: Time) -> String {
        Moment(at).on_clock_of(self.zone, |path| self.report.word(self.language, path))
    }

    /// Its day: `22 November 2026`.
    pub fn day(&self, at: Time) -> String {
        Moment(at).on_clock_of(self.zone, |path| match path {
            "date/pattern" => self.report.word(self.language, "date/day"),
            _ => self.report.word(self.language, path),
        })
    }

    /// The page, unless something on it could not be said.
    pub fn finish(&self, mut page: String) -> Result<Vec<u8>> {
        // Sentences may hold marks that only mails need.
        page.retain(|c| !c.is_control() || c == '\n');
        match self.trouble.take() {
            Some(error) => Err(error),
            None => Ok(page.into_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::LANGUAGES;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn every_language_says_what_can_be_said_and_nothing_else() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let keys: BTreeSet<&str> = Site::DECLARED.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys.len(), Site::DECLARED.len(), "a key is declared twice");
        for language in LANGUAGES {
            let text = std::fs::read_to_string(root.join(language).join("pages/site.toml")).expect("the sentences");
            let written: BTreeMap<String, String> = toml::from_str(&text).expect("sentences by key");
            let written: BTreeSet<&str> = written.keys().map(String::as_str).collect();
            let mute: Vec<_> = keys.difference(&written).collect();
            let unsaid: Vec<_> = written.difference(&keys).collect();
            assert!(mute.is_empty() && unsaid.is_empty(), "{language}: missing {mute:?}; never said {unsaid:?}");
        }
    }
}
