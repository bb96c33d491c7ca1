//! Why nobody asks for an order, as far as its writer can see; and the order that was probably meant.

use crate::game::InnerSea;
use crate::orders::{Order, Target, Thing};
use crate::pieces::{Civ, Faction};
use crate::position::Phase;
use crate::reason::Reason;
use crate::rules::valuation;
use crate::view::View;
use tabellarius_kernel::{Game as _, Seat};

/// Why the run of this stage never asked a seat for the order.
pub fn why(game: &InnerSea, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    let position = &view.position;
    let holds = |card| view.hand.is_some_and(|hand| hand.contains(card));
    let me = Faction::of(seat);
    match *order {
        Order::For(..) if game.addressee(seat, order).is_none() => Some(Reason::NotYours),
        Order::Civilization(civ) if position.side(seat).civ != Civ::Barbarians => Some(Reason::CivTaken { civ }),
        // IS-11.3: a plan for a negation that is in the hand waits for something to answer.
        Order::Negate(card, _) if !holds(card) => Some(Reason::NotInHand { card }),
        Order::Compete(area, ..) if !(position.board.contested() & position.board.occupied(me)).contains(area) => {
            Some(Reason::NoCompetition { area })
        }
        Order::Use(Thing::Card(card), _) if holds(card) => Some(Reason::NotPlayedYet { card }),
        Order::Use(..) | Order::Exchange(Some(_)) => Some(Reason::NotUsable),
        Order::Draw(_) if !valuation::draws(game, position) => Some(Reason::NoDraw),
        Order::Aeneas(Some(_)) => Some(Reason::NotAeneas),
        Order::Settle(..) if position.phase == Phase::Valuation => Some(Reason::NotAeneas),
        _ => None,
    }
}

/// Why a stage that has begun asks no more for the order: what may still come is left out.
pub fn why_never(game: &InnerSea, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    let position = &view.position;
    match order {
        Order::Compete(..) | Order::Aeneas(_) | Order::Settle(..) | Order::Exchange(_) => None,
        Order::Use(Thing::Sheet(_), _) => None,
        Order::Use(Thing::Card(card), _) if position.invested.iter().any(|one| one.card == *card) => None,
        Order::Use(Thing::Wonder(wonder), _) if position.can_use(*wonder, seat) => None,
        _ => why(game, view, seat, order),
    }
}

/// The order that was probably meant, where the verb was the slip.
pub fn instead(order: &Order, reason: &Reason) -> Option<Order> {
    match (reason, order) {
        (Reason::NotPlayedYet { card }, Order::Use(_, targets)) => Some(Order::Play(*card, targets.clone())),
        (Reason::AtTheStart { card }, Order::Compete(area, _, targets)) => {
            let area = core::iter::once(Target::Area(*area));
            Some(Order::Play(*card, area.chain(targets.iter().copied()).collect()))
        }
        _ => None,
    }
}
