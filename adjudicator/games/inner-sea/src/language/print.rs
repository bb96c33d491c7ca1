//! Printing orders as text that reads back to itself.

use super::facts::{Fact, What};
use super::term::{Measure, Term, Word};
use crate::event::Pile;
use crate::orders::{Against, Gift, Means, Order, Payment, Target, Thing, Times, Verb, Wish};
use crate::pieces::Civ;
use alloc::format;
use alloc::string::{String, ToString as _};
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

    fn verb(&self, verb: Verb) -> &str {
        self.word(Term::Verb(verb))
    }

    fn thing(&self, thing: Thing) -> &str {
        self.word(match thing {
            Thing::Card(card) => Term::Card(card),
            Thing::Wonder(wonder) => Term::Wonder(wonder),
            Thing::Sheet(sheet) => Term::Sheet(sheet),
        })
    }

    fn people(&self, civ: Civ) -> &str {
        self.word(Term::People(civ))
    }

    /// An order.
    pub fn order(&self, order: &Order) -> String {
        let area = |area| self.word(Term::Area(area));
        let one = |verb: Verb, rest: &str| format!("{} {rest}", self.verb(verb));
        match order {
            Order::Civilization(civ) => one(Verb::Civilization, self.word(Term::Civ(*civ))),
            Order::Withdraw(n, at) => format!("{} {n} {}", self.verb(Verb::Withdraw), area(*at)),
            Order::Shift(at) => one(Verb::Shift, area(*at)),
            Order::Place(n, at) => format!("{} {} {}", self.verb(Verb::Place), self.count(*n), area(*at)),
            Order::Fill(near) => {
                let near =
                    near.map_or(String::new(), |at| format!(" {} {}", self.word(Term::Word(Word::Near)), area(at)));
                let cities = self.word(Term::Measure(Measure::Cities));
                format!("{} {} {cities}{near}", self.verb(Verb::Place), self.count(None))
            }
            Order::Settle(n, at) => format!("{} {} {}", self.verb(Verb::Settle), self.count(*n), area(*at)),
            Order::Use(thing, targets) => one(Verb::Use, self.thing(*thing)) + &self.aimed(targets),
            Order::Play(card, targets) => one(Verb::Play, self.thing(Thing::Card(*card))) + &self.aimed(targets),
            Order::Wonder(wonder, site, payment) => {
                let mut text = one(Verb::Wonder, self.word(Term::Wonder(*wonder)));
                if let Some(site) = site {
                    text += &format!(" {} {}", self.word(Link::In), area(*site));
                }
                text + &self.payment(payment)
            }
            Order::Pass => self.verb(Verb::Pass).into(),
            Order::Negate(with, against) => self.negate(*with, against),
            Order::Allow(thing) => one(Verb::Allow, self.thing(*thing)),
            Order::Compete(at, thing, targets) => {
                let what = thing.map_or_else(|| self.word(Link::Nothing), |thing| self.thing(thing));
                format!("{} {}: {what}{}", self.verb(Verb::Compete), area(*at), self.aimed(targets))
            }
            Order::Losses(times, at, means) => {
                let all = if *times == Times::All { format!(" {}", self.word(Link::All)) } else { String::new() };
                let at = at.map_or(String::new(), |at| format!(" {}", area(at)));
                let colon = if all.is_empty() && at.is_empty() { "" } else { ":" };
                let means: Vec<String> = means.iter().map(|means| self.means(*means)).collect();
                format!("{}{all}{at}{colon} {}", self.verb(Verb::Losses), means.join(", "))
            }
            Order::Rank(place, None) => one(Verb::Rank, &place.to_string()),
            Order::Rank(place, Some(thing)) => {
                format!("{} {place} {} {}", self.verb(Verb::Rank), self.word(Link::With), self.thing(*thing))
            }
            Order::Aeneas(None) => one(Verb::Aeneas, self.word(Link::Nothing)),
            Order::Aeneas(Some((civ, at))) => {
                format!("{} {} {} {}", self.verb(Verb::Aeneas), self.people(*civ), self.word(Link::In), area(*at))
            }
            Order::Draw(n) => one(Verb::Draw, &n.to_string()),
            Order::Keep(wishes) => one(Verb::Keep, &self.wishes(wishes)),
            Order::Discard(wishes) => one(Verb::Discard, &self.wishes(wishes)),
            Order::Take(wishes) => one(Verb::Take, &self.wishes(wishes)),
            Order::Choose(targets) => one(Verb::Choose, &self.targets(targets)),
            Order::Exchange(None) => one(Verb::Exchange, self.word(Link::Nothing)),
            Order::Exchange(Some(card)) => one(Verb::Exchange, self.thing(Thing::Card(*card))),
            Order::Show(cards) => {
                let names: Vec<&str> = cards.iter().map(|card| self.thing(Thing::Card(*card))).collect();
                one(Verb::Show, &names.join(", "))
            }
            Order::Peace(civ, gift) => {
                let offer = one(Verb::Peace, self.people(*civ));
                let with = self.word(Link::With);
                match gift {
                    Gift::Nothing => offer,
                    Gift::Talent => format!("{offer} {with} 1 {}", self.counted(Measure::Talents, 1)),
                    Gift::Card(card) => format!("{offer} {with} {}", self.thing(Thing::Card(*card))),
                }
            }
            Order::Appeal => self.verb(Verb::Appeal).into(),
            Order::Bribe(civ) => one(Verb::Bribe, self.people(*civ)),
            Order::Accept(civ) => one(Verb::Accept, self.people(*civ)),
            Order::Give(talents, cards) => {
                let gold = (*talents > 0).then(|| format!("{talents} {}", self.counted(Measure::Talents, *talents)));
                let cards = cards.iter().map(|card| self.thing(Thing::Card(*card)).to_string());
                one(Verb::Give, &gold.into_iter().chain(cards).collect::<Vec<_>>().join(", "))
            }
            Order::Search(pile, card) => {
                let pile = self.word(Term::Word(match pile {
                    Pile::Deck => Word::Deck,
                    Pile::Discards => Word::Discards,
                }));
                let with = self.word(Link::With);
                format!("{} {pile} {with} {}", self.verb(Verb::Search), self.thing(Thing::Card(*card)))
            }
            Order::Explore(at) => one(Verb::Explore, area(*at)),
            Order::Nothing(verb) => one(*verb, self.word(Link::Nothing)),
            Order::For(seat, order) => format!("{}: {}", self.word(Term::Seat(*seat)), self.order(order)),
            Order::Content => self.word(Link::Nothing).into(),
        }
    }

    /// What is counted, as one or as several: the second name of a measure is its singular, where a language has one.
    fn counted(&self, measure: Measure, n: u8) -> &str {
        let term = Term::Measure(measure);
        if n == 1 { self.lexicon.plural(self.language, term) } else { self.word(term) }
    }

    fn count(&self, n: Option<u8>) -> String {
        n.map_or_else(|| self.word(Term::Word(Word::Rest)).to_string(), |n| n.to_string())
    }

    fn aimed(&self, targets: &[Target]) -> String {
        if targets.is_empty() {
            return String::new();
        }
        let all = self.targets(targets);
        match targets[0] {
            Target::Option(_) | Target::Nothing => format!(" {all}"),
            Target::Civ(_) => format!(": {all}"),
            _ => format!(" {} {all}", self.word(Link::In)),
        }
    }

    /// Targets with commas; equal areas in a row are counted, and a people stands beside its area.
    fn targets(&self, targets: &[Target]) -> String {
        let mut text = String::new();
        let mut at = 0;
        while at < targets.len() {
            let mut next = at + 1;
            let piece = match targets[at] {
                Target::Area(area) => {
                    while next < targets.len() && next - at < 9 && targets[next] == targets[at] {
                        next += 1;
                    }
                    let name = self.word(Term::Area(area));
                    if next - at > 1 { format!("{} {name}", next - at) } else { name.to_string() }
                }
                Target::Civ(civ) => self.people(civ).to_string(),
                Target::Option(n) => format!("{} {n}", self.word(Term::Word(Word::Option))),
                Target::Spot(n) => format!("{} {n}", self.word(Term::Word(Word::Spot))),
                Target::Wonder(wonder) => self.word(Term::Wonder(wonder)).to_string(),
                Target::Nothing => self.word(Link::Nothing).to_string(),
            };
            if !text.is_empty() {
                let beside = matches!((targets[at - 1], targets[at]), (Target::Area(_), Target::Civ(_)));
                text += if beside { " " } else { ", " };
            }
            text += &piece;
            at = next;
        }
        text
    }

    fn payment(&self, payment: &Payment) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (area, n) in &payment.discs {
            parts.push(format!("{n} {}", self.counted(Measure::Discs, *n)) + " " + self.word(Term::Area(*area)));
        }
        if payment.talents > 0 {
            parts.push(format!("{} {}", payment.talents, self.counted(Measure::Talents, payment.talents)));
        }
        parts.extend(payment.cards.iter().map(|card| self.word(Term::Card(*card)).to_string()));
        if parts.is_empty() { String::new() } else { format!(" {} {}", self.word(Link::With), parts.join(", ")) }
    }

    fn negate(&self, with: crate::pieces::Card, against: &Against) -> String {
        let mut text = format!("{} {} {}", self.verb(Verb::Negate), self.word(Link::With), self.word(Term::Card(with)));
        text += ": ";
        text += against.what.map_or_else(|| self.word(Link::Any), |thing| self.thing(thing));
        if let Some(by) = against.by {
            text += &format!(" {} {}", self.word(Term::Word(Word::By)), self.people(by));
        }
        if let Some(at) = against.at {
            text += &format!(" {} {}", self.word(Link::In), self.word(Term::Area(at)));
        }
        if against.least > 0 {
            let [removing, mine] = [Term::Word(Word::Removing), Term::Word(Word::OfMine)].map(|term| self.word(term));
            text += &format!(" {removing} {} {mine}", against.least);
        }
        text
    }

    fn means(&self, means: Means) -> String {
        match means {
            Means::Discs => self.word(Term::Measure(Measure::Discs)).into(),
            Means::AnyCard => format!("{} {}", self.word(Link::Any), self.counted(Measure::Cards, 1)),
            Means::Thing(thing) => self.thing(thing).into(),
            Means::Talents { most, keep } => {
                let mut text = most.map_or(String::new(), |n| format!("{n} "));
                text += self.counted(Measure::Talents, most.unwrap_or(2));
                if keep > 0 {
                    text += &format!(" {} {keep}", self.word(Term::Word(Word::DownTo)));
                }
                text
            }
        }
    }

    fn wishes(&self, wishes: &[Wish]) -> String {
        let one = |wish: &Wish| match wish {
            Wish::Card(card) => self.word(Term::Card(*card)),
            Wish::Any => self.word(Link::Any),
        };
        wishes.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// A fact.
    pub fn fact(&self, fact: &Fact) -> String {
        let (who, has, is) = match fact.who {
            None => (self.word(Link::Me), Link::Have, Link::Am),
            Some(civ) => (self.word(Term::Civ(civ)), Link::Has, Link::Is),
        };
        let clause = |verb: Link, what: &str| self.lexicon.clause(self.language, who, self.word(verb), what);
        match fact.what {
            What::Amount(measure, least) => clause(has, &format!("{least} {}", self.word(Term::Measure(measure)))),
            What::In(area) => clause(is, &format!("{} {}", self.word(Link::In), self.word(Term::Area(area)))),
            What::Last => clause(is, self.word(Link::Last)),
        }
    }
}
