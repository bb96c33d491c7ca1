//! Another position that looks the same to a seat.
//!
//! A seat knows its hand, every hand it has passed on as it was then, what it laid down itself, and the discards it looked through.
//! Each card that is hidden from it has a *place*: in a packet of cards that goes round, until the turn in which it left the packet.
//! Two cards may change places if the seat never saw one of the two places without the other. Guilds and black cards that were not
//! dealt lie in the box, where nobody saw them.

mod pile;
mod unseen;

use crate::game::SevenWonders;
use crate::pieces::{Card, CardSet, Colour, Hand};
use crate::position::{Fate, MOST, Phase, State, moment};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat, Seats};

/// Where a hidden card is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Hand(Seat),
    Log(u8, u8, Seat),
    Box,
}

/// A hidden card with what must be known to move it.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    place: Place,
    card: Card,
    age: u8,
    /// The packet.
    packet: u8,
    /// The turn in which it left the packet; the turn after the last for a card that is still in it.
    left: u8,
}

/// Moves hidden cards about.
pub fn other(game: &SevenWonders, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut other = state.clone();
    unseen::leaders(game, &mut other, seat, chance);
    unseen::myths(game, &mut other, seat, chance);
    if state.position.phase == Phase::Draft {
        return other;
    }
    if game.free_city().is_some() {
        pile::shuffle(game, &mut other, seat, chance);
        return other;
    }
    let mut hidden = hidden(game, state, seat);
    let turns = game.turns();
    let eyes = game.eyes(seat);
    for _ in 0..4 * hidden.len() {
        let [i, j] = [(); 2].map(|()| chance.random_range(0..hidden.len()));
        if may_swap(game, state, turns, eyes, &hidden[i], &hidden[j]) {
            (hidden[i].card, hidden[j].card) = (hidden[j].card, hidden[i].card);
        }
    }
    let mut hands: Vec<(Seat, Card)> = Vec::new();
    let mut boxed: Vec<Card> = Vec::new();
    for Hidden { place, card, .. } in hidden {
        match place {
            Place::Hand(holder) => hands.push((holder, card)),
            Place::Log(age, turn, owner) => other.log.slot_mut(age, turn, owner).set_card(card),
            Place::Box => boxed.push(card),
        }
    }
    other.black = boxed.into_iter().filter(|card| game.deck.card(*card).colour == Colour::Black).collect();
    for holder in game.seats().iter().filter(|holder| !eyes.contains(*holder)) {
        other.hands[holder.index()] = hands.iter().filter(|(s, _)| *s == holder).map(|(_, card)| *card).collect();
    }
    other
}

/// Every card of the ages that the seat does not see now.
fn hidden(game: &SevenWonders, state: &State, seat: Seat) -> Vec<Hidden> {
    let position = &state.position;
    let mut all = Vec::new();
    let boxed = Hidden { place: Place::Box, card: Card(0), age: position.age, packet: u8::MAX, left: 0 };
    all.extend(state.black.iter().map(|card| Hidden { card, ..boxed }));
    let eyes = game.eyes(seat);
    for holder in game.seats().iter().filter(|holder| !eyes.contains(*holder)) {
        let packet = state.routes.packet(position.age, position.turn, holder);
        for card in state.hands[holder.index()].iter() {
            all.push(Hidden { place: Place::Hand(holder), card, age: position.age, packet, left: game.turns() + 2 });
        }
    }
    // Who is about to choose from the discards looks at them now.
    let looked = looked(game, state, seat);
    for (age, turn, owner, slot) in state.log.each() {
        let knows = eyes.contains(owner) || (slot.fate.is_discarded() && moment(age, turn) <= looked);
        if let Some(card) = slot.card().filter(|_| slot.fate.is_face_down() && !knows) {
            let packet = state.routes.packet(age, turn.min(game.turns()), owner);
            // A last card of a hand was in it for one turn more.
            let left = if slot.fate == Fate::Left { game.turns() + 1 } else { turn };
            all.push(Hidden { place: Place::Log(age, turn, owner), card, age, packet, left });
        }
    }
    all.extend(boxed_guilds(game, state).map(|card| Hidden { card, ..boxed }));
    all
}

/// When the seat last looked through the discards.
fn looked(game: &SevenWonders, state: &State, seat: Seat) -> u8 {
    let position = &state.position;
    let looked = game.eyes(seat).iter().map(|eye| {
        let city = position.city(eye);
        let looks_now = position.phase == Phase::Dig && city.digs + city.salvages > 0;
        if looks_now { u8::MAX } else { city.looked }
    });
    looked.max().unwrap_or(0)
}

/// The guilds that were not dealt.
fn boxed_guilds(game: &SevenWonders, state: &State) -> impl Iterator<Item = Card> {
    let is_dealt = state.position.age == 2 && state.position.turn > 0;
    let mut dealt = CardSet::NONE;
    state.log.each().filter_map(|(.., slot)| slot.card()).for_each(|card| dealt.insert(card));
    state.hands.iter().flat_map(Hand::iter).for_each(|card| dealt.insert(card));
    state.position.cities.iter().flat_map(|city| city.built.iter()).for_each(|card| dealt.insert(card));
    game.guilds().iter().copied().filter(move |card| is_dealt && !dealt.contains(*card))
}

/// Whether the seat saw a packet between two turns, the first one not counted.
fn saw(state: &State, turns: u8, eyes: Seats, of: &Hidden, after: u8, until: u8) -> bool {
    // In this age it has seen what it held up to now; in ages that are over, every turn.
    let last = if of.age < state.position.age { turns } else { state.position.turn };
    (after + 1..=until.min(last)).any(|turn| {
        let looked = |(age, when, eye, packet): &(u8, u8, Seat, u8)| {
            (*age, *when, *packet) == (of.age, turn, of.packet) && eyes.contains(*eye)
        };
        eyes.iter().any(|eye| state.routes.packet(of.age, turn, eye) == of.packet)
            || state.routes.looks.iter().any(looked)
    })
}

fn may_swap(game: &SevenWonders, state: &State, turns: u8, eyes: Seats, one: &Hidden, two: &Hidden) -> bool {
    if one.packet == u8::MAX || two.packet == u8::MAX {
        // What lies in the box is a guild or a black card, and so is what comes there.
        let same = game.deck.card(one.card).colour == game.deck.card(two.card).colour && one.age == two.age;
        let unseen = |one: &Hidden| one.packet == u8::MAX || !saw(state, turns, eyes, one, 0, one.left);
        return same && unseen(one) && unseen(two);
    }
    // What was in hands when they were shuffled may have been seen before: it changes places only with its like.
    if one.age != two.age || one.packet / MOST as u8 != two.packet / MOST as u8 {
        return false;
    }
    if one.packet == two.packet {
        let (first, last) = (one.left.min(two.left), one.left.max(two.left));
        return !saw(state, turns, eyes, one, first, last);
    }
    !saw(state, turns, eyes, one, 0, one.left) && !saw(state, turns, eyes, two, 0, two.left)
}
