//! A full position that looks to a seat like its view: the cards of others are dealt among them.

use super::Classic;
use super::position::{SIDES, State};
use super::view::View;
use crate::common::imagine::{UNKNOWN, deal, without};
use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use tabellarius_kernel::{Chance, Seat};

/// The table and the own hand are open, and so are the bank and the sizes of all hands (MN-1.4, MN-1.5): what is left is in other hands.
pub fn world(game: &Classic, view: &View, seat: Seat, chance: &mut Chance) -> State {
    let own = view.hand.unwrap_or_default();
    let hidden = without(game.core.board.bank, &[&view.position.bank, &own]);
    let mut heap: Vec<Good> = hidden.each().collect();
    let mut hands = [Cards::NONE; SIDES];
    for (i, hand) in hands.iter_mut().enumerate() {
        *hand = match i == seat.index() {
            true => own,
            false => deal(&mut heap, usize::from(view.hand_sizes[i]), chance, || UNKNOWN).into_iter().collect(),
        };
    }
    State { position: view.position.clone(), hands }
}
