//! Mare Nostrum: Empires as published in 2016, for three to five players.
//!
//! The sequence of play is in [`Empires::resolve`]. A rule is found by its number in `docs/rules/empires.md`: the file in
//! `phases/` that carries it out cites it.

pub mod caretaker;
mod entry;
pub mod event;
pub mod form;
mod idle;
pub mod imagine;
mod issues;
pub mod notation;
pub mod phases;
mod picture;
pub mod position;
pub mod reason;
pub mod sanity;
pub mod scene;
pub mod view;

use crate::board::Board;
use crate::common::covers::covers;
use crate::common::language::facts::Fact;
use crate::common::language::term::Term;
use crate::common::orders::Order;
use crate::common::scene::Atlas;
use crate::common::{Core, Mare, alike, contest, seats_of, worth};
use crate::pieces::Province;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use event::Event;
use phases::{building, movement, setup, trade};
use position::{Phase, State};
use reason::Reason;
use scene::Scene;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Cursor, Slip};
use tabellarius_kernel::{Chance, Contest, Game, Issue, Play, Seat, Seats, StageName, Told, Unbuilt};
use view::View;

/// A run of this game. Nothing in it knows of promises: only orders are read (EM-1.8).
pub type Table<'a> = tabellarius_kernel::Table<'a, Empires>;

/// How the heroes and wonders lie on the table (EM-1.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiles {
    /// Five face up and the Pyramids, for first games.
    FiveFaceUp,
    /// All face up, for experienced players.
    AllFaceUp,
}

/// The variant that a table plays. Everything about it is decided here.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The empires that are played.
    pub seats: Seats,
    /// How the heroes and wonders lie.
    pub tiles: Tiles,
}

impl Options {
    /// Reads a variant as a person writes it: `experts`, `seats=rome+greece+carthage`, separated by commas.
    pub fn parse(players: usize, variant: &str) -> Result<Options, Unbuilt> {
        Options::parse_on(&Board::empires()?, players, variant)
    }

