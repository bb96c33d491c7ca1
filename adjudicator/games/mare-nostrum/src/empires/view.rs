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
    /// His own hand (EM-1.6).
    pub hand: Option<Cards>,
    /// Which of his goods are legendary ones (EM-2.4).
    pub legends: Option<Cards>,
    /// How many tokens everybody holds (EM-1.6).
    #[serde(with = "crate::common::trimmed::sides")]
    pub hand_sizes: [u8; SIDES],
    /// How many legendary goods can still be drawn.
    pub stack: u8,
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
            legends: seat.map(|seat| state.legends[seat.index()]),
            hand_sizes: state.hands.map(|hand| hand.len() as u8),
            stack: state.stack.len() as u8,
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
    use crate::empires::{Empires, Options};
    use crate::pieces::Good;
    use tabellarius_kernel::Game as _;

    /// EM-1.6: a hand is its owner's secret, its size is known to all.
    #[test]
    fn hands_are_secret_and_their_sizes_are_not() {
        let game = Empires::new(Options::parse(5, "experts").expect("variant")).expect("board");
        let mut state = game.start();
        for good in [Good::Gold, Good::Gold, Good::Tax] {
            state.draw(Seat(0), good);
        }
        let others = View::of(&state, Viewer::Seat(Seat(1)));
        assert_eq!((others.hand, others.hand_sizes[0], others.all_hands), (Some(Cards::NONE), 3, None));
        assert_eq!(View::of(&state, Viewer::Seat(Seat(0))).hand, Some(*state.hand(Seat(0))));
    }
}
