//! Lines of a letter that say the same twice.

use super::Mare;
use super::orders::Order;
use alloc::vec::Vec;
use tabellarius_kernel::{Complaint, Line, Problem};

/// Lines that an earlier line has said already, without a condition to tell them apart: the earlier one counts.
pub fn doubled<G: Mare>(game: &G, lines: &[Line<G>]) -> Vec<Problem<G::Reason>> {
    let mut problems = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(order) = unguarded(line) else { continue };
        let says_it = |earlier: &&Line<G>| unguarded(earlier).is_some_and(|earlier| same_subject(earlier, order));
        if let Some(first) = lines[..i].iter().find(says_it) {
            let piece = game.print_order(order, "en");
            let why = Complaint::Doubled { first: first.number };
            problems.push(Problem { line: line.number, piece, why, fix: None });
        }
    }
    problems
}

/// The order of a line that has one choice and no condition.
fn unguarded<G: Mare>(line: &Line<G>) -> Option<&Order> {
    match line.choices.as_slice() {
        [choice] if choice.when.is_none() => Some(&choice.order),
        _ => None,
    }
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
