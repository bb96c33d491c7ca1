//! What a position on the shared ground is worth to a seat, for caretakers that compare letters.

use super::ground::Ground;
use crate::pieces::{Building, Unit};
use tabellarius_kernel::Seat;

/// What stands on the board, and heroes and wonders, in hundredths of a card.
pub fn of(ground: &Ground, seat: Seat) -> i32 {
    let buildings = Building::ALL.iter().map(|building| match building {
        Building::City | Building::Caravan => 300,
        Building::Market | Building::Temple => 450,
    });
    let buildings: i32 = Building::ALL
        .iter()
        .zip(buildings)
        .map(|(building, worth)| worth * i32::from(ground.buildings(seat, *building)))
        .sum();
    let units = 120 * i32::from(ground.units(seat, Unit::Legion))
        + 110 * i32::from(ground.units(seat, Unit::Trireme))
        + 100 * i32::from(ground.units(seat, Unit::Fortress));
    let treasures = ground.cards_of(seat).count() as i32;
    // The last of them wins the game: each is worth more than the one before.
    buildings + units + 250 * i32::from(ground.markers(seat)) + 700 * treasures + 150 * treasures * treasures
}

/// What a seat's worth is against the others': the strongest of them counts half.
pub fn lead(own: i32, others: impl Iterator<Item = i32>) -> i32 {
    2 * own - others.max().unwrap_or(0)
}

/// Winning is worth more than anything, and losing less.
pub const VICTORY: i32 = 100_000;
