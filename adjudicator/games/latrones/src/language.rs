//! Orders and conditions as words. The words themselves are data: `config/latrones/words.*.toml`.

use crate::Latrones;
use crate::position::{Road, View};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::words::{Cursor, Lexicon, Link, Slip, Word};
use tabellarius_kernel::{Language, Seat, keyed};

/// One order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `send 3 men to Appia`
    Send {
        /// How many.
        men: u8,
        /// Where to.
        road: Road,
    },
    /// `stay`: nobody goes out.
    Stay,
    /// `stand on Appia`, or wherever others are met.
    Stand(Option<Road>),
    /// `withdraw from Appia`, or wherever others are met.
    Withdraw(Option<Road>),
}

/// `Red has 3 men`: at least so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Whose band; the own one, if nobody is named.
    pub who: Option<Seat>,
    /// What is counted.
    pub what: Measure,
    /// How many at least.
    pub least: u8,
}

keyed!(
    /// What an order does.
    Verb, "verb", { Send = "send", Stay = "stay", Stand = "stand", Withdraw = "withdraw" }
);

keyed!(
    /// What can be counted.
    Measure, "measure", { Men = "men", Caravans = "caravans", Denarii = "denarii" }
);

keyed!(
    /// A band's colour; who plays is its place in this list.
    Colour, "colour", { Red = "red", White = "white", Black = "black", Blue = "blue" }
);

/// A word with a meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A small word of every game.
    Link(Link),
    /// What an order does.
    Verb(Verb),
    /// What can be counted.
    Measure(Measure),
    /// A road.
    Road(Road),
    /// A band.
    Seat(Seat),
}

impl From<Link> for Term {
    fn from(link: Link) -> Term {
        Term::Link(link)
    }
}

impl Word for Term {
    fn begins_order(self) -> bool {
        matches!(self, Term::Verb(_))
    }
}

/// The words of each language that are compiled in.
pub const WORD_FILES: [(&str, &str); 4] = [
    ("config/latrones/words.en.toml", include_str!("../../../../config/latrones/words.en.toml")),
    ("config/latrones/words.it.toml", include_str!("../../../../config/latrones/words.it.toml")),
    ("config/latrones/words.pl.toml", include_str!("../../../../config/latrones/words.pl.toml")),
    ("config/latrones/words.nl.toml", include_str!("../../../../config/latrones/words.nl.toml")),
];

/// Builds the dictionary.
pub fn lexicon<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Lexicon<Term>, Vec<Flaw>> {
    let mut lexicon = Lexicon::new()?;
    for (file, text) in files {
        lexicon.load(file, text, |kind, key| match kind {
            "verb" => Verb::from_key(key).map(Term::Verb),
            "measure" => Measure::from_key(key).map(Term::Measure),
            "road" => Road::from_key(key).map(Term::Road),
            "band" => Colour::from_key(key).map(|colour| Term::Seat(Seat(colour as u8))),
            _ => None,
        })?;
    }
    Ok(lexicon)
}

/// A road.
pub fn road(term: Term) -> Option<Road> {
    if let Term::Road(road) = term { Some(road) } else { None }
}

/// A band.
pub fn seat(term: Term) -> Option<Seat> {
    if let Term::Seat(seat) = term { Some(seat) } else { None }
}

/// Something that can be counted.
pub fn measure(term: Term) -> Option<Measure> {
    if let Term::Measure(measure) = term { Some(measure) } else { None }
}

fn owns(w: &mut Cursor<'_, Term>) -> bool {
    w.link(Link::Have) || w.link(Link::Has)
}

/// `at least 3 men`, `3 men or more`
fn amount(w: &mut Cursor<'_, Term>) -> Result<(u8, Measure), Slip> {
    w.link(Link::AtLeast);
    let least = w.need_number()?.min(99) as u8;
    let what = w.need("men, caravans or denarii", measure)?;
    w.link(Link::AtLeast);
    Ok((least, what))
}

/// The same where the verb comes last: `3 mannen heb`.
fn verb_last(w: &mut Cursor<'_, Term>) -> Result<(u8, Measure), Slip> {
    let said = amount(w)?;
    if owns(w) { Ok(said) } else { Err(w.slip("has")) }
}

