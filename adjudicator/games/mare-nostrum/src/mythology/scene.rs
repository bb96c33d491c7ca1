//! The view arranged for readers: realms, seas, roles and standings. Templates turn it into text.

pub use crate::common::scene::{Atlas, CitySite, Estate, Fleets, Held, Sheet, Sites, Troops};

use super::phases::military::worth;
use super::phases::offering::OFFERING;
use super::phases::roles;
use super::phases::shop::{Shop, adjacent};
use super::position::{Phase, Position};
use super::view::View;
use super::{Goal, Mythology};
use crate::common::aid_card;
use crate::common::prices::{self, Quote};
use crate::common::scene::{Around, AroundSea, around, around_province, around_seas, estates, seas, sheet};
use crate::pieces::{Building, Card, Cards, God, Province, Role, Sea, Unit};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Reverse;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// The table as one viewer reads it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// The turn; 0 during the set-up.
    pub turn: u16,
    /// The phase's key.
    pub phase: &'static str,
    /// Who looks, if he has a seat.
    pub seat: Option<Seat>,
    /// His own hand.
    pub hand: Option<Cards>,
    /// What each side holds, the reader's own first.
    pub realms: Vec<Realm>,
    /// Provinces without a marker where somebody stands.
    pub free_but_held: Vec<Estate>,
    /// Provinces without a marker where nobody stands.
    pub free: Vec<Province>,
    /// The seas where triremes lie.
    pub seas: Vec<Fleets>,
    /// What lies around the reader's provinces.
    pub around: Vec<Around>,
    /// The provinces where the reader's next marker may come.
    pub reach: Vec<Around>,
    /// What lies around the seas where his triremes are.
    pub around_seas: Vec<AroundSea>,
    /// The four roles.
    pub roles: Vec<RoleCount>,
    /// Krakens at sea.
    pub krakens: Vec<(Sea, u8)>,
    /// Krakens under the sea.
    pub dived: u8,
    /// Phoenixes that wait to rise again.
    pub ashes: u8,
    /// The gods and by whom they stand.
    pub gods: Vec<GodStands>,
    /// The gods whose power the reader can still use.
    pub favours: Vec<God>,
    /// The heroes and wonders that are out of this game.
    pub removed: Vec<Card>,
    /// Whose power Castor and Pollux copy.
    pub copied: Option<Card>,
    /// How many heroes and wonders win; none, where roles win.
    pub goal: Option<u8>,
    /// How the players stand, best first.
    pub standings: Vec<Standing>,
    /// Heroes and wonders that can still be bought.
    pub cards_left: Vec<Card>,
    /// What things cost the reader.
    pub prices: Vec<Quote>,
    /// How many cards an offering has (MY-6.2.1).
    pub offering: u8,
    /// The last turn, if there is one.
    pub turn_limit: Option<u8>,
    /// The bank.
    pub bank: Cards,
    /// Building tokens left.
    pub stock: Vec<(Building, u8)>,
    /// Who has won, best first.
    pub winners: Vec<Seat>,
}

/// The provinces under one side's markers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Realm {
    /// Whose.
    pub seat: Seat,
    /// Whether somebody plays it; otherwise it is neutral (MY-2.3).
    pub played: bool,
    /// The provinces, capital first.
    pub provinces: Vec<Estate>,
}

/// A role: who holds it and how the players count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoleCount {
    /// Which.
    pub role: Role,
    /// Who holds it.
    pub holder: Option<Seat>,
    /// What everybody counts, most first.
    pub counts: Vec<(Seat, u8)>,
}

/// A god and by whom it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GodStands {
    /// Which.
    pub god: God,
    /// By whom, if by anybody.
    pub seat: Option<Seat>,
    /// Whether the power was used.
    pub spent: bool,
}

/// How one player stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// Heroes and wonders.
    pub cards: Vec<Card>,
    /// Influence markers.
    pub markers: u8,
    /// Cards in hand.
    pub hand: u8,
    /// Points left in the advanced set-up.
    pub points: u8,
    /// Buildings that pay and count for him.
    pub buildings: Vec<(Building, u8)>,
    /// Units on the board.
    pub units: Vec<(Unit, u8)>,
    /// What all that would cost (MY-7.3).
    pub worth: u32,
}

