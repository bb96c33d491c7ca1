//! What one viewer may know: the table, and his own hand.

use super::position::{Position, SIDES, State};
use crate::common::language::facts::Sight;
use crate::pieces::Cards;
use serde::Serialize;
use tabellarius_kernel::{Seat, Viewer};

/// The position as one viewer knows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// Who looks, if he has a seat.
    pub seat: Option<Seat>,
    /// What lies on the table. Everything in it is open to all.
    pub position: Position,
    /// His own hand (MY-1.5).
    pub hand: Option<Cards>,
    /// How many cards everybody holds (MY-1.5).
    pub hand_sizes: [u8; SIDES],
    /// All hands, for a moderator only.
    pub all_hands: Option<[Cards; SIDES]>,
}

impl View {
    /// Builds a view.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Observer | Viewer::Moderator => None,
        };
        View {
            seat,
            position: state.position.clone(),
            hand: seat.map(|seat| *state.hand(seat)),
            hand_sizes: state.hands.map(|hand| hand.len() as u8),
            all_hands: (viewer == Viewer::Moderator).then_some(state.hands),
        }
    }

    /// What conditions can ask of.
    pub fn sight(&self) -> Sight<'_> {
        Sight { me: self.seat, ground: &self.position.ground, hand: self.hand, hand_sizes: &self.hand_sizes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mythology::{Mythology, Options};
    use crate::pieces::Good;
    use rand::SeedableRng as _;
    use tabellarius_kernel::{Chance, Game as _, Notation as _};

    /// MY-1.5: a hand is its owner's secret, its size is known to all; an imagined position looks the same.
    #[test]
    fn an_imagined_position_looks_the_same() {
        let game = Mythology::new(Options::parse(6, "").expect("variant")).expect("board");
        let (rome, greece) = (Seat(0), Seat(2));
        let mut state = game.blank();
        for good in [Good::Gold, Good::Gold, Good::Tax] {
            state.draw(rome, good);
        }
        state.draw(greece, Good::Pottery);
        let view = View::of(&state, Viewer::Seat(greece));
        assert_eq!((view.hand_sizes[0], view.all_hands), (3, None));
        let other = game.imagine(&view, greece, &mut Chance::seed_from_u64(1));
        assert_eq!(View::of(&other, Viewer::Seat(greece)), view);
        assert_eq!(View::of(&state, Viewer::Observer).hand, None);
    }
}
