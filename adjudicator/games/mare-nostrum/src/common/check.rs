//! Lines of a letter that say the same twice, or that their writer has no say in.

use super::Mare;
use super::orders::Order;
use super::reason::Reason;
use crate::pieces::{Card, Role};
use alloc::vec::Vec;
use tabellarius_kernel::{Complaint, Line, Problem, Refusal, Seat, table::Done};

/// Notes the orders for this stage that nobody will ask their writer for, as things stand: they need a role or a hero of another. `leads`
/// is the role that calls people in this stage, `titles` those whose holders may have to name an heir in it; `holds` says whether the
/// writer has a role, or may get it in this stage.
pub fn not_his_to_say<G: Mare>(
    seat: Seat,
    leads: Option<Role>,
    titles: &[Role],
    holds: impl Fn(Role) -> bool,
    has: impl Fn(Card) -> bool,
    lines: &[Line<G>],
    refused: &mut Vec<Refusal<G>>,
) {
    for line in lines {
        for choice in &line.choices {
            let role = match &choice.order {
                Order::Trade(_) | Order::Give(_) if titles.contains(&Role::Director) => Some(Role::Director),
                Order::Sequence(_) => leads,
                Order::Heir(role, _) => role.filter(|role| titles.contains(role)),
                _ => None,
            };
            let card = match &choice.order {
                Order::Ulysses(_) => Some(Card::Ulysses),
                Order::Helen(_) | Order::HelenNever => Some(Card::Helen),
                Order::Bonus(card, _) => Some(*card),
                Order::Antigone(_) => Some(Card::Antigone),
                Order::Peace(_) => Some(Card::StatueOfZeus),
                _ => None,
            };
            let reason = match (role, card) {
                (Some(role), _) if !holds(role) => Reason::NotLeader { role },
                (_, Some(card)) if !has(card) => Reason::NeedsCard { card },
                _ => continue,
            };
            let order = choice.order.clone();
            refused.push(Refusal { seat, line: line.number, order, reason: reason.into(), done: Done::Nothing });
        }
    }
}

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
