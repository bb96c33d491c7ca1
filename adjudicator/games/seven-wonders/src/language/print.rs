//! Printing orders as text that reads back to itself.

use super::facts::{Fact, Holding};
use super::term::{Term, Verb, Word};
use crate::orders::{Order, Wish};
use crate::payment::Trade;
use crate::pieces::{Side, Way};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::{Lexicon, Link};

/// Prints in one language.
pub struct Printer<'a> {
    /// The words.
    pub lexicon: &'a Lexicon<Term>,
    /// The language.
    pub language: &'a str,
}

impl Printer<'_> {
    fn word(&self, term: impl Into<Term>) -> &str {
        self.lexicon.name(self.language, term.into())
    }

    /// An order.
    pub fn order(&self, order: &Order) -> String {
        match order {
            Order::Play { way, card, buy } => {
                let card = self.word(Term::Card(*card));
                let mut text = match way {
                    Way::Build => format!("{} {card}", self.word(Term::Verb(Verb::Build))),
                    Way::Free => {
                        format!("{} {card} {}", self.word(Term::Verb(Verb::Build)), self.word(Term::Word(Word::Free)))
                    }
                    Way::Stage => format!("{} {} {card}", self.word(Term::Verb(Verb::Stage)), self.word(Link::With)),
                    Way::Sell => format!("{} {card}", self.word(Term::Verb(Verb::Sell))),
                };
                if !buy.is_none() {
                    text += " ";
                    text += &self.buy(*buy);
                }
                text
            }
            Order::Buy(trade) => self.buy(*trade),
            Order::Prefer(wishes) => {
                let list: Vec<String> = wishes.iter().map(|wish| self.wish(*wish)).collect();
                format!("{} {}", self.word(Term::Verb(Verb::Prefer)), list.join(", "))
            }
            Order::Never { way, what } => {
                let verb = way.map(|way| match way {
                    Way::Build | Way::Free => Verb::Build,
                    Way::Stage => Verb::Stage,
                    Way::Sell => Verb::Sell,
                });
                let verb = verb.map_or(String::new(), |verb| format!("{} ", self.word(Term::Verb(verb))));
                format!("{} {verb}{}", self.word(Link::Never), self.wish(*what))
            }
            Order::Dig(card) => {
                let what = card.map_or_else(|| self.word(Link::Nothing), |card| self.word(Term::Card(card)));
                format!("{} {what}", self.word(Term::Verb(Verb::Dig)))
            }
        }
    }

    fn buy(&self, trade: Trade) -> String {
        let mut parts: Vec<String> = Vec::new();
        for side in [Side::West, Side::East] {
            for (good, count) in trade.side(side).each() {
                let count = if count == 1 { String::new() } else { format!("{count} ") };
                parts.push(format!("{count}{} {}", self.word(Term::Good(good)), self.word(Term::Side(side))));
            }
        }
        format!("{} {}", self.word(Term::Verb(Verb::Buy)), parts.join(" + "))
    }

    fn wish(&self, wish: Wish) -> String {
        match wish {
            Wish::Card(card) => self.word(Term::Card(card)).into(),
            Wish::Colour(colour) => format!("{} {}", self.word(Link::Any), self.word(Term::Colour(colour))),
            Wish::Any => self.word(Link::Any).into(),
            Wish::Stage => self.word(Term::Verb(Verb::Stage)).into(),
            Wish::Sell => self.word(Term::Verb(Verb::Sell)).into(),
        }
    }

    /// A fact.
    pub fn fact(&self, fact: &Fact) -> String {
        let who = match fact.who {
            None => format!("{} {}", self.word(Link::Me), self.word(Link::Have)),
            Some(seat) => format!("{} {}", self.word(Term::Seat(seat)), self.word(Link::Has)),
        };
        match fact.what {
            Holding::Structure(card) => format!("{who} {}", self.word(Term::Card(card))),
            Holding::Amount(measure, least) => format!("{who} {least} {}", self.word(Term::Measure(measure))),
        }
    }
}
