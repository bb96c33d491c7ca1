//! Example orders for the order form: one of each sort that the rules would allow as the board stands.

use super::Empires;
use super::phases::building::Build;
use super::phases::trade::playable;
use super::phases::{collect, conquest, leaders};
use super::position::{Phase, Position};
use super::view::View;
use crate::common::ground::Place;
use crate::common::orders::{Aim, Bounty, Number, Order, PickWish};
use crate::common::roles::Next;
use crate::common::trade::{Offer, kinds};
use crate::pieces::{Card, Cards, Good, Province, Role, Sea, Unit};
use alloc::vec;
use alloc::vec::Vec;
use tabellarius_kernel::{Question as _, Seat};

/// So many wishes are shown in a `pick`; more would not fit a line.
const MOST_WISHES: usize = 4;

/// Example orders for the stage. They use only what the seat can see.
pub fn examples(game: &Empires, view: &View, seat: Seat) -> Vec<Order> {
    let position = &view.position;
    let hand = view.hand.unwrap_or(Cards::NONE);
    match position.phase {
        Phase::Setup => Vec::new(),
        Phase::Trade => trade(game, position, seat, hand),
        Phase::Building => building(game, position, seat, hand),
        Phase::Movement => movement(game, position, seat),
    }
}

fn trade(game: &Empires, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders = Vec::new();
    let due = collect::due(game, position);
    if let Some((_, province)) = due.temples.iter().find(|(by, _)| *by == seat) {
        orders.push(Order::Collect(Bounty::Legend, Some(*province)));
    }
    if position.owns(seat, Card::Colossus) {
        let there = game.core.board.goods[1..].iter().copied().filter(|good| position.bank.count(*good) > 0);
        let mut there: Vec<Good> = there.collect();
        there.sort_by_key(|good| game.core.board.bank.count(*good));
        there.truncate(2);
        if !there.is_empty() {
            orders.push(Order::Bonus(Card::Colossus, there));
        }
    }
    let spare = |number| Offer { hand, number }.default(game).each().collect::<Vec<_>>();
    if position.role(Role::Director) == Some(seat) {
        orders.extend(playable(position).iter().max().map(|number| Order::Trade(*number)));
    }
    if position.has(seat, Card::Antigone) {
        orders.push(Order::Antigone(hand.len().min(2) as u8));
    }
    if !hand.is_empty() {
        orders.push(Order::Offer(spare(hand.len().min(5) as u8)));
        let wish = |good| PickWish { good: Some(good), from: None, most: None };
        orders.push(Order::Pick(
            lacking(game, position, hand).into_iter().map(wish).chain([PickWish::default()]).collect(),
        ));
    }
    if position.role(Role::Director) == Some(seat) {
        orders.push(Order::Give(kinds(spare(hand.len() as u8))));
    }
    orders.retain(|order| !matches!(order, Order::Give(goods) if goods.is_empty()));
    orders
}

/// Some goods that the seat does not hold and somebody else does, the rarest first: what is not in the supply is behind the screens.
fn lacking(game: &Empires, position: &Position, hand: Cards) -> Vec<Good> {
    let held = |good: &Good| position.bank.count(*good) < game.core.board.bank.count(*good);
    let mut goods: Vec<Good> = game.core.board.goods[1..].to_vec();
    goods.retain(|good| hand.count(*good) == 0 && held(good));
    goods.sort_by_key(|good| game.core.board.bank.count(*good));
    goods.truncate(MOST_WISHES);
    goods
}

/// The leader's `order`, and of every sort the first purchase that could be paid now.
fn building(game: &Empires, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders: Vec<Order> = sequence(game, position, seat, Role::Political).into_iter().collect();
    let build = |wish| Order::Build { wish, times: 1, with: Vec::new() };
    orders.extend(Build::of(position, seat, hand).affordable(game).into_iter().map(build));
    if hand.count(Good::Tax) > 0 {
        orders.push(Order::Keep(vec![Good::Tax; usize::from(hand.count(Good::Tax).min(2))]));
    }
    orders
}

fn movement(game: &Empires, position: &Position, seat: Seat) -> Vec<Order> {
    let mut orders: Vec<Order> = sequence(game, position, seat, Role::Military).into_iter().collect();
    if position.owns(seat, Card::StatueOfZeus) {
        let others = game.core.seats.iter().filter(|other| *other != seat && Some(*other) != position.last_peace);
        orders.push(Order::Peace(others.take(1).collect()));
    }
    let i = seat.index();
    let mut seas = (0..position.fleets.len() as u8).map(Sea);
    if let Some(from) = seas.find(|sea| position.fleet(*sea, seat) > 0)
        && let Some(sea) = game.core.board.water(from).borders.first()
    {
        orders.push(moves(Unit::Trireme, Place::Sea(from), Place::Sea(*sea)));
    }
    let next = |from: Province| game.core.board.land(from).borders.iter().map(move |to| (from, *to));
    let provinces = (0..position.areas.len() as u8).map(Province);
    let mut ways = provinces
        .filter(|from| position.area(*from).legions[i] > 0)
        .flat_map(next)
        .filter(|(_, to)| !game.is_covered(*to));
    let foreign = |province: Province| position.area(province).owner != Some(seat);
    // Whoever stands at war may be gone when the time comes.
    let calm = |(from, _): &(Province, Province)| !position.area(*from).at_war();
    let abroad = |(_, to): &(Province, Province)| foreign(*to);
    let mut calm_ways = ways.clone().filter(calm);
    let way = calm_ways.clone().find(abroad).or_else(|| calm_ways.next());
    if let Some((from, to)) = way.or_else(|| ways.clone().find(abroad)).or_else(|| ways.next()) {
        orders.push(moves(Unit::Legion, Place::Land(from), Place::Land(to)));
        let area = position.area(to);
        let is_new = area.legions[i] == 0;
        if is_new && area.owner.is_some_and(|owner| owner != seat) && area.sites().next().is_some() {
            orders.push(Order::Conquest { province: Some(to), aim: Aim::Occupy(Vec::new()) });
        }
    }
    orders.extend(conquest::standing(game, position, seat));
    if position.units(seat, Unit::Legion) + position.units(seat, Unit::Fortress) > 0 {
        orders.push(Order::Losses { place: None, units: vec![(Unit::Legion, None), (Unit::Fortress, None)] });
    }
    for &role in game.core.board.roles.iter().filter(|role| position.role(**role) == Some(seat)) {
        let (_, among) = leaders::highest(game, position, role);
        if among.len() > 1 {
            let heirs = if among.contains(seat) { vec![seat] } else { among.iter().collect() };
            orders.push(Order::Heir(Some(role), heirs));
        }
    }
    orders
}

fn moves(unit: Unit, from: Place, to: Place) -> Order {
    Order::Move { number: Number::Exactly(1), unit: Some(unit), from, to, via: Vec::new() }
}

/// In which order the leader lets people act, as without a word (EM-4.1, EM-5.1).
fn sequence(game: &Empires, position: &Position, seat: Seat, role: Role) -> Option<Order> {
    (position.role(role) == Some(seat)).then(|| Order::Sequence(Next::unsaid(role, seat, game.core.seats)))
}
