//! Example orders for the order form: one of each sort that the rules would allow as the board stands.

use super::Mythology;
use super::event::Place;
use super::phases::building::Build;
use super::phases::income;
use super::phases::offering::OFFERING;
use super::position::{Phase, Position};
use super::view::View;
use crate::base::founding::Found;
use crate::common::orders::{Aim, Number, Order, PickWish};
use crate::common::payment::payable;
use crate::common::rites::{Fury, Gift, Moment, Occasion, Prey, Rite, Spread, Whom};
use crate::common::roles::Next;
use crate::common::trade::{Offer, kinds};
use crate::pieces::{Building, Card, Cards, Creature, God, Good, Province, Role, Sea, Unit};
use alloc::vec;
use alloc::vec::Vec;
use tabellarius_kernel::{Question as _, Seat};

/// Example orders for the phase. They use only what the seat can see.
pub fn examples(game: &Mythology, view: &View, seat: Seat) -> Vec<Order> {
    let position = &view.position;
    let hand = view.hand.unwrap_or(Cards::NONE);
    match position.phase {
        Phase::Setup(_) => {
            let question = Found::of(position, seat);
            question.orders(game, &question.default(game))
        }
        Phase::Commerce => commerce(game, position, seat, hand),
        Phase::Offering => offering(game, position, seat, hand),
        Phase::Building => building(game, position, seat, hand),
        Phase::Military => military(game, position, seat, hand),
    }
}

fn commerce(game: &Mythology, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders = Vec::new();
    let size = hand.len().min(5) as u8;
    if position.role(Role::Director) == Some(seat) {
        orders.push(Order::Trade(size.min(3)));
        // Of a hand of few kinds all may be gone when somebody is to be compensated.
        let given = kinds(spare(hand, hand.len() as u8, game).each());
        orders.extend((given.len() > 3).then_some(Order::Give(given)));
    }
    if size > 0 {
        // Whose hand may still grow before the trade cannot know how many cards will be asked for.
        let grows = position.favoured(God::Isis).is_some()
            || position.favoured(God::Hermes) == Some(seat)
            || position.owns(seat, Card::TempleOfArtemis);
        orders.push(if grows { Order::OfferAny } else { Order::Offer(spare(hand, size, game).each().collect()) });
        let wanted = game.core.board.goods.iter().find(|good| **good != Good::Tax && hand.count(**good) == 0);
        let wish = wanted.map(|good| PickWish { good: Some(*good), from: None, most: None });
        orders.push(Order::Pick(wish.into_iter().chain([PickWish::default()]).collect()));
    }
    if position.owns(seat, Card::TempleOfArtemis) {
        let there =
            game.core.board.goods.iter().copied().filter(|good| *good != Good::Tax && position.bank.count(*good) > 0);
        let there: Vec<Good> = there.take(2).collect();
        if !there.is_empty() {
            orders.push(Order::Bonus(Card::TempleOfArtemis, there));
        }
    }
    if position.favoured(God::Hermes) == Some(seat) {
        let produced = income::due(game, position)[seat.index()];
        let there = produced.iter().map(|(good, _)| good).filter(|good| position.bank.count(*good) > 0);
        let there: Vec<Good> = there.take(3).collect();
        orders.extend((!there.is_empty()).then_some(Order::Rite(Rite::Hermes(there))));
    }
    if position.favoured(God::Isis) == Some(seat) {
        let gift = |good, to| Gift { good, to };
        orders.push(Order::Rite(Rite::Isis(vec![gift(Some(Good::Gold), Whom::Me), gift(None, Whom::Others)])));
    }
    if position.has(seat, Card::Antigone) {
        orders.push(Order::Antigone(3));
    }
    if position.has(seat, Card::Ulysses) {
        orders.push(Order::Ulysses(vec![PickWish { good: Some(Good::Gold), from: None, most: None }]));
    }
    orders
}

