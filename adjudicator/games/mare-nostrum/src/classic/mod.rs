//! Mare Nostrum as published in 2003, for three to five players.
//!
//! The sequence of play is in [`Classic::resolve`]. A rule is found by its number in `docs/rules/mare-nostrum.md`: the
//! file in `phases/` that carries it out cites it. Orders are in [`orders`], how they are written in [`language`].

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

pub use crate::common::{language, orders};

use crate::board::Board;
use crate::common::covers::covers;
use crate::common::{Core, Mare, alike, contest, seats_of, worth};
use crate::pieces::Unit;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use event::Event;
use language::facts::Fact;
use language::term::Term;
use orders::{Item, Order};
use phases::{building, commerce, military, setup};
use position::{Phase, State};
use reason::Reason;
use scene::{Atlas, Scene};
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Cursor, Slip};
use tabellarius_kernel::{Chance, Contest, Game, Issue, Play, Seat, Seats, StageName, Told, Unbuilt};
use view::View;

/// A run of this game.
pub type Table<'a> = tabellarius_kernel::Table<'a, Classic>;

/// How the board is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// By the aid cards (MN-2.1).
    Basic,
    /// By points (MN-2.6).
    Advanced,
}

/// The variant that a table plays. Everything about it is decided here.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The civilizations that are played.
    pub seats: Seats,
    /// How the board is set up.
    pub setup: Setup,
    /// The last turn, if there is one (MN-6.3).
    pub turn_limit: Option<u8>,
}

impl Options {
    /// Reads a variant as a person writes it: `advanced`, `turns=12`, `seats=rome+greece+egypt`, separated by commas.
    pub fn parse(players: usize, variant: &str) -> Result<Options, Unbuilt> {
        Options::parse_on(&Board::classic()?, players, variant)
    }

    /// The same on an operator's board.
    pub fn parse_on(board: &Board, players: usize, variant: &str) -> Result<Options, Unbuilt> {
        let out = board.left_out(players);
        let seats = board.seats().iter().filter(|seat| !out.contains(*seat)).collect();
        let mut options = Options { seats, setup: Setup::Basic, turn_limit: None };
        for option in variant.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            match option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim())) {
                ("basic", "") => options.setup = Setup::Basic,
                ("advanced", "") => options.setup = Setup::Advanced,
                ("turns", turns) => match turns.parse() {
                    Ok(turns @ 1..=100) => options.turn_limit = Some(turns),
                    _ => return Err(Unbuilt::Refused(format!("'{turns}' is not a number of turns from 1 to 100"))),
                },
                ("seats", names) => options.seats = seats_of(board, players, names)?,
                _ => {
                    return Err(Unbuilt::Refused(format!(
                        "'{option}' is not a variant; there are: basic, advanced, turns=12, seats=rome+greece+egypt"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// The words of each language that are compiled in.
pub const WORD_FILES: [(&str, &str); 4] = [
    ("config/mare-nostrum/words.en.toml", include_str!("../../../../../config/mare-nostrum/words.en.toml")),
    ("config/mare-nostrum/words.it.toml", include_str!("../../../../../config/mare-nostrum/words.it.toml")),
    ("config/mare-nostrum/words.pl.toml", include_str!("../../../../../config/mare-nostrum/words.pl.toml")),
    ("config/mare-nostrum/words.nl.toml", include_str!("../../../../../config/mare-nostrum/words.nl.toml")),
];

/// The game: its board and words, its variant.
#[derive(Clone, PartialEq, Debug)]
pub struct Classic {
    /// The board, the words and who plays.
    pub core: Core,
    /// How the board is set up.
    pub setup: Setup,
    /// The last turn, if there is one.
    pub turn_limit: Option<u8>,
}

impl Mare for Classic {
    fn core(&self) -> &Core {
        &self.core
    }
}

impl Classic {
    /// A game on the compiled-in board.
    pub fn new(options: Options) -> Result<Classic, Vec<Flaw>> {
        Classic::on(Board::classic()?, WORD_FILES, options)
    }

    /// A game on an operator's board and with his words.
    pub fn on<'a>(
        board: Board,
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        options: Options,
    ) -> Result<Classic, Vec<Flaw>> {
        let Options { seats, setup, turn_limit } = options;
        Ok(Classic { core: Core::new(board, words, seats)?, setup, turn_limit })
    }

    /// The full price of an item (MN-4.3).
    pub fn price(&self, item: Item) -> u8 {
        match item {
            Item::Influence { .. } => self.core.board.prices.marker,
            Item::Building { site, .. } => self.core.board.prices.building(site.building()),
            Item::Unit { unit, .. } => self.core.board.prices.unit(unit),
            Item::Ship { .. } => self.core.board.prices.unit(Unit::Trireme),
            Item::Card { card } => self.core.board.prices.card(card),
        }
    }
}

impl Game for Classic {
    alike!();

    fn start(&self) -> State {
        State { position: setup::start(self), hands: Default::default() }
    }

    fn stage(&self, state: &State) -> StageName {
        match state.position.phase {
            Phase::Setup(0) => StageName::new("set-up", "lots"),
            Phase::Setup(round) => StageName::new(format!("set-up {round}"), "building"),
            phase => StageName::new(format!("turn {}", state.position.turn), phase.key()),
        }
    }

    /// The sequence of play (MN-1.1).
    fn resolve(&self, table: &mut Table<'_>) -> Play {
        match table.state.position.phase {
            Phase::Setup(round) => setup::play(table, round),
            Phase::Commerce => commerce::play(table),
            Phase::Building => building::play(table),
            Phase::Military => military::play(table),
        }
    }

    fn recall(&self, world: &mut State, seat: Seat, told: &[&Event], _: &mut Chance) -> Vec<(String, Vec<u8>)> {
        imagine::recall(world, seat, told);
        Vec::new()
    }

    fn contest(
        &self,
        state: &mut State,
        seat: Seat,
        words: &mut Cursor<'_, Term>,
    ) -> Option<Result<Contest<Order>, Slip>> {
        state.position.phase = Phase::Military;
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
            Order::Sequence(_) => (here == "commerce").then_some("building"),
            _ => self.stage_of(order).filter(|phase| *phase != here),
        }
    }

    fn stage_of(&self, order: &Order) -> Option<&'static str> {
        use Order::*;
        match order {
            Trade(_) | Offer(_) | OfferAny | Pick(_) | Ulysses(_) | Bonus(..) | Give(_) | Antigone(_) | Collect(..) => {
                Some("commerce")
            }
            Build { .. } | Swap { .. } | Keep(_) | Copy(_) => Some("building"),
            Move { .. }
            | Attack { .. }
            | AttackWherever(_)
            | Losses { .. }
            | Conquest { .. }
            | Helen(_)
            | HelenNever
            | Peace(_) => Some("military"),
            Heir(..) | Sequence(_) | Rite(_) | Nothing(_) => None,
        }
    }

    fn covers(&self, said: &Order, done: &Order) -> bool {
        covers(&self.core, said, done)
    }

    fn library(&self) -> Vec<String> {
        self.core.library(self.core.board.seats(), &[])
    }

    fn atlas(&self) -> Atlas {
        Atlas { sheets: scene::sheets(self), ..Atlas::of(&self.core.board) }
    }
}
