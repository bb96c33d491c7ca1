//! Set-up: the aid cards, the neutrals, the cards that are taken out, the roles, and the free set-up in five rounds (MY-2).

use super::building::every_wish;
use super::roles;
use super::shop::{Shop, may_muster, may_own, put};
use crate::base::founding::{Found, Founded};
use crate::common::aid_card::{self, first_holder, neutral_provinces};
use crate::common::orders::{Item, Wish};
use crate::mythology::event::{Event, RoleReason};
use crate::mythology::position::{Phase, Position};
use crate::mythology::reason::Reason;
use crate::mythology::{Mythology, Setup, Table};
use crate::pieces::{Card, Cards, Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Play, Seat};

/// Points for a free set-up (MY-2.6), and how many of them come in each of the five rounds (MY-2.6.5).
pub const POINTS: u8 = 45;
pub(crate) const ROUNDS: u8 = 5;

/// How many heroes and wonders are taken out of the game (MY-2.7).
pub const REMOVED: usize = 8;

/// The board before the first lots are cast.
pub fn start(game: &Mythology) -> Position {
    let mut position = Position::empty(&game.core.board, game.core.seats.len());
    position.turn = 0;
    position.phase = Phase::Setup(0);
    for seat in game.core.board.seats().iter() {
        if !game.core.seats.contains(seat) {
            neutral(game, &mut position, seat);
        } else if game.setup == Setup::Basic {
            aid_card(game, &mut position, seat);
        }
    }
    position
}

/// The pieces of an aid card (MY-2.1) and its role (MY-2.4).
fn aid_card(game: &Mythology, position: &mut Position, seat: Seat) {
    for item in aid_card::items(&game.core, seat) {
        position.put(seat, item);
    }
    if let Some(role) = game.core.board.civilization(seat).role {
        position.roles[role as usize] = Some(seat);
    }
}

/// A civilization that nobody plays stands still and defends itself (MY-2.3).
fn neutral(game: &Mythology, position: &mut Position, seat: Seat) {
    for province in neutral_provinces(&game.core, seat) {
        position.put(seat, Item::Influence { province });
        position.put(seat, Item::Unit { province, unit: Unit::Legion });
        position.put(seat, Item::Unit { province, unit: Unit::Fortress });
    }
    position.put(seat, Item::Unit { province: game.core.capital(seat), unit: Unit::Creature });
}

/// Plays one round of the set-up.
pub fn play(t: &mut Table<'_>, round: u8) -> Play {
    if round == 0 {
        take_out(t);
    }
    match (t.game.setup, round) {
        (Setup::Basic, _) => begin(t),
        (Setup::Free, 0) => draw_lots(t),
        (Setup::Free, _) => found(t, round)?,
    }
    Ok(())
}

/// Eight heroes and wonders are taken out by lot, never the Pyramids nor a civilization's own hero (MY-2.7).
fn take_out(t: &mut Table<'_>) {
    let own = |card: &Card| t.game.core.board.civilizations.iter().any(|one| one.hero == *card);
    let pool: Vec<Card> =
        t.game.core.board.cards.iter().copied().filter(|card| *card != Card::Pyramids && !own(card)).collect();
    let lots = t.shuffle(Audience::All, "heroes and wonders taken out", pool.len() as u8);
    let mut cards: Vec<Card> = lots.iter().take(REMOVED).map(|i| pool[usize::from(*i)]).collect();
    cards.sort();
    t.tell(Event::CardsRemoved { cards: cards.clone() });
    t.state.position.removed = cards;
}

fn draw_lots(t: &mut Table<'_>) {
    let seats: Vec<Seat> = t.game.core.seats.iter().collect();
    let order = t.shuffle(Audience::All, "order of building", seats.len() as u8);
    let lots: Vec<Seat> = order.iter().map(|i| seats[usize::from(*i)]).collect();
    t.tell(Event::LotsDrawn { seats: lots.clone() });
    t.state.position.lots = lots;
    t.state.position.phase = Phase::Setup(1);
}

/// Everybody spends his points of the round, in the order of the lots (MY-2.6.5).
fn found(t: &mut Table<'_>, round: u8) -> Play {
    t.tell(Event::PhaseBegins { turn: 0, phase: Phase::Setup(round) });
    for seat in t.game.core.seats.iter() {
        t.state.position.points[seat.index()] += POINTS / ROUNDS;
    }
    t.gather(t.game.core.seats)?;
    for seat in t.state.position.lots.clone() {
        let name = t.game.core.seat_key_of(seat);
        let question = Found::of(&t.state.position, seat);
        for item in t.ask(seat, format_args!("{name}/found"), question)? {
            let points = t.game.price(item);
            let left = &mut t.state.position.points[seat.index()];
            *left = left.saturating_sub(points);
            let gifts = put(t.game, &mut t.state.position, seat, item);
            t.tell(Event::Placed { seat, item, points });
            for (item, card) in gifts {
                t.tell(Event::Granted { seat, item, card }); // Hannibal's legion, Pericles' trireme (MY-2.6.4)
            }
        }
    }
    if round < ROUNDS {
        t.state.position.phase = Phase::Setup(round + 1);
    } else {
        t.state.position.points = Default::default();
        begin(t);
    }
    Ok(())
}

/// Gives the roles that are still free (MY-2.5, MY-2.6.6), and the first turn begins.
fn begin(t: &mut Table<'_>) {
    for &role in t.game.core.board.roles {
        let (holders, counts) = (t.state.position.roles, roles::counts(t.game, &t.state.position, role));
        if t.state.position.role(role).is_none()
            && let Some((seat, count, drawn)) = first_holder(t, role, &holders, &counts)
        {
            roles::give(t, role, seat, count, if drawn { RoleReason::Lots } else { RoleReason::Most });
        }
    }
    t.state.position.hatched.clear();
    t.state.position.turn = 1;
    t.state.position.phase = Phase::Commerce;
}

/// What the set-up by points takes from this game.
impl Founded for Mythology {
    type Position = Position;

    fn points(position: &Position, seat: Seat) -> u8 {
        position.points[seat.index()]
    }

    fn price(&self, item: Item) -> u8 {
        Mythology::price(self, item)
    }

    /// Prices and hands play no part here.
    fn meant(&self, position: &Position, seat: Seat, wish: Wish) -> Result<Item, Reason> {
        Shop::new(self, position, seat, &Cards::NONE).find(wish)
    }

    fn wishes(&self, position: &Position, seat: Seat) -> Vec<Wish> {
        every_wish(self, position, seat)
    }

    fn place(&self, position: &mut Position, seat: Seat, item: Item) {
        put(self, position, seat, item);
    }

    fn may_muster(&self, position: &Position, seat: Seat, province: Province, unit: Unit) -> Result<(), Reason> {
        may_muster(self, position, seat, province, unit)
    }

    fn may_own(&self, position: &Position, seat: Seat, card: Card) -> Result<(), Reason> {
        may_own(self, position, seat, card)
    }

    /// Hannibal comes with a legion, Pericles with a trireme (MY-2.6.4).
    fn brings(&self, hero: Card, unit: Unit) -> bool {
        matches!((hero, unit), (Card::Hannibal, Unit::Legion) | (Card::Pericles, Unit::Trireme))
    }
}
