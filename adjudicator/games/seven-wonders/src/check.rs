//! Checking a letter against what its writer can see.

use crate::deity::Deity;
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::{Order, Wish};
use crate::pieces::{Hand, Power, Way};
use crate::position::{Fate, Phase, Slot, State};
use crate::reason::Reason;
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::dig::{self, Dig};
use crate::rules::draft::Keep;
use crate::rules::free::{self, ForFree};
use crate::rules::ledger::Ledger;
use crate::rules::myth::drawn::Take;
use crate::rules::myth::look::Look;
use crate::rules::myth::pray::Pick;
use crate::rules::myth::question::{Card, Invoke};
use crate::rules::myth::rites::{self, Rites};
use crate::rules::recruit::Enlist;
use crate::rules::turn;
use crate::view::View;
use alloc::vec::Vec;
use rand::SeedableRng as _;
use tabellarius_kernel::{Chance, Checked, Complaint, Game as _, Line, Lines, Problem, Question, Refusal, Seat};

/// Checks a letter. What it would do is found by doing it, as if nobody else did anything: no forecast has rules of its own.
pub fn check(game: &SevenWonders, view: &View, seat: Seat, lines: &[Line<SevenWonders>]) -> Checked<SevenWonders> {
    let state = view.as_state();
    let mut refused = Vec::new();
    let mut would = Vec::new();
    let mut problems = Vec::new();
    // Nothing is asked and nothing hidden is drawn in a forecast.
    let mut chance = Chance::seed_from_u64(0);
    let mut table = Table::with_chance(game, state.clone(), &mut chance);
    let mut ledger = Ledger::default();
    match view.position.phase {
        Phase::Turn => {
            let hand = view.hand.unwrap_or(Hand::EMPTY);
            if hand.is_empty() {
                return Checked { problems, would };
            }
            let deed = rites::deed(game, &state, &Rites::default(), seat, game.partner(seat));
            let mut said = Vec::new();
            let mut looks = Vec::new();
            // Who can invoke no myth, or look at no hand, is told so if he tries.
            if game.deck.numbers.myths > 0 {
                let invoke = Invoke(deed.clone());
                said = hear(game, &state, seat, lines, &mut refused, &invoke).unwrap_or_default();
                let look = Look::of(game, &view.position, seat);
                looks = hear(game, &state, seat, lines, &mut refused, &look).unwrap_or_default();
            }
            let mut rites = Rites(said.iter().map(|one| (seat, *one)).collect());
            let card = Card { deed, rites: Some(said) };
            let own = hear(game, &state, seat, lines, &mut refused, &card);
            let mut acts: Vec<(Seat, Act)> = own.iter().map(|act| (seat, *act)).collect();
            // 7W-14.2: whoever plays for the Free City says so in the same letter.
            if let Some(act) = own
                && free::is_holder(game, &view.position, seat)
                && let Some((_, question)) = ForFree::of(game, &state, &act)
                && let (Some(city), Some(act)) =
                    (game.free_city(), hear(game, &state, seat, lines, &mut refused, &question))
            {
                acts.push((city, act));
            }
            // 7W-13.45: whether a card lies in the discards is not known; it would be built if it does.
            for card in rites.0.iter().filter(|(_, one)| one.deity == Deity::Osiris).filter_map(|(_, one)| one.aim.own)
            {
                *table.state.log.slot_mut(0, 1, seat) = Slot::new(card, Fate::Sold);
                table.state.position.discards += 1;
            }
            turn::act(&mut table, &mut rites, &mut acts, &mut ledger);
            would.extend(looks.into_iter().map(|other| Event::HandLookedAt { seat, other }));
            if let Some(act) = own {
                // 7W-7.1: whoever may play the last card too can say so in the same letter.
                let plays_on = plays_last(game, view, seat);
                problems = if plays_on { Vec::new() } else { doubled(game, lines, &act) };
                let hand = table.state.hands[seat.index()];
                if plays_on && !hand.is_empty() {
                    let choice = Choice::of(game, &table.state.position, seat, hand, Which::Last);
                    if let Some(act) = hear(game, &state, seat, lines, &mut refused, &choice) {
                        turn::carry_out(&mut table, &[(seat, act)], Which::Last, None, &mut ledger);
                    }
                }
            }
        }
        Phase::Dig => {
            if let Some(discards) = &view.discards {
                let dig = Dig::of(&view.position, discards, seat);
                match hear(game, &state, seat, lines, &mut refused, &dig) {
                    Some(Some(card)) => dig::build(&mut table, seat, card, &mut ledger),
                    Some(None) => would.push(Event::DugNothing { seat }),
                    None => {}
                }
            }
        }
        Phase::Recruit => {
            let hand = view.leaders.unwrap_or(Hand::EMPTY);
            if !hand.is_empty() {
                let choice = Choice::of(game, &view.position, seat, hand, Which::Leader);
                if let Some(act) = hear(game, &state, seat, lines, &mut refused, &choice) {
                    turn::carry_out(&mut table, &[(seat, act)], Which::Leader, None, &mut ledger);
                    problems = doubled(game, lines, &act);
                }
            }
        }
        Phase::Enlist if view.position.city(seat).recruits > 0 => {
            let hand = view.leaders.unwrap_or(Hand::EMPTY);
            let choice = Choice::of(game, &view.position, seat, hand, Which::Leader);
            match hear(game, &state, seat, lines, &mut refused, &Enlist(choice)) {
                Some(Some(card)) => {
                    let act = Act { way: Way::Build, card, trade: Default::default() };
                    turn::carry_out(&mut table, &[(seat, act)], Which::Leader, None, &mut ledger);
                }
                Some(None) => would.push(Event::EnlistedNobody { seat }),
                None => {}
            }
        }
        Phase::Take if !view.drawn.is_empty() => {
            let take = Take::of(game, &state, seat);
            if let Some(act) = hear(game, &state, seat, lines, &mut refused, &take) {
                turn::carry_out(&mut table, &[(seat, act)], Which::Drawn, None, &mut ledger);
            }
        }
        Phase::Draft => {
            let packet = view.hand.unwrap_or(Hand::EMPTY);
            match hear(game, &state, seat, lines, &mut refused, &Keep { packet }) {
                Some(card) => would.push(Event::Drafted { seat, cards: [card].into_iter().collect() }),
                None => problems.extend(lines.iter().filter_map(|line| none_in_packet(game, line))),
            }
        }
        Phase::Pray => {
            let pick = Pick { packet: view.packet };
            match hear(game, &state, seat, lines, &mut refused, &pick) {
                Some(deity) => would.push(Event::Prayed { seat, deities: [deity].into_iter().collect() }),
                None => problems.extend(lines.iter().filter_map(|line| none_in_packet(game, line))),
            }
        }
        Phase::SetUp | Phase::Enlist | Phase::Take | Phase::Deal | Phase::Over => {}
    }
    problems.extend(idle_lines(game, view, lines));
    would.splice(0..0, table.told().iter().map(|told| told.event).filter(is_forecast));
    problems.extend(refused.into_iter().map(|refusal| problem(game, refusal)));
    problems.sort_by_key(|problem| problem.line);
    problems.dedup();
    Checked { problems, would }
}

