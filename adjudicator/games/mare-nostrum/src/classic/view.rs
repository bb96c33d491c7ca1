//! What one viewer may know: the table, and his own hand.

use super::language::facts::Sight;
use super::position::{Position, SIDES, State};
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
    /// His own hand (MN-1.5).
    pub hand: Option<Cards>,
    /// How many cards everybody holds (MN-1.5).
    #[serde(with = "crate::common::trimmed::sides")]
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
    use crate::classic::language::facts::Thing;
    use crate::classic::{Classic, Options};
    use crate::pieces::Good;
    use tabellarius_kernel::Notation as _;

    /// MN-1.5: a hand is its owner's secret, its size is known to all, and so is the bank.
    #[test]
    fn hands_are_secret_and_their_sizes_are_not() {
        let game = Classic::new(Options::parse(5, "").expect("variant")).expect("board");
        let (rome, greece) = (Seat(0), Seat(2));
        let mut state = game.blank();
        for good in [Good::Gold, Good::Gold, Good::Tax] {
            state.draw(rome, good);
        }
        let (mine, others) = (View::of(&state, Viewer::Seat(rome)), View::of(&state, Viewer::Seat(greece)));
        assert_eq!(mine.hand, Some(*state.hand(rome)));
        assert_eq!(others.hand, Some(Cards::NONE));
        assert_eq!((others.hand_sizes[0], others.all_hands), (3, None));
        assert_eq!(others.sight().count(rome, Thing::Cards, None), 3);
        assert_eq!(others.sight().count(rome, Thing::Good(Good::Gold), None), 0, "the kinds are not to be seen");
        assert_eq!(others.position.bank.count(Good::Gold), 3);
        assert_eq!(View::of(&state, Viewer::Observer).hand, None);
    }
}
