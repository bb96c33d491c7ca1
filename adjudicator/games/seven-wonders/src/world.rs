//! Another position that looks the same to a seat.
//!
//! A seat knows its hand, every hand it has passed on as it was then, what it laid down itself, and the discards it looked through.
//! Each card that is hidden from it has a *place*: in a packet of cards that goes round, until the turn in which it left the packet.
//! Two cards may change places if the seat never saw one of the two places without the other.

use crate::deity::{Deities, Deity};
use crate::game::SevenWonders;
use crate::pieces::{Card, CardSet, Hand};
use crate::position::{Fate, MOST, Phase, State, moment};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat, Seats};

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
    /// The packet.
    packet: u8,
    /// The turn in which it left the packet; the turn after the last for a card that is still in it.
    left: u8,
}

/// Moves hidden cards about.
pub fn other(game: &SevenWonders, state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut hidden = hidden(game, state, seat);
    let turns = game.turns();
    let eyes = game.eyes(seat);
    for _ in 0..4 * hidden.len() {
        let [i, j] = [(); 2].map(|()| chance.random_range(0..hidden.len()));
        if may_swap(state, turns, eyes, &hidden[i], &hidden[j]) {
            (hidden[i].card, hidden[j].card) = (hidden[j].card, hidden[i].card);
        }
    }
    let mut other = state.clone();
    other_leaders(game, &mut other, seat, chance);
    other_myths(game, &mut other, seat, chance);
    if state.position.phase == Phase::Draft || game.free_city().is_some() {
        return other;
    }
    let mut hands: Vec<(Seat, Card)> = Vec::new();
    for Hidden { place, card, .. } in hidden {
        match place {
            Place::Hand(holder) => hands.push((holder, card)),
            Place::Log(age, turn, owner) => other.log.slot_mut(age, turn, owner).set_card(card),
        }
    }
    for holder in game.seats().iter().filter(|holder| !eyes.contains(*holder)) {
        other.hands[holder.index()] = hands.iter().filter(|(s, _)| *s == holder).map(|(_, card)| *card).collect();
    }
    other
}

/// Every card of the ages that the seat does not see now.
fn hidden(game: &SevenWonders, state: &State, seat: Seat) -> Vec<Hidden> {
    let position = &state.position;
    let mut all = Vec::new();
    // With the Free City every hand comes back every other turn, with a card more: nothing is moved about there.
    if position.phase == Phase::Draft || game.free_city().is_some() {
        return all;
    }
    let eyes = game.eyes(seat);
    for holder in game.seats().iter().filter(|holder| !eyes.contains(*holder)) {
        let packet = state.routes.packet(position.age, position.turn, holder);
        for card in state.hands[holder.index()].iter() {
            all.push(Hidden { place: Place::Hand(holder), card, age: position.age, packet, left: game.turns() + 2 });
        }
    }
    // Who is about to choose from the discards looks at them now.
    let looked = eyes.iter().map(|eye| {
        let city = position.city(eye);
        let looks_now = position.phase == Phase::Dig && city.digs + city.salvages > 0;
        if looks_now { u8::MAX } else { position.city(eye).looked }
    });
    let looked = looked.max().unwrap_or(0);
    for (age, turn, owner, slot) in state.log.each() {
        let knows = eyes.contains(owner) || (slot.fate.is_discarded() && moment(age, turn) <= looked);
        if let Some(card) = slot.card().filter(|_| slot.fate.is_face_down() && !knows) {
            let packet = state.routes.packet(age, turn.min(game.turns()), owner);
            // A last card of a hand was in it for one turn more.
            let left = if slot.fate == Fate::Left { game.turns() + 1 } else { turn };
            all.push(Hidden { place: Place::Log(age, turn, owner), card, age, packet, left });
        }
    }
    all
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

fn may_swap(state: &State, turns: u8, eyes: Seats, one: &Hidden, two: &Hidden) -> bool {
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

/// Moves the leaders about that the seat has never seen: in others' hands and packets, or used up by others. The pile stays: what is
/// drawn from it is seen by whoever draws.
fn other_leaders(game: &SevenWonders, state: &mut State, seat: Seat, chance: &mut Chance) {
    let eyes = game.eyes(seat);
    let seen = eyes.iter().fold(CardSet::NONE, |seen, eye| seen.union(&state.leaders.seen[eye.index()]));
    let others: Vec<usize> =
        game.seats().iter().filter(|other| !eyes.contains(*other)).map(|other| other.index()).collect();
    let is_drafted = state.position.phase == Phase::Draft;
    let mut cards: Vec<Card> = Vec::new();
    let unseen = |card: &Card| !seen.contains(*card);
    for i in &others {
        cards.extend(state.leaders.hands[*i].iter().filter(unseen));
        cards.extend(state.leaders.gone[*i].iter().filter(unseen));
        if is_drafted {
            cards.extend(state.hands[*i].iter().filter(unseen));
        }
    }
    for last in (1..cards.len()).rev() {
        cards.swap(last, chance.random_range(0..=last));
    }
    let mut next = cards.into_iter();
    let mut again = |card: Card| if seen.contains(card) { card } else { next.next().unwrap_or(card) };
    let mut hand = |hand: &mut Hand| *hand = hand.iter().map(&mut again).collect();
    for i in &others {
        hand(&mut state.leaders.hands[*i]);
        let mut gone: Hand = state.leaders.gone[*i].iter().collect();
        hand(&mut gone);
        state.leaders.gone[*i] = gone.iter().collect();
        if is_drafted {
            hand(&mut state.hands[*i]);
        }
    }
}

/// Moves the myths about that the seat has not seen in this age: in others' hands, packets and discards, or in the deck.
fn other_myths(game: &SevenWonders, state: &mut State, seat: Seat, chance: &mut Chance) {
    if game.pantheon().is_empty() {
        return;
    }
    let eyes = game.eyes(seat);
    let open: Deities = state.position.cities.iter().flat_map(|city| city.deities()).collect();
    let seen = eyes.iter().fold(open, |seen, eye| seen.union(state.myths.seen[eye.index()]));
    let mut unseen: Vec<Deity> = game.pantheon().iter().copied().filter(|deity| !seen.contains(*deity)).collect();
    for last in (1..unseen.len()).rev() {
        unseen.swap(last, chance.random_range(0..=last));
    }
    let mut next = unseen.into_iter();
    let myths = &mut state.myths;
    for i in game.seats().iter().filter(|other| !eyes.contains(*other)).map(|other| other.index()) {
        for place in [&mut myths.hands[i], &mut myths.packets[i], &mut myths.gone[i]] {
            let mut moved = |deity: Deity| if seen.contains(deity) { Some(deity) } else { next.next() };
            *place = place.iter().filter_map(&mut moved).collect();
        }
    }
    // What others have seen of it is theirs: where their cards are others, they have seen others.
    for i in game.seats().iter().filter(|other| !eyes.contains(*other)).map(|other| other.index()) {
        let own = myths.hands[i].union(myths.packets[i]).union(myths.gone[i]);
        myths.seen[i] = myths.seen[i].union(own);
    }
}
