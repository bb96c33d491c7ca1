//! Why nobody asks for an order, and what was probably meant. Whether it is asked for, the rules have said: here it is only explained.

use super::ground::Ground;
use super::orders::{Number, Order};
use super::reason::Reason;
use super::rites;
use crate::pieces::{Card, Cards, Good, Role};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// What a player can see of his own part in a stage.
pub struct Part<'a> {
    /// Who he is.
    pub seat: Seat,
    /// The table.
    pub ground: &'a Ground,
    /// How many cards he holds.
    pub hand: u8,
    /// The role whose holder calls people in this stage.
    pub calls: Option<Role>,
    /// The roles whose holders may have to name an heir in this stage.
    pub titles: &'a [Role],
}

impl Part<'_> {
    /// Why nothing in this stage asks for the order any more; `holds` says whether the player has a role, or may get it in this stage.
    pub fn why_never(&self, order: &Order, holds: impl Fn(Role) -> bool, has: impl Fn(Card) -> bool) -> Option<Reason> {
        let leads = |role: Role| (!holds(role)).then_some(Reason::NotLeader { role });
        let needs = |card: Card| (!has(card)).then_some(Reason::NeedsCard { card });
        let reason = match order {
            Order::Trade(_) | Order::Give(_) => leads(Role::Director),
            Order::Sequence(_) => self.calls.map_or(Some(Reason::NobodyIsCalled), leads),
            Order::Heir(Some(role), _) if self.titles.contains(role) => leads(*role),
            Order::Ulysses(_) => needs(Card::Ulysses),
            Order::Helen(_) | Order::HelenNever => needs(Card::Helen),
            Order::Bonus(card, _) => needs(*card),
            Order::Antigone(_) => needs(Card::Antigone),
            Order::Peace(_) => needs(Card::StatueOfZeus),
            _ => None,
        };
        let is_over = self.ground.acted.contains(self.seat) && is_of_a_turn(order);
        reason.or_else(|| is_over.then_some(Reason::TurnOver))
    }

    /// Why nothing has asked for the order, though everybody has had his turn.
    pub fn why_idle(&self, order: &Order) -> Option<Reason> {
        match order {
            Order::Offer(_) | Order::OfferAny => Some(Reason::NotTrading { hand: self.hand }),
            Order::Pick(_) if self.hand == 0 => Some(Reason::NotTrading { hand: 0 }),
            Order::Pick(_) => Some(Reason::NotOnOffer),
            Order::Bonus(..) => Some(Reason::BankEmpty),
            Order::Copy(_) => Some(Reason::NeedsCard { card: Card::CastorAndPollux }),
            Order::Attack { .. } => Some(Reason::NobodyThere),
            Order::Conquest { province: Some(province), .. } => Some(Reason::NotConquered { province: *province }),
            _ => None,
        }
    }
}

/// Whether an order is asked for only while its writer has his turn.
fn is_of_a_turn(order: &Order) -> bool {
    use Order::*;
    matches!(
        order,
        Trade(_)
            | Offer(_)
            | OfferAny
            | Antigone(_)
            | Bonus(..)
            | Collect(..)
            | Build { .. }
            | Swap { .. }
            | Keep(_)
            | Copy(_)
            | Move { .. }
            | Attack { .. }
            | AttackWherever(_)
            | Conquest { .. }
            | Rite(rites::Rite::Pray { .. })
    )
}

/// The order that was probably meant, where the reason of a refusal shows the slip.
pub fn instead(order: &Order, reason: &Reason) -> Option<Order> {
    match (order, reason) {
        (Order::Trade(_), Reason::TooManyCards { hand }) if *hand > 0 => Some(Order::Trade(*hand)),
        (Order::Offer(goods), Reason::NotHisToOffer { cards }) => rest(goods, cards).map(Order::Offer),
        (Order::Keep(goods), Reason::NotInHand { cards }) => rest(goods, cards).map(Order::Keep),
        (Order::Move { unit, from, to, via, .. }, Reason::OnlySoMany { there, .. }) => {
            let number = Number::Exactly(*there);
            Some(Order::Move { number, unit: *unit, from: *from, to: *to, via: via.clone() })
        }
        // `with taxes` for what costs three.
        (Order::Build { wish, times: 1, with }, Reason::WrongPrice { price, .. })
            if with.len() == 1 && with[0].len() == usize::from(with[0].count(Good::Tax)) =>
        {
            let taxes = core::iter::repeat_n(Good::Tax, usize::from(*price)).collect();
            Some(Order::Build { wish: *wish, times: 1, with: alloc::vec![taxes] })
        }
        // How to pay is best left to the referee.
        (Order::Build { wish, times, with }, reason) if !with.is_empty() => {
            let is_slip =
                matches!(reason, Reason::NotASet { .. } | Reason::WrongPrice { .. } | Reason::NotInHand { .. });
            is_slip.then(|| Order::Build { wish: *wish, times: *times, with: Vec::new() })
        }
        _ => None,
    }
}

/// A list without some cards; nothing, if none is left.
fn rest(goods: &[Good], without: &Cards) -> Option<Vec<Good>> {
    let mut gone = *without;
    let rest: Vec<Good> = goods.iter().copied().filter(|good| gone.take(*good, 1) == 0).collect();
    (!rest.is_empty()).then_some(rest)
}
