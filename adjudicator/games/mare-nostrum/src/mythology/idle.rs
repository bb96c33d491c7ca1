//! Why nobody asks a player for an order: it takes a role, a hero or a god of another. This only explains; the rules decide by asking.

use super::reason::{Common, Own, Reason};
use super::view::View;
use crate::common::idle::{self, Part};
use crate::common::orders::Order;
use crate::common::rites::{Idler, Rite};
use crate::mythology::position::Phase;
use crate::pieces::{Card, God, Role};
use tabellarius_kernel::Seat;

fn part(view: &View, seat: Seat) -> Part<'_> {
    let position = &view.position;
    // Roles change hands when all have moved (MY-3.1).
    let titles: &[Role] = if position.phase == Phase::Military { Role::ALL } else { &[] };
    Part { seat, ground: position, hand: view.hand_sizes[seat.index()], calls: leads(position.phase), titles }
}

/// Why nothing asks for the order any more: what it takes its writer has not got, or the writer's turn is over.
pub fn why_never(view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    let position = &view.position;
    if let Some(card) = hero(order).filter(|card| !position.has(seat, *card)) {
        return Some(Common::NeedsCard { card }.into());
    }
    // A god that is asked for in the Offering may still come.
    let coming = matches!(position.phase, Phase::Offering | Phase::Setup(_));
    if let Some(god) = god(order).filter(|god| !coming && position.favoured(*god) != Some(seat)) {
        return Some(Own::NoFavour { god }.into());
    }
    let holds = |role| position.role(role).is_none_or(|holder| holder == seat);
    part(view, seat).why_never(order, holds, |card| position.has(seat, card)).map(Reason::from)
}

/// Why nothing has asked for the order.
pub fn why_idle(view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    let is_setup = matches!(view.position.phase, Phase::Setup(_));
    let own = || match order {
        Order::Swap { .. } | Order::Keep(_) if is_setup => Some(Common::OnlyPlacing.into()),
        Order::Rite(rite) => without_object(rite),
        // Nothing was pillaged that leaves a choice.
        Order::Bonus(Card::Nebuchadnezzar, _) => Some(Own::NoSpoils.into()),
        _ => None,
    };
    why_never(view, seat, order).or_else(own).or_else(|| part(view, seat).why_idle(order).map(Reason::from))
}

/// What there was nothing of, if nobody asked for an order whose writer has the power.
fn without_object(rite: &Rite) -> Option<Reason> {
    match rite {
        Rite::Hermes(_) => Some(Own::NotProduced.into()),
        Rite::Isis(_) => Some(Own::NothingToGive.into()),
        Rite::Raze { .. } => Some(Own::NothingToDestroy.into()),
        Rite::Poseidon(_) => Some(Own::NoPrey.into()),
        Rite::Jason { from, .. } => Some(Own::NotOccupied { province: *from }.into()),
        Rite::Bombard { from, .. } => Some(Own::NoTitan { province: *from }.into()),
        Rite::Surface { .. } => Some(Own::NoneDived.into()),
        Rite::Wave { .. } => Some(Own::NoWave.into()),
        _ => None,
    }
}

/// The order that was probably meant.
pub fn instead(order: &Order, reason: &Reason) -> Option<Order> {
    if let Reason::Common(reason) = reason { idle::instead(order, reason) } else { None }
}

fn leads(phase: Phase) -> Option<Role> {
    match phase {
        Phase::Offering => Some(Role::HighPriest),
        Phase::Building => Some(Role::Political),
        Phase::Military => Some(Role::Military),
        Phase::Commerce | Phase::Setup(_) => None,
    }
}

/// The hero or wonder that an order takes.
fn hero(order: &Order) -> Option<Card> {
    match order {
        Order::Ulysses(_) => Some(Card::Ulysses),
        Order::Helen(_) | Order::HelenNever => Some(Card::Helen),
        Order::Bonus(card, _) => Some(*card),
        Order::Antigone(_) => Some(Card::Antigone),
        Order::Rite(rite) => match rite {
            Rite::Adonis(_) => Some(Card::Adonis),
            Rite::Medusa(_) => Some(Card::Medusa),
            Rite::Hercules(_) => Some(Card::Hercules),
            Rite::Midas { .. } => Some(Card::Midas),
            Rite::Ajax(_) => Some(Card::Ajax),
            Rite::Hamilcar(_) => Some(Card::Hamilcar),
            Rite::Aeneas(_) | Rite::Idle(Idler::Aeneas) => Some(Card::Aeneas),
            Rite::Jason { .. } | Rite::Idle(Idler::Jason) => Some(Card::Jason),
            _ => None,
        },
        _ => None,
    }
}

/// The god that an order takes.
fn god(order: &Order) -> Option<God> {
    let Order::Rite(rite) = order else { return None };
    match rite {
        Rite::Athena(_) => Some(God::Athena),
        Rite::Hermes(_) => Some(God::Hermes),
        Rite::Isis(_) => Some(God::Isis),
        Rite::Raze { god, .. } => Some(*god),
        Rite::Poseidon(_) => Some(God::Poseidon),
        Rite::Astarte(_) => Some(God::Astarte),
        Rite::Mars(_) => Some(God::Mars),
        _ => None,
    }
}
