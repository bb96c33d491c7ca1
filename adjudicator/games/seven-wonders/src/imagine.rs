//! A position that looks to a seat exactly like its view: what it cannot see is filled in from what could be there.
//!
//! Each age is filled in by itself: its hidden *places* and the cards that could lie there are matched. A card of a lot goes where the
//! cards of its packet went since, so that every hand the seat has seen stays as it was. What was never seen may be anywhere else, guilds
//! and black cards also in the box.

mod age;
mod matching;
mod unseen;

use crate::game::SevenWonders;
use crate::memory::Memory;
use crate::pieces::{Card, CardSet, Hand};
use crate::position::{Leaders, State};
use crate::view::View;
use alloc::boxed::Box;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Seat};

/// A position that looks to the seat like its view.
pub fn imagine(game: &SevenWonders, view: &View, seat: Seat, chance: &mut Chance) -> State {
    let Some(memory) = &view.memory else { return view.as_state() };
    let mut state = State {
        position: view.position.clone(),
        hands: Default::default(),
        log: memory.log.clone(),
        routes: memory.routes.clone(),
        leaders: Box::<Leaders>::default(),
        black: CardSet::NONE,
        myths: Default::default(),
    };
    for own in &memory.own {
        let at = own.seat.index();
        state.hands[at] = own.hand;
        state.leaders.hands[at] = own.leaders;
        state.leaders.gone[at] = own.gone;
        state.leaders.drawn[at] = own.drawn;
        state.leaders.seen[at] = memory.seen;
        state.leaders.returned[at] = memory.returned;
        state.myths.hands[at] = own.myths;
        state.myths.packets[at] = own.packet;
        state.myths.gone[at] = own.spent;
        state.myths.seen[at] = memory.myths;
    }
    unseen::leaders(game, memory, &mut state, chance);
    unseen::myths(game, memory, &mut state, chance);
    let position = &view.position;
    for age in 0..=position.age {
        if age < position.age || position.turn > 0 {
            age::fill(game, view, memory, seat, age, &mut state, chance);
        }
    }
    remember(game, memory, &mut state);
    state
}

/// What others have seen of what they are imagined to hold.
fn remember(game: &SevenWonders, memory: &Memory, state: &mut State) {
    for other in others(game, memory) {
        let at = other.index();
        let leaders = &mut state.leaders;
        let own = leaders.hands[at].iter().chain(leaders.gone[at].iter()).chain(leaders.drawn[at].iter());
        let own: CardSet = own.collect();
        leaders.seen[at] = leaders.seen[at].union(&own);
        let myths = &mut state.myths;
        myths.seen[at] = myths.hands[at].union(myths.packets[at]).union(myths.gone[at]);
        if game.free_city().is_some() {
            let played = state.log.each().filter(|(.., owner, _)| *owner == other).filter_map(|(.., slot)| slot.card());
            state.routes.held[at] = state.hands[at].iter().chain(played).collect();
        }
    }
}

/// The seats whose cards are not seen.
fn others(game: &SevenWonders, memory: &Memory) -> Vec<Seat> {
    let is_own = |seat: &Seat| memory.own.iter().any(|own| own.seat == *seat);
    game.seats().iter().filter(|seat| !is_own(seat)).collect()
}

/// Puts cards, or whatever it is, into a random order.
fn shuffle<T>(some: &mut [T], chance: &mut Chance) {
    for last in (1..some.len()).rev() {
        some.swap(last, chance.random_range(0..=last));
    }
}

/// So many cards of a supply.
fn take(supply: &mut Vec<Card>, count: u8) -> Hand {
    supply.drain(supply.len() - usize::from(count).min(supply.len())..).collect()
}
