//! The view arranged for readers: realms, seas, tracks and standings. Templates turn it into text.

use super::Empires;
use super::phases::collect;
use super::phases::movement::great_cities;
use super::phases::setup::{self, face_down};
use super::phases::shop::Shop;
use super::phases::trade::playable;
use super::position::{Phase, Position};
use super::view::View;
use crate::common::prices::Quote;
use crate::common::scene::{Around, AroundSea, Estate, Fleets, Sheet, around, around_seas, estates, seas, sheet};
use crate::pieces::{Building, Card, Cards, Province, Role, Unit};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Reverse;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// The table as one viewer reads it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// The round.
    pub turn: u16,
    /// The stage's key.
    pub phase: &'static str,
    /// Who looks, if he has a seat.
    pub seat: Option<Seat>,
    /// His own hand.
    pub hand: Option<Cards>,
    /// What each empire controls, the reader's own first.
    pub realms: Vec<Realm>,
    /// Provinces that nobody controls, with something in them.
    pub free_but_held: Vec<Estate>,
    /// Provinces that nobody controls.
    pub free: Vec<Province>,
    /// The seas where triremes lie.
    pub seas: Vec<Fleets>,
    /// What lies around the reader's provinces.
    pub around: Vec<Around>,
    /// What lies around the seas where his triremes are.
    pub around_seas: Vec<AroundSea>,
    /// The three tracks.
    pub tracks: Vec<Track>,
    /// How the players stand.
    pub standings: Vec<Standing>,
    /// Heroes and wonders face up.
    pub row: Vec<Card>,
    /// What things cost the reader, while people build.
    pub prices: Vec<Quote>,
    /// The reader's heroes who allow other sets (EM-4.2.1, EM-4.2.2).
    pub powers: Vec<&'static str>,
    /// Where a temple gives the reader a choice that is still to be made (EM-2.3).
    pub choice: Vec<Province>,
    /// How many lie face down.
    pub face_down: u8,
    /// Whose power Castor and Pollux copy.
    pub copied: Option<Card>,
    /// The numbers of the trade tiles that can be played.
    pub numbers: Vec<u8>,
    /// Who plays them.
    pub trade_leader: Option<Seat>,
    /// The supply.
    pub bank: Cards,
    /// How many legendary goods can still be drawn.
    pub stack: u8,
    /// Building tokens left.
    pub stock: Vec<(Building, u8)>,
    /// Who has won.
    pub winners: Vec<Seat>,
}

/// The provinces of one empire.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Realm {
    /// Whose.
    pub seat: Seat,
    /// The provinces, capital first.
    pub provinces: Vec<Estate>,
}

/// A leadership track: who leads and how the players stand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Track {
    /// Which.
    pub role: Role,
    /// Who leads.
    pub holder: Option<Seat>,
    /// Where everybody stands, highest first.
    pub counts: Vec<(Seat, u8)>,
}

/// How one player stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// Heroes and wonders.
    pub cards: Vec<Card>,
    /// Capitals and legendary cities.
    pub great_cities: u8,
    /// Titles.
    pub titles: u8,
    /// Provinces.
    pub provinces: u8,
    /// Tokens behind the screen.
    pub hand: u8,
    /// Units on the board.
    pub units: Vec<(Unit, u8)>,
}

impl Scene {
    /// Arranges a view.
    pub fn of(game: &Empires, view: &View) -> Scene {
        let position = &view.position;
        let first = view.seat.unwrap_or(Seat(0));
        let mut free = estates(&game.core, position, None);
        free.retain(|estate| !game.is_covered(estate.province));
        let bare = |one: &Estate| one.troops.is_empty() && one.cities.is_empty() && one.caravans.is_empty();
        let (free, free_but_held): (Vec<_>, Vec<_>) = free.into_iter().partition(bare);
        let realm = |seat| Realm { seat, provinces: estates(&game.core, position, Some(seat)) };
        let prices = match (view.seat, position.phase) {
            (Some(seat), Phase::Building) => Shop::new(game, position, seat, &Cards::NONE).quotes(&position.row),
            _ => Vec::new(),
        };
        let owns = |card: &Card| view.seat.is_some_and(|seat| position.owns(seat, *card));
        let choice = match position.phase {
            Phase::Trade => collect::due(game, position).temples,
            _ => Vec::new(),
        };
        Scene {
            turn: position.turn,
            phase: position.phase.key(),
            seat: view.seat,
            hand: view.hand,
            realms: game.core.seats.starting_with(first).map(realm).collect(),
            free_but_held,
            free: free.into_iter().map(|estate| estate.province).collect(),
            seas: seas(position),
            around: view.seat.map_or(Vec::new(), |seat| around(&game.core, position, seat, game.covered())),
            around_seas: view.seat.map_or(Vec::new(), |seat| around_seas(&game.core, position, seat, game.covered())),
            tracks: game.core.board.roles.iter().map(|role| track(game, view, *role)).collect(),
            standings: standings(game, view),
            row: position.row.clone(),
            prices,
            powers: [Card::Hannibal, Card::Cleopatra].into_iter().filter(owns).map(Card::key).collect(),
            choice: choice.into_iter().filter(|(by, _)| Some(*by) == view.seat).map(|(_, at)| at).collect(),
            face_down: face_down(game, position).len() as u8,
            copied: position.copied,
            numbers: playable(position),
            trade_leader: position.role(Role::Director),
            bank: position.bank,
            stack: view.stack,
            stock: Building::ALL.iter().copied().zip(position.stock).collect(),
            winners: position.winners.clone(),
        }
    }
}

/// The screen of every empire that plays: its capital, its hero, its title, and what it starts with (EM-1.2).
pub fn sheets(game: &Empires) -> BTreeMap<String, Sheet> {
    let one = |seat: Seat| {
        let mut position = Position::empty(&game.core.board, game.core.seats.len());
        setup::place(game, &mut position, seat);
        sheet(&game.core, &position, seat)
    };
    game.core.seats.iter().map(|seat| (seat.to_string(), one(seat))).collect()
}

fn track(game: &Empires, view: &View, role: Role) -> Track {
    let track = view.position.track(role);
    let mut counts: Vec<(Seat, u8)> = game.core.seats.iter().map(|seat| (seat, track[seat.index()])).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    Track { role, holder: view.position.role(role), counts }
}

fn standings(game: &Empires, view: &View) -> Vec<Standing> {
    let position = &view.position;
    let standing = |seat: Seat| Standing {
        seat,
        cards: position.cards_of(seat).collect(),
        great_cities: great_cities(game, position, seat) as u8,
        titles: position.roles.iter().filter(|holder| **holder == Some(seat)).count() as u8,
        provinces: position.markers(seat),
        hand: view.hand_sizes[seat.index()],
        units: game.core.board.units.iter().map(|u| (*u, position.units(seat, *u))).filter(|(_, n)| *n > 0).collect(),
    };
    let mut all: Vec<Standing> = game.core.seats.iter().map(standing).collect();
    all.sort_by_key(|one| Reverse((one.cards.len(), one.great_cities, one.titles, one.provinces)));
    all
}
