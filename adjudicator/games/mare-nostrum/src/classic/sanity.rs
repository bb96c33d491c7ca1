//! What must be true of every position.

use super::Classic;
use super::position::State;
use crate::base;
use tabellarius_kernel::Unsound;

/// Checks a position.
pub fn check(game: &Classic, state: &State) -> Result<(), Unsound> {
    let position = &state.position;
    base::sanity::check(&game.core, position, &state.hands, |seat, unit| position.units(seat, unit))
}