impl Scene {
    /// Arranges a view.
    pub fn of(game: &Mythology, view: &View) -> Scene {
        let position = &view.position;
        let first = view.seat.unwrap_or(Seat(0));
        let estates = |owner| estates(&game.core, position, owner);
        let (free, free_but_held) = estates(None).into_iter().partition::<Vec<_>, _>(|estate| estate.troops.is_empty());
        let realms = game.core.board.seats().starting_with(first).map(|seat| Realm {
            seat,
            played: game.core.seats.contains(seat),
            provinces: estates(Some(seat)),
        });
        let cards_left: Vec<Card> =
            game.core.board.cards.iter().copied().filter(|card| may_come(game, view, *card)).collect();
        let prices = view.seat.map_or(Vec::new(), |seat| prices(game, position, seat, &cards_left));
        Scene {
            turn: position.turn,
            phase: match position.phase {
                Phase::Setup(0) => "lots",
                phase => phase.key(),
            },
            seat: view.seat,
            hand: view.hand,
            realms: realms.filter(|realm| !realm.provinces.is_empty()).collect(),
            free_but_held,
            free: free.into_iter().map(|estate| estate.province).collect(),
            seas: seas(position),
            around: view.seat.map_or(Vec::new(), |seat| around(&game.core, position, seat, &[])),
            reach: view.seat.map_or(Vec::new(), |seat| reach(game, position, seat)),
            around_seas: view.seat.map_or(Vec::new(), |seat| around_seas(&game.core, position, seat, &[])),
            roles: game.core.board.roles.iter().map(|role| role_count(game, view, *role)).collect(),
            krakens: (0..).map(Sea).zip(position.krakens.iter().copied()).filter(|(_, n)| *n > 0).collect(),
            dived: position.dived,
            ashes: position.ashes,
            gods: gods(position),
            favours: God::ALL
                .iter()
                .copied()
                .filter(|god| view.seat.is_some() && position.favoured(*god) == view.seat)
                .collect(),
            removed: position.removed.clone(),
            copied: position.copied,
            goal: match game.goal {
                Goal::Renown(cards) => Some(cards),
                Goal::Roles => None,
            },
            standings: standings(game, view),
            cards_left,
            prices,
            offering: OFFERING,
            turn_limit: game.turn_limit,
            bank: position.bank,
            stock: Building::ALL.iter().copied().zip(position.stock).collect(),
            winners: position.winners.clone(),
        }
    }
}

fn gods(position: &Position) -> Vec<GodStands> {
    let one = |god: &God| {
        let favour = position.gods[*god as usize];
        GodStands {
            god: *god,
            seat: favour.map(|favour| favour.seat),
            spent: favour.is_some_and(|favour| favour.spent),
        }
    };
    God::ALL.iter().map(one).collect()
}

/// What things cost a player: in the set-up heroes make nothing cheaper, and only the own one can be had (MY-2.6, MY-2.6.4).
fn prices(game: &Mythology, position: &Position, seat: Seat, cards_left: &[Card]) -> Vec<Quote> {
    match position.phase {
        Phase::Setup(_) => {
            let hero = game.core.board.civilization(seat).hero;
            let left = if cards_left.contains(&hero) { &[hero][..] } else { &[] };
            prices::quotes(game.core.capital(seat), game.core.board.units, left, |item, _| (game.price(item), None))
        }
        _ => Shop::new(game, position, seat, &Cards::NONE).quotes(cards_left),
    }
}

/// The free provinces where a player's next marker may come, whatever it costs (MY-4.4.1), in the set-up the capital too (MY-2.6.1).
fn reach(game: &Mythology, position: &Position, seat: Seat) -> Vec<Around> {
    let civilization = game.core.board.civilization(seat);
    let owned: Vec<Province> =
        position.provinces().filter(|(_, area)| area.owner == Some(seat)).map(|(province, _)| province).collect();
    let reached = |province: Province| match position.phase {
        Phase::Setup(_) => province == civilization.capital || civilization.near.contains(&province),
        _ => owned.iter().any(|from| adjacent(game, position, seat, *from, province)),
    };
    let free = position.provinces().filter(|(province, area)| area.owner.is_none() && reached(*province));
    free.map(|(province, _)| around_province(&game.core, province, &[], |_| true)).collect()
}

/// A hero of a civilization that nobody plays is never bought (MY-4.6).
fn may_come(game: &Mythology, view: &View, card: Card) -> bool {
    let master = game.core.board.seats().iter().find(|seat| game.core.board.civilization(*seat).hero == card);
    !view.position.removed.contains(&card)
        && view.position.owner_of(card).is_none()
        && master.is_none_or(|seat| game.core.seats.contains(seat))
}

fn role_count(game: &Mythology, view: &View, role: Role) -> RoleCount {
    let all = roles::counts(game, &view.position, role);
    let mut counts: Vec<(Seat, u8)> = game.core.seats.iter().map(|seat| (seat, all[seat.index()])).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    RoleCount { role, holder: view.position.role(role), counts }
}

fn standings(game: &Mythology, view: &View) -> Vec<Standing> {
    let position = &view.position;
    let mut all: Vec<Standing> = game
        .core
        .seats
        .iter()
        .map(|seat| Standing {
            seat,
            cards: position.cards_of(seat).collect(),
            markers: position.markers(seat),
            hand: view.hand_sizes[seat.index()],
            points: position.points[seat.index()],
            buildings: Building::ALL
                .iter()
                .map(|b| (*b, position.buildings(seat, *b)))
                .filter(|(_, n)| *n > 0)
                .collect(),
            units: game
                .core
                .board
                .units
                .iter()
                .map(|u| (*u, game.in_play(position, seat, *u)))
                .filter(|(_, n)| *n > 0)
                .collect(),
            worth: worth(game, position, seat),
        })
        .collect();
    all.sort_by_key(|standing| Reverse((standing.cards.len(), standing.markers)));
    all
}

/// The aid card of every civilization: its capital, its hero, its role, and what it starts with (MY-2.1, MY-2.4).
pub fn sheets(game: &Mythology) -> BTreeMap<String, Sheet> {
    let one = |seat: Seat| {
        let mut position = Position::empty(&game.core.board, game.core.seats.len());
        aid_card::items(&game.core, seat).into_iter().for_each(|item| position.put(seat, item));
        sheet(&game.core, &position, seat)
    };
    game.core.board.seats().iter().map(|seat| (seat.to_string(), one(seat))).collect()
}
