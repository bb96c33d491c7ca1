//! What there is to tell: plain values, with nothing in them that a stranger may not know.

use crate::time::Time;
use serde::Serialize;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The club.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct House {
    pub name: String,
    /// Where letters go.
    pub address: String,
    pub zone: String,
    pub language: String,
    /// What is played here, as people call it.
    pub games: Vec<String>,
}

/// Somebody, by the name that the pages may show.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Who {
    pub name: String,
    pub id: i64,
}

/// How a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum State {
    Gathering,
    Running,
    Held,
    Paused,
    Stopped,
    Ended,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seat {
    /// The seat, as the rules name it.
    pub key: String,
    /// Nobody, or nobody whom a stranger may know.
    pub who: Option<Who>,
    pub is_automatic: bool,
    /// Deadlines missed in the whole game.
    pub silences: u32,
}

/// The round of a league that a table belongs to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct InLeague {
    pub league: String,
    pub season: u32,
    pub round: u32,
}

/// A game that is being played, was played, or is going to be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    pub id: String,
    /// What is played, as people call it.
    pub game: String,
    pub variant: String,
    pub state: State,
    /// The stage that is open, as the rules name it.
    pub stage: String,
    /// How many rounds are closed.
    pub rounds: u32,
    /// When the open round began.
    pub opened: Time,
    pub deadline: Option<Time>,
    /// How often the deadline was changed.
    pub changes: u32,
    pub seats: Vec<Seat>,
    /// How many people can still join, and by which seats; before the start no seats are named.
    pub free: usize,
    pub free_seats: Vec<String>,
    /// Who plays what is told only when it is over.
    pub is_anonymous: bool,
    pub league: Option<InLeague>,
    /// When it ended.
    pub ended: Option<Time>,
    /// The seats in their places, the best first.
    pub places: Vec<Vec<String>>,
    /// What was done beside the board, oldest first.
    pub log: Vec<(Time, String)>,
    /// What was promised of the dice.
    pub commitment: String,
    /// The secret behind them, when the game is over.
    pub seed: Option<String>,
}

impl Table {
    /// Whether it is still played, or will be.
    pub fn is_alive(&self) -> bool {
        self.state != State::Ended
    }

    /// Whether it has begun.
    pub fn is_started(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Who won, seats with their players.
    pub fn winners(&self) -> Vec<&Seat> {
        let best = self.places.first().map_or(&[][..], Vec::as_slice);
        self.seats.iter().filter(|seat| best.contains(&seat.key)).collect()
    }
}

/// What anybody may see on the board of a table, and how it came to that.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Shown {
    /// The board; nothing, if the game has none.
    pub picture: Option<Vec<u8>>,
    /// All rounds as one page with a slider.
    pub film: Option<String>,
    /// The words, by language.
    pub told: BTreeMap<String, Told>,
    /// The record that anybody can play again, when the game is over.
    pub record: Option<Vec<u8>>,
}

/// A table in one language.
#[derive(Clone, Default, PartialEq, Debug, Serialize)]
pub struct Told {
    /// The stage that is open.
    pub stage: String,
    /// What the picture shows, in words.
    pub alt: String,
    /// The seats, by their keys.
    pub seats: BTreeMap<String, SeatTold>,
    /// What happened, the oldest round first.
    pub rounds: Vec<Round>,
    /// What each seat could write now, as far as everybody can see.
    pub forms: Vec<Form>,
}

/// A seat as people read it.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct SeatTold {
    pub name: String,
    pub letter: String,
    /// The key of its colour.
    pub colour: String,
    /// How it stands: `3 provinces`.
    pub counts: Vec<String>,
}

/// What a round brought, for all to hear.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Round {
    pub stage: String,
    pub events: Vec<String>,
}

/// Orders that a seat could give.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Form {
    pub seat: String,
    pub orders: Vec<String>,
}

