//! Set-up: the aid cards, the neutrals, the roles, and the advanced set-up in four rounds (MN-2).

use super::roles;
use super::shop::{Shop, may_muster, may_own};
use crate::base::founding::{Found, Founded};
use crate::classic::event::{Event, RoleReason};
use crate::classic::orders::{Item, Wish};
use crate::classic::position::{Phase, Position};
use crate::classic::reason::Reason;
use crate::classic::{Classic, Setup, Table};
use crate::common::aid_card::{self, first_holder, neutral_provinces};
use crate::common::shop::every_wish;
use crate::pieces::{Card, Cards, Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Play, Seat};

/// Points for an advanced set-up (MN-2.6), and how many of them come in each of the four rounds (MN-2.6.5).
pub const POINTS: u8 = 36;
pub(crate) const ROUNDS: u8 = 4;

/// The board before the first lots are cast.
pub fn start(game: &Classic) -> Position {
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

/// The pieces of an aid card (MN-2.1) and its role (MN-2.4).
fn aid_card(game: &Classic, position: &mut Position, seat: Seat) {
    for item in aid_card::items(&game.core, seat) {
        position.put(seat, item);
    }
    if let Some(role) = game.core.board.civilization(seat).role {
        position.roles[role as usize] = Some(seat);
    }
}

/// A civilization that nobody plays stands still and defends itself (MN-2.3).
fn neutral(game: &Classic, position: &mut Position, seat: Seat) {
    for province in neutral_provinces(&game.core, seat) {
        position.put(seat, Item::Influence { province });
        position.put(seat, Item::Unit { province, unit: Unit::Legion });
    }
    position.put(seat, Item::Unit { province: game.core.capital(seat), unit: Unit::Fortress });
}

/// Plays one round of the set-up.
pub fn play(t: &mut Table<'_>, round: u8) -> Play {
    match (t.game.setup, round) {
        (Setup::Basic, _) => begin(t),
        (Setup::Advanced, 0) => draw_lots(t),
        (Setup::Advanced, _) => found(t, round)?,
    }
    Ok(())
}

fn draw_lots(t: &mut Table<'_>) {
    let seats: Vec<Seat> = t.game.core.seats.iter().collect();
    let order = t.shuffle(Audience::All, "order of building", seats.len() as u8);
    let lots: Vec<Seat> = order.iter().map(|i| seats[usize::from(*i)]).collect();
    t.tell(Event::LotsDrawn { seats: lots.clone() });
    t.state.position.lots = lots;
    t.state.position.phase = Phase::Setup(1);
}

/// Everybody spends the points of the round, in the order of the lots (MN-2.6.5).
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
            t.state.position.put(seat, item);
            t.tell(Event::Placed { seat, item, points });
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

/// Gives the roles that are still free (MN-2.5, MN-2.6.6), and the first turn begins.
fn begin(t: &mut Table<'_>) {
    for &role in t.game.core.board.roles {
        let (holders, counts) = (t.state.position.roles, roles::counts(&t.state.position, role));
        if t.state.position.role(role).is_none()
            && let Some((seat, count, drawn)) = first_holder(t, role, &holders, &counts)
        {
            roles::give(t, role, seat, count, if drawn { RoleReason::Lots } else { RoleReason::Most });
        }
    }
    t.state.position.turn = 1;
    t.state.position.phase = Phase::Commerce;
}

/// What the set-up by points takes from this game.
impl Founded for Classic {
    type Position = Position;

    fn points(position: &Position, seat: Seat) -> u8 {
        position.points[seat.index()]
    }

    fn price(&self, item: Item) -> u8 {
        Classic::price(self, item)
    }

    /// Prices and hands play no part here.
    fn meant(&self, position: &Position, seat: Seat, wish: Wish) -> Result<Item, Reason> {
        Shop::new(self, position, seat, &Cards::NONE).find(wish)
    }

    fn wishes(&self, position: &Position, seat: Seat) -> Vec<Wish> {
        every_wish(&self.core, position, seat)
    }

    fn place(&self, position: &mut Position, seat: Seat, item: Item) {
        position.put(seat, item);
    }

    fn may_muster(&self, position: &Position, seat: Seat, province: Province, unit: Unit) -> Result<(), Reason> {
        may_muster(self, position, seat, province, unit)
    }

    fn may_own(&self, position: &Position, seat: Seat, card: Card) -> Result<(), Reason> {
        may_own(self, position, seat, card)
    }
}
