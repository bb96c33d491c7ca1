//! What each seat acts on in a turn with myths: its own city as it goes on, all others as they were (7W-3.1, 7W-13.9).
//!
//! Everybody acts at once, so nobody may depend on who is looked at first. The questions of a turn simulate what a letter does in such a
//! world, and the turn is played in the same worlds by the same code; what comes of it for the own city is then the position.

use super::rites::Rites;
use crate::game::SevenWonders;
use crate::position::{MOST, Position};
use alloc::sync::Arc;
use tabellarius_kernel::{Game as _, Seat};

/// A world for each seat.
pub struct Worlds([Arc<Position>; MOST]);

impl Worlds {
    /// The worlds at the beginning of a turn, when it is known what is invoked in it.
    pub fn of(game: &SevenWonders, position: &Position, rites: &Rites) -> Worlds {
        let open = Arc::new(position.clone());
        let mut all = core::array::from_fn(|_| open.clone());
        for seat in game.seats().iter() {
            all[seat.index()] = rites.stand(game, &open, seat).position;
        }
        Worlds(all)
    }

    /// The world of a seat alone, as the position is.
    pub fn alone(position: &Position) -> Worlds {
        let open = Arc::new(position.clone());
        Worlds(core::array::from_fn(|_| open.clone()))
    }

    /// The world of a seat.
    pub fn seen_by(&self, seat: Seat) -> &Position {
        &self.0[seat.index()]
    }

    /// The same, to be changed.
    pub fn seen_by_mut(&mut self, seat: Seat) -> &mut Position {
        Arc::make_mut(&mut self.0[seat.index()])
    }

    /// All cards are played: everybody sees what stands now, but what others have for sale is what they had before.
    pub fn after_cards(&mut self, game: &SevenWonders, position: &Position, rites: &Rites) {
        let cities = game.cities();
        for seat in game.seats().iter().filter(|seat| rites.of(*seat).next().is_some()) {
            let mut now = position.clone();
            for other in cities.iter().filter(|other| *other != seat) {
                let before = *self.seen_by(seat).city(other);
                let city = now.city_mut(other);
                (city.own, city.sells) = (before.own, before.sells);
            }
            self.0[seat.index()] = Arc::new(now);
        }
    }
}
