//! Two players with the Free City: every hand comes back every other turn, with a card of the pile more. What a player has never held is
//! in the pile, was drawn by the other one for this turn, or was laid face down before it came back (7W-14.2).

use super::Place;
use crate::game::SevenWonders;
use crate::pieces::{Card, CardSet};
use crate::position::State;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Seat};

/// Moves the cards about that the seat has never held and that do not lie open: those of one age change places.
pub(super) fn shuffle(game: &SevenWonders, state: &mut State, seat: Seat, chance: &mut Chance) {
    for age in 0..3 {
        let places = places(game, state, seat, age);
        let mut cards: Vec<Card> = places.iter().map(|(_, card)| *card).collect();
        for last in (1..cards.len()).rev() {
            cards.swap(last, chance.random_range(0..=last));
        }
        for (place, old) in &places {
            if let Place::Hand(holder) = place {
                state.hands[holder.index()].remove(*old);
            }
        }
        for ((place, _), card) in places.into_iter().zip(cards) {
            match place {
                Place::Hand(holder) => state.hands[holder.index()].insert(card),
                Place::Log(age, turn, owner) => state.log.slot_mut(age, turn, owner).set_card(card),
                Place::Box => {}
            }
        }
    }
}

/// Where the cards of an age lie that the seat has never held.
fn places(game: &SevenWonders, state: &State, seat: Seat, age: u8) -> Vec<(Place, Card)> {
    let seen: &CardSet = &state.routes.held[seat.index()];
    let unseen = |card: &Card| !seen.contains(*card);
    let mut all = Vec::new();
    if age == state.position.age {
        for holder in game.cities().iter().filter(|holder| *holder != seat) {
            all.extend(state.hands[holder.index()].iter().filter(unseen).map(|card| (Place::Hand(holder), card)));
        }
    }
    let looked = super::looked(game, state, seat);
    for (then, turn, owner, slot) in state.log.each().filter(|(then, ..)| *then == age) {
        let knows = owner == seat || (slot.fate.is_discarded() && crate::position::moment(then, turn) <= looked);
        let card = slot.card().filter(|card| slot.fate.is_face_down() && !knows && unseen(card));
        all.extend(card.map(|card| (Place::Log(then, turn, owner), card)));
    }
    all
}
