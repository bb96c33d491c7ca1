//! Another position that looks the same to a seat.
//!
//! A seat knows its hand, every hand it has passed on as it was then, what it laid down itself, and the discards it looked through.
//! Each card that is hidden from it has a *place*: in a packet of cards that goes round, until the turn in which it left the packet.
//! Two cards may change places if the seat never saw one of the two places without the other.

use crate::game::SevenWonders;
use crate::pieces::{Card, Side};
use crate::position::{Fate, Phase, Position, State, TURNS, moment};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat};

/// Where a hidden card is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Hand(Seat),
    Log(u8, u8, Seat),
}

/// A hidden card with what must be known to move it.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    place: Place,
    card: Card,
    age: u8,
    /// The seat that was dealt the packet.
    packet: Seat,
    /// The turn in which it left the packet; the turn after the last for a card that is still in it.
    left: u8,
}

/// Moves hidden cards about.
pub fn other(game: &SevenWonders, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut hidden = hidden(game, state, seat);
    for _ in 0..4 * hidden.len() {
        let [i, j] = [(); 2].map(|()| chance.random_range(0..hidden.len()));
        if may_swap(&state.position, seat, &hidden[i], &hidden[j]) {
            (hidden[i].card, hidden[j].card) = (hidden[j].card, hidden[i].card);
        }
    }
    let mut other = state.clone();
    let mut hands: Vec<(Seat, Card)> = Vec::new();
    for Hidden { place, card, .. } in hidden {
        match place {
            Place::Hand(holder) => hands.push((holder, card)),
            Place::Log(age, turn, owner) => other.log.slot_mut(age, turn, owner).set_card(card),
        }
    }
    for holder in game.seats().iter().filter(|holder| *holder != seat) {
        other.hands[holder.index()] = hands.iter().filter(|(s, _)| *s == holder).map(|(_, card)| *card).collect();
    }
    other
}

/// Every card that the seat does not see now.
fn hidden(game: &SevenWonders, state: &State, seat: Seat) -> Vec<Hidden> {
    let position = &state.position;
    let mut all = Vec::new();
    for holder in game.seats().iter().filter(|holder| *holder != seat) {
        let packet = packet_at(position, position.age, position.turn, holder);
        for card in state.hands[holder.index()].iter() {
            all.push(Hidden { place: Place::Hand(holder), card, age: position.age, packet, left: TURNS + 2 });
        }
    }
    // Who is about to choose from the discards looks at them now.
    let looks_now = position.phase == Phase::Dig && position.city(seat).digs > 0;
    let looked = if looks_now { u8::MAX } else { position.city(seat).looked };
    for (age, turn, owner, slot) in state.log.each() {
        let knows = owner == seat || (slot.fate.is_discarded() && moment(age, turn) <= looked);
        if let Some(card) = slot.card().filter(|_| slot.fate.is_face_down() && !knows) {
            let packet = packet_at(position, age, turn.min(TURNS), owner);
            // A last card of a hand was in it for one turn more.
            let left = if slot.fate == Fate::Left { TURNS + 1 } else { turn };
            all.push(Hidden { place: Place::Log(age, turn, owner), card, age, packet, left });
        }
    }
    all
}

/// The seat that was dealt the packet which somebody holds in a turn: packets go round against the way they are passed.
fn packet_at(position: &Position, age: u8, turn: u8, holder: Seat) -> Seat {
    let back = if age == 1 { Side::West } else { Side::East };
    (1..turn).fold(holder, |seat, _| position.neighbour(seat, back))
}

/// Whether the seat saw a packet between two turns, the first one not counted.
fn saw(position: &Position, seat: Seat, of: &Hidden, after: u8, until: u8) -> bool {
    // In this age it has seen what it held up to now; in ages that are over, every turn.
    let last = if of.age < position.age { TURNS } else { position.turn };
    (after + 1..=until.min(last)).any(|turn| packet_at(position, of.age, turn, seat) == of.packet)
}

fn may_swap(position: &Position, seat: Seat, one: &Hidden, two: &Hidden) -> bool {
    if one.age != two.age {
        return false;
    }
    if one.packet == two.packet {
        let (first, last) = (one.left.min(two.left), one.left.max(two.left));
        return !saw(position, seat, one, first, last);
    }
    !saw(position, seat, one, 0, one.left) && !saw(position, seat, two, 0, two.left)
}
