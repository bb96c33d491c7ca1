//! Battles and what follows them: whom to attack, and what to do with what is won (MN-5.4, MN-5.6).

use super::military::Campaign;
use super::{Mind, Sheet};
use crate::classic::event::Place;
use crate::classic::language::facts::{Fact, Thing, Who};
use crate::classic::orders::{Aim, Nothing, Order};
use crate::pieces::{Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::{Choice, Condition, Seat};

/// At sea it attacks whom it outnumbers when the time comes; on land it names the enemy where there are several.
pub(super) fn attacks(mind: &Mind<'_>, campaign: &Campaign<'_, '_>, sheet: &mut Sheet) {
    for (sea, _) in mind.game.core.board.waters().filter(|(sea, _)| campaign.position.fleet(*sea, mind.seat) > 1) {
        for rival in mind.rivals().into_iter().filter(|rival| mind.position.fleet(sea, *rival) > 0) {
            let place = Place::Sea(sea);
            let fact = Fact::More(Who::Me, Thing::Unit(Unit::Trireme), Who::Seat(rival), Some(place));
            let order = Order::Attack { place, targets: alloc::vec![(rival, None)] };
            sheet.line(alloc::vec![Choice { when: Some(Condition::Is(fact)), order }]);
        }
    }
    if campaign.position.fleets.iter().any(|fleet| fleet[mind.seat.index()] > 0) {
        sheet.order(Order::Nothing(Nothing::Attack));
    }
    for (province, area) in mind.position.provinces() {
        let enemies = area.enemies_of(mind.seat);
        if area.land_units(mind.seat) > 0 && enemies.len() > 1 {
            let mut enemies: Vec<Seat> = enemies.iter().collect();
            enemies.sort_by_key(|seat| (!mind.is_about_to_win(*seat), area.land_units(*seat)));
            let targets = enemies.first().map(|seat| (*seat, None)).into_iter().collect();
            sheet.order(Order::Attack { place: Place::Land(province), targets });
        }
    }
}

/// What to do where it stands alone: take the province over if it can be kept, else take its income; a capital that will be
/// retaken is pillaged, and so is a winner's.
pub(super) fn conquests(mind: &Mind<'_>, campaign: &Campaign<'_, '_>, sheet: &mut Sheet) {
    let marched = campaign.treks.iter().map(|trek| trek.to);
    let held =
        mind.position.provinces().filter(|(_, area)| area.legions[mind.seat.index()] > 0).map(|(province, _)| province);
    let mut places: Vec<Province> = marched.chain(held).collect();
    places.sort();
    places.dedup();
    for province in places {
        let Some(owner) = mind.position.area(province).owner.filter(|owner| *owner != mind.seat) else { continue };
        let aim = |aim| Order::Conquest { province: Some(province), aim };
        let occupy = || [aim(Aim::Occupy(Vec::new())), aim(Aim::Stay)];
        let threat = mind.reach(province)[owner.index()];
        if mind.could_convert(&campaign.position, province) {
            sheet.order(aim(Aim::Convert));
        } else if mind.yields(province) == 0 {
            continue;
        } else if mind.is_about_to_win(owner) || threat > campaign.legions_in(province) {
            sheet.either([aim(Aim::Pillage(Vec::new())), aim(Aim::Stay)]);
        } else {
            sheet.either(occupy());
        }
    }
    let all = |aim| Order::Conquest { province: None, aim };
    sheet.either([all(Aim::Convert), all(Aim::Occupy(Vec::new())), all(Aim::Stay)]);
}
