//! The view arranged for readers: realms, seas, roles and standings. Templates turn it into text.

pub use crate::common::scene::{Atlas, CitySite, Estate, Fleets, Held, Sheet, Sites, Troops};

use super::phases::military::worth;
use super::phases::offering::OFFERING;
use super::phases::roles;
use super::phases::shop::{Shop, adjacent};
use super::position::{Phase, Position};
use super::view::View;
use super::{Goal, Mythology};
use crate::base;
use crate::base::scene::{Realm, RoleCount, Standing, near, rank, realms, role_count, standing};
use crate::common::prices::{self, Quote};
use crate::common::scene::{Around, AroundSea, around, around_seas, estates, seas};
use crate::pieces::{Building, Card, Cards, God, Province, Sea};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
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

impl Scene {
    /// Arranges a view.
    pub fn of(game: &Mythology, view: &View) -> Scene {
        let position = &view.position;
        let first = view.seat.unwrap_or(Seat(0));
        let estates = |owner| estates(&game.core, position, owner);
        let (free, free_but_held) = estates(None).into_iter().partition::<Vec<_>, _>(|estate| estate.troops.is_empty());
        let cards_left: Vec<Card> =
            game.core.board.cards.iter().copied().filter(|card| may_come(game, view, *card)).collect();
        let roles = game.core.board.roles.iter();
        let prices = view.seat.map_or(Vec::new(), |seat| prices(game, position, seat, &cards_left));
        Scene {
            turn: position.turn,
            phase: match position.phase {
                Phase::Setup(0) => "lots",
                phase => phase.key(),
            },
            seat: view.seat,
            hand: view.hand,
            realms: realms(&game.core, position, first),
            free_but_held,
            free: free.into_iter().map(|estate| estate.province).collect(),
            seas: seas(position),
            around: view.seat.map_or(Vec::new(), |seat| around(&game.core, position, seat, &[])),
            reach: view.seat.map_or(Vec::new(), |seat| reach(game, position, seat)),
            around_seas: view.seat.map_or(Vec::new(), |seat| around_seas(&game.core, position, seat, &[])),
            roles: roles
                .map(|role| role_count(&game.core, position, *role, &roles::counts(game, position, *role)))
                .collect(),
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

/// The free provinces where a player's next marker may come.
fn reach(game: &Mythology, position: &Position, seat: Seat) -> Vec<Around> {
    match position.phase {
        Phase::Setup(_) => near(&game.core, position, seat),
        _ => base::scene::reach(&game.core, position, seat, |from, to| adjacent(game, position, seat, from, to)),
    }
}

/// A hero of a civilization that nobody plays is never bought (MY-4.6).
fn may_come(game: &Mythology, view: &View, card: Card) -> bool {
    let master = game.core.board.seats().iter().find(|seat| game.core.board.civilization(*seat).hero == card);
    !view.position.removed.contains(&card)
        && view.position.owner_of(card).is_none()
        && master.is_none_or(|seat| game.core.seats.contains(seat))
}

fn standings(game: &Mythology, view: &View) -> Vec<Standing> {
    let position = &view.position;
    let one = |seat: Seat| Standing {
        hand: view.hand_sizes[seat.index()],
        points: position.points[seat.index()],
        worth: worth(game, position, seat),
        ..standing(position, game.core.board.units, seat, |unit| game.in_play(position, seat, unit))
    };
    rank(game.core.seats.iter().map(one).collect())
}

/// The aid cards.
pub fn sheets(game: &Mythology) -> BTreeMap<String, Sheet> {
    base::scene::sheets(&game.core, &Position::empty(&game.core.board, game.core.seats.len()))
}
