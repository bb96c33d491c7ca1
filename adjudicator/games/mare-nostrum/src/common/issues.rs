//! What dice decide for a player: battles, and how the places of battle look to him in the end.

use super::battle::Side;
use super::ground::{Ground, Place};
use alloc::vec::Vec;
use tabellarius_kernel::{Issue, Seat};

/// The battles of a seat, one for each place: what it lost there, and who is there in the end.
pub fn of<'a>(end: &Ground, battles: impl Iterator<Item = (Place, &'a Side, &'a Side)>, seat: Seat) -> Vec<Issue> {
    let mut places: Vec<(Place, u32, &Side)> = Vec::new();
    for (place, attacker, defender) in battles {
        let Some(own) = [attacker, defender].into_iter().find(|side| side.seat == seat) else { continue };
        let lost = u32::from(own.lost_units) + u32::from(own.lost_fortresses);
        match places.iter_mut().find(|(known, ..)| *known == place) {
            Some((_, sum, last)) => (*sum, *last) = (*sum + lost, own),
            None => places.push((place, lost, own)),
        }
    }
    let issue = |(place, lost, last): (Place, u32, &Side)| {
        let subject = place.id();
        Issue { subject, outcome: outcome(end, place, seat, last), lost }
    };
    places.into_iter().map(issue).collect()
}

/// `held`: only own units are left; `fighting`: others too, on land; `shared`: the same at sea, where nobody is at war; `lost`: the own units
/// are gone, and others stay; `empty`: nobody is left; `left`: the own units went away after the battle.
fn outcome(end: &Ground, place: Place, seat: Seat, last: &Side) -> &'static str {
    let (own, others) = match place {
        Place::Land(province) => {
            let area = end.area(province);
            (area.land_units(seat) > 0, !area.enemies_of(seat).is_empty())
        }
        Place::Sea(sea) => {
            let fleets = end.fleets[sea.index()];
            let others = fleets.iter().enumerate().any(|(i, ships)| i != seat.index() && *ships > 0);
            (fleets[seat.index()] > 0, others)
        }
    };
    let survived = last.units + last.fortresses > last.lost_units + last.lost_fortresses;
    match (own, others, place) {
        (true, false, _) => "held",
        (true, true, Place::Land(_)) => "fighting",
        (true, true, Place::Sea(_)) => "shared",
        (false, ..) if survived => "left",
        (false, true, _) => "lost",
        (false, false, _) => "empty",
    }
}
