//! Leaders and myths that a seat does not see now.

use super::{others, shuffle, take};
use crate::deity::{Deities, Deity};
use crate::game::SevenWonders;
use crate::memory::Memory;
use crate::pieces::{Card, CardSet, Colour};
use crate::position::{Phase, State};
use alloc::vec::Vec;
use tabellarius_kernel::Chance;

/// Leaders that the seat has seen and handed on are with others; those it has given back lie in the pile, and all others may be anywhere.
pub(super) fn leaders(game: &SevenWonders, memory: &Memory, state: &mut State, chance: &mut Chance) {
    let is_leader = |card: &Card| game.deck.card(*card).colour == Colour::White;
    let mut known: CardSet =
        state.position.cities.iter().flat_map(|city| city.built.iter()).filter(is_leader).collect();
    for own in &memory.own {
        let hidden = own.leaders.iter().chain(own.gone.iter()).chain(own.drawn.iter()).chain(own.hand.iter());
        hidden.filter(is_leader).for_each(|card| known.insert(card));
    }
    let mut hidden: Vec<Card> = game.leaders().iter().copied().filter(|card| !known.contains(*card)).collect();
    shuffle(&mut hidden, chance);
    // What is taken first stands last.
    hidden.sort_by_key(|card| match (memory.returned.contains(*card), memory.seen.contains(*card)) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    });
    let dealt = others(game, memory).into_iter().map(|other| memory.sizes[other.index()]);
    let is_drafted = state.position.phase == Phase::Draft;
    let many: usize = dealt
        .map(|of| usize::from(of.leaders + of.gone + of.drawn_leaders + if is_drafted { of.hand } else { 0 }))
        .sum();
    let mut dealt = hidden.split_off(hidden.len() - many.min(hidden.len()));
    shuffle(&mut dealt, chance);
    for other in others(game, memory) {
        let (at, sizes) = (other.index(), memory.sizes[other.index()]);
        state.leaders.hands[at] = take(&mut dealt, sizes.leaders);
        state.leaders.gone[at] = take(&mut dealt, sizes.gone).iter().collect();
        state.leaders.drawn[at] = take(&mut dealt, sizes.drawn_leaders);
        if is_drafted {
            state.hands[at] = take(&mut dealt, sizes.hand);
        }
    }
    state.leaders.pile = hidden.into_iter().take(usize::from(memory.pile)).collect();
}

/// Myths that the seat has seen and handed on are with others, or discarded by them; all others may lie in the deck.
pub(super) fn myths(game: &SevenWonders, memory: &Memory, state: &mut State, chance: &mut Chance) {
    let mut known: Deities = state.position.cities.iter().flat_map(|city| city.deities()).collect();
    for own in &memory.own {
        known = known.union(own.myths).union(own.packet).union(own.spent);
    }
    let mut hidden: Vec<Deity> = game.pantheon().iter().copied().filter(|deity| !known.contains(*deity)).collect();
    shuffle(&mut hidden, chance);
    hidden.sort_by_key(|deity| memory.myths.contains(*deity));
    let sizes = others(game, memory).into_iter().map(|other| memory.sizes[other.index()]);
    let many: usize = sizes.map(|of| usize::from(of.myths + of.packet + of.spent)).sum();
    let mut dealt = hidden.split_off(hidden.len() - many.min(hidden.len()));
    shuffle(&mut dealt, chance);
    let mut next =
        |count: u8| -> Deities { dealt.drain(dealt.len() - usize::from(count).min(dealt.len())..).collect() };
    for other in others(game, memory) {
        let (at, sizes) = (other.index(), memory.sizes[other.index()]);
        state.myths.hands[at] = next(sizes.myths);
        state.myths.packets[at] = next(sizes.packet);
        state.myths.gone[at] = next(sizes.spent);
    }
}
