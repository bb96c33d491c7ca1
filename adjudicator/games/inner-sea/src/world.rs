//! Another position that looks the same to a seat: the other hands and the deck are dealt anew.

use crate::game::InnerSea;
use crate::pieces::{Card, CardSet};
use crate::position::State;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat};

/// Deals everything anew that the seat cannot see. Events are never in a hand, and everybody knows that.
pub fn other(game: &InnerSea, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let mut hidden = state.deck;
    // The hands of NPCs lie face up (IS-13.1).
    for holder in game.seats().iter().filter(|holder| *holder != seat) {
        hidden |= state.hands[holder.index()];
    }
    let mut cards: Vec<Card> = (hidden - game.deck.events).iter().collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, chance.random_range(0..=last));
    }
    for holder in game.seats().iter().filter(|holder| *holder != seat) {
        let n = state.hands[holder.index()].len();
        let hand: CardSet = cards.drain(..n).collect();
        // What is new in a hand is its owner's knowledge: as many cards as before.
        let fresh = state.fresh[holder.index()].len();
        other.fresh[holder.index()] = hand.iter().take(fresh).collect();
        other.hands[holder.index()] = hand;
    }
    other.deck = cards.into_iter().collect::<CardSet>() | (hidden & game.deck.events);
    other
}
