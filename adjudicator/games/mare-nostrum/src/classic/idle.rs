//! Why nobody asks for an order, and what was probably meant.

use super::phases::roles;
use super::position::Phase;
use super::reason::Reason;
use super::view::View;
use super::{Classic, Order};
use crate::common::idle::{self, Part};
use crate::pieces::Role;
use tabellarius_kernel::Seat;

fn part(view: &View, seat: Seat) -> Part<'_> {
    let role = match view.position.phase {
        Phase::Setup(_) => None,
        Phase::Commerce => Some(&Role::Director),
        Phase::Building => Some(&Role::Political),
        Phase::Military => Some(&Role::Military),
    };
    let calls = role.copied().filter(|role| *role != Role::Director);
    let titles = role.map_or(&[][..], core::slice::from_ref);
    Part { seat, ground: &view.position, hand: view.hand_sizes[seat.index()], calls, titles }
}

/// Why nothing asks for the order any more.
pub fn why_never(game: &Classic, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    // On a tie the role may still come to one of those who tie (MN-3.1.2).
    let holds = |role| {
        let holder = view.position.role(role);
        holder.is_none_or(|holder| holder == seat) || roles::leaders(game, &view.position, role).1.contains(seat)
    };
    part(view, seat).why_never(order, holds, |card| view.position.owns(seat, card))
}

/// Why nothing has asked for the order.
pub fn why_idle(game: &Classic, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    let is_setup = matches!(view.position.phase, Phase::Setup(_));
    match order {
        Order::Swap { .. } | Order::Keep(_) if is_setup => Some(Reason::OnlyPlacing),
        order => why_never(game, view, seat, order).or_else(|| part(view, seat).why_idle(order)),
    }
}

/// The order that was probably meant.
pub fn instead(order: &Order, reason: &Reason) -> Option<Order> {
    idle::instead(order, reason)
}
