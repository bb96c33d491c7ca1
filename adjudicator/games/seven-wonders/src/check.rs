//! Checking a letter against what its writer can see, and example orders for the form.

use crate::deck::Effect;
use crate::event::{Event, How, Paid};
use crate::game::SevenWonders;
use crate::orders::{Order, Wish};
use crate::payment::Seller;
use crate::pieces::{Colour, Hand, Power, Way};
use crate::position::{Phase, State};
use crate::rules::arrival::{self, Came};
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::dig::Dig;
use crate::rules::draft::Keep;
use crate::rules::free::{self, ForFree};
use crate::rules::myth::cost;
use crate::rules::myth::drawn::Take;
use crate::rules::myth::invocation::{Invocation, Use};
use crate::rules::myth::look::Look;
use crate::rules::myth::pray::Pick;
use crate::rules::myth::question::{Card, Invoke};
use crate::rules::myth::rites::{self, Rites};
use crate::rules::recruit::Enlist;
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
            let deed = rites::deed(game, &state, &Rites::default(), seat, game.partner(seat));
            let mut said = Vec::new();
            // Who can invoke no myth, or look at no hand, is told so if he tries.
            if game.deck.numbers.myths > 0 {
                let invoke = Invoke(deed.clone());
                said = hear(game, &state, seat, lines, &mut refused, &invoke).unwrap_or_default();
                would.extend(said.iter().map(|one| as_invoked(game, view, seat, one)));
            }
            if game.deck.numbers.myths > 0 {
                let look = Look::of(game, &view.position, seat);
                let looks = hear(game, &state, seat, lines, &mut refused, &look).unwrap_or_default();
                would.extend(looks.into_iter().map(|other| Event::HandLookedAt { seat, other }));
            }
            let card = Card { deed, rites: Some(said) };
            if let Some(act) = hear(game, &state, seat, lines, &mut refused, &card) {
                would.push(as_things_stand(game, view, seat, &act));
                hand.remove(act.card);
                // 7W-14.2: whoever plays for the Free City says so in the same letter.
                if free::is_holder(game, &view.position, seat)
                    && let Some((_, question)) = ForFree::of(game, &state, &act)
                    && let (Some(city), Some(act)) =
                        (game.free_city(), hear(game, &state, seat, lines, &mut refused, &question))
                {
                    would.push(as_things_stand(game, view, city, &act));
                }
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
        Phase::Recruit => {
            let hand = view.leaders.unwrap_or(Hand::EMPTY);
            if !hand.is_empty() {
                let choice = Choice::of(game, &view.position, seat, hand, Which::Leader);
                if let Some(act) = hear(game, &state, seat, lines, &mut refused, &choice) {
                    would.push(as_things_stand(game, view, seat, &act));
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
                    would.push(as_things_stand(game, view, seat, &act));
                }
                Some(None) => would.push(Event::EnlistedNobody { seat }),
                None => {}
            }
        }
        Phase::Take if !view.drawn.is_empty() => {
            let take = Take::of(game, &state, seat);
            if let Some(act) = hear(game, &state, seat, lines, &mut refused, &take) {
                would.push(as_things_stand(game, view, seat, &act));
            }
        }
        Phase::Draft => {
            let packet = view.hand.unwrap_or(Hand::EMPTY);
            if let Some(card) = hear(game, &state, seat, lines, &mut refused, &Keep { packet }) {
                would.push(Event::Drafted { seat, cards: [card].into_iter().collect() });
            }
        }
        Phase::Pray => {
            let pick = Pick { packet: view.packet };
            if let Some(deity) = hear(game, &state, seat, lines, &mut refused, &pick) {
                would.push(Event::Prayed { seat, deities: [deity].into_iter().collect() });
            }
        }
        Phase::SetUp | Phase::Enlist | Phase::Take | Phase::Deal | Phase::Over => {}
    }
    problems.extend(refused.into_iter().map(|refusal| problem(game, refusal)));
    problems.sort_by_key(|problem| problem.line);
    problems.dedup();
    Checked { problems, would }
}

