//! Choosing cards: which to keep, to discard, to take (IS-5.8).

use crate::form;
use crate::game::InnerSea;
use crate::orders::{Order, Verb, Wish};
use crate::pieces::{Card, CardSet};
use crate::reason::Reason;
use crate::rules::draw;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Question, Says};

/// What the chosen cards are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// They are kept, the others discarded.
    Keep,
    /// They are discarded.
    Discard,
    /// They are taken from another hand.
    Take,
}

/// The question which cards.
#[derive(Clone, Debug)]
pub struct CardsQuestion {
    /// What for.
    pub what: What,
    /// The cards to choose from.
    pub from: CardSet,
    /// How many.
    pub n: u8,
}

impl CardsQuestion {
    fn number(&self) -> usize {
        usize::from(self.n).min(self.from.len())
    }

    fn next_sound(&self, game: &InnerSea, left: CardSet) -> Option<Card> {
        match self.what {
            What::Discard => draw::worst(game, left),
            What::Keep | What::Take => draw::best(game, left),
        }
    }

    fn complete(&self, game: &InnerSea, mut chosen: CardSet) -> CardSet {
        while chosen.len() < self.number() {
            let Some(card) = self.next_sound(game, self.from - chosen) else { break };
            chosen.insert(card);
        }
        chosen
    }

    fn wishes<'o>(&self, order: &'o Order) -> Option<&'o [Wish]> {
        match (self.what, order) {
            (What::Keep, Order::Keep(wishes))
            | (What::Discard, Order::Discard(wishes))
            | (What::Take, Order::Take(wishes)) => Some(wishes),
            _ => None,
        }
    }
}

impl Question<InnerSea> for CardsQuestion {
    type Answer = CardSet;
    const NAME: &'static str = "hand";

    fn legal(&self, _game: &InnerSea, answer: &CardSet) -> Result<(), Reason> {
        match (*answer - self.from).first() {
            Some(card) => Err(Reason::NotOffered { card }),
            None if answer.len() != self.number() => Err(Reason::BadTarget),
            None => Ok(()),
        }
    }

    fn default(&self, game: &InnerSea) -> CardSet {
        self.complete(game, CardSet::NONE)
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> CardSet {
        let mut chosen = CardSet::NONE;
        while chosen.len() < self.number() {
            let left = self.from - chosen;
            chosen.extend_one(left.nth(chance.random_range(0..left.len())));
        }
        chosen
    }

    fn only(&self, _game: &InnerSea) -> Option<CardSet> {
        if self.number() == 0 {
            return Some(CardSet::NONE);
        }
        (self.number() == self.from.len()).then_some(self.from)
    }

    /// Each card alone, where one is to be chosen.
    fn hints(&self, _game: &InnerSea) -> Vec<CardSet> {
        if self.number() == 1 { self.from.iter().map(CardSet::only).collect() } else { Vec::new() }
    }

    /// IS-5.7.3
    fn waits(&self, order: &Order) -> bool {
        self.wishes(order).is_some()
    }

    /// Wishes that are not among the cards are passed over; where too few are named the rest is chosen soundly, and if that is
    /// because others were named that are not there, it is told.
    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<CardSet> {
        let number = self.number();
        lines.first(|order| {
            let Some(wishes) = self.wishes(order) else { return Says::Nothing };
            let (mut chosen, mut missing) = (CardSet::NONE, None);
            for wish in wishes {
                if chosen.len() == number {
                    break;
                }
                match wish {
                    Wish::Card(card) if self.from.contains(*card) => chosen.insert(*card),
                    Wish::Card(card) => missing = missing.or(Some(*card)),
                    Wish::Any => chosen.extend_one(self.next_sound(game, self.from - chosen)),
                }
            }
            // What names none of the cards that are there says nothing about them.
            match wishes.first() {
                Some(Wish::Card(card)) if chosen.is_empty() => Says::No(Reason::NotOffered { card: *card }),
                _ => match missing.filter(|_| chosen.len() < number) {
                    Some(card) => Says::Partly(self.complete(game, chosen), Reason::NotOffered { card }),
                    None => Says::Yes(self.complete(game, chosen)),
                },
            }
        })
    }

    fn form(&self, game: &InnerSea, answer: &CardSet) -> Vec<Order> {
        form::all(game, self.orders(game, answer))
    }

    fn orders(&self, _game: &InnerSea, answer: &CardSet) -> Vec<Order> {
        let wishes: Vec<Wish> = answer.iter().map(Wish::Card).collect();
        let verb = match self.what {
            What::Keep => Verb::Keep,
            What::Discard => Verb::Discard,
            What::Take => Verb::Take,
        };
        alloc::vec![match self.what {
            _ if wishes.is_empty() => Order::Nothing(verb),
            What::Keep => Order::Keep(wishes),
            What::Discard => Order::Discard(wishes),
            What::Take => Order::Take(wishes),
        }]
    }
}
