//! What one viewer may know (IS-11.4): what lies open, and the own hand.

use crate::pieces::{CardSet, MOST};
use crate::position::{Position, Scratch, State};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Seat, Seats, Viewer};

/// A view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// What lies open.
    pub position: Position,
    /// Whose view it is.
    pub seat: Option<Seat>,
    /// The own hand.
    pub hand: Option<CardSet>,
    /// The cards of the own hand that are new.
    pub fresh: Option<CardSet>,
    /// The hands of NPCs, which lie face up (IS-13.1); nothing at the places of other seats.
    pub shown: [CardSet; MOST],
    /// All hands, for a moderator who may see everything.
    pub hands: Option<Vec<CardSet>>,
}

impl View {
    /// What a viewer may know of a position.
    pub fn of(state: &State, viewer: Viewer, npcs: Seats) -> View {
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let own = |cards: &[CardSet; MOST]| seat.and_then(|seat| cards.get(seat.index()).copied());
        View {
            position: state.position.clone(),
            seat,
            hand: own(&state.hands),
            fresh: own(&state.fresh),
            shown: core::array::from_fn(|at| match npcs.contains(Seat(at as u8)) {
                true => state.hands[at],
                false => CardSet::NONE,
            }),
            hands: (viewer == Viewer::Moderator).then(|| state.hands.to_vec()),
        }
    }

    /// The view as a position in which only the own hand is known.
    pub fn as_state(&self) -> State {
        let mut hands = self.shown;
        if let (Some(seat), Some(hand)) = (self.seat, self.hand) {
            hands[seat.index()] = hand;
        }
        State {
            position: self.position.clone(),
            hands,
            deck: CardSet::NONE,
            fresh: [CardSet::NONE; MOST],
            scratch: Scratch::default(),
        }
    }
}