/// Whether a fact holds in what the viewer sees. An unseen purse is not known to hold anything.
pub fn holds(fact: &Fact, view: &View) -> bool {
    let Some(band) = fact.who.or(view.seat).and_then(|seat| view.bands.get(seat.index())) else { return false };
    match fact.what {
        Measure::Men => band.men >= fact.least,
        Measure::Caravans => band.caravans >= fact.least,
        Measure::Denarii => band.purse.is_some_and(|purse| purse >= fact.least),
    }
}

impl Language for Latrones {
    type Order = Order;
    type Fact = Fact;
    type Term = Term;

    fn lexicon(&self) -> &Lexicon<Term> {
        &self.lexicon
    }

    /// `send 3 Appia, 2 Flaminia`: the verb may be meant again.
    fn read_order(&self, w: &mut Cursor<'_, Term>, before: Option<&Order>) -> Result<Order, Slip> {
        if w.link(Link::Nothing) {
            return Ok(Order::Stay);
        }
        let verb = w.take(|term| if let Term::Verb(verb) = term { Some(verb) } else { None });
        let verb = match (verb, before) {
            (Some(verb), _) => verb,
            (None, Some(Order::Send { .. })) => Verb::Send,
            (None, Some(Order::Stand(_))) => Verb::Stand,
            (None, Some(Order::Withdraw(_))) => Verb::Withdraw,
            (None, _) => return Err(w.slip("order")),
        };
        let small = |w: &mut Cursor<'_, Term>| while w.link(Link::In) || w.link(Link::To) || w.link(Link::From) {};
        match verb {
            Verb::Stay => Ok(Order::Stay),
            Verb::Send if w.link(Link::Nothing) => Ok(Order::Stay),
            Verb::Send => {
                let men = w.number().map_or(1, |men| men.min(99) as u8);
                w.take(|term| (term == Term::Measure(Measure::Men)).then_some(()));
                small(w);
                Ok(Order::Send { men, road: w.need("road", road)? })
            }
            Verb::Stand | Verb::Withdraw => {
                let mark = w.mark();
                small(w);
                let place = w.take(road);
                if place.is_none() {
                    w.back(mark);
                }
                Ok(if verb == Verb::Stand { Order::Stand(place) } else { Order::Withdraw(place) })
            }
        }
    }

    fn read_fact(&self, w: &mut Cursor<'_, Term>, _about: Option<&Order>) -> Result<Fact, Slip> {
        let who = if w.link(Link::Me) { None } else { Some(w.need("band", seat)?) };
        let (least, what) = if owns(w) { amount(w)? } else { w.attempt(verb_last).ok_or_else(|| w.slip("has"))? };
        Ok(Fact { who, what, least })
    }

    fn print_order(&self, order: &Order, language: &str) -> String {
        let name = |term: Term| self.lexicon.name(language, term);
        let verb = |verb: Verb| name(Term::Verb(verb));
        match order {
            Order::Stay => verb(Verb::Stay).into(),
            Order::Send { men, road } => format!("{} {men} {}", verb(Verb::Send), name(Term::Road(*road))),
            Order::Stand(None) => verb(Verb::Stand).into(),
            Order::Withdraw(None) => verb(Verb::Withdraw).into(),
            Order::Stand(Some(road)) => format!("{} {}", verb(Verb::Stand), name(Term::Road(*road))),
            Order::Withdraw(Some(road)) => format!("{} {}", verb(Verb::Withdraw), name(Term::Road(*road))),
        }
    }

    fn print_fact(&self, fact: &Fact, language: &str) -> String {
        let name = |term: Term| self.lexicon.name(language, term);
        let (who, has) = match fact.who {
            None => (name(Term::Link(Link::Me)), Link::Have),
            Some(seat) => (name(Term::Seat(seat)), Link::Has),
        };
        let what = format!("{} {}", fact.least, name(Term::Measure(fact.what)));
        self.lexicon.clause(language, who, name(Term::Link(has)), &what)
    }

    fn term(&self, id: &str) -> Option<Term> {
        let (kind, key) = id.split_once('/')?;
        match kind {
            Seat::KIND => key.parse().ok().filter(|n| usize::from(*n) < self.players).map(|n| Term::Seat(Seat(n))),
            Road::KIND => Road::from_key(key).map(Term::Road),
            _ => None,
        }
    }
}
