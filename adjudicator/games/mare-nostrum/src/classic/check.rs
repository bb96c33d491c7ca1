//! Checking a letter against what its writer can see: which orders would fail as things stand, and what the rest would do.

use super::event::Event;
use super::phases::building::Build;
use super::phases::roles;
use super::phases::setup::Found;
use super::position::{Phase, State};
use super::view::View;
use super::{Classic, Reason};
use crate::classic::orders::Order;
use crate::common::check::{doubled, not_his_to_say};
use crate::common::moves::{March, Sail};
use crate::common::trade::Offer;
use crate::pieces::{Cards, Role};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::table::Done;
use tabellarius_kernel::{Checked, Complaint, Game as _, Line, Lines, Problem, Question, Refusal, Seat};

/// Checks a letter.
pub fn check(game: &Classic, view: &View, seat: Seat, lines: &[Line<Classic>]) -> Checked<Classic> {
    let mut state = view.as_state();
    let mut refused = Vec::new();
    let mut would = Vec::new();
    match state.position.phase {
        Phase::Setup(_) => {
            let question = Found::of(&state.position, seat);
            if let Some(items) = hear(game, &state, seat, lines, &mut refused, &question) {
                would.extend(items.into_iter().map(|item| Event::Placed { seat, item, points: game.price(item) }));
            }
        }
        Phase::Commerce => commerce(&state, seat, lines, &mut refused),
        Phase::Building => {
            let question = Build::of(&state.position, seat, *state.hand(seat));
            if let Some(programme) = hear(game, &state, seat, lines, &mut refused, &question) {
                let victory = question.victory(&programme);
                if let Some((gave, took)) = programme.swap {
                    would.push(Event::Swapped { seat, gave, took });
                }
                would.extend(programme.purchases.into_iter().map(|(bought, paid)| Event::Bought {
                    seat,
                    item: bought.item,
                    price: bought.price,
                    paid,
                    discount: bought.discount,
                }));
                would.extend(victory);
            }
        }
        Phase::Military => military(game, &mut state, seat, lines, &mut refused, &mut would),
    }
    let role = match state.position.phase {
        Phase::Setup(_) => None,
        Phase::Commerce => Some(Role::Director),
        Phase::Building => Some(Role::Political),
        Phase::Military => Some(Role::Military),
    };
    let here: Vec<Line<Classic>> =
        lines.iter().filter(|line| is_for(game, line, state.position.phase)).cloned().collect();
    let leads = role.filter(|role| *role != Role::Director);
    // On a tie the role may still come to one of those who tie.
    let holds = |role| {
        let holder = view.position.role(role);
        holder.is_none_or(|holder| holder == seat) || roles::leaders(game, &view.position, role).1.contains(seat)
    };
    let has = |card| view.position.owns(seat, card);
    not_his_to_say(seat, leads, role.as_slice(), holds, has, &here, &mut refused);
    let mut problems: Vec<_> = refused.into_iter().map(|refusal| problem(game, refusal)).collect();
    problems.extend(doubled(game, lines));
    problems.sort_by_key(|problem| problem.line);
    Checked { problems, would }
}

/// Whether a line is for this phase.
fn is_for(game: &Classic, line: &Line<Classic>, phase: Phase) -> bool {
    let here = |order: &Order| game.stage_of(order).is_none_or(|stage| stage == phase.key());
    line.choices.iter().all(|choice| here(&choice.order))
}

fn hear<Q: Question<Classic>>(
    game: &Classic,
    state: &State,
    seat: Seat,
    lines: &[Line<Classic>],
    refused: &mut Vec<Refusal<Classic>>,
    question: &Q,
) -> Option<Q::Answer> {
    question.hear(game, &mut Lines::new(game, state, seat, lines, refused))
}

/// The fleet first, then the legions as if no sea battle were lost.
fn military(
    game: &Classic,
    state: &mut State,
    seat: Seat,
    lines: &[Line<Classic>],
    refused: &mut Vec<Refusal<Classic>>,
    would: &mut Vec<Event>,
) {
    let sail = Sail::of(&state.position, seat);
    for voyage in hear(game, state, seat, lines, refused, &sail).unwrap_or_default() {
        voyage.apply(&mut state.position, seat);
        would.push(Event::Sailed { seat, ships: voyage.ships, from: voyage.from, to: voyage.to });
    }
    let march = March::of(&state.position, seat);
    for trek in hear(game, state, seat, lines, refused, &march).unwrap_or_default() {
        would.push(Event::Marched { seat, legions: trek.legions, from: trek.from, to: trek.to, via: trek.via });
    }
}

/// A number above the hand, and cards the hand does not hold.
fn commerce(state: &State, seat: Seat, lines: &[Line<Classic>], refused: &mut Vec<Refusal<Classic>>) {
    let hand = state.hand(seat);
    for line in lines {
        for choice in &line.choices {
            let reason = match &choice.order {
                Order::Trade(number) if usize::from(*number) > hand.len() => {
                    Some(Reason::TooManyCards { hand: hand.len() as u8 })
                }
                Order::Offer(goods) if goods.is_empty() && !hand.is_empty() => Some(Reason::MustOffer),
                Order::Offer(goods) => missing(hand, goods),
                _ => None,
            };
            if let Some(reason) = reason {
                refused.push(Refusal {
                    seat,
                    line: line.number,
                    order: choice.order.clone(),
                    reason,
                    done: Done::Nothing,
                });
            }
        }
    }
}

/// The cards of a list that a hand does not hold.
fn missing(hand: &Cards, goods: &[crate::pieces::Good]) -> Option<Reason> {
    let mut left = *hand;
    let cards: Cards = goods.iter().copied().filter(|good| left.take(*good, 1) == 0).collect();
    (!cards.is_empty()).then_some(Reason::NotHisToOffer { cards })
}

fn problem(game: &Classic, refusal: Refusal<Classic>) -> Problem<Reason> {
    let piece: String = game.print_order(&refusal.order, "en");
    Problem { line: refusal.line, piece, why: Complaint::Rule { reason: refusal.reason }, fix: None }
}

/// The offer question, so that the automaton judges cards as the referee does.
pub fn offer(hand: Cards, number: u8) -> Offer {
    Offer { hand, number }
}
