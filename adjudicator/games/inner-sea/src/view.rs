//! What one viewer may know (IS-11.4): what lies open, and the own hand.

use crate::game::InnerSea;
use crate::pieces::{CardSet, MOST};
use crate::position::{Position, Scratch, State};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::{Game as _, Seat, Viewer};

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
    /// The hands of the other civilizations of the same player (IS-10.1).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partners: BTreeMap<Seat, CardSet>,
    /// The hands of NPCs, which lie face up (IS-13.1); nothing at the places of other seats.
    pub shown: [CardSet; MOST],
    /// All hands, for a moderator who may see everything.
    pub hands: Option<Vec<CardSet>>,
}

impl View {
    /// What a viewer may know of a position.
    pub fn of(game: &InnerSea, state: &State, viewer: Viewer) -> View {
        let seat = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
        let own = |cards: &[CardSet; MOST]| seat.and_then(|seat| cards.get(seat.index()).copied());
        let partners =
            seat.into_iter().flat_map(|seat| game.held_with(seat).iter().filter(move |other| *other != seat));
        View {
            position: state.position.clone(),
            seat,
            hand: own(&state.hands),
            fresh: own(&state.fresh),
            partners: partners.map(|other| (other, state.hands[other.index()])).collect(),
            shown: core::array::from_fn(|at| match game.is_npc(Seat(at as u8)) {
                true => state.hands[at],
                false => CardSet::NONE,
            }),
            hands: (viewer == Viewer::Moderator).then(|| state.hands.to_vec()),
        }
    }

    /// The hands that the viewer knows, by seat.
    pub fn known_hands(&self) -> impl Iterator<Item = (Seat, CardSet)> + '_ {
        let own = self.seat.zip(self.hand);
        let npcs = self.shown.iter().enumerate().map(|(at, hand)| (Seat(at as u8), *hand));
        let partners = self.partners.iter().map(|(seat, hand)| (*seat, *hand));
        own.into_iter().chain(partners).chain(npcs.filter(|(_, hand)| !hand.is_empty()))
    }

    /// The view as a position in which only the own hand is known.
    pub fn as_state(&self) -> State {
        let mut hands = [CardSet::NONE; MOST];
        self.known_hands().for_each(|(seat, hand)| hands[seat.index()] = hand);
        State {
            position: self.position.clone(),
            hands,
            deck: CardSet::NONE,
            fresh: [CardSet::NONE; MOST],
            scratch: Scratch::default(),
        }
    }
}
