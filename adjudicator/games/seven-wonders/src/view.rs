//! What one viewer may know (7W-10).

use crate::deity::{Deities, Myths};
use crate::game::SevenWonders;
use crate::memory::Memory;
use crate::pieces::{Card, CardSet, Hand};
use crate::position::{Leaders, Log, MOST, Phase, Position, State};
use alloc::boxed::Box;
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
    /// The own myths that are not invoked, and what is picked from during the prayer (7W-13.5).
    pub myths: Deities,
    /// The packet to pick from.
    pub packet: Deities,
    /// The myths that the seat has discarded in this age.
    pub spent: Deities,
    /// What the partner shows (7W-12.13).
    pub partner: Option<Partner>,
    /// The cards that the seat has drawn by a myth, to use one of them (7W-13.34).
    pub drawn: Hand,
    /// Hands of others that the seat sees in this turn (7W-13.43).
    pub shown: Vec<(Seat, Hand)>,
    /// The discards, for whoever looks through them (7W-7.2).
    pub discards: Option<Vec<Card>>,
    /// All hands, for a moderator who may see everything.
    pub hands: Option<Vec<Hand>>,
    /// What the seat has seen before. No reader is shown it.
    #[serde(skip)]
    pub memory: Option<Box<Memory>>,
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
    /// His myths.
    pub myths: Deities,
    /// What he has drawn by a myth.
    pub drawn: Hand,
}

impl View {
    /// What a viewer may know of a position.
    pub fn of(game: &SevenWonders, state: &State, viewer: Viewer) -> View {
        let position = state.position.clone();
        let looks = |seat: Seat| {
            let city = position.city(seat);
            position.phase == Phase::Dig && city.digs + city.salvages > 0
        };
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
            let drawn = state.leaders.drawn[seat.index()];
            Partner { seat, hand, leaders, myths: state.myths.hands[seat.index()], drawn }
        });
        let of = |all: &[Deities; MOST]| seat.map_or(Deities::NONE, |seat| all[seat.index()]);
        let (myths, packet, spent) = (of(&state.myths.hands), of(&state.myths.packets), of(&state.myths.gone));
        // Horus shows the hand that is played from (7W-13.43). Shown again in the middle of the turn, what is missing in it would tell
        // which card was laid face down.
        let sees = seat.filter(|_| position.phase == Phase::Turn).map_or([None; 2], |seat| position.city(seat).sees);
        let shown = sees.into_iter().flatten().map(|other| (other, state.hands[other.index()])).collect();
        let drawn = seat.map_or(Hand::EMPTY, |seat| state.leaders.drawn[seat.index()]);
        let memory = seat.map(|seat| Box::new(Memory::of(game, state, seat)));
        View {
            position,
            seat,
            hand,
            leaders,
            gone,
            myths,
            packet,
            spent,
            partner,
            drawn,
            shown,
            discards,
            hands,
            memory,
        }
    }

    /// The view as a position in which nothing is hidden but what the viewer does not know: other hands are empty.
    pub fn as_state(&self) -> State {
        let mut hands = [Hand::EMPTY; MOST];
        if let (Some(seat), Some(hand)) = (self.seat, self.hand) {
            hands[seat.index()] = hand;
        }
        let mut leaders = Box::<Leaders>::default();
        if let (Some(seat), Some(hand)) = (self.seat, self.leaders) {
            leaders.hands[seat.index()] = hand;
            leaders.drawn[seat.index()] = self.drawn;
        }
        let mut myths = Box::<Myths>::default();
        if let Some(seat) = self.seat {
            myths.hands[seat.index()] = self.myths;
            myths.packets[seat.index()] = self.packet;
        }
        if let Some(partner) = self.partner {
            myths.hands[partner.seat.index()] = partner.myths;
        }
        let (log, routes, black) = (Box::<Log>::default(), Default::default(), Default::default());
        State { position: self.position.clone(), hands, log, routes, leaders, black, myths }
    }
}
