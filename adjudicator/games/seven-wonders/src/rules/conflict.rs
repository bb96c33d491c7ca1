//! Conflicts at the end of an age (7W-8).

use crate::event::Event;
use crate::game::Table;
use crate::pieces::Side;
use core::cmp::Ordering;
use tabellarius_kernel::Game as _;

/// Each city compares its shields with each neighbour's (7W-8.1).
pub fn fight(table: &mut Table<'_>) {
    let game = table.game;
    let points = game.deck.numbers.victory[usize::from(table.state.position.age)];
    for seat in game.seats().iter() {
        let position = &mut table.state.position;
        let other = position.neighbour(seat, Side::East);
        let (own, theirs) = (position.city(seat).shields, position.city(other).shields);
        let (winner, loser) = match own.cmp(&theirs) {
            Ordering::Greater => (seat, other),
            Ordering::Less => (other, seat),
            // 7W-8.4: a tie brings nothing.
            Ordering::Equal => {
                table.tell(Event::Peace { seat, other, shields: own });
                continue;
            }
        };
        // 7W-8.2 and 7W-8.3: a victory counts more in each age, a defeat always the same.
        position.city_mut(winner).victories += points;
        position.city_mut(loser).defeats += 1;
        let (shields, against) = (own.max(theirs), own.min(theirs));
        table.tell(Event::Conflict { winner, loser, shields, against, points });
    }
}
