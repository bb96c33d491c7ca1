//! Printing orders as text that reads back to itself.

use super::facts::{Fact, Holding};
use super::term::{Measure, Term, Verb, Word};
use crate::deck::Deck;
use crate::orders::{Cities, Order, Wish};
use crate::payment::{Seller, Trade};
use crate::pieces::{Colour, Side, Way};
use crate::rules::myth::invocation::{Invocation, Use, When};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Lexicon, Link};

/// The word for a seller.
fn seller_term(seller: Seller) -> Term {
    match seller {
        Seller::West => Term::Side(Side::West),
        Seller::East => Term::Side(Side::East),
        Seller::Far => Term::Word(Word::Far),
        Seller::Bank => Term::Word(Word::Bank),
    }
}

/// Prints in one language.
pub struct Printer<'a> {
    /// What is in the box.
    pub deck: &'a Deck,
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
                let colour = self.deck.card(*card).colour;
                let card = self.word(Term::Card(*card));
                let mut text = match way {
                    Way::Build if colour == Colour::White => {
                        format!("{} {card}", self.word(Term::Verb(Verb::Recruit)))
                    }
                    Way::Build => format!("{} {card}", self.word(Term::Verb(Verb::Build))),
                    Way::Free => {
                        format!("{} {card} {}", self.word(Term::Verb(Verb::Build)), self.word(Term::Word(Word::Free)))
                    }
                    Way::Stage => {
                        let which = match (buy.wonder, buy.stage) {
                            (Some(seat), _) => {
                                format!("{} {}", self.word(Term::Verb(Verb::Build)), self.word(Term::Seat(seat)))
                            }
                            (None, 0) => self.word(Term::Verb(Verb::Stage)).into(),
                            (None, stage) => format!("{} {stage}", self.word(Term::Verb(Verb::Stage))),
                        };
                        format!("{which} {} {card}", self.word(Link::With))
                    }
                    Way::Sell => format!("{} {card}", self.word(Term::Verb(Verb::Sell))),
                };
                if !buy.buys_nothing() {
                    text += " ";
                    text += &self.buy(buy.trade, buy.cities);
                }
                text
            }
            Order::ForFree { way, card, buy } => {
                let own = self.order(&Order::Play { way: *way, card: *card, buy: *buy });
                format!("{} {own}", self.word(Term::Verb(Verb::FreeCity)))
            }
            Order::Take { way, card, buy } => {
                let own = self.order(&Order::Play { way: *way, card: *card, buy: *buy });
                format!("{} {own}", self.word(Term::Verb(Verb::Take)))
            }
            Order::Look(seats) => {
                let names: Vec<&str> = seats.iter().flatten().map(|seat| self.word(Term::Seat(*seat))).collect();
                let names = if names.is_empty() { self.word(Link::Nothing).into() } else { names.join(", ") };
                format!("{} {names}", self.word(Term::Verb(Verb::Look)))
            }
            Order::Buy(terms) => self.buy(terms.trade, terms.cities),
            Order::Prefer(wishes) if wishes.is_empty() => {
                format!("{} {}", self.word(Term::Verb(Verb::Prefer)), self.word(Link::Nothing))
            }
            Order::NeverNothing => format!("{} {}", self.word(Link::Never), self.word(Link::Nothing)),
            Order::Prefer(wishes) => {
                format!("{} {}", self.word(Term::Verb(Verb::Prefer)), self.wishes(wishes))
            }
            Order::Draft(wishes) => format!("{} {}", self.word(Term::Verb(Verb::Draft)), self.wishes(wishes)),
            Order::Copy(card) => format!("{} {}", self.word(Term::Verb(Verb::Copy)), self.word(Term::Card(*card))),
            Order::Content => self.word(Link::Nothing).into(),
            Order::Nobody => {
                format!("{} {}", self.word(Term::Verb(Verb::Recruit)), self.word(Term::Word(Word::Nobody)))
            }
            Order::Pray(list) => {
                let name = |deity: &Option<_>| {
                    deity.map_or_else(|| self.word(Link::Any), |deity| self.word(Term::Myth(deity)))
                };
                let names: Vec<&str> = list.iter().map(name).collect();
                format!("{} {}", self.word(Term::Verb(Verb::Pray)), names.join(", "))
            }
            Order::NoMyth => format!("{} {}", self.word(Term::Verb(Verb::Myth)), self.word(Link::Nothing)),
            Order::Myth(invocation) => self.myth(invocation),
            Order::Debt(coins) => format!("{} {coins}", self.word(Term::Verb(Verb::Debt))),
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

    fn buy(&self, trade: Trade, cities: Cities) -> String {
        let mut parts: Vec<String> = Vec::new();
        let sides = Seller::ALL.iter().map(|seller| (seller_term(*seller), trade.from(*seller)));
        let named = (0u8..).map(|seat| Term::Seat(Seat(seat))).zip(cities);
        for (seller, goods) in sides.chain(named) {
            for (good, count) in goods.each() {
                let count = if count == 1 { String::new() } else { format!("{count} ") };
                parts.push(format!("{count}{} {}", self.word(Term::Good(good)), self.word(seller)));
            }
        }
        format!("{} {}", self.word(Term::Verb(Verb::Buy)), parts.join(" + "))
    }

    /// `myth Hades first against Rhodos buy clay east`, `myth Zeus last for coins`.
    fn myth(&self, invocation: &Invocation) -> String {
        let Invocation { deity, used, when, aim, buy, from } = invocation;
        let when = match when {
            When::First => self.word(Term::Word(Word::First)),
            When::Last => self.word(Link::Last),
        };
        let mut text = format!("{} {} {when}", self.word(Term::Verb(Verb::Myth)), self.word(Term::Myth(*deity)));
        if *used == Use::Coins {
            text += &format!(" {} {}", self.word(Link::For), self.word(Term::Measure(Measure::Coins)));
        }
        let mut aims: Vec<&str> = Vec::new();
        aims.extend(aim.own.map(|card| self.word(Term::Card(card))));
        aims.extend(aim.seats.into_iter().flatten().map(|seat| self.word(Term::Seat(seat))));
        aims.extend(aim.theirs.map(|card| self.word(Term::Card(card))));
        aims.extend(aim.deity.map(|deity| self.word(Term::Myth(deity))));
        if !aims.is_empty() {
            text += &format!("{} {}", self.word(Link::Colon), aims.join(" + "));
        }
        if !buy.is_none() || *from != Cities::default() {
            text += " ";
            text += &self.buy(*buy, *from);
        }
        text
    }

    fn wishes(&self, wishes: &[Wish]) -> String {
        wishes.iter().map(|wish| self.wish(*wish)).collect::<Vec<_>>().join(", ")
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
        let (who, has) = match fact.who {
            None => (self.word(Link::Me), Link::Have),
            Some(seat) => (self.word(Term::Seat(seat)), Link::Has),
        };
        let clause = |what: &str| self.lexicon.clause(self.language, who, self.word(has), what);
        match fact.what {
            Holding::Structure(card) => clause(self.word(Term::Card(card))),
            Holding::Amount(measure, least) => clause(&format!("{least} {}", self.word(Term::Measure(measure)))),
        }
    }
}
