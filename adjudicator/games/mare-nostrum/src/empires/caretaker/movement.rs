//! Movement and battle: hold what is threatened, take what is weakly held (EM-5).

use super::{Mind, Sheet};
use crate::common::ground::Place;
use crate::common::moves::route;
use crate::common::orders::{Aim, Nothing, Number, Order};
use crate::empires::phases::movement::barred;
use crate::pieces::{Card, Province, Role, Unit};
use alloc::vec::Vec;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    let rivals = mind.rivals();
    if mind.position.owns(mind.seat, Card::StatueOfZeus) {
        sheet.order(Order::Peace(rivals.clone()));
    }
    if mind.position.role(Role::Military) == Some(mind.seat) {
        // Who moves last keeps what he takes.
        sheet.order(Order::Sequence(rivals.into_iter().chain([mind.seat]).collect()));
    }
    let moves = attacks(mind);
    if moves.is_empty() {
        sheet.order(Order::Nothing(Nothing::Move));
    }
    for (legions, from, to) in moves {
        sheet.order(Order::Move {
            number: Number::Exactly(legions),
            unit: Some(Unit::Legion),
            from: Place::Land(from),
            to: Place::Land(to),
            via: Vec::new(),
        });
    }
    let all = |aim| Order::Conquest { province: None, aim };
    let sheba = mind.position.has(mind.seat, Card::QueenOfSheba).then_some(Aim::Seize);
    sheet.either(sheba.into_iter().chain([Aim::Convert, Aim::Occupy(Vec::new()), Aim::Stay]).map(all));
    // A title goes to whoever is furthest from winning by it (EM-6.3).
    let mut heirs = mind.rivals();
    heirs.reverse();
    heirs.sort_by_key(|seat| mind.position.roles.iter().filter(|leader| **leader == Some(*seat)).count());
    heirs.insert(0, mind.seat);
    for &role in Role::ALL.iter().filter(|role| mind.position.role(**role) == Some(mind.seat)) {
        sheet.order(Order::Heir(Some(role), heirs.clone()));
    }
    sheet.order(Order::Losses { place: None, units: alloc::vec![(Unit::Legion, None), (Unit::Fortress, None)] });
}

/// For each army the best weakly held province in reach; the capital is never left without a guard while rivals are near.
fn attacks(mind: &Mind<'_>) -> Vec<(u8, Province, Province)> {
    let (i, capital) = (mind.seat.index(), mind.game.capital(mind.seat));
    let closed = barred(mind.game, mind.position, None);
    let mut moves: Vec<(u8, Province, Province)> = Vec::new();
    for (from, area) in mind.position.provinces() {
        let holds = area.hold.is_some_and(|(by, _)| by == mind.seat) || !area.enemies_of(mind.seat).is_empty();
        let guard = if from == capital { threat(mind, from).min(2) } else { 0 };
        let ready = area.legions[i].saturating_sub(guard);
        if ready == 0 || holds {
            continue;
        }
        let targets = mind
            .position
            .provinces()
            .map(|(to, _)| to)
            .filter(|to| *to != from && !closed.iter().any(|(shut, _)| shut == to));
        let target = targets
            .filter(|to| !moves.iter().any(|(_, _, taken)| taken == to))
            .filter(|to| needed(mind, *to).is_some_and(|needed| needed <= ready))
            .filter(|to| route(mind.game, mind.position, mind.seat, from, *to).is_some())
            .max_by_key(|to| prize(mind, *to));
        if let Some(to) = target.filter(|to| prize(mind, *to) > 0) {
            moves.push((needed(mind, to).unwrap_or(1).max(1), from, to));
        }
    }
    moves
}

/// The most legions that one rival has next door.
fn threat(mind: &Mind<'_>, province: Province) -> u8 {
    let near = &mind.game.board.land(province).borders;
    let legions = |seat: usize| near.iter().map(|from| mind.position.area(*from).legions[seat]).sum::<u8>();
    mind.rivals().iter().map(|seat| legions(seat.index())).max().unwrap_or(0)
}

/// How many legions take a province safely; none, if it is not another's.
fn needed(mind: &Mind<'_>, province: Province) -> Option<u8> {
    let area = mind.position.area(province);
    area.owner.filter(|owner| *owner != mind.seat)?;
    let enemies = area.enemies_of(mind.seat);
    let strength: u8 =
        enemies.iter().map(|seat| 2 * area.legions[seat.index()] + 3 * area.fortresses[seat.index()]).sum();
    Some(strength + u8::from(strength == 0))
}

/// What a province is worth to its conqueror.
fn prize(mind: &Mind<'_>, province: Province) -> usize {
    let area = mind.position.area(province);
    let great = mind.game.is_great_city(province) && area.sites().next().is_some();
    area.sites().count() + if great { 3 } else { 0 }
}
