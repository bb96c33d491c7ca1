//! Mare Nostrum with the expansion Mythology of 2005, which has its own version of the base rules, for three to six players.
//!
//! The sequence of play is in [`Mythology::resolve`]. A rule is found by its number in `docs/rules/mythology.md`: the file in
//! `phases/` that carries it out cites it.

pub mod caretaker;
mod entry;
pub mod event;
pub mod form;
pub mod idle;
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
use crate::classic;
use crate::common::covers::covers;
use crate::common::language::facts::Fact;
use crate::common::language::term::Term;
use crate::common::orders::{Item, Order, Wish};
use crate::common::rites::{Idler, Occasion, Rite};
use crate::common::{Core, Mare, alike, contest, seats_of, worth};
use crate::pieces::{Card, Creature, Unit};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use event::Event;
use phases::{building, commerce, military, offering, setup};
use position::{Phase, State};
use reason::Reason;
use scene::{Atlas, Scene};
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Cursor, Slip};
use tabellarius_kernel::{Chance, Contest, Game, Issue, Play, Seat, Seats, StageName, Told, Unbuilt};
use view::View;

/// A run of this game.
pub type Table<'a> = tabellarius_kernel::Table<'a, Mythology>;

/// How the board is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// By the aid cards (MY-2.1).
    Basic,
    /// By points (MY-2.6).
    Free,
}

/// What wins besides the turn limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// So many heroes and wonders, or the Pyramids (MY-7.1, MY-7.2).
    Renown(u8),
    /// Three roles at once (MY-7.4).
    Roles,
}

/// The variant that a table plays. Everything about it is decided here.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// The civilizations that are played.
    pub seats: Seats,
    /// How the board is set up.
    pub setup: Setup,
    /// What wins.
    pub goal: Goal,
    /// The last turn, if there is one (MY-7.3).
    pub turn_limit: Option<u8>,
}

impl Options {
    /// Reads a variant as a person writes it: `advanced`, `long`, `turns=12`, `seats=rome+greece+egypt`, separated by commas.
    pub fn parse(players: usize, variant: &str) -> Result<Options, Unbuilt> {
        Options::parse_on(&Board::mythology()?, players, variant)
    }

    /// The same on an operator's board.
    pub fn parse_on(board: &Board, players: usize, variant: &str) -> Result<Options, Unbuilt> {
        let out = board.left_out(players); // MY-2.2
        let seats = board.seats().iter().filter(|seat| !out.contains(*seat)).collect();
        let mut options = Options { seats, setup: Setup::Basic, goal: Goal::Renown(4), turn_limit: None };
        for option in variant.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            match option.split_once('=').map_or((option, ""), |(key, value)| (key.trim(), value.trim())) {
                ("basic", "") => options.setup = Setup::Basic,
                ("advanced" | "free", "") => options.setup = Setup::Free,
                ("long", "") => options.goal = Goal::Renown(5),
                ("roles", "") => options.goal = Goal::Roles,
                ("turns", turns) => match turns.parse() {
                    Ok(turns @ 1..=100) => options.turn_limit = Some(turns),
                    _ => return Err(Unbuilt::Refused(format!("'{turns}' is not a number of turns from 1 to 100"))),
                },
                ("seats", names) => options.seats = seats_of(board, players, names)?,
                _ => {
                    return Err(Unbuilt::Refused(format!(
                        "'{option}' is not a variant; there are: basic, advanced, long, roles, turns=12, seats=rome+greece+egypt"
                    )));
                }
            }
        }
        Ok(options)
    }
}

/// The words of each language that are compiled in: those of the game of 2003, and what this one adds.
pub const WORD_FILES: [(&str, &str); 8] = {
    let [en, it, pl, nl] = classic::WORD_FILES;
    [
        en,
        it,
        pl,
        nl,
        ("config/mythology/words.en.toml", include_str!("../../../../../config/mythology/words.en.toml")),
        ("config/mythology/words.it.toml", include_str!("../../../../../config/mythology/words.it.toml")),
        ("config/mythology/words.pl.toml", include_str!("../../../../../config/mythology/words.pl.toml")),
        ("config/mythology/words.nl.toml", include_str!("../../../../../config/mythology/words.nl.toml")),
    ]
};

/// The game: its board and words, its variant.
#[derive(Clone, PartialEq, Debug)]
pub struct Mythology {
    /// The board, the words and who plays.
    pub core: Core,
    /// How the board is set up.
    pub setup: Setup,
    /// What wins.
    pub goal: Goal,
    /// The last turn, if there is one.
    pub turn_limit: Option<u8>,
}

impl Mare for Mythology {
    fn core(&self) -> &Core {
        &self.core
    }
}

impl Mythology {
    /// A game on the compiled-in board.
    pub fn new(options: Options) -> Result<Mythology, Vec<Flaw>> {
        Mythology::on(Board::mythology()?, WORD_FILES, options)
    }

