//! Filling in what a seat cannot see: hands are dealt from what can be in them.

use crate::pieces::{Cards, Good};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Seat};

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

/// Cards that everybody saw come into a hand or leave it.
#[derive(Clone, Copy, Debug)]
pub enum Flow {
    /// They came.
    In(Seat, Cards),
    /// They went.
    Out(Seat, Cards),
}

/// What each hand must have held when the stage began for everything that was seen to leave it since.
pub fn needs<const SIDES: usize>(flows: impl Iterator<Item = Flow>) -> [Cards; SIDES] {
    let (mut needs, mut came) = ([Cards::NONE; SIDES], [Cards::NONE; SIDES]);
    for flow in flows {
        match flow {
            Flow::In(seat, cards) => came[seat.index()].put(&cards),
            Flow::Out(seat, cards) => {
                let (need, came) = (&mut needs[seat.index()], &mut came[seat.index()]);
                need.put(&without(cards, &[came]));
                came.remove(&cards);
            }
        }
    }
    needs
}

/// The hands of an imagined world, those of them that are legendary beside them.
pub struct Hands<'a> {
    /// Everything in each hand.
    pub hands: &'a mut [Cards],
    /// What of it is legendary.
    pub legends: &'a mut [Cards],
}

impl Hands<'_> {
    /// Exchanges cards between the hands of others until each holds what it needs, as far as that can be.
    pub fn hold(&mut self, own: Seat, needs: &[Cards]) {
        let others = || (0..needs.len()).filter(|seat| *seat != own.index());
        for seat in others() {
            for good in needs[seat].each() {
                if self.hands[seat].count(good) >= needs[seat].count(good) {
                    continue;
                }
                let spare = |holder: usize, good: Good| self.hands[holder].count(good) > needs[holder].count(good);
                let from = others().find(|other| *other != seat && spare(*other, good));
                let back = self.hands[seat].each().find(|card| spare(seat, *card));
                if let (Some(from), Some(back)) = (from, back) {
                    self.pass(good, from, seat);
                    self.pass(back, seat, from);
                }
            }
        }
    }

    fn pass(&mut self, good: Good, from: usize, to: usize) {
        let is_legend = self.hands[from].count(good) == self.legends[from].count(good);
        let heaps = [Some(&mut *self.hands), Some(&mut *self.legends).filter(|_| is_legend)];
        for heap in heaps.into_iter().flatten() {
            let taken = heap[from].take(good, 1);
            heap[to].add(good, taken);
        }
    }
}
