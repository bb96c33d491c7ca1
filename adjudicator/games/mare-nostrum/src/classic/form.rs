//! Example orders for the order form: one of each sort that the rules would allow as the board stands.

use super::Classic;
use super::event::Place;
use super::orders::{Aim, Number, Order, PickWish};
use super::phases::building::Build;
use super::phases::roles;
use super::position::{Phase, Position};
use super::view::View;
use crate::base::founding::Found;
use crate::common::roles::Next;
use crate::common::trade::{Offer, kinds};
use crate::pieces::{Card, Cards, Good, Province, Role, Sea, Unit};
use alloc::vec;
use alloc::vec::Vec;
use tabellarius_kernel::{Question as _, Seat};

/// Example orders for the phase. They use only what the seat can see.
pub fn examples(game: &Classic, view: &View, seat: Seat) -> Vec<Order> {
    let position = &view.position;
    let hand = view.hand.unwrap_or(Cards::NONE);
    match position.phase {
        Phase::Setup(_) => {
            let question = Found::of(position, seat);
            question.orders(game, &question.default(game))
        }
        Phase::Commerce => commerce(game, position, seat, hand),
        Phase::Building => building(game, position, seat, hand),
        Phase::Military => military(game, position, seat),
    }
}

fn commerce(game: &Classic, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders = heir(game, position, seat, Role::Director);
    let size = hand.len().min(5) as u8;
    if leads(game, position, seat, Role::Director) {
        orders.push(Order::Trade(size.min(3)));
        orders.push(Order::Give(kinds(Offer { hand, number: hand.len() as u8 }.default(game).each())));
    }
    if size > 0 {
        orders.push(Order::Offer(Offer { hand, number: size }.default(game).each().collect()));
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
    if position.owns(seat, Card::Ulysses) {
        orders.push(Order::Ulysses(vec![PickWish { good: Some(Good::Gold), from: None, most: None }]));
    }
    orders.retain(|order| !matches!(order, Order::Give(goods) if goods.is_empty()));
    orders
}

/// The leader's `order`, and of every sort the first purchase that could be paid now.
fn building(game: &Classic, position: &Position, seat: Seat, hand: Cards) -> Vec<Order> {
    let mut orders = heir(game, position, seat, Role::Political);
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

fn military(game: &Classic, position: &Position, seat: Seat) -> Vec<Order> {
    let mut orders = heir(game, position, seat, Role::Military);
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
    if position.owns(seat, Card::Helen) {
        orders.push(Order::Helen(Vec::new()));
    }
    orders
}

fn moves(unit: Unit, from: Place, to: Place) -> Order {
    Order::Move { number: Number::Exactly(1), unit: Some(unit), from, to, via: Vec::new() }
}

/// Whom to name, if others tie above the holder of a role (MN-3.1.2).
fn heir(game: &Classic, position: &Position, seat: Seat, role: Role) -> Vec<Order> {
    let (_, among) = roles::leaders(game, position, role);
    let asked = position.role(role) == Some(seat) && among.len() > 1 && !among.contains(seat);
    asked.then(|| Order::Heir(Some(role), among.iter().collect())).into_iter().collect()
}

/// Whether a player holds a role and will keep it in this phase.
fn leads(game: &Classic, position: &Position, seat: Seat, role: Role) -> bool {
    position.role(role) == Some(seat) && heir(game, position, seat, role).is_empty()
}

/// In which order the leader lets people act (MN-4.1, MN-5.1).
fn sequence(game: &Classic, position: &Position, seat: Seat, role: Role) -> Option<Order> {
    leads(game, position, seat, role).then(|| Order::Sequence(Next::unsaid(role, seat, game.core.seats)))
}
