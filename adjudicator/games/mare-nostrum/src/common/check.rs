//! Lines of a letter that say the same twice.

use super::Mare;
use super::orders::Order;
use alloc::vec::Vec;
use tabellarius_kernel::{Complaint, Line, Problem};

/// Lines that an earlier line has said already, without a condition to tell them apart: the earlier one counts.
pub fn doubled<G: Mare>(game: &G, lines: &[Line<G>]) -> Vec<Problem<G::Reason>> {
    let plain = |line: &Line<G>| match line.choices.as_slice() {
        [choice] if choice.when.is_none() => Some((line.number, choice.order.clone())),
        _ => None,
    };
    let plain: Vec<(u32, Order)> = lines.iter().filter_map(plain).collect();
    let mut problems = Vec::new();
    for (i, (number, order)) in plain.iter().enumerate() {
        if let Some((first, _)) = plain[..i].iter().find(|(_, earlier)| same_subject(earlier, order)) {
            let piece = game.print_order(order, "en");
            problems.push(Problem { line: *number, piece, why: Complaint::Doubled { first: *first }, fix: None });
        }
    }
    problems
}

/// Whether two orders answer the same question, so that only one of them can count.
fn same_subject(one: &Order, two: &Order) -> bool {
    use Order::*;
    match (one, two) {
        (Attack { place, .. }, Attack { place: other, .. }) => place == other,
        (Losses { place, .. }, Losses { place: other, .. }) => place == other,
        (Conquest { province, .. }, Conquest { province: other, .. }) => province == other,
        (Collect(_, province), Collect(_, other)) => province == other,
        (Heir(role, _), Heir(other, _)) => role == other,
        (Helen(_) | HelenNever, Helen(_) | HelenNever) => true,
        (
            Trade(_)
            | Offer(_)
            | Pick(_)
            | Ulysses(_)
            | Bonus(..)
            | Antigone(_)
            | Peace(_)
            | Copy(_)
            | Give(_)
            | Sequence(_)
            | Swap { .. },
            _,
        ) => core::mem::discriminant(one) == core::mem::discriminant(two),
        _ => false,
    }
}
