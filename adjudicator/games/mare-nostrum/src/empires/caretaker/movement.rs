//! Movement and battle: hold what is threatened, take what is weakly held, by sea where that reaches further (EM-5).

use super::{Mind, Sheet};
use crate::common::ground::Place;
use crate::common::moves::route;
use crate::common::orders::{Aim, Nothing, Number, Order, Spot};
use crate::empires::phases::movement::barred;
use crate::empires::position::{Position, Site};
use crate::pieces::{Building, Card, Province, Role, Sea, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// How far a rival may be behind on a track and still tie when the round ends.
const CLOSE: u8 = 3;

/// An army on its way.
struct Attack {
    legions: u8,
    from: Province,
    to: Province,
}

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
    let mut position = mind.position.clone();
    let voyages = voyages(mind, &mut position);
    let attacks = attacks(mind, &position);
    // Said of whatever is not named below: triremes and legions are asked for one after the other.
    if voyages.is_empty() || attacks.is_empty() {
        sheet.order(Order::Nothing(Nothing::Move));
    }
    for (from, to) in voyages {
        sheet.order(going(1, Unit::Trireme, Place::Sea(from), Place::Sea(to)));
    }
    sea_battles(mind, &position, sheet);
    for attack in &attacks {
        sheet.order(going(attack.legions, Unit::Legion, Place::Land(attack.from), Place::Land(attack.to)));
    }
    conquests(mind, &position, &attacks, sheet);
    heirs(mind, sheet);
}

fn going(number: u8, unit: Unit, from: Place, to: Place) -> Order {
    Order::Move { number: Number::Exactly(number), unit: Some(unit), from, to, via: Vec::new() }
}

/// One trireme from each sea at the most, if the legions then reach more than before; the position goes along.
fn voyages(mind: &Mind<'_>, position: &mut Position) -> Vec<(Sea, Sea)> {
    let gain = |position: &Position| attacks(mind, position).iter().map(|one| mind.prize(one.to)).sum::<usize>();
    let i = mind.seat.index();
    let mut voyages = Vec::new();
    for from in (0..position.fleets.len() as u8).map(Sea) {
        if mind.position.fleet(from, mind.seat) == 0 {
            continue;
        }
        let mut best = (gain(position), None);
        for to in &mind.game.core.board.water(from).borders {
            let mut trial = position.clone();
            trial.fleets[from.index()][i] -= 1;
            trial.fleets[to.index()][i] += 1;
            let gained = gain(&trial);
            if gained > best.0 {
                best = (gained, Some((*to, trial)));
            }
        }
        if let Some((to, trial)) = best.1 {
            *position = trial;
            voyages.push((from, to));
        }
    }
    voyages
}

/// At sea only a clear majority attacks; a rival near to victory is attacked by any.
fn sea_battles(mind: &Mind<'_>, position: &Position, sheet: &mut Sheet) {
    let mut spared = false;
    for sea in (0..position.fleets.len() as u8).map(Sea) {
        let ours = position.fleet(sea, mind.seat);
        let odds = |seat: &Seat| if mind.is_dangerous(*seat) { 1 } else { 2 };
        let others: Vec<Seat> = mind.rivals().into_iter().filter(|seat| position.fleet(sea, *seat) > 0).collect();
        if ours == 0 || others.is_empty() {
            continue;
        }
        match others.iter().find(|seat| ours > 1 && ours >= odds(seat) * position.fleet(sea, **seat)) {
            Some(target) => {
                sheet.order(Order::Attack { place: Place::Sea(sea), targets: alloc::vec![(*target, None)] });
            }
            None => spared = true,
        }
    }
    if spared {
        sheet.order(Order::Nothing(Nothing::Attack));
    }
}

