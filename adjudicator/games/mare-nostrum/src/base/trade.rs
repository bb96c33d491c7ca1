//! Trade as the Director leads it: the number, and Ulysses.

use crate::common::Mare;
use crate::common::orders::{Order, PickWish};
use crate::common::reason::Reason;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Lines, Question, Says};

/// How many cards everybody lays out.
#[derive(Debug)]
pub struct NumberOf {
    /// How many the Director holds.
    pub hand: u8,
}

impl<G: Mare> Question<G> for NumberOf {
    type Answer = u8;
    const NAME: &'static str = "number";

    fn legal(&self, _: &G, number: &u8) -> Result<(), G::Reason> {
        if *number <= self.hand { Ok(()) } else { Err(Reason::TooManyCards { hand: self.hand }.into()) }
    }

    fn default(&self, _: &G) -> u8 {
        self.hand.min(3)
    }

    fn random(&self, _: &G, chance: &mut Chance) -> u8 {
        chance.random_range(0..=self.hand)
    }

    fn only(&self, _: &G) -> Option<u8> {
        (self.hand == 0).then_some(0)
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<u8> {
        lines.first(|order| match order {
            Order::Trade(number) if *number <= self.hand => Says::Yes(*number),
            Order::Trade(_) => Says::No(Reason::TooManyCards { hand: self.hand }.into()),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, number: &u8) -> Vec<Order> {
        alloc::vec![Order::Trade(*number)]
    }
}

/// Whether Ulysses steps in when this player has taken this card.
#[derive(Debug)]
pub struct Ulysses {
    /// Who has taken what.
    pub take: PickWish,
}

impl<G: Mare> Question<G> for Ulysses {
    type Answer = bool;
    const NAME: &'static str = "ulysses";

    fn legal(&self, _: &G, _: &bool) -> Result<(), G::Reason> {
        Ok(())
    }

    fn default(&self, _: &G) -> bool {
        false
    }

    fn choices(&self, _: &G) -> Vec<bool> {
        alloc::vec![false, true]
    }

    fn random(&self, _: &G, chance: &mut Chance) -> bool {
        *[true, false, false].choose(chance).unwrap_or(&false)
    }

    fn hear(&self, _: &G, lines: &mut Lines<'_, G>) -> Option<bool> {
        lines.first(|order| match order {
            Order::Ulysses(whens) => Says::Yes(whens.iter().any(|when| {
                when.good.is_none_or(|good| Some(good) == self.take.good)
                    && when.from.is_none_or(|taker| Some(taker) == self.take.from)
            })),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _: &G, steps_in: &bool) -> Vec<Order> {
        alloc::vec![Order::Ulysses(if *steps_in { alloc::vec![self.take] } else { Vec::new() })]
    }
}
