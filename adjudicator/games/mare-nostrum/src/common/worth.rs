//! What a position on the shared ground is worth to a seat, for caretakers that compare letters.

use super::ground::{Area, Ground};
use crate::pieces::{Building, Unit};
use tabellarius_kernel::{Seat, Seats};

/// What stands on the board, and heroes and wonders, in hundredths of a card.
pub fn of(ground: &Ground, seat: Seat) -> i32 {
    let buildings: i32 = ground.provinces().map(|(_, area)| built(area, seat)).sum();
    let units = 120 * i32::from(ground.units(seat, Unit::Legion))
        + 110 * i32::from(ground.units(seat, Unit::Trireme))
        + 100 * i32::from(ground.units(seat, Unit::Fortress));
    let treasures = ground.cards_of(seat).count() as i32;
    // The last of them wins the game: each is worth more than the one before.
    buildings + units + 250 * i32::from(ground.markers(seat)) + 700 * treasures + 150 * treasures * treasures
}

/// What buildings in a province are worth to whoever holds them: a market or temple is worth what it doubles, and a little for the roles.
fn built(area: &Area, seat: Seat) -> i32 {
    let doubles = |building| 150 + 200 * i32::from(area.count(building));
    let worth = |building| match building {
        Building::City | Building::Caravan => 300,
        Building::Market => doubles(Building::Caravan),
        Building::Temple => doubles(Building::City),
    };
    area.sites().filter(|site| area.holder(*site) == Some(seat)).map(|site| worth(site.building())).sum()
}

/// What a position is worth to a seat: all, if the game is won or lost in it; otherwise what its own is worth against the others', of
/// whom the strongest counts half.
pub fn against_others(winners: &[Seat], seats: Seats, seat: Seat, of: impl Fn(Seat) -> i32) -> i32 {
    match winners.first() {
        Some(best) if *best == seat => VICTORY,
        Some(_) => -VICTORY,
        None => 2 * of(seat) - seats.iter().filter(|other| *other != seat).map(of).max().unwrap_or(0),
    }
}

/// Winning is worth more than anything, and losing less.
const VICTORY: i32 = 100_000;
