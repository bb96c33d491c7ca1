//! Conditions: `if Troy has 3 cities`, `if I have 2 talents`, `if Rome is in Sicily`, `if I am last`. Amounts are at least so many.

use super::read::{area, civ};
use super::term::{Measure, Term};
use crate::game::InnerSea;
use crate::pieces::{Area, Civ, Faction};
use crate::view::View;
use tabellarius_kernel::words::{Cursor, Link, Slip};

/// Something that can be seen on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// Of whom; of the own civilization, if nobody is named.
    pub who: Option<Civ>,
    /// What.
    pub what: What,
}

/// What can be said of a civilization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// It has at least so many.
    Amount(Measure, u16),
    /// It is in an area.
    In(Area),
    /// It has the fewest points.
    Last,
}

/// Reads a fact.
pub fn read(w: &mut Cursor<'_, Term>) -> Result<Fact, Slip> {
    let who = if w.link(Link::Me) { None } else { Some(w.need("civilization", civ)?) };
    if is(w) {
        if w.link(Link::Last) {
            return Ok(Fact { who, what: What::Last });
        }
        w.link(Link::In);
        return Ok(Fact { who, what: What::In(w.need("area", area)?) });
    }
    if owns(w) {
        return Ok(Fact { who, what: amount(w)? });
    }
    let what = w.attempt(verb_last).ok_or_else(|| w.slip("has"))?;
    Ok(Fact { who, what })
}

fn is(w: &mut Cursor<'_, Term>) -> bool {
    w.link(Link::Is) || w.link(Link::Am)
}

fn owns(w: &mut Cursor<'_, Term>) -> bool {
    w.link(Link::Have) || w.link(Link::Has)
}

/// The same where the verb comes last: `in Sicily is`, `3 steden heeft`.
fn verb_last(w: &mut Cursor<'_, Term>) -> Result<What, Slip> {
    let place = if w.link(Link::Last) {
        Some(What::Last)
    } else if w.link(Link::In) {
        Some(What::In(w.need("area", area)?))
    } else {
        None
    };
    let (what, is_said) = match place {
        Some(place) => (place, is(w)),
        None => (amount(w)?, owns(w)),
    };
    if is_said { Ok(what) } else { Err(w.slip("has")) }
}

/// `at least 3 cities`, `3 cities or more`
fn amount(w: &mut Cursor<'_, Term>) -> Result<What, Slip> {
    w.link(Link::AtLeast);
    let least = w.need_number()?.min(9_999) as u16;
    let measure = |term: Term| if let Term::Measure(measure) = term { Some(measure) } else { None };
    let measure = w.need("cities, talents, cards, points or discs", measure)?;
    w.link(Link::AtLeast);
    Ok(What::Amount(measure, least))
}

/// Whether a fact holds in what the viewer sees.
pub fn holds(game: &InnerSea, fact: &Fact, view: &View) -> bool {
    let position = &view.position;
    let faction = match fact.who {
        Some(civ) => position.faction(civ),
        None => view.seat.map(Faction::of),
    };
    let Some(faction) = faction else { return false };
    let board = &position.board;
    match fact.what {
        What::In(area) => board.occupied(faction).contains(area),
        What::Last => faction
            .seat()
            .is_some_and(|seat| position.order.iter().all(|other| position.side(*other).vp >= position.side(seat).vp)),
        What::Amount(measure, least) => {
            let side = faction.seat().map(|seat| position.side(seat));
            let own = match measure {
                Measure::Cities => board.cities(&game.chart, faction).len() as u16,
                Measure::Discs => u16::from(board.total(faction)),
                Measure::Talents => side.map_or(0, |side| u16::from(side.talents)),
                Measure::Cards => side.map_or(0, |side| u16::from(side.hand)),
                Measure::Points => side.map_or(0, |side| side.vp),
            };
            own >= least
        }
    }
}
