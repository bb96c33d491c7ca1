//! What a line can say of a province.

use super::{Words, each, small, wrong};
use crate::common::Core;
use crate::common::ground::Site;
use crate::common::language::read::{building, city, good, seat, unit, verb};
use crate::common::language::term::{Term, Verb, Word};
use crate::pieces::{Building, Province, Unit};
use alloc::format;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Seat};

/// How many of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Many {
    /// Not said: one is placed, and at least one is expected.
    Some,
    /// Exactly so many.
    Exactly(u8),
}

/// Whose units are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Not said: the owner of the marker's, or with `no` anybody's.
    Unsaid,
    /// This side's.
    Side(Seat),
}

/// One thing that a line says of a province.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Whose marker lies there.
    Owner(Option<Seat>),
    /// The turn in which the marker came.
    Since(u16),
    /// So many units.
    Units(u8, Unit, Whose),
    /// So many buildings of a kind, on whatever sites.
    Buildings(Many, Building),
    /// A building on a site; or none there.
    Site(Site, Many),
    /// What foreign legions hold: nothing in the list means that they convert.
    Holds(Seat, Vec<Site>),
    /// Nobody holds anything.
    NoHold,
    /// Whether it is at war: can only be expected.
    AtWar(bool),
    /// There is nothing that the line does not name: can only be expected.
    NothingElse,
}

/// Reads all remarks of a line, each with the words that make it.
pub fn remarks(game: &Core, province: Province, w: &mut Words<'_>) -> Result<Vec<(usize, Remark)>, Amiss> {
    let mut all = Vec::new();
    if w.is_done() {
        return Ok(all);
    }
    each(w, |w| {
        let mark = w.mark();
        all.push((mark, remark(game, province, w)?));
        Ok(())
    })?;
    Ok(all)
}

fn word(w: &mut Words<'_>, word: Word) -> bool {
    w.take(|term| (term == Term::Word(word)).then_some(())).is_some()
}

fn remark(game: &Core, province: Province, w: &mut Words<'_>) -> Result<Remark, Amiss> {
    if word(w, Word::Free) {
        return Ok(Remark::Owner(None));
    }
    if word(w, Word::War) {
        return Ok(Remark::AtWar(true));
    }
    if w.link(Link::Not) {
        return if word(w, Word::War) { Ok(Remark::AtWar(false)) } else { Err(w.slip("at war").into()) };
    }
    if w.literal("since") {
        w.link(Link::Turn);
        return Ok(Remark::Since(small(w)?.map(u16::from).ok_or_else(|| w.slip("number"))?));
    }
    if w.link(Link::Nothing) {
        return none(game, province, w);
    }
    let number = small(w)?;
    if number.is_none() {
        if word(w, Word::Influence) {
            return Ok(Remark::Owner(Some(w.need("civilization", seat)?)));
        }
        if let Some(seat) = w.take(seat) {
            return holds(game, province, w, seat);
        }
    }
    if let Some(unit) = w.take(unit) {
        return Ok(Remark::Units(number.unwrap_or(1), unit, whose(w)));
    }
    let many = number.map_or(Many::Some, Many::Exactly);
    building_remark(game, province, w, many)
}

/// After `no`.
fn none(game: &Core, province: Province, w: &mut Words<'_>) -> Result<Remark, Amiss> {
    if w.link(Link::Else) {
        return Ok(Remark::NothingElse);
    }
    if w.literal("occupation") || w.literal("conversion") {
        return Ok(Remark::NoHold);
    }
    if word(w, Word::Influence) {
        return Ok(Remark::Owner(None));
    }
    if let Some(unit) = w.take(unit) {
        return Ok(Remark::Units(0, unit, whose(w)));
    }
    building_remark(game, province, w, Many::Exactly(0))
}

fn whose(w: &mut Words<'_>) -> Whose {
    w.take(seat).map_or(Whose::Unsaid, Whose::Side)
}

fn building_remark(game: &Core, province: Province, w: &mut Words<'_>, many: Many) -> Result<Remark, Amiss> {
    let mark = w.mark();
    let building = w.need("something in a province", building)?;
    Ok(match site(game, province, w, mark, building)? {
        Some(site) => Remark::Site(site, many),
        None => Remark::Buildings(many, building),
    })
}

/// `city Sparta`, `caravan gold`, `city 2`, `market`: the site, if it is said.
fn site(
    game: &Core,
    province: Province,
    w: &mut Words<'_>,
    mark: usize,
    building: Building,
) -> Result<Option<Site>, Amiss> {
    let land = game.board.land(province);
    let sites = match building {
        Building::City => land.cities.len(),
        Building::Caravan => land.goods.len(),
        Building::Market => return Ok(Some(Site::Market)),
        Building::Temple => return Ok(Some(Site::Temple)),
    };
    if let Some(number) = small(w)? {
        if number == 0 || usize::from(number) > sites {
            return Err(wrong(w, mark, format!("{} has {sites} such sites", land.name)));
        }
        let n = number - 1;
        return Ok(Some(if building == Building::City { Site::City(n) } else { Site::Caravan(n) }));
    }
    if building == Building::City {
        return match w.take(city) {
            Some((of, n)) if of == province => Ok(Some(Site::City(n))),
            Some(_) => Err(wrong(w, mark, format!("that city is not in {}", land.name))),
            None => Ok(None),
        };
    }
    match w.take(good) {
        None => Ok(None),
        Some(good) => match land.goods.iter().position(|of| *of == good) {
            Some(n) => Ok(Some(Site::Caravan(n as u8))),
            None => Err(wrong(w, mark, format!("{} has no site for {}", land.name, good.key()))),
        },
    }
}

/// `Egypt`, `Egypt converts`, `Egypt occupies city + caravan fruit`
fn holds(game: &Core, province: Province, w: &mut Words<'_>, seat: Seat) -> Result<Remark, Amiss> {
    match w.take(|term| verb(term).filter(|verb| matches!(verb, Verb::Occupy | Verb::Convert))) {
        None => Ok(Remark::Owner(Some(seat))),
        Some(Verb::Convert) => Ok(Remark::Holds(seat, Vec::new())),
        Some(_) => {
            let mut sites = Vec::new();
            loop {
                let mark = w.mark();
                let building = w.need("building", building)?;
                match site(game, province, w, mark, building)? {
                    Some(site) => sites.push(site),
                    None if building == Building::City => sites.push(Site::City(0)),
                    None => sites.push(Site::Caravan(0)),
                }
                if !w.link(Link::Plus) {
                    return Ok(Remark::Holds(seat, sites));
                }
            }
        }
    }
}
