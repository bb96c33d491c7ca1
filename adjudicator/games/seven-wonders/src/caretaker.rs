//! A sound player for silent seats: it sees only the view, and writes a letter.

use crate::deck::Science;
use crate::deity::{Deity, Demand};
use crate::game::{SevenWonders, Table};
use crate::orders::{Order, Wish};
use crate::pieces::{Card, Colour, Goods, Hand, Power, Side, Way};
use crate::position::Phase;
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::dig::Dig;
use crate::rules::ledger::Ledger;
use crate::rules::myth::cost;
use crate::rules::myth::drawn::Take;
use crate::rules::myth::invocation::{Invocation, Use, When};
use crate::rules::myth::pray::rank;
use crate::rules::myth::question::Invoke;
use crate::rules::myth::rites::{self, Rites};
use crate::rules::plan::worth;
use crate::rules::recruit::Enlist;
use crate::rules::{arrival, scoring, turn};
use crate::view::View;
use alloc::string::String;
use alloc::vec::Vec;
use rand::SeedableRng as _;
use tabellarius_kernel::{Chance, Game as _, Question as _, Seat};

/// The letter.
pub fn letter(game: &SevenWonders, view: &View, seat: Seat) -> String {
    let orders: Vec<Order> = match (view.position.phase, &view.discards) {
        (Phase::Turn, _) => {
            let mut orders = plays(game, view, seat);
            orders.extend(invokes(game, view, seat));
            orders
        }
        (Phase::Pray, _) => alloc::vec![Order::Pray(alloc::vec![None])],
        (Phase::Recruit, _) => recruits(game, view, seat),
        (Phase::Enlist, _) if view.position.city(seat).recruits > 0 => {
            let choice = Choice::of(game, &view.position, seat, view.leaders.unwrap_or_default(), Which::Leader);
            let enlist = Enlist(choice);
            enlist.orders(game, &enlist.default(game))
        }
        (Phase::Take, _) if !view.drawn.is_empty() => {
            let take = Take::of(game, &view.as_state(), seat);
            take.orders(game, &take.default(game))
        }
        (Phase::Draft, _) => {
            let mut leaders = game.leaders().to_vec();
            leaders.sort_by_key(|card| (-worth(game, *card), *card));
            alloc::vec![Order::Draft(leaders.into_iter().map(Wish::Card).collect())]
        }
        (Phase::Dig, Some(discards)) => {
            let dig = Dig::of(&view.position, discards, seat);
            let best = dig.cards.iter().max_by_key(|card| value(game, view, seat, *card));
            dig.orders(game, &best)
        }
        _ => Vec::new(),
    };
    let lines: Vec<String> = orders.iter().map(|order| game.print_order(order, "en")).collect();
    lines.join("\n")
}

/// A myth that needs no aim and costs no coins, nor changes what the card of the turn can do; in the last turn of an age any one is better than none.
fn invokes(game: &SevenWonders, view: &View, seat: Seat) -> Option<Order> {
    let state = view.as_state();
    let deed = rites::deed(game, &state, &Rites::default(), seat, None);
    if deed.left == 0 {
        return None;
    }
    let question = Invoke(deed);
    let mut hand: Vec<Deity> = view.myths.iter().collect();
    hand.sort_by_key(|deity| rank(*deity));
    let (aim, buy, from) = Default::default();
    let order = |deity, used| Invocation { deity, used, when: When::First, aim, buy, from };
    let free = |deity: &Deity| {
        let bill = cost::bill(game, &view.position, seat, *deity, Default::default(), &Default::default());
        let wants_card = cost::price(game, &view.position, seat, *deity).card == Demand::Yes;
        bill.is_ok_and(|bill| bill.paid.total() == 0 && bill.trade.is_none()) && !wants_card
    };
    let able = hand.iter().copied().filter(|deity| rank(*deity) < 12 && *deity != Deity::Chronos).filter(free);
    let best = able.map(|deity| order(deity, Use::Power)).find(|one| question.legal(game, &alloc::vec![*one]).is_ok());
    let last = || (view.position.turn == game.turns()).then(|| order(hand[0], Use::Coins));
    best.or_else(last).map(Order::Myth)
}

/// The best leader that can be paid; else the least useful one is sold.
fn recruits(game: &SevenWonders, view: &View, seat: Seat) -> Vec<Order> {
    let hand = view.leaders.unwrap_or_default();
    if hand.is_empty() {
        return Vec::new();
    }
    let choice = Choice::of(game, &view.position, seat, hand, Which::Leader);
    let able = hand.iter().filter(|card| choice.price(game, Way::Build, *card).is_ok());
    let best = able.max_by_key(|card| (leader_value(game, view, seat, *card), core::cmp::Reverse(*card)));
    let worst = hand.iter().min_by_key(|card| worth(game, *card));
    let order = |way, card| Order::Play { way, card, buy: Default::default() };
    best.map(|card| order(Way::Build, card)).or(worst.map(|card| order(Way::Sell, card))).into_iter().collect()
}

/// What a leader is worth now, in tenths of a point: what is paid for it counts, and what it can still bring.
fn leader_value(game: &SevenWonders, view: &View, seat: Seat, card: Card) -> i32 {
    let structure = game.deck.card(card);
    let left = 3 - i32::from(view.position.age);
    let talent = if structure.effect.talent.is_some() { 8 * left } else { 0 };
    value(game, view, seat, card) + talent - 3 * i32::from(structure.price)
}