/// A season of a league.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Season {
    pub league: String,
    pub number: u32,
    /// The newest season of its league.
    pub newest: u32,
    pub game: String,
    /// How many sit at a table.
    pub seats: usize,
    pub rounds: u32,
    /// How many rounds are drawn.
    pub drawn: u32,
    pub is_open: bool,
    pub is_over: bool,
    /// What the first place brings, and so on.
    pub points: Vec<String>,
    /// What decides between those who are level, by the keys of the rules.
    pub ties: Vec<String>,
    /// What comes when: the steps of the season.
    pub dates: Vec<Date>,
    pub divisions: Vec<Division>,
    /// Its tables.
    pub tables: Vec<SeasonTable>,
    pub commitment: String,
    pub seed: Option<String>,
}

/// A step of a season.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Date {
    pub step: tabellarius_league::season::Step,
    pub at: Time,
    pub is_done: bool,
}

/// A division, in order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Division {
    /// From 1; 0 while people may still enter.
    pub number: usize,
    pub rows: Vec<Row>,
}

/// How somebody stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    pub who: Who,
    pub rank: usize,
    pub points: String,
    pub played: usize,
    pub wins: usize,
    /// The points of the last games.
    pub form: Vec<String>,
    pub late: u32,
    /// Between which ranks they can still finish.
    pub best: usize,
    pub worst: usize,
    /// Tables that are not over.
    pub open: usize,
    pub is_gone: bool,
    pub zone: Zone,
}

/// Where a rank leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Zone {
    Up,
    Stays,
    Down,
}

/// A table of a season.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeasonTable {
    pub id: String,
    pub round: u32,
    pub division: usize,
    /// Nobody, where a stranger may not know yet.
    pub people: Vec<Who>,
    pub is_over: bool,
    /// Whether it has a page.
    pub is_shown: bool,
}

/// Somebody who plays.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Player {
    pub who: Who,
    /// Whether they chose the name themselves: then it may be found by search engines.
    pub is_chosen: bool,
    pub overall: Option<Strength>,
    /// By game, as people call it.
    pub by_game: Vec<(String, Strength, u32)>,
    /// After each game that counted.
    pub history: Vec<Point>,
    pub games: Vec<Played>,
    /// Tables that are not over, with the game.
    pub now: Vec<(String, String)>,
    pub wins: u32,
    /// Deadlines missed in games that are over.
    pub late: u32,
}

/// How strong somebody seems.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// Surely at least so strong: people are sorted by it.
    pub shown: i64,
    /// The best guess, and how far the truth may lie from it.
    pub best: i64,
    pub give_or_take: i64,
    pub games: usize,
    pub is_provisional: bool,
}

/// A rating in the past.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    pub at: Time,
    pub best: i64,
    pub give_or_take: i64,
    pub is_win: bool,
}

/// A game that somebody played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    pub table: String,
    pub game: String,
    pub seat: String,
    pub place: usize,
    pub of: usize,
    pub ended: Time,
    /// Whether the table has a page.
    pub is_shown: bool,
}

/// All that lists are made of.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Lists {
    pub tables: Vec<Table>,
    pub seasons: Vec<Season>,
    pub players: Vec<Player>,
    /// What stages are called, by language, table and stage.
    pub stages: BTreeMap<(String, String), String>,
    /// The colour, letter and name of seats, by language, table and seat.
    pub seats: BTreeMap<(String, String), Rc<BTreeMap<String, SeatTold>>>,
}

impl Lists {
    /// What the open stage of a table is called.
    pub fn stage<'l>(&'l self, language: &str, table: &'l Table) -> &'l str {
        self.stages.get(&(language.to_owned(), table.id.clone())).map_or(table.stage.as_str(), String::as_str)
    }

    /// A seat as people read it.
    pub fn seat(&self, language: &str, table: &str, seat: &str) -> SeatTold {
        let seats = self.seats.get(&(language.to_owned(), table.to_owned()));
        seats.and_then(|seats| seats.get(seat)).cloned().unwrap_or_else(|| SeatTold::plain(seat))
    }
}

impl SeatTold {
    /// A seat of which only the key is known.
    pub fn plain(key: &str) -> SeatTold {
        SeatTold { name: key.to_owned(), letter: key.chars().take(1).collect(), ..SeatTold::default() }
    }
}
