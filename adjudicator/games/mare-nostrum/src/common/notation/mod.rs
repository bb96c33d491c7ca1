//! Positions as text: `Hierosolyma: Babylon, city, fortress, 1 legion, 2 legions Egypt`.
//!
//! [`remark`] is what a line can say of a province; [`area`], [`compare`] and [`print`] set, compare and print provinces
//! and seas, [`shelf`] what lies beside the board, [`facts`] changes the board itself, [`dice`] fixes rolls.

pub mod area;
pub mod compare;
pub mod dice;
pub mod facts;
pub mod print;
pub mod remark;
pub mod shelf;

use super::Core;
use super::language::term::{Term, term_of};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::Amiss;
use tabellarius_kernel::words::{Cursor, Link};

/// The words of a line.
pub type Words<'a> = Cursor<'a, Term>;

/// What the words from a mark to here say cannot be.
pub fn wrong(w: &Words<'_>, mark: usize, reason: impl Into<String>) -> Amiss {
    Amiss::Wrong { tokens: mark..w.mark(), reason: reason.into() }
}

/// Things separated by commas, to the end of the line.
pub fn each(w: &mut Words<'_>, mut read: impl FnMut(&mut Words<'_>) -> Result<(), Amiss>) -> Result<(), Amiss> {
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
pub fn small(w: &mut Words<'_>) -> Result<Option<u8>, Amiss> {
    let mark = w.mark();
    match w.number().map(u8::try_from) {
        None => Ok(None),
        Some(Ok(number @ 0..=99)) => Ok(Some(number)),
        Some(_) => Err(wrong(w, mark, "this number is too large")),
    }
}

/// Everything that the name at the cursor may stand for.
pub fn ids_named(w: &mut Words<'_>) -> Vec<String> {
    // The same name may be a civilization, its capital and a city there: try each kind from the same place.
    let mark = w.mark();
    let kinds: [fn(Term) -> Option<String>; 10] = [
        |term| if let Term::Seat(seat) = term { Some(seat.to_string()) } else { None },
        |term| if let Term::Province(province) = term { Some(province.to_string()) } else { None },
        |term| if let Term::Sea(sea) = term { Some(sea.to_string()) } else { None },
        |term| if let Term::Good(good) = term { Some(good.to_string()) } else { None },
        |term| if let Term::Building(building) = term { Some(building.to_string()) } else { None },
        |term| if let Term::Unit(unit) = term { Some(unit.to_string()) } else { None },
        |term| if let Term::Creature(creature) = term { Some(creature.to_string()) } else { None },
        |term| if let Term::God(god) = term { Some(god.to_string()) } else { None },
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

/// The name of a written-down identifier.
pub fn name_of(game: &Core, id: &str) -> Option<String> {
    term_of(&game.board, id).map(|term| game.term_name("en", term).into())
}