/// The leader's `order`, and of every sort the first purchase that could be paid now.
fn building(game: &Mythology, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders = strikes(position, seat);
    orders.extend(sequence(game, position, seat, Role::Political));
    let build = |wish| Order::Build { wish, times: 1, with: Vec::new() };
    orders.extend(Build::of(position, seat, hand).affordable(game).into_iter().map(build));
    let most = hand.iter().filter(|(good, _)| *good != Good::Tax).max_by_key(|(_, number)| *number);
    if let (true, true, Some((give, _))) =
        (position.owns(seat, Card::Cleopatra), position.bank.count(Good::Tax) > 0, most)
    {
        orders.push(Order::Swap { give, take: Good::Tax });
    }
    if hand.count(Good::Tax) > 0 {
        orders.push(Order::Keep(vec![Good::Tax; usize::from(hand.count(Good::Tax).min(2))]));
    }
    orders
}

fn military(game: &Mythology, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders = strikes(position, seat);
    orders.extend(sequence(game, position, seat, Role::Military));
    let i = seat.index();
    let docked = |province: &Province| position.area(*province).docked[i] > 0;
    let provinces = || (0..position.areas.len() as u8).map(Province);
    if let Some(from) = provinces().find(docked)
        && let Some(sea) = game.core.board.land(from).coasts.first()
    {
        orders.push(moves(Unit::Trireme, Place::Land(from), Place::Sea(*sea)));
    }
    let mut seas = (0..position.fleets.len() as u8).map(Sea);
    if let Some(from) = seas.find(|sea| position.fleet(*sea, seat) > 0)
        && let Some(sea) = game.core.board.water(from).borders.first()
    {
        orders.push(moves(Unit::Trireme, Place::Sea(from), Place::Sea(*sea)));
    }
    let next = |from: Province| game.core.board.land(from).borders.iter().map(move |to| (from, *to));
    let foreign = |province: Province| position.area(province).owner != Some(seat);
    let mut ways = provinces().filter(|from| position.area(*from).legions[i] > 0).flat_map(next);
    // Whoever stands at war may be gone when the time comes.
    let calm = |(from, _): &(Province, Province)| !position.area(*from).at_war();
    let abroad = |(_, to): &(Province, Province)| foreign(*to);
    let mut calm_ways = ways.clone().filter(calm);
    let way = calm_ways.clone().find(abroad).or_else(|| calm_ways.next());
    if let Some((from, to)) = way.or_else(|| ways.clone().find(abroad)).or_else(|| ways.next()) {
        orders.push(moves(Unit::Legion, Place::Land(from), Place::Land(to)));
        let area = position.area(to);
        if area.owner.is_some_and(|owner| owner != seat) && area.sites().next().is_some() {
            orders.push(Order::Conquest { province: Some(to), aim: Aim::Occupy(Vec::new()) });
        }
    }
    if position.units(seat, Unit::Legion) + position.units(seat, Unit::Fortress) > 0 {
        orders.push(Order::Losses { place: None, units: vec![(Unit::Legion, None), (Unit::Fortress, None)] });
    }
    if position.has(seat, Card::Helen) {
        orders.push(Order::Helen(Vec::new()));
    }
    if position.favoured(God::Poseidon) == Some(seat) {
        let prey = Prey { at: None, seat: None, occasion: Occasion::Carries(None) };
        orders.push(Order::Rite(Rite::Poseidon(vec![prey])));
    }
    if position.favoured(God::Mars) == Some(seat) {
        orders.push(Order::Rite(Rite::Mars(Fury { at: Spread::Any, decides: true })));
    }
    if position.favoured(God::Athena) == Some(seat) {
        orders.push(Order::Rite(Rite::Athena(Some(Role::Director))));
    }
    if position.has(seat, Card::Hercules) {
        orders.push(Order::Rite(Rite::Hercules(Spread::Any)));
    }
    if position.has(seat, Card::Medusa) {
        orders.push(Order::Rite(Rite::Medusa(Spread::In(vec![game.core.capital(seat)]))));
    }
    if position.has(seat, Card::Ajax) {
        orders.push(Order::Rite(Rite::Ajax(3)));
    }
    if position.has(seat, Card::Hamilcar) {
        orders.push(Order::Rite(Rite::Hamilcar(None)));
    }
    if position.has(seat, Card::Midas) && hand.count(Good::Tax) > 1 {
        orders.push(Order::Rite(Rite::Midas { at: None, legions: 1 }));
    }
    if position.has(seat, Card::Aeneas)
        && let Some(sea) = game.core.board.land(game.core.capital(seat)).coasts.first()
    {
        orders.push(Order::Rite(Rite::Aeneas(*sea)));
    }
    orders.extend(creatures(game, position, seat));
    orders
}

