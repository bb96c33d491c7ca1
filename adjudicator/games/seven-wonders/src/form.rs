//! The order form: lines that would be accepted now, ready to copy.

use crate::deity::{Aim, Deity};
use crate::game::SevenWonders;
use crate::orders::{Order, Wish};
use crate::payment::Trade;
use crate::pieces::{Card, CardSet, Colour, Hand, Power, Way};
use crate::position::{Phase, State};
use crate::rules::choice::{Choice, Which};
use crate::rules::copy::Copy;
use crate::rules::dig::Dig;
use crate::rules::free::{self, ForFree};
use crate::rules::myth::aim;
use crate::rules::myth::drawn::Take;
use crate::rules::myth::invocation::{Invocation, Use, When};
use crate::rules::myth::look::Look;
use crate::rules::myth::question::Invoke;
use crate::rules::myth::rites::{self, Rites};
use crate::rules::plan::{self, worth};
use crate::rules::recruit::Enlist;
use crate::view::View;
use alloc::vec::Vec;
use tabellarius_kernel::{Question as _, Seat};

/// What the seat could write now, one line each.
pub fn lines(game: &SevenWonders, view: &View, seat: Seat) -> Vec<Order> {
    let position = &view.position;
    let leaders = || Choice::of(game, position, seat, view.leaders.unwrap_or(Hand::EMPTY), Which::Leader);
    match (position.phase, view.hand, &view.discards) {
        (Phase::Turn, Some(hand), _) if !hand.is_empty() => turn(game, view, seat, hand),
        (Phase::Recruit, ..) => plays(game, &leaders()),
        (Phase::Take, ..) if !view.drawn.is_empty() => {
            let take = Take::of(game, &view.as_state(), seat);
            let taken = |order| match order {
                Order::Play { way, card, buy } => Order::Take { way, card, buy },
                other => other,
            };
            plays(game, &take.0).into_iter().map(taken).collect()
        }
        (Phase::Pray, ..) if !view.packet.is_empty() => {
            alloc::vec![Order::Pray(view.packet.iter().map(Some).chain([None]).collect())]
        }
        (Phase::Draft, Some(packet), _) if !packet.is_empty() => {
            alloc::vec![Order::Draft(packet.iter().map(Wish::Card).chain([Wish::Any]).collect())]
        }
        (Phase::Enlist, ..) if position.city(seat).recruits > 0 => {
            let enlist = Enlist(leaders());
            let able = enlist.0.hand.iter().filter(|card| enlist.legal(game, &Some(*card)).is_ok());
            able.map(Some).chain([None]).flat_map(|card| enlist.orders(game, &card)).collect()
        }
        (Phase::Dig, _, Some(discards)) => {
            let dig = Dig::of(position, discards, seat);
            dig.cards.iter().map(Some).chain([None]).map(Order::Dig).collect()
        }
        _ => Vec::new(),
    }
}

fn play(way: Way, card: Card) -> Order {
    Order::Play { way, card, buy: Default::default() }
}

/// Every structure that can be built, and with the least useful card a stage and a sale.
fn plays(game: &SevenWonders, choice: &Choice) -> Vec<Order> {
    let cards: CardSet = choice.hand.iter().collect();
    let able = |way: Way, card: &Card| choice.price(game, way, *card).is_ok();
    let mut orders: Vec<Order> =
        cards.iter().filter(|card| able(Way::Build, card)).map(|card| play(Way::Build, card)).collect();
    // What is dear is built for nothing first.
    let dear = |card: &Card| (game.deck.card(*card).cost.len(), worth(game, *card));
    orders.extend(cards.iter().filter(|card| able(Way::Free, card)).max_by_key(dear).map(|card| play(Way::Free, card)));
    for way in [Way::Stage, Way::Sell] {
        let least = cards.iter().filter(|card| able(way, card)).min_by_key(|card| worth(game, *card));
        orders.extend(least.map(|card| play(way, card)));
    }
    orders
}

fn turn(game: &SevenWonders, view: &View, seat: Seat, hand: Hand) -> Vec<Order> {
    let position = &view.position;
    let state = view.as_state();
    let choice = Choice::of(game, position, seat, hand, Which::Turn);
    let mut orders = plays(game, &choice);
    if free::is_holder(game, position, seat) {
        // 7W-14.2: the other card goes to the Free City; which are left depends on the own one. Two lines, so that one always fits.
        let own = plan::silent(game, &choice);
        if let Some((_, question)) = ForFree::of(game, &state, &own) {
            let first = question.default(game);
            orders.extend(question.orders(game, &first));
            let other = question.choices(game).into_iter().find(|act| act.card != first.card);
            orders.extend(other.into_iter().flat_map(|act| question.orders(game, &act)));
        }
    }
    let is_guild = |card: Card| game.deck.card(card).effect.gives(Power::CopyLeader);
    if hand.iter().any(|card| is_guild(card) && choice.price(game, Way::Build, card).is_ok()) {
        orders.extend(Copy::of(game, position, seat).leaders.iter().map(Order::Copy));
    }
    if game.deck.numbers.myths > 0 {
        orders.extend(myths(game, view, seat, &state));
        let look = Look::of(game, position, seat);
        let seats = look.others.first().filter(|_| look.left > 0);
        orders.extend(seats.map(|other| Order::Look([Some(*other), None])));
    }
    orders.push(Order::Prefer(alloc::vec![Wish::Colour(Colour::Green), Wish::Any, Wish::Stage, Wish::Sell]));
    orders
}

/// Each myth that can be invoked before the card, and one for coins.
fn myths(game: &SevenWonders, view: &View, seat: Seat, state: &State) -> Vec<Order> {
    let invoke = Invoke(rites::deed(game, state, &Rites::default(), seat, None));
    let (buy, from) = (Trade::NONE, Default::default());
    let can = |one: &Invocation| invoke.legal(game, &alloc::vec![*one]).is_ok();
    let mut orders = Vec::new();
    // What hands nothing over is no example either.
    let city = view.position.city(seat);
    let is_idle = |deity: Deity| match deity {
        Deity::Nut => city.debts == 0,
        Deity::AmunRa => view.position.age > 0 && city.defeats == 0,
        _ => false,
    };
    for deity in view.myths.iter().filter(|deity| !is_idle(*deity)) {
        // 7W-13.44: that everybody chooses anew is no example.
        let when = if deity == Deity::Isis { When::Last } else { When::First };
        let invoked = |aim: Aim| Invocation { deity, used: Use::Power, when, aim, buy, from };
        let mut aims = aim::examples(game, &view.position, seat, deity);
        orders.extend(aims.find_map(|aim| Some(invoked(aim)).filter(&can)).map(Order::Myth));
    }
    let sold = view.myths.iter().last().map(|deity| Invocation {
        deity,
        used: Use::Coins,
        when: When::First,
        aim: Aim::default(),
        buy,
        from,
    });
    orders.extend(sold.filter(&can).map(Order::Myth));
    orders
}
