//! What must be true of every position.

use super::Mythology;
use super::position::State;
use crate::base;
use crate::pieces::Creature;
use tabellarius_kernel::Unsound;

/// Checks a position.
pub fn check(game: &Mythology, state: &State) -> Result<(), Unsound> {
    let position = &state.position;
    base::sanity::check(&game.core, position, &state.hands, |seat, unit| game.in_play(position, seat, unit))?;
    let beasts = position.krakens.iter().sum::<u8>() + position.dived;
    if beasts > 0 && game.breeder(Creature::Kraken).is_none() {
        return Err(Unsound("krakens of nobody".into()));
    }
    Ok(())
}