/// What the reader's creatures can do: march, swim, dive and come up, throw.
fn creatures(game: &Mythology, position: &Position, seat: Seat) -> Vec<Order> {
    let mut orders = Vec::new();
    let board = &game.core.board;
    let camp = |province: &Province| {
        let area = position.area(*province);
        area.creatures[seat.index()] > 0 && !area.at_war()
    };
    let camp = (0..position.areas.len() as u8).map(Province).find(camp);
    if game.breeds(seat, Creature::Kraken) {
        let at_sea = position.krakens.iter().position(|n| *n > 0).map(|sea| Sea(sea as u8));
        if let Some(sea) = at_sea {
            orders.push(Order::Rite(Rite::Dive { number: Number::Exactly(1), from: Place::Sea(sea) }));
        } else if let Some((from, sea)) = camp.and_then(|from| Some((from, *board.land(from).coasts.first()?))) {
            orders.push(moves(Unit::Creature, Place::Land(from), Place::Sea(sea)));
        }
        if position.dived > 0 && !board.seas.is_empty() {
            orders.push(Order::Rite(Rite::Surface { number: 1, sea: Sea(0), to: None }));
        }
        return orders;
    }
    let Some(from) = camp else { return orders };
    if let Some(to) = board.land(from).borders.first() {
        orders.push(moves(Unit::Creature, Place::Land(from), Place::Land(*to)));
    }
    if game.breeds(seat, Creature::Titan) {
        let enemies = |at: &&Province| !position.area(**at).enemies_of(seat).is_empty();
        if let Some(at) = board.land(from).borders.iter().find(enemies) {
            let at = Place::Land(*at);
            orders.push(Order::Rite(Rite::Bombard { from, at, target: None, titans: None }));
        }
    }
    orders
}

fn moves(unit: Unit, from: Place, to: Place) -> Order {
    Order::Move { number: Number::Exactly(1), unit: Some(unit), from, to, via: Vec::new() }
}

/// What a player can best spare.
fn spare(hand: Cards, number: u8, game: &Mythology) -> Cards {
    Offer { hand, number }.default(game)
}

/// The High Priest's `order`, and an offering to a god that is free.
fn offering(game: &Mythology, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders: Vec<Order> = sequence(game, position, seat, Role::HighPriest).into_iter().collect();
    if payable(&hand, &[OFFERING]) {
        orders.push(Order::Rite(Rite::Pray { gods: vec![God::Hermes, God::Athena], with: None }));
    }
    if position.has(seat, Card::Adonis) {
        orders.push(Order::Rite(Rite::Adonis(vec![God::Isis, God::Mars])));
    }
    orders
}

/// What the gods by whom the reader stands may destroy, and against whom Astarte shields.
fn strikes(position: &Position, seat: Seat) -> Vec<Order> {
    let mut orders = Vec::new();
    let favours = |god| position.favoured(god) == Some(seat);
    for (god, kind) in [(God::Baal, Building::City), (God::Vulcan, Building::Caravan)] {
        let enemy = position.provinces().filter(|(_, area)| area.owner.is_some_and(|owner| owner != seat));
        let mut targets = enemy.filter(|(_, area)| area.count(kind) > 0).map(|(province, _)| (province, None));
        if let (true, Some(target)) = (favours(god), targets.next()) {
            orders.push(Order::Rite(Rite::Raze { god, targets: vec![target], moment: Moment::Now }));
        }
    }
    if favours(God::Astarte) {
        orders.push(Order::Rite(Rite::Astarte(vec![God::Baal, God::Vulcan])));
    }
    orders
}

/// In which order the leader lets people act (MY-4.1, MY-5.1).
fn sequence(game: &Mythology, position: &Position, seat: Seat, role: Role) -> Option<Order> {
    (position.role(role) == Some(seat)).then(|| Order::Sequence(Next::unsaid(role, seat, game.core.seats)))
}
