//! Checking a letter against what its writer can see: which orders would fail as things stand, and what the rest would do.

use super::Empires;
use super::event::Event;
use super::phases::building::Build;
use super::phases::collect;
use super::phases::conquest::foreseen;
use super::phases::movement::{Zeus, barred};
use super::phases::trade::playable;
use super::position::{Phase, State};
use super::reason::{Common, Own, Reason};
use super::view::View;
use crate::common::check::{doubled, not_his_to_say};
use crate::common::moves::{March, Sail};
use crate::common::orders::Order;
use crate::pieces::{Cards, Good, Role};
use alloc::vec::Vec;
use core::cell::OnceCell;
use tabellarius_kernel::table::Done;
use tabellarius_kernel::{Checked, Complaint, Game as _, Line, Lines, Problem, Question, Refusal, Seat};

/// Checks a letter.
pub fn check(game: &Empires, view: &View, seat: Seat, lines: &[Line<Empires>]) -> Checked<Empires> {
    let mut state = view.as_state();
    let mut refused = Vec::new();
    let mut would = Vec::new();
    match state.position.phase {
        Phase::Setup => {}
        Phase::Trade => trade(game, &state, seat, lines, &mut refused),
        Phase::Building => {
            let question = Build::of(&state.position, seat, *state.hand(seat));
            let programme = hear(game, &state, seat, lines, &mut refused, &question).unwrap_or_default();
            would.extend(programme.purchases.into_iter().map(|(bought, paid)| Event::Bought {
                seat,
                item: bought.item,
                price: bought.price,
                paid,
                discount: bought.discount,
            }));
        }
        Phase::Movement => {
            let sail = Sail::of(&state.position, seat);
            for voyage in hear(game, &state, seat, lines, &mut refused, &sail).unwrap_or_default() {
                voyage.apply(&mut state.position.ground, seat);
                would.push(Event::Sailed { seat, ships: voyage.ships, from: voyage.from, to: voyage.to });
            }
            // The peace that the letter itself makes binds its writer too (EM-5.5).
            let spared = Zeus::of(game, &state.position)
                .filter(|(owner, _)| *owner == seat)
                .and_then(|(_, zeus)| hear(game, &state, seat, lines, &mut refused, &zeus).flatten());
            let march = March::of(&state.position, seat).barring(barred(game, &state.position, spared));
            for trek in hear(game, &state, seat, lines, &mut refused, &march).unwrap_or_default() {
                trek.apply(&mut state.position.ground, seat);
                would.push(Event::Marched { seat, legions: trek.legions, from: trek.from, to: trek.to, via: trek.via });
            }
            state.position.drop_broken_holds();
            would.extend(foreseen(game, &state, seat, lines));
        }
    }
    let (leads, titles): (Option<Role>, &[Role]) = match state.position.phase {
        Phase::Setup => (None, &[]),
        Phase::Trade => (None, &[Role::Director]),
        Phase::Building => (Some(Role::Political), &[]),
        Phase::Movement => (Some(Role::Military), game.core.board.roles),
    };
    let here: Vec<Line<Empires>> =
        lines.iter().filter(|line| is_for(game, line, state.position.phase)).cloned().collect();
    let has = |card| view.position.has(seat, card);
    let holds = |role| view.position.role(role).is_none_or(|holder| holder == seat);
    not_his_to_say(seat, leads, titles, holds, has, &here, &mut refused);
    let problem = |refusal: Refusal<Empires>| Problem {
        line: refusal.line,
        piece: game.print_order(&refusal.order, "en"),
        why: Complaint::Rule { reason: refusal.reason },
        fix: None,
    };
    let mut problems: Vec<_> = refused.into_iter().map(problem).collect();
    problems.extend(doubled(game, lines));
    problems.sort_by_key(|problem| problem.line);
    Checked { problems, would }
}

/// Whether a line is for this stage.
fn is_for(game: &Empires, line: &Line<Empires>, phase: Phase) -> bool {
    let here = |order: &Order| game.stage_of(order).is_none_or(|stage| stage == phase.key());
    line.choices.iter().all(|choice| here(&choice.order))
}

fn hear<Q: Question<Empires>>(
    game: &Empires,
    state: &State,
    seat: Seat,
    lines: &[Line<Empires>],
    refused: &mut Vec<Refusal<Empires>>,
    question: &Q,
) -> Option<Q::Answer> {
    question.hear(game, &mut Lines::new(game, state, seat, lines, refused))
}

/// A number that is on no tile, tokens that the hand does not hold, and a choice that nobody asks for.
fn trade(game: &Empires, state: &State, seat: Seat, lines: &[Line<Empires>], refused: &mut Vec<Refusal<Empires>>) {
    let due = OnceCell::new();
    let due = || due.get_or_init(|| collect::due(game, &state.position));
    let numbers = playable(&state.position);
    let leads = state.position.role(Role::Director) == Some(seat);
    for line in lines {
        for choice in &line.choices {
            let reason: Option<Reason> = match &choice.order {
                Order::Trade(number) if leads && !numbers.contains(number) => {
                    Some(Own::NoSuchTile { number: *number }.into())
                }
                Order::Collect(_, province) => collect::idle_choice(due(), seat, *province).map(Reason::from),
                Order::Offer(goods) if goods.is_empty() && !state.hand(seat).is_empty() => {
                    Some(Common::MustOffer.into())
                }
                Order::Offer(goods) => missing(state.hand(seat), goods).map(Reason::from),
                Order::Antigone(number) if usize::from(*number) > state.hand(seat).len().min(5) => {
                    Some(Own::WrongNumber { most: state.hand(seat).len().min(5) as u8 }.into())
                }
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

/// The tokens of a list that a hand does not hold.
fn missing(hand: &Cards, goods: &[Good]) -> Option<Common> {
    let mut left = *hand;
    let cards: Cards = goods.iter().copied().filter(|good| left.take(*good, 1) == 0).collect();
    (!cards.is_empty()).then_some(Common::NotHisToOffer { cards })
}