    /// A game on an operator's board and with his words.
    pub fn on<'a>(
        board: Board,
        words: impl IntoIterator<Item = (&'a str, &'a str)>,
        options: Options,
    ) -> Result<Mythology, Vec<Flaw>> {
        let Options { seats, setup, goal, turn_limit } = options;
        Ok(Mythology { core: Core::new(board, words, seats)?, setup, goal, turn_limit })
    }

    /// The creature of a civilization (MY-1.6).
    pub fn kind(&self, seat: Seat) -> Option<Creature> {
        self.core.board.civilizations.get(seat.index()).and_then(|one| one.creature)
    }

    /// Whether a civilization's creatures are of a kind.
    pub fn breeds(&self, seat: Seat, creature: Creature) -> bool {
        self.kind(seat) == Some(creature)
    }

    /// The civilization that has a kind of creature.
    pub fn breeder(&self, creature: Creature) -> Option<Seat> {
        self.core.board.seats().iter().find(|seat| self.breeds(*seat, creature))
    }

    /// The full price of an item (MY-4.3); with a longer goal the Pyramids cost one more (MY-7.2).
    pub fn price(&self, item: Item) -> u8 {
        let prices = &self.core.board.prices;
        match item {
            Item::Influence { .. } => prices.marker,
            Item::Building { site, .. } => prices.building(site.building()),
            Item::Unit { unit, .. } => prices.unit(unit),
            Item::Ship { .. } => prices.unit(Unit::Trireme),
            Item::Card { card: Card::Pyramids } if self.goal == Goal::Renown(5) => prices.pyramids + 1,
            Item::Card { card } => prices.card(card),
        }
    }

    /// Pieces of a kind that a side has in play: on the board, at sea, under it, and waiting to rise again (MY-1.2).
    pub fn in_play(&self, position: &position::Position, seat: Seat, unit: Unit) -> u8 {
        let on_land = position.units(seat, unit);
        match (unit, self.kind(seat)) {
            (Unit::Creature, Some(Creature::Kraken)) => on_land + position.krakens.iter().sum::<u8>() + position.dived,
            (Unit::Creature, Some(Creature::Phoenix)) => on_land + position.ashes,
            _ => on_land,
        }
    }
}

impl Game for Mythology {
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

    /// The sequence of play (MY-1.1).
    fn resolve(&self, table: &mut Table<'_>) -> Play {
        match table.state.position.phase {
            Phase::Setup(round) => setup::play(table, round),
            Phase::Commerce => commerce::play(table),
            Phase::Offering => offering::play(table),
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
        issues::of(self, end, told, seat)
    }

    fn why_idle(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        idle::why_idle(view, seat, order)
    }

    fn why_never(&self, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
        idle::why_never(view, seat, order)
    }

    fn worth(&self, state: &State, seat: Seat, _chance: &mut Chance) -> i32 {
        let creatures = |seat| 240 * i32::from(self.in_play(&state.position, seat, Unit::Creature));
        let of = |seat| worth::of(&state.position.ground, seat) + creatures(seat) + 60 * state.hand(seat).len() as i32;
        worth::against_others(&state.position.winners, self.core.seats, seat, of)
    }

    /// Who is called in which order is asked in every phase but Commerce: said there, it waits.
    fn kept_for(&self, order: &Order, here: &str) -> Option<&'static str> {
        match order {
            Order::Sequence(_) => (here == "commerce").then_some("offering"),
            _ => self.stage_of(order).filter(|phase| *phase != here),
        }
    }

    fn stage_of(&self, order: &Order) -> Option<&'static str> {
        use Order::*;
        match order {
            Bonus(Card::Nebuchadnezzar, _) => Some("military"),
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
            Rite(rite) => rite_stage(rite),
            Heir(..) => Some("military"),
            Sequence(_) | Nothing(_) => None,
        }
    }

    fn covers(&self, said: &Order, done: &Order) -> bool {
        // What a wonder gives on the day it is bought is placed by the referee, if the letter does not (MY-4.6.2).
        if let (Order::Build { wish: Wish::Card(card), .. }, Order::Build { wish, with, .. }) = (said, done)
            && with.is_empty()
        {
            match (card, wish) {
                (Card::StatueOfZeus, Wish::Unit(Unit::Fortress, _)) | (Card::Lighthouse, Wish::Influence(_)) => {
                    return true;
                }
                _ => {}
            }
        }
        covers(&self.core, said, done)
    }

    fn library(&self) -> Vec<String> {
        self.core.library(self.core.board.seats(), &[])
    }

    fn atlas(&self) -> Atlas {
        Atlas { sheets: scene::sheets(self), ..Atlas::of(&self.core.board) }
    }
}

/// The phase in which such an order is used; gods who strike at any time have none.
fn rite_stage(rite: &Rite) -> Option<&'static str> {
    match rite {
        Rite::Pray { .. } | Rite::Adonis(_) => Some("offering"),
        Rite::Hermes(_) | Rite::Isis(_) => Some("commerce"),
        Rite::Jason { .. } | Rite::Idle(Idler::Jason) => Some("building"),
        Rite::Raze { .. } | Rite::Astarte(_) => None,
        Rite::Poseidon(prey) if prey.iter().any(|prey| matches!(prey.occasion, Occasion::At(_))) => None,
        _ => Some("military"),
    }
}
