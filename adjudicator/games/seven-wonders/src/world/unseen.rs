//! Leaders and myths that a seat has not seen.

use crate::deity::{Deities, Deity};
use crate::game::SevenWonders;
use crate::pieces::{Card, CardSet, Hand};
use crate::position::{Phase, State};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat};

/// Moves the leaders about that the seat has never seen: in others' hands and packets, used up by others, or in the pile. What is drawn
/// from the pile later is noted as shown to whoever draws it.
pub(super) fn leaders(game: &SevenWonders, state: &mut State, seat: Seat, chance: &mut Chance) {
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
    cards.extend(state.leaders.pile.iter().filter(unseen));
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
    state.leaders.pile = state.leaders.pile.iter().map(again).collect();
}

/// Moves the myths about that the seat has not seen in this age: in others' hands, packets and discards, or in the deck.
pub(super) fn myths(game: &SevenWonders, state: &mut State, seat: Seat, chance: &mut Chance) {
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