/// Whether an event can be promised: what is drawn cannot, and what is only a word about another event need not be.
fn is_forecast(event: &Event) -> bool {
    let is_drawn = matches!(event, Event::LeadersDrawn { .. } | Event::LeadersSeen { .. });
    let is_word = matches!(event, Event::FaceDown { .. } | Event::MythFaceDown { .. } | Event::Declared { .. });
    !is_drawn && !is_word
}

/// Whether the seat may play the last card of its hand too, or will when it builds its next stage (7W-7.1).
pub fn plays_last(game: &SevenWonders, view: &View, seat: Seat) -> bool {
    let city = view.position.city(seat);
    let next = city.next_stage(&game.deck).is_some_and(|stage| stage.effect.gives(Power::LastCard));
    view.position.turn == game.turns() && (city.has(Power::LastCard) || next)
}

/// Plain lines behind the one that counts: only one card is played, so they would be lost without a word.
fn doubled(game: &SevenWonders, lines: &[Line<SevenWonders>], act: &Act) -> Vec<Problem<Reason>> {
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

/// Names of which none is in the packet: `any` at the end would help.
fn none_in_packet(game: &SevenWonders, line: &Line<SevenWonders>) -> Option<Problem<Reason>> {
    let order = &line.choices.first()?.order;
    let with_any = match order {
        Order::Draft(wishes) => Order::Draft(wishes.iter().copied().chain([Wish::Any]).collect()),
        Order::Pray(list) => Order::Pray(list.iter().copied().chain([None]).collect()),
        _ => return None,
    };
    let why = Complaint::Rule { reason: Reason::NoneInPacket };
    let fix = Some(game.print_order(&with_any, "en"));
    Some(Problem { line: line.number, piece: game.print_order(order, "en"), why, fix })
}

/// Lines of which nothing could ever come.
fn idle_lines(game: &SevenWonders, view: &View, lines: &[Line<SevenWonders>]) -> Vec<Problem<Reason>> {
    let is_drafting = matches!(view.position.phase, Phase::SetUp | Phase::Draft);
    let mut problems = Vec::new();
    for line in lines {
        let problem = |order: &Order, reason, fix| {
            let piece = game.print_order(order, "en");
            Problem { line: line.number, piece, why: Complaint::Rule { reason }, fix }
        };
        match line.choices.as_slice() {
            [choice, ..] if matches!(choice.order, Order::Draft(_)) && !is_drafting => {
                problems.push(problem(&choice.order, Reason::DraftOver, None));
            }
            // 7W-4.4: the first line of wishes counts; what stands behind `else` belongs into it.
            [tabellarius_kernel::Choice { when: None, order: order @ Order::Prefer(_) }, rest @ ..]
                if rest.iter().any(|choice| matches!(choice.order, Order::Prefer(_))) =>
            {
                let lists = line.choices.iter().filter_map(|choice| match &choice.order {
                    Order::Prefer(wishes) => Some(wishes),
                    _ => None,
                });
                let all = Order::Prefer(lists.flatten().copied().collect());
                problems.push(problem(order, Reason::WishesApart, Some(game.print_order(&all, "en"))));
            }
            _ => {}
        }
    }
    problems
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

fn problem(game: &SevenWonders, refusal: Refusal<SevenWonders>) -> Problem<Reason> {
    let piece = game.print_order(&refusal.order, "en");
    let fix = match &refusal.reason {
        Reason::CardIsPrice { card, .. } => {
            Some(game.print_order(&Order::Play { way: Way::Sell, card: *card, buy: Default::default() }, "en"))
        }
        _ => None,
    };
    Problem { line: refusal.line, piece, why: Complaint::Rule { reason: refusal.reason }, fix }
}
