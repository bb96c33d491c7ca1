//! Filling in what a seat cannot see: hands are dealt from what can be in them.

use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::Chance;

/// What a heap is without some others.
pub fn without(mut all: Cards, others: &[&Cards]) -> Cards {
    others.iter().for_each(|other| all.remove(other));
    all
}

/// Draws so many of what can be in a hand. In a position that was written by hand there may be too little of it: the rest is as the caller says.
pub fn deal<T>(heap: &mut Vec<T>, number: usize, chance: &mut Chance, rest: impl Fn() -> T) -> Vec<T> {
    let mut draw = || match heap.len() {
        0 => rest(),
        left => heap.swap_remove(chance.random_range(0..left)),
    };
    (0..number).map(|_| draw()).collect()
}

/// What stands for a card that nobody knows where to take from.
pub const UNKNOWN: Good = Good::Tax;
