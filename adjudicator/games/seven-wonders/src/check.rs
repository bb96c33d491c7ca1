//! Checking a letter against what its writer can see, and example orders for the form.

use crate::event::{Event, Paid};
use crate::game::SevenWonders;
use crate::orders::{Order, Wish};
use crate::payment::coins;
use crate::pieces::{Colour, Hand, Power, Side, Way};
use crate::position::{Phase, State, TURNS};
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::dig::Dig;
use crate::rules::turn;
use crate::view::View;
use alloc::vec;
use alloc::vec::Vec;
use tabellarius_kernel::{Checked, Complaint, Game as _, Line, Lines, Problem, Question, Refusal, Seat};

/// Checks a letter.
pub fn check(game: &SevenWonders, view: &View, seat: Seat, lines: &[Line<SevenWonders>]) -> Checked<SevenWonders> {
    let state = view.as_state();
    let mut refused = Vec::new();
    let mut would = Vec::new();
    let mut problems = Vec::new();
    match view.position.phase {
        Phase::Turn => {
            let mut hand = view.hand.unwrap_or(Hand::EMPTY);
            if hand.is_empty() {
                return Checked { problems, would };
            }
            let choice = Choice::of(game, &view.position, seat, hand, Which::Turn);
            if let Some(act) = hear(game, &state, seat, lines, &mut refused, &choice) {
                would.push(as_things_stand(game, view, seat, &act));
                hand.remove(act.card);
                // 7W-7.1: whoever may play the last card too can say so in the same letter.
                let plays_on = plays_last(game, view, seat);
                problems = if plays_on { Vec::new() } else { doubled(game, lines, &act) };
                if plays_on && !hand.is_empty() {
                    let choice = Choice::of(game, &view.position, seat, hand, Which::Last);
                    let last = hear(game, &state, seat, lines, &mut refused, &choice);
                    would.extend(last.map(|act| as_things_stand(game, view, seat, &act)));
                }
            }
        }
        Phase::Dig => {
            if let Some(discards) = &view.discards {
                let dig = Dig::of(&view.position, discards, seat);
                match hear(game, &state, seat, lines, &mut refused, &dig) {
                    Some(Some(card)) => would.push(Event::Dug { seat, card, paid: Paid::default() }),
                    Some(None) => would.push(Event::DugNothing { seat }),
                    None => {}
                }
            }
        }
        Phase::Deal | Phase::Over => {}
    }
    problems.extend(refused.into_iter().map(|refusal| problem(game, refusal)));
    problems.sort_by_key(|problem| problem.line);
    problems.dedup();
    Checked { problems, would }
}

/// Whether the seat may play the last card of its hand too, or will when it builds its next stage (7W-7.1).
pub fn plays_last(game: &SevenWonders, view: &View, seat: Seat) -> bool {
    let city = view.position.city(seat);
    let next = city.next_stage(&game.deck).and_then(|stage| stage.effect.power);
    view.position.turn == TURNS && (city.has(Power::LastCard) || next == Some(Power::LastCard))
}

/// Plain lines behind the one that counts: only one card is played, so they would be lost without a word.
fn doubled(game: &SevenWonders, lines: &[Line<SevenWonders>], act: &Act) -> Vec<Problem<crate::reason::Reason>> {
    let plain = lines.iter().filter_map(|line| match line.choices.as_slice() {
        [choice] if choice.when.is_none() => Some((line.number, &choice.order)),
        _ => None,
    });
    let mut plays = plain.filter(|(_, order)| matches!(order, Order::Play { .. }));
    let counts = |order: &Order| matches!(order, Order::Play { way, card, .. } if (*way, *card) == (act.way, act.card));
    let Some((first, _)) = plays.find(|(_, order)| counts(order)) else { return Vec::new() };
    let lost = |(line, order): (u32, &Order)| {
        let piece = game.print_order(order, "en");
        Problem { line, piece, why: Complaint::Doubled { first }, fix: None }
    };
    plays.map(lost).collect()
}

fn hear<Q: Question<SevenWonders>>(
    game: &SevenWonders,
    state: &State,
    seat: Seat,
    lines: &[Line<SevenWonders>],
    refused: &mut Vec<Refusal<SevenWonders>>,
    question: &Q,
) -> Option<Q::Answer> {
    question.hear(game, &mut Lines::new(game, state, seat, lines, refused))
}

fn problem(game: &SevenWonders, refusal: Refusal<SevenWonders>) -> Problem<crate::reason::Reason> {
    let piece = game.print_order(&refusal.order, "en");
    Problem { line: refusal.line, piece, why: Complaint::Rule { reason: refusal.reason }, fix: None }
}

/// What a card would bring if nobody else did anything.
fn as_things_stand(game: &SevenWonders, view: &View, seat: Seat, act: &Act) -> Event {
    let mut position = view.position.clone();
    let mut paid = Paid::default();
    let city = *position.city(seat);
    let prices = [game.deck.numbers.price, game.deck.numbers.cheap_price];
    paid.west = coins(city.cheap, prices, Side::West, act.trade.west);
    paid.east = coins(city.cheap, prices, Side::East, act.trade.east);
    let effect = match act.way {
        Way::Sell => crate::deck::Effect { coins: game.deck.numbers.sale, ..Default::default() },
        Way::Stage => position.city_mut(seat).add_stage(&game.deck),
        Way::Build | Way::Free => {
            let structure = game.deck.card(act.card);
            let is_paid = act.way == Way::Build && !structure.free_from.meets(&city.built);
            paid.bank = if is_paid { u16::from(structure.price) } else { 0 };
            position.city_mut(seat).add(&game.deck, act.card);
            structure.effect
        }
    };
    paid.gained = turn::income(&position, seat, &effect);
    turn::told(game, position.city(seat), seat, act, paid)
}

/// Example orders: one of each sort that would be allowed now.
pub fn examples(game: &SevenWonders, view: &View, seat: Seat) -> Vec<Order> {
    match (view.position.phase, view.hand, &view.discards) {
        (Phase::Turn, Some(hand), _) if !hand.is_empty() => {
            let choice = Choice::of(game, &view.position, seat, hand, Which::Turn);
            let mut orders = Vec::new();
            for way in Way::ALL {
                let mut fitting = choice.all(game).filter(|(allowed, ..)| allowed == way);
                if let Some((way, card, _)) = fitting.next() {
                    orders.push(Order::Play { way, card, buy: Default::default() });
                }
            }
            orders.push(Order::Prefer(vec![Wish::Colour(Colour::Green), Wish::Any, Wish::Stage, Wish::Sell]));
            orders
        }
        (Phase::Dig, _, Some(discards)) => {
            let dig = Dig::of(&view.position, discards, seat);
            vec![Order::Dig(dig.default(game))]
        }
        _ => Vec::new(),
    }
}
