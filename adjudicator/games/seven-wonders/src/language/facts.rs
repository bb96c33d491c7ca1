//! Conditions: `if I have 5 coins`, `if Rhodos has Stockade`. Amounts are at least so many; `more than 4` is at least 5.

use super::read::card;
use super::term::{Measure, Term, Word};
use crate::pieces::Card;
use crate::view::View;
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Cursor, Link, Slip};

/// Something that a city has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Whose city; the own one, if nobody is named.
    pub who: Option<Seat>,
    /// What it has.
    pub what: Holding,
}

/// What a city can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// A structure.
    Structure(Card),
    /// At least so many coins, shields or stages.
    Amount(Measure, u16),
}

/// Reads a fact.
pub fn read(w: &mut Cursor<'_, Term>) -> Result<Fact, Slip> {
    let seat = |term: Term| if let Term::Seat(seat) = term { Some(seat) } else { None };
    let who = if w.link(Link::Me) { None } else { Some(w.need("city", seat)?) };
    if owns(w) {
        return Ok(Fact { who, what: holding(w)? });
    }
    let what = w.attempt(verb_last).ok_or_else(|| w.slip("has"))?;
    Ok(Fact { who, what })
}

/// The same where the verb comes last: `Palissade heeft`.
fn verb_last(w: &mut Cursor<'_, Term>) -> Result<Holding, Slip> {
    let what = holding(w)?;
    if owns(w) { Ok(what) } else { Err(w.slip("has")) }
}

fn owns(w: &mut Cursor<'_, Term>) -> bool {
    w.link(Link::Have) || w.link(Link::Has)
}

/// `Stockade`, `5 coins`, `more than 4 coins`
fn holding(w: &mut Cursor<'_, Term>) -> Result<Holding, Slip> {
    w.link(Link::AtLeast);
    if let Some(card) = w.take(card) {
        return Ok(Holding::Structure(card));
    }
    let more = w.take(|term| (term == Term::Word(Word::MoreThan)).then_some(1)).unwrap_or(0);
    let least = w.need_number()?.saturating_add(more);
    w.link(Link::AtLeast);
    let measure = |term: Term| if let Term::Measure(measure) = term { Some(measure) } else { None };
    let measure = w.need("coins, shields or stages", measure)?;
    w.link(Link::AtLeast);
    Ok(Holding::Amount(measure, least.min(9_999) as u16))
}

/// Whether a fact holds in what the viewer sees.
pub fn holds(fact: Fact, view: &View) -> bool {
    let Some(seat) = fact.who.or(view.seat).filter(|seat| seat.index() < crate::position::MOST) else { return false };
    let city = view.position.city(seat);
    match fact.what {
        Holding::Structure(card) => city.built.contains(card),
        Holding::Amount(Measure::Coins, least) => city.coins >= least,
        Holding::Amount(Measure::Shields, least) => u16::from(city.shields) >= least,
        Holding::Amount(Measure::Stages, least) => u16::from(city.stages) >= least,
    }
}
