//! What one viewer may know (7W-10).

use crate::game::SevenWonders;
use crate::pieces::{Card, CardSet, Hand};
use crate::position::{Leaders, Log, MOST, Phase, Position, State};
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Seat, Viewer};

/// A view: what lies open, the own hand, and for whoever looks through them the discards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    /// What lies open.
    pub position: Position,
    /// Whose view it is.
    pub seat: Option<Seat>,
    /// The own hand (7W-10.1).
    pub hand: Option<Hand>,
    /// The own leaders that are not recruited (7W-11.2).
    pub leaders: Option<Hand>,
    /// The leaders that the seat has sold or put under its wonder.
    pub gone: Option<CardSet>,
    /// What the partner shows (7W-12.13).
    pub partner: Option<Partner>,
    /// The discards, for whoever looks through them (7W-7.2).
    pub discards: Option<Vec<Card>>,
    /// All hands, for a moderator who may see everything.
    pub hands: Option<Vec<Hand>>,
}

/// What partners show each other.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Partner {
    /// Who it is.
    pub seat: Seat,
    /// His hand.
    pub hand: Hand,
    /// His leaders.
    pub leaders: Hand,
}

impl View {
    /// What a viewer may know of a position.
    pub fn of(game: &SevenWonders, state: &State, viewer: Viewer) -> View {
        let position = state.position.clone();
        let looks = |seat: Seat| position.phase == Phase::Dig && position.city(seat).digs > 0;
        let (seat, discards) = match viewer {
            Viewer::Seat(seat) => (Some(seat), looks(seat).then(|| state.log.discards())),
            Viewer::Observer => (None, None),
            Viewer::Moderator => (None, Some(state.log.discards())),
        };
        let hand = seat.map(|seat| state.hands[seat.index()]);
        let hands = (viewer == Viewer::Moderator).then(|| state.hands.to_vec());
        let leaders = seat.map(|seat| state.leaders.hands[seat.index()]);
        let gone = seat.map(|seat| state.leaders.gone[seat.index()]);
        let partner = seat.and_then(|seat| game.partner(seat)).map(|seat| {
            let (hand, leaders) = (state.hands[seat.index()], state.leaders.hands[seat.index()]);
            Partner { seat, hand, leaders }
        });
        View { position, seat, hand, leaders, gone, partner, discards, hands }
    }

    /// The view as a position in which nothing is hidden but what the viewer does not know: other hands are empty.
    pub fn as_state(&self) -> State {
        let mut hands = [Hand::EMPTY; MOST];
        if let (Some(seat), Some(hand)) = (self.seat, self.hand) {
            hands[seat.index()] = hand;
        }
        let mut leaders = Leaders::default();
        if let (Some(seat), Some(hand)) = (self.seat, self.leaders) {
            leaders.hands[seat.index()] = hand;
        }
        State { position: self.position.clone(), hands, log: Log::default(), routes: Default::default(), leaders }
    }
}
