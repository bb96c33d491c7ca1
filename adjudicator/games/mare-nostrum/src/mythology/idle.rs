//! Why nobody asks a player for an order: it takes a role, a hero or a god of another. This only explains; the rules decide by asking.

use super::position::Position;
use super::reason::{Common, Own, Reason};
use crate::common::orders::Order;
use crate::common::rites::{Idler, Rite};
use crate::mythology::position::Phase;
use crate::pieces::{Card, God, Role};
use tabellarius_kernel::Seat;

/// What an order takes, if its writer has not got it.
pub fn why(position: &Position, seat: Seat, order: &Order) -> Option<Reason> {
    let role = match order {
        Order::Trade(_) | Order::Give(_) => Some(Role::Director),
        Order::Heir(role, _) => *role,
        Order::Sequence(_) => leads(position.phase),
        _ => None,
    };
    if let Some(role) = role.filter(|role| position.role(*role) != Some(seat)) {
        return Some(Common::NotLeader { role }.into());
    }
    if let Some(card) = hero(order).filter(|card| !position.has(seat, *card)) {
        return Some(Common::NeedsCard { card }.into());
    }
    // A god that is asked for in the Offering may still come.
    let coming = matches!(position.phase, Phase::Offering | Phase::Setup(_));
    let god = god(order).filter(|god| !coming && position.favoured(*god) != Some(seat))?;
    Some(Own::NoFavour { god }.into())
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