    /// The same on an operator's board.
    pub fn parse_on(board: &Board, players: usize, variant: &str) -> Result<Options, Unbuilt> {
        let out = board.left_out(players);
        let seats = board.seats().iter().filter(|seat| !out.contains(*seat)).collect();
        let mut options = Options { seats, tiles: Tiles::FiveFaceUp };
        for option in variant.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            match option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim())) {
                ("beginners", "") => options.tiles = Tiles::FiveFaceUp,
                ("experts", "") => options.tiles = Tiles::AllFaceUp,
                ("seats", names) => {
                    let named = seats_of(board, players, names)?;
                    if named.iter().any(|seat| out.contains(seat)) {
                        return Err(Unbuilt::Refused(format!(
                            "with {players} players some of these empires lie under other boards"
                        )));
                    }
                    options.seats = named;
                }
                _ => {
                    return Err(Unbuilt::Refused(format!(
                        "'{option}' is not a variant; there are: beginners, experts"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// The words of each language that are compiled in.
pub const WORD_FILES: [(&str, &str); 4] = [
    (
        "config/mare-nostrum/empires.words.en.toml",
        include_str!("../../../../../config/mare-nostrum/empires.words.en.toml"),
    ),
    (
        "config/mare-nostrum/empires.words.it.toml",
        include_str!("../../../../../config/mare-nostrum/empires.words.it.toml"),
    ),
    (
        "config/mare-nostrum/empires.words.pl.toml",
        include_str!("../../../../../config/mare-nostrum/empires.words.pl.toml"),
    ),
    (
        "config/mare-nostrum/empires.words.nl.toml",
        include_str!("../../../../../config/mare-nostrum/empires.words.nl.toml"),
    ),
];

/// The game: its board and words, its variant.
#[derive(Clone, PartialEq, Debug)]
pub struct Empires {
    /// The board, the words and who plays.
    pub core: Core,
    /// How the heroes and wonders lie.
    pub tiles: Tiles,
}

impl Mare for Empires {
    fn core(&self) -> &Core {
        &self.core
    }
}

impl Empires {
    /// A game on the compiled-in board.
    pub fn new(options: Options) -> Result<Empires, Vec<Flaw>> {
        Empires::on(Board::empires()?, WORD_FILES, options)
    }

    /// A game on an operator's board and with his words.
    pub fn on<'a>(
        board: Board,
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        options: Options,
    ) -> Result<Empires, Vec<Flaw>> {
        Ok(Empires { core: Core::new(board, words, options.seats)?, tiles: options.tiles })
    }

    /// The provinces that are out of play (EM-1.2).
    pub fn covered(&self) -> &[Province] {
        self.core.board.covered(self.core.seats.len())
    }

    /// Whether a province is out of play (EM-1.2).
    pub fn is_covered(&self, province: Province) -> bool {
        self.covered().contains(&province)
    }

    /// Whether the first city of a province is a capital or a legendary city (EM-1.5).
    pub fn is_great_city(&self, province: Province) -> bool {
        let land = self.core.board.land(province);
        land.legendary || land.capital_of.is_some()
    }
}

impl Game for Empires {
    alike!();

    fn start(&self) -> State {
        setup::start(self)
    }

    fn stage(&self, state: &State) -> StageName {
        match state.position.phase {
            Phase::Setup => StageName::new("set-up", "tiles"),
            phase => StageName::new(format!("round {}", state.position.turn), phase.key()),
        }
    }

    /// The sequence of play (EM-1.1).
    fn resolve(&self, table: &mut Table<'_>) -> Play {
        match table.state.position.phase {
            Phase::Setup => setup::play(table),
            Phase::Trade => trade::play(table),
            Phase::Building => building::play(table),
            Phase::Movement => movement::play(table),
        }
    }

    fn recall(&self, world: &mut State, seat: Seat, told: &[&Event], chance: &mut Chance) -> Vec<(String, Vec<u8>)> {
        imagine::recall(self, world, seat, told, chance)
    }

    fn contest(
        &self,
        state: &mut State,
        seat: Seat,
        words: &mut Cursor<'_, Term>,
    ) -> Option<Result<Contest<Order>, Slip>> {
        state.position.phase = Phase::Movement;
        Some(contest::read(&self.core, &mut state.position, seat, words))
    }

    fn issues(&self, end: &State, told: &[Told<Event>], seat: Seat) -> Vec<Issue> {
        issues::of(end, told, seat)
    }

    fn why_idle(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        idle::why_idle(self, view, seat, order)
    }

    fn why_never(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        idle::why_never(self, view, seat, order)
    }

    fn worth(&self, state: &State, seat: Seat, _chance: &mut Chance) -> i32 {
        let of = |seat| worth::of(&state.position.ground, seat) + 60 * state.hand(seat).len() as i32;
        worth::against_others(&state.position.winners, self.core.seats, seat, of)
    }

    /// Who is called in which order is asked in Building and after it: said before, it waits.
    fn kept_for(&self, order: &Order, here: &str) -> Option<&'static str> {
        match order {
            Order::Sequence(_) => (here == "trade").then_some("building"),
            _ => self.stage_of(order).filter(|phase| *phase != here),
        }
    }

    fn stage_of(&self, order: &Order) -> Option<&'static str> {
        use Order::*;
        match order {
            Trade(_) | Offer(_) | OfferAny | Pick(_) | Ulysses(_) | Bonus(..) | Give(_) | Antigone(_) => Some("trade"),
            Build { .. } | Swap { .. } | Keep(_) | Copy(_) => Some("building"),
            Move { .. }
            | Attack { .. }
            | AttackWherever(_)
            | Losses { .. }
            | Conquest { .. }
            | Helen(_)
            | HelenNever
            | Peace(_) => Some("movement"),
            Heir(..) => Some("movement"),
            Collect(..) | Sequence(_) | Rite(_) | Nothing(_) => None,
        }
    }

    fn covers(&self, said: &Order, done: &Order) -> bool {
        covers(&self.core, said, done)
    }

    fn library(&self) -> Vec<String> {
        self.core.library(self.core.seats, self.covered())
    }

    fn atlas(&self) -> Atlas {
        Atlas { sheets: scene::sheets(self), ..Atlas::of(&self.core.board).without(self.covered()) }
    }
}