/// Whether the seat may play the last card of its hand too, or will when it builds its next stage (7W-7.1).
fn plays_last(game: &SevenWonders, view: &View, seat: Seat) -> bool {
    let city = view.position.city(seat);
    let next = city.next_stage(&game.deck).is_some_and(|stage| stage.effect.gives(Power::LastCard));
    view.position.turn == game.turns() && (city.has(Power::LastCard) || next)
}

/// The best way to play a card; a second line is for a last card that may be played too.
fn plays(game: &SevenWonders, view: &View, seat: Seat) -> Vec<Order> {
    let hand = view.hand.unwrap_or(Hand::EMPTY);
    if hand.is_empty() {
        return Vec::new();
    }
    let choice = Choice::of(game, &view.position, seat, hand, Which::Turn);
    let Some(act) = best(game, view, seat, &choice) else { return Vec::new() };
    let mut orders = choice.orders(game, &act);
    if plays_last(game, view, seat) {
        // What is left is played in the city as it is then.
        let mut chance = Chance::seed_from_u64(0);
        let mut table = Table::with_chance(game, view.as_state(), &mut chance);
        turn::carry_out(&mut table, &[(seat, act)], Which::Turn, None, &mut Ledger::default());
        let (position, hand) = (&table.state.position, table.state.hands[seat.index()]);
        let choice = Choice::of(game, position, seat, hand, Which::Last);
        if position.city(seat).has(Power::LastCard)
            && let Some(act) = best(game, view, seat, &choice)
        {
            orders.extend(choice.orders(game, &act));
        }
    }
    orders
}

/// The best way to play one of the cards.
fn best(game: &SevenWonders, view: &View, seat: Seat, choice: &Choice) -> Option<Act> {
    let mut all: Vec<(i32, Way, Card)> = Vec::new();
    // A card that the next neighbour would like is better used up than handed on.
    let next = view.position.neighbour(seat, view.position.passes_to());
    for (way, card, price) in choice.all(game) {
        let theirs = if view.position.city(next).built.contains(card) { 0 } else { value(game, view, next, card) };
        let gain = match way {
            Way::Build => value(game, view, seat, card),
            // The free structure of the age is kept for something dear.
            Way::Free => value(game, view, seat, card) + 6 * i32::from(game.deck.card(card).cost.len()) - 25,
            Way::Stage => stage_value(game, choice) + theirs / 5,
            Way::Sell => 10 + theirs / 5,
        };
        all.push((gain - 4 * i32::from(price), way, card));
    }
    all.sort_by_key(|(gain, way, card)| (-gain, *way, *card));
    let (_, way, card) = all.first()?;
    choice.act(game, *way, *card, Default::default()).ok()
}

/// What the next stage is worth, in tenths of a point.
fn stage_value(game: &SevenWonders, choice: &Choice) -> i32 {
    let Some(stage) = choice.city.next_stage(&game.deck) else { return 0 };
    let effect = &stage.effect;
    let power = if effect.talent.is_some() || effect.science.is_some() || effect.choice != 0 { 45 } else { 0 };
    let cheap = if effect.cheap != 0 { 25 } else { 0 };
    10 * i32::from(effect.points) + 4 * i32::from(effect.coins) + 20 * i32::from(effect.shields) + power + cheap
}

/// What a structure is worth to a city, in tenths of a point.
pub fn value(game: &SevenWonders, view: &View, seat: Seat, card: Card) -> i32 {
    let position = &view.position;
    let city = position.city(seat);
    let structure = game.deck.card(card);
    let effect = &structure.effect;
    let left = 3 - i32::from(position.age);
    let mut worth = 10 * i32::from(effect.points) + 4 * i32::from(effect.coins);
    if let Some(symbol) = effect.science {
        let mut more = city.science;
        more[symbol as usize] += 1;
        let [before, after] = [city.science, more].map(|s| scoring::science(&game.deck, s, s[Science::Any as usize]));
        worth += 10 * i32::from(after - before) + 8 * left;
    }
    if let Some(per) = effect.per {
        let count = i32::from(arrival::count(position, seat, &per)) + i32::from(3 - position.age.min(2));
        worth += count * (10 * i32::from(per.points) + 4 * i32::from(per.coins));
    }
    if effect.shields > 0 {
        let victory = i32::from(game.deck.numbers.victory[usize::from(position.age)]);
        for side in [Side::West, Side::East] {
            let theirs = position.city(position.neighbour(seat, side)).shields;
            let turns = city.shields <= theirs && city.shields + effect.shields >= theirs;
            worth += if turns { 6 * (victory + 1) } else { 6 };
        }
    }
    worth
        + goods_value(&structure.colour, effect.goods, effect.choice, &city.own.fixed) * left
        + 6 * left * (effect.cheap.count_ones() as i32)
}

/// What a source is worth for each age that is left: a new kind is worth more than another of the same.
fn goods_value(colour: &Colour, goods: Goods, choice: u8, own: &Goods) -> i32 {
    let each = |count: u8, has: u8| i32::from(count) * if has == 0 { 13 } else { 7 - i32::from(has).min(5) };
    let fixed: i32 = goods.each().map(|(good, count)| each(count, own.count(good))).sum();
    let choice = if choice == 0 { 0 } else { 8 + 4 * choice.count_ones() as i32 };
    let grey = if *colour == Colour::Grey { 4 } else { 0 };
    fixed + choice + grey
}
