//! Positions of this game as text: `Hierosolyma: Babylon, city, fortress, 1 legion, 2 legions Egypt`.
//!
//! [`remark`] is what a line can say of a province; [`area`], [`compare`] and [`print`] set, compare and print provinces
//! and seas, [`holdings`] everything else, [`facts`] changes the board itself, [`dice`] fixes rolls.

pub mod area;
pub mod compare;
pub mod dice;
pub mod facts;
pub mod holdings;
pub mod print;
pub mod remark;
#[cfg(test)]
mod tests;

use super::Classic;
use super::language::read::seat;
use super::language::term::Term;
use super::position::{Position, State};
use crate::pieces::{Building, Card, Good, Province, Role, Sea, Unit};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::notation::Printed;
use tabellarius_kernel::words::{Cursor, Link, Slip};
use tabellarius_kernel::{Amiss, Differs, Notation, Seat};

pub(crate) type Words<'a> = Cursor<'a, Term>;

/// What the words from a mark to here say cannot be.
fn wrong(w: &Words<'_>, mark: usize, reason: impl Into<String>) -> Amiss {
    Amiss::Wrong { tokens: mark..w.mark(), reason: reason.into() }
}

/// Things separated by commas, to the end of the line.
fn each(w: &mut Words<'_>, mut read: impl FnMut(&mut Words<'_>) -> Result<(), Amiss>) -> Result<(), Amiss> {
    loop {
        read(w)?;
        if w.is_done() {
            return Ok(());
        }
        if !(w.link(Link::Comma) || w.link(Link::Semicolon) || w.link(Link::And) || w.link(Link::Plus)) {
            return Err(w.slip("a comma").into());
        }
    }
}

/// A small number, if one stands here.
fn small(w: &mut Words<'_>) -> Result<Option<u8>, Amiss> {
    let mark = w.mark();
    match w.number().map(u8::try_from) {
        None => Ok(None),
        Some(Ok(number @ 0..=99)) => Ok(Some(number)),
        Some(_) => Err(wrong(w, mark, "this number is too large")),
    }
}

impl Notation for Classic {
    const SECTIONS: &'static [&'static str] =
        &["board", "stage", "cards", "hands", "bank", "stock", "roles", "points", "lots", "winners"];

    fn blank(&self) -> State {
        let stock = self.board.stock(self.seats.len());
        let stock = core::array::from_fn(|i| Building::ALL.get(i).map_or(0, |building| stock.of(*building)));
        State { position: Position::empty(&self.board, stock), hands: Default::default() }
    }

    fn set(&self, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
        match section {
            "board" => area::set(self, state, w),
            _ => holdings::set(state, section, w),
        }
    }

    fn expect(&self, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
        match section {
            "board" => compare::expect(self, state, w),
            _ => holdings::expect(self, state, section, w),
        }
    }

    fn print(&self, state: &State, language: &str) -> Vec<Printed> {
        let print = |section: &&'static str| match *section {
            "board" => ("board", print::print_all(self, &state.position, language)),
            other => (other, holdings::print(self, state, other, language)),
        };
        Self::SECTIONS.iter().map(print).filter(|(_, lines)| !lines.is_empty()).collect()
    }

    fn amend(&mut self, w: &mut Words<'_>) -> Result<(), Amiss> {
        facts::amend(self, w)
    }

    fn dice(&self, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
        dice::read(self, w)
    }

    fn seat_named(&self, w: &mut Words<'_>) -> Result<Seat, Slip> {
        w.need("civilization", seat)
    }

    fn ids_named(&self, w: &mut Words<'_>) -> Vec<String> {
        // The same name may be a civilization, its capital and a city there: try each kind from the same place.
        let mark = w.mark();
        let kinds: [fn(Term) -> Option<String>; 8] = [
            |term| if let Term::Seat(seat) = term { Some(seat.to_string()) } else { None },
            |term| if let Term::Province(province) = term { Some(province.to_string()) } else { None },
            |term| if let Term::Sea(sea) = term { Some(sea.to_string()) } else { None },
            |term| if let Term::Good(good) = term { Some(good.to_string()) } else { None },
            |term| if let Term::Building(building) = term { Some(building.to_string()) } else { None },
            |term| if let Term::Unit(unit) = term { Some(unit.to_string()) } else { None },
            |term| if let Term::Card(card) = term { Some(card.to_string()) } else { None },
            |term| if let Term::Role(role) = term { Some(role.to_string()) } else { None },
        ];
        let mut ids: Vec<(usize, String)> = Vec::new();
        for kind in kinds {
            if let Some(id) = w.take(kind) {
                ids.push((w.mark(), id));
            }
            w.back(mark);
        }
        // A longer name is meant rather than its beginning: `Pontus Euxinus` is no Pontus.
        let furthest = ids.iter().map(|(end, _)| *end).max().unwrap_or(mark);
        w.back(furthest);
        ids.into_iter().filter(|(end, _)| *end == furthest).map(|(_, id)| id).collect()
    }

    fn name_of(&self, id: &str) -> Option<String> {
        let (kind, key) = id.split_once('/')?;
        let number = key.parse::<u8>().ok();
        let known = |length: usize| number.filter(|n| usize::from(*n) < length);
        let term = match kind {
            Seat::KIND => Term::Seat(Seat(known(self.board.civilizations.len())?)),
            Province::KIND => Term::Province(Province(known(self.board.provinces.len())?)),
            Sea::KIND => Term::Sea(Sea(known(self.board.seas.len())?)),
            Good::KIND => Term::Good(Good::from_key(key)?),
            Building::KIND => Term::Building(Building::from_key(key)?),
            Unit::KIND => Term::Unit(Unit::from_key(key)?),
            Card::KIND => Term::Card(Card::from_key(key)?),
            Role::KIND => Term::Role(Role::from_key(key)?),
            _ => return None,
        };
        Some(self.lexicon.name("en", term).into())
    }
}

impl Classic {
    /// A name in a language.
    fn name(&self, language: &str, term: Term) -> &str {
        self.lexicon.name(language, term)
    }

    /// The names of some seats, or a word for nobody.
    fn seat_list(&self, language: &str, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<&str> = seats.into_iter().map(|seat| self.name(language, Term::Seat(seat))).collect();
        if names.is_empty() { self.name(language, Term::Link(Link::Nothing)).into() } else { names.join(", ") }
    }

    /// A number with a name: `2 legion`.
    fn counted(&self, language: &str, number: u8, term: Term) -> String {
        format!("{number} {}", self.name(language, term))
    }
}
