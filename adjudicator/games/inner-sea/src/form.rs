//! Orders as the form shows them: each fits a line of a mail in every language, and would be accepted.

use crate::game::InnerSea;
use crate::orders::{Order, Payment, Wish};
use alloc::vec::Vec;
use tabellarius_kernel::Game as _;

/// The longest order of a form: a line of 76 columns, and two for the mark that it is not read yet.
pub const LONGEST: usize = 74;

/// Whether an order fits a line in every language.
pub fn fits(game: &InnerSea, order: &Order) -> bool {
    game.lexicon().languages().iter().all(|language| game.print_order(order, language).chars().count() <= LONGEST)
}

/// The order, or a shorter one that the referee completes in the same sound way (IS-11.1).
pub fn shortened(game: &InnerSea, order: Order) -> Order {
    if fits(game, &order) {
        return order;
    }
    match order {
        Order::Play(card, _) => Order::Play(card, Vec::new()),
        Order::Use(thing, _) => Order::Use(thing, Vec::new()),
        Order::Compete(area, thing, _) => Order::Compete(area, thing, Vec::new()),
        Order::Wonder(wonder, site, _) => Order::Wonder(wonder, site, Payment::default()),
        Order::Keep(_) => Order::Keep(alloc::vec![Wish::Any]),
        Order::Discard(_) => Order::Discard(alloc::vec![Wish::Any]),
        Order::Take(_) => Order::Take(alloc::vec![Wish::Any]),
        order => order,
    }
}

/// The same for all orders of an answer.
pub fn all(game: &InnerSea, orders: Vec<Order>) -> Vec<Order> {
    orders.into_iter().map(|order| shortened(game, order)).collect()
}