/// Whether the seat may play the last card of its hand too, or will when it builds its next stage (7W-7.1).
pub fn plays_last(game: &SevenWonders, view: &View, seat: Seat) -> bool {
    let city = view.position.city(seat);
    let next = city.next_stage(&game.deck).is_some_and(|stage| stage.effect.gives(Power::LastCard));
    view.position.turn == game.turns() && (city.has(Power::LastCard) || next)
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

/// What a myth would cost, as far as that can be known now.
fn as_invoked(game: &SevenWonders, view: &View, seat: Seat, one: &Invocation) -> Event {
    let bill = cost::bill(game, &view.position, seat, one.deity, one.buy, &Default::default());
    match (one.used, bill) {
        (Use::Coins, _) => Event::MythSold { seat, coins: u16::from(view.position.age) + 1 },
        (Use::Power, Ok(bill)) => {
            let sources = turn::sources(game, &view.position, seat);
            let of = |seller| sources.coins(seller, bill.trade.from(seller));
            let bank = bill.coins + of(Seller::Bank);
            let paid =
                Paid { bank, west: of(Seller::West), east: of(Seller::East), far: of(Seller::Far), ..Paid::default() };
            Event::Invoked { seat, deity: one.deity, paid, trade: bill.trade }
        }
        (Use::Power, Err(_)) => {
            Event::Invoked { seat, deity: one.deity, paid: Paid::default(), trade: Default::default() }
        }
    }
}

/// What a card would bring if nobody else did anything.
fn as_things_stand(game: &SevenWonders, view: &View, seat: Seat, act: &Act) -> Event {
    let mut position = view.position.clone();
    let cost = Choice::cost_of(game, &position, seat, act.way, act.card);
    let how = cost.as_ref().map_or(How::Paid, |cost| cost.how);
    let sources = turn::sources(game, &position, seat);
    let of = |seller| sources.coins(seller, act.trade.from(seller));
    let bank = cost.map_or(0, |cost| cost.coins) + of(Seller::Bank);
    let mut paid =
        Paid { bank, west: of(Seller::West), east: of(Seller::East), far: of(Seller::Far), ..Paid::default() };
    let city = position.city_mut(seat);
    let (came, effect) = match act.way {
        Way::Sell => (Came::Sale(game.deck.numbers.sale), &Effect::NONE),
        Way::Stage => (Came::Stage, city.add_stage(&game.deck)),
        Way::Build | Way::Free => {
            city.add(&game.deck, act.card);
            (Came::Card(act.card, how), &game.deck.card(act.card).effect)
        }
    };
    paid.gained = arrival::coins_of(game, &position, seat, came, effect, act.trade);
    turn::told(game, position.city(seat), seat, act, how, paid)
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
        (Phase::Recruit, ..) => {
            let hand = view.leaders.unwrap_or(Hand::EMPTY);
            let choice = Choice::of(game, &view.position, seat, hand, Which::Leader);
            let ways = Way::ALL.iter().filter_map(|way| choice.all(game).find(|(allowed, ..)| allowed == way));
            ways.map(|(way, card, _)| Order::Play { way, card, buy: Default::default() }).collect()
        }
        (Phase::Take, ..) if !view.drawn.is_empty() => {
            let take = Take::of(game, &view.as_state(), seat);
            take.orders(game, &take.default(game))
        }
        (Phase::Pray, ..) if !view.packet.is_empty() => vec![Order::Pray(view.packet.iter().collect())],
        (Phase::Draft, Some(packet), _) if !packet.is_empty() => {
            vec![Order::Draft(packet.iter().map(Wish::Card).chain([Wish::Any]).collect())]
        }
        (Phase::Enlist, ..) if view.position.city(seat).recruits > 0 => {
            let hand = view.leaders.unwrap_or(Hand::EMPTY);
            let choice = Choice::of(game, &view.position, seat, hand, Which::Leader);
            let enlist = Enlist(choice);
            enlist.orders(game, &enlist.default(game))
        }
        (Phase::Dig, _, Some(discards)) => {
            let dig = Dig::of(&view.position, discards, seat);
            vec![Order::Dig(dig.default(game))]
        }
        _ => Vec::new(),
    }
}