/// For each army the best weakly held province in reach; the capital is never left without a guard while rivals are near.
fn attacks(mind: &Mind<'_>, position: &Position) -> Vec<Attack> {
    let (i, capital) = (mind.seat.index(), mind.game.core.capital(mind.seat));
    let closed = barred(mind.game, position, None);
    let mut attacks: Vec<Attack> = Vec::new();
    for (from, area) in position.provinces() {
        let holds = area.hold.is_some_and(|(by, _)| by == mind.seat) || !area.enemies_of(mind.seat).is_empty();
        let guard = if from == capital { threat(mind, from).min(2) } else { 0 };
        let mut ready = area.legions[i].saturating_sub(guard);
        while ready > 0 && !holds {
            let targets = position.provinces().map(|(to, _)| to);
            let target = targets
                .filter(|to| *to != from && !closed.iter().any(|(shut, _)| shut == to))
                .filter(|to| !attacks.iter().any(|attack| attack.to == *to))
                .filter(|to| needed(mind, *to).is_some_and(|needed| needed <= ready))
                .filter(|to| route(&mind.game.core, position, mind.seat, from, *to).is_some())
                .max_by_key(|to| mind.prize(*to));
            let Some(to) = target.filter(|to| mind.prize(*to) > 0) else { break };
            let legions = needed(mind, to).unwrap_or(1).clamp(1, ready);
            ready -= legions;
            attacks.push(Attack { legions, from, to });
        }
    }
    attacks
}

/// What becomes of the provinces that are attacked now, or held already.
fn conquests(mind: &Mind<'_>, position: &Position, attacks: &[Attack], sheet: &mut Sheet) {
    let held = |(_, area): &(Province, &_)| foreign(mind, area) && area.legions[mind.seat.index()] > 0;
    let held = position.provinces().filter(held).map(|(province, _)| province);
    let mut places: Vec<Province> = held.chain(attacks.iter().map(|attack| attack.to)).collect();
    places.sort_unstable();
    places.dedup();
    for province in places {
        let great = mind.game.is_great_city(province) && position.area(province).has(Site::City(0));
        let city = (great && mind.great_cities() >= 2).then(|| Aim::Occupy(alloc::vec![Spot::Kind(Building::City)]));
        let sheba = mind.position.has(mind.seat, Card::QueenOfSheba).then_some(Aim::Seize);
        let capital = mind.game.core.board.land(province).capital_of.is_some();
        let marker = (!capital).then_some(Aim::Convert);
        let buildings = position.area(province).sites().next().map(|_| Aim::Occupy(Vec::new()));
        let aims = city.into_iter().chain(sheba.filter(|_| !capital)).chain(marker).chain(buildings).chain([Aim::Stay]);
        sheet.either(aims.map(|aim| Order::Conquest { province: Some(province), aim }));
    }
}

fn foreign(mind: &Mind<'_>, area: &crate::empires::position::Area) -> bool {
    area.owner.is_some_and(|owner| owner != mind.seat)
}

/// A title goes to whoever is furthest from winning by it (EM-6.3); said only where a tie may come.
fn heirs(mind: &Mind<'_>, sheet: &mut Sheet) {
    let titles = |seat: &Seat| mind.position.roles.iter().filter(|leader| **leader == Some(*seat)).count();
    let mut heirs = mind.rivals();
    heirs.reverse();
    heirs.sort_by_key(titles);
    heirs.insert(0, mind.seat);
    for &role in mind.game.core.board.roles.iter().filter(|role| mind.position.role(**role) == Some(mind.seat)) {
        let track = mind.position.track(role);
        let mut scores: Vec<u8> = mind.game.core.seats.iter().map(|seat| track[seat.index()]).collect();
        scores.sort_unstable();
        if let [.., second, best] = scores.as_slice()
            && best - second <= CLOSE
        {
            sheet.order(Order::Heir(Some(role), heirs.clone()));
        }
    }
}

/// The most legions that one rival has next door.
fn threat(mind: &Mind<'_>, province: Province) -> u8 {
    let near = &mind.game.core.board.land(province).borders;
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
