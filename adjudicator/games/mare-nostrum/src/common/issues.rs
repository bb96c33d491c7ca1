//! What dice decide for a player: battles, and how the places of battle look to him in the end.

use super::battle::Side;
use super::ground::{Ground, Place};
use alloc::vec::Vec;
use tabellarius_kernel::{Issue, Seat};

/// What a side came out of one battle with.
#[derive(Clone, Copy, Debug)]
pub struct Bout {
    /// Whose units.
    pub seat: Seat,
    /// How many were lost.
    pub lost: u32,
    /// Whether some were left.
    pub survived: bool,
}

impl From<&Side> for Bout {
    fn from(side: &Side) -> Bout {
        let (all, lost) = (side.units + side.fortresses, side.lost_units + side.lost_fortresses);
        Bout { seat: side.seat, lost: u32::from(lost), survived: all > lost }
    }
}

/// The battles of a seat, one for each place: what it lost there, and who is there in the end, as `present` says: the seat's own units,
/// and others.
pub fn of(
    battles: impl Iterator<Item = (Place, Bout, Bout)>,
    seat: Seat,
    present: impl Fn(Place) -> (bool, bool),
) -> Vec<Issue> {
    let mut places: Vec<(Place, u32, Bout)> = Vec::new();
    for (place, attacker, defender) in battles {
        let Some(own) = [attacker, defender].into_iter().find(|side| side.seat == seat) else { continue };
        match places.iter_mut().find(|(known, ..)| *known == place) {
            Some((_, sum, last)) => (*sum, *last) = (*sum + own.lost, own),
            None => places.push((place, own.lost, own)),
        }
    }
    let issue = |(place, lost, last): (Place, u32, Bout)| {
        let outcome = outcome(place, present(place), last.survived);
        Issue { subject: place.id(), outcome, lost }
    };
    places.into_iter().map(issue).collect()
}

/// Whether a seat's own units are in a place, and whether others are.
pub fn present(end: &Ground, place: Place, seat: Seat) -> (bool, bool) {
    match place {
        Place::Land(province) => {
            let area = end.area(province);
            (area.land_units(seat) > 0, !area.enemies_of(seat).is_empty())
        }
        Place::Sea(sea) => {
            let fleets = end.fleets[sea.index()];
            let others = fleets.iter().enumerate().any(|(i, ships)| i != seat.index() && *ships > 0);
            (fleets[seat.index()] > 0, others)
        }
    }
}

/// `held`: only own units are left; `fighting`: others too, on land; `shared`: the same at sea, where nobody is at war; `lost`: the own units
/// are gone, and others stay; `empty`: nobody is left; `left`: the own units went away after the battle.
fn outcome(place: Place, (own, others): (bool, bool), survived: bool) -> &'static str {
    match (own, others, place) {
        (true, false, _) => "held",
        (true, true, Place::Land(_)) => "fighting",
        (true, true, Place::Sea(_)) => "shared",
        (false, ..) if survived => "left",
        (false, true, _) => "lost",
        (false, false, _) => "empty",
    }
}
