//! Why nobody asks for an order, and what was probably meant.

use super::Empires;
use super::position::Phase;
use super::reason::{Own, Reason};
use super::view::View;
use crate::common::idle::{self, Part};
use crate::common::orders::Order;
use crate::pieces::Role;
use tabellarius_kernel::Seat;

fn part(view: &View, seat: Seat) -> Part<'_> {
    let (calls, titles): (Option<Role>, &[Role]) = match view.position.phase {
        Phase::Setup | Phase::Trade => (None, &[]),
        Phase::Building => (Some(Role::Political), &[]),
        Phase::Movement => (Some(Role::Military), Role::ALL),
    };
    Part { seat, ground: &view.position, hand: view.hand_sizes[seat.index()], calls, titles }
}

/// Why nothing asks for the order any more.
pub fn why_never(_: &Empires, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    let holds = |role| view.position.role(role).is_none_or(|holder| holder == seat);
    let has = |card| view.position.has(seat, card);
    part(view, seat).why_never(order, holds, has).map(Reason::from)
}

/// Why nothing has asked for the order.
pub fn why_idle(game: &Empires, view: &View, seat: Seat, order: &Order) -> Option<Reason> {
    match order {
        Order::Collect(..) => Some(Own::NoChoice.into()),
        order => why_never(game, view, seat, order).or_else(|| part(view, seat).why_idle(order).map(Reason::from)),
    }
}

/// The order that was probably meant.
pub fn instead(order: &Order, reason: &Reason) -> Option<Order> {
    match (order, reason) {
        (Order::Antigone(_), Reason::Own(Own::WrongNumber { most })) => Some(Order::Antigone(*most)),
        (order, Reason::Common(reason)) => idle::instead(order, reason),
        _ => None,
    }
}
