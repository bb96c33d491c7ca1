//! Conditions: what an `if` can ask of a view, and how it is read.

use super::read::{building, card, good, place, province, seat, unit};
use super::term::{Term, Word};
use crate::common::ground::Place;
use crate::common::ground::{Ground, SIDES};
use crate::common::orders::Order;
use crate::pieces::{Building, Card, Cards, Good, Province, Unit};
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Cursor, Link, Slip};

/// Somebody: the writer himself or a named civilization.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The writer.
    Me,
    /// A civilization.
    Seat(Seat),
}

/// Something to be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// Units.
    Unit(Unit),
    /// Buildings that pay and count for somebody.
    Building(Building),
    /// Influence markers.
    Markers,
    /// Heroes and wonders.
    Heroes,
    /// Cards in hand.
    Cards,
    /// One's own cards of a kind.
    Good(Good),
}

/// A comparison with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// So many or more.
    AtLeast(u8),
    /// So many or fewer.
    AtMost(u8),
}

/// One thing a condition asks. All of it lies open, or is the writer's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The turn has come.
    Turn(u8),
    /// Somebody has units in a place.
    Present(Who, Place),
    /// Somebody has so many of something, on the whole or in a place.
    Count(Who, Amount, Thing, Option<Place>),
    /// Somebody has more of something than somebody else, on the whole or in a place.
    More(Who, Thing, Who, Option<Place>),
    /// A province has somebody's marker, or none.
    Owner(Province, Option<Who>),
    /// A province is at war.
    AtWar(Province),
    /// A hero or wonder is somebody's, or nobody's yet.
    CardOf(Card, Option<Who>),
    /// No enemy stands where the order applies: conquests are only asked then.
    Alone,
}

/// Reads one fact. `about` is the order it guards.
pub fn read(w: &mut Cursor<'_, Term>, about: Option<&Order>) -> Result<Fact, Slip> {
    if w.take(|term| (term == Term::Word(Word::Alone)).then_some(())).is_some() {
        return Ok(Fact::Alone);
    }
    if w.link(Link::Turn) {
        let mark = w.mark();
        let turn = w.need_number()?;
        w.link(Link::AtLeast);
        return u8::try_from(turn).map(Fact::Turn).map_err(|_| {
            w.back(mark);
            w.slip("small number")
        });
    }
    // Some languages say who in the verb: `mam`, `ho`.
    if w.link(Link::Have) {
        return has(w, Who::Me, about);
    }
    let mark = w.mark();
    if let Some(who) = who(w) {
        let behind = w.mark();
        if owns(w) {
            return has(w, who, about);
        }
        // What a civilization is called a province may be called too, and `in staat van oorlog` begins like a place.
        if is(w) && !sees_war(w) && w.link(Link::In) {
            return Ok(Fact::Present(who, w.need("province or sea", place)?));
        }
        w.back(behind);
        if let Some(fact) = w.attempt(|w| verb_last(w, who, about)) {
            return Ok(fact);
        }
        w.back(mark);
    }
    if let Some(card) = w.take(card) {
        if is(w) {
            return Ok(Fact::CardOf(card, owner(w)?));
        }
        if let Some(owner) = w.attempt(|w| then_is(w, owner)) {
            return Ok(Fact::CardOf(card, owner));
        }
    }
    w.back(mark);
    let province = w.need("condition", province)?;
    if is(w) {
        return state(w, province);
    }
    w.attempt(|w| then_is(w, |w| state(w, province))).ok_or_else(|| w.slip("is"))
}

/// `at war`, `free`, `held by Rome`
fn state(w: &mut Cursor<'_, Term>, province: Province) -> Result<Fact, Slip> {
    if at_war(w) { Ok(Fact::AtWar(province)) } else { Ok(Fact::Owner(province, owner(w)?)) }
}

fn is(w: &mut Cursor<'_, Term>) -> bool {
    w.link(Link::Is) || w.link(Link::Am)
}

fn owns(w: &mut Cursor<'_, Term>) -> bool {
    w.link(Link::Has) || w.link(Link::Have)
}

fn at_war(w: &mut Cursor<'_, Term>) -> bool {
    w.take(|term| (term == Term::Word(Word::War)).then_some(())).is_some()
}

fn sees_war(w: &mut Cursor<'_, Term>) -> bool {
    let mark = w.mark();
    let found = at_war(w);
    w.back(mark);
    found
}

/// What is said before its verb: `vrij is`.
fn then_is<R>(
    w: &mut Cursor<'_, Term>,
    read: impl FnOnce(&mut Cursor<'_, Term>) -> Result<R, Slip>,
) -> Result<R, Slip> {
    let found = read(w)?;
    if is(w) { Ok(found) } else { Err(w.slip("is")) }
}

/// The same where the verb comes last: `Rome in Syracuse is`, `ik minstens 2 legioenen in Rome heb`, `ik meer triremen heb dan Rome`.
fn verb_last(w: &mut Cursor<'_, Term>, who: Who, about: Option<&Order>) -> Result<Fact, Slip> {
    let before = if w.link(Link::In) { Some(w.need("province or sea", place)?) } else { None };
    if let Some(place) = before
        && is(w)
    {
        return Ok(Fact::Present(who, place));
    }
    if let Some(card) = w.take(card) {
        return if owns(w) { Ok(Fact::CardOf(card, Some(who))) } else { Err(w.slip("has")) };
    }
    let mark = w.mark();
    if w.link(Link::More) && !w.link(Link::Than) {
        let thing = thing(w)?;
        let said = owns(w);
        let (than, at) = than(w, about, before)?;
        return if said || owns(w) { Ok(Fact::More(who, thing, than, at)) } else { Err(w.slip("has")) };
    }
    w.back(mark);
    let amount = amount(w)?;
    let thing = thing(w)?;
    let at = spot(w)?.or(before);
    if !owns(w) {
        return Err(w.slip("has"));
    }
    Ok(Fact::Count(who, amount, thing, spot(w)?.or(at)))
}

/// `in Roma`, if it stands here.
fn spot(w: &mut Cursor<'_, Term>) -> Result<Option<Place>, Slip> {
    if w.link(Link::In) { w.need("province or sea", place).map(Some) } else { Ok(None) }
}

fn who(w: &mut Cursor<'_, Term>) -> Option<Who> {
    if w.link(Link::Me) || w.link(Link::Whom) { Some(Who::Me) } else { w.take(seat).map(Who::Seat) }
}

fn owner(w: &mut Cursor<'_, Term>) -> Result<Option<Who>, Slip> {
    if w.take(|term| (term == Term::Word(Word::Free)).then_some(())).is_some() {
        return Ok(None);
    }
    w.take(|term| (term == Term::Word(Word::HeldBy)).then_some(()));
    who(w).map(Some).ok_or_else(|| w.slip("civilization"))
}

/// `has at least 3 legions in Roma`, `has 3 or more cards`, `has more triremes than Greece in Mare Africum`, `has Helen`
fn has(w: &mut Cursor<'_, Term>, who: Who, about: Option<&Order>) -> Result<Fact, Slip> {
    if let Some(card) = w.take(card) {
        return Ok(Fact::CardOf(card, Some(who)));
    }
    let mark = w.mark();
    if w.link(Link::More) {
        if !w.link(Link::Than) {
            return more(w, who, about);
        }
        w.back(mark);
    }
    let amount = amount(w)?;
    let thing = thing(w)?;
    Ok(Fact::Count(who, amount, thing, spot(w)?))
}

fn amount(w: &mut Cursor<'_, Term>) -> Result<Amount, Slip> {
    fn number(w: &mut Cursor<'_, Term>) -> Result<u8, Slip> {
        w.need_number().map(|n| n.min(200) as u8)
    }
    if w.link(Link::Nothing) {
        return Ok(Amount::AtMost(0));
    }
    if w.link(Link::More) {
        w.link(Link::Than);
        return Ok(Amount::AtLeast(number(w)? + 1));
    }
    if w.link(Link::Fewer) {
        w.link(Link::Than);
        return Ok(Amount::AtMost(number(w)?.saturating_sub(1)));
    }
    if w.link(Link::AtMost) {
        return Ok(Amount::AtMost(number(w)?));
    }
    w.link(Link::AtLeast);
    let n = number(w)?;
    if w.link(Link::AtMost) {
        return Ok(Amount::AtMost(n));
    }
    w.link(Link::AtLeast);
    Ok(Amount::AtLeast(n))
}

fn more(w: &mut Cursor<'_, Term>, who: Who, about: Option<&Order>) -> Result<Fact, Slip> {
    let thing = thing(w)?;
    let (than, at) = than(w, about, None)?;
    Ok(Fact::More(who, thing, than, at))
}

/// Than whom, and where: if it is not said, whom and where the order attacks.
fn than(w: &mut Cursor<'_, Term>, about: Option<&Order>, before: Option<Place>) -> Result<(Who, Option<Place>), Slip> {
    let (target, there) = match about {
        Some(Order::Attack { place, targets }) => (targets.first().map(|(seat, _)| Who::Seat(*seat)), Some(*place)),
        _ => (None, None),
    };
    let than = if w.link(Link::Than) { who(w) } else { target };
    let than = than.ok_or_else(|| w.slip("civilization"))?;
    Ok((than, spot(w)?.or(before).or(there)))
}

fn thing(w: &mut Cursor<'_, Term>) -> Result<Thing, Slip> {
    w.need("thing to count", |term| {
        let word = match term {
            Term::Word(Word::Cards) => Some(Thing::Cards),
            Term::Word(Word::Influence) => Some(Thing::Markers),
            Term::Word(Word::Hero | Word::Wonder) => Some(Thing::Heroes),
            _ => None,
        };
        let piece = unit(term).map(Thing::Unit).or_else(|| building(term).map(Thing::Building));
        word.or(piece).or_else(|| good(term).map(Thing::Good))
    })
}

/// What the writer of a condition can see.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The writer.
    pub me: Option<Seat>,
    /// What lies open.
    pub ground: &'a Ground,
    /// His own hand.
    pub hand: Option<Cards>,
    /// How many cards everybody holds.
    pub hand_sizes: &'a [u8; SIDES],
}

impl Sight<'_> {
    /// How many of something somebody has, on the whole or in a place, as far as can be seen.
    pub fn count(&self, seat: Seat, thing: Thing, at: Option<Place>) -> u8 {
        let i = seat.index();
        match (thing, at) {
            (Thing::Unit(unit), None) => self.ground.units(seat, unit),
            (Thing::Unit(unit), Some(Place::Land(province))) => {
                let area = self.ground.area(province);
                match unit {
                    Unit::Legion => area.legions[i],
                    Unit::Fortress => area.fortresses[i],
                    Unit::Trireme => area.docked[i],
                    Unit::Creature => area.creatures[i],
                }
            }
            (Thing::Unit(Unit::Trireme), Some(Place::Sea(sea))) => self.ground.fleet(sea, seat),
            (Thing::Unit(_), Some(Place::Sea(_))) => 0,
            (Thing::Building(building), None) => self.ground.buildings(seat, building),
            (Thing::Building(building), Some(Place::Land(province))) => {
                let area = self.ground.area(province);
                let mine = area.sites().filter(|site| site.building() == building && area.holder(*site) == Some(seat));
                mine.count() as u8
            }
            (Thing::Markers, Some(Place::Land(province))) => u8::from(self.ground.area(province).owner == Some(seat)),
            (Thing::Markers, None) => self.ground.markers(seat),
            (Thing::Building(_) | Thing::Markers, Some(Place::Sea(_))) => 0,
            (Thing::Heroes, _) => self.ground.cards_of(seat).count() as u8,
            (Thing::Cards, _) => self.hand_sizes[i],
            (Thing::Good(good), _) if self.me == Some(seat) => self.hand.map_or(0, |hand| hand.count(good)),
            (Thing::Good(_), _) => 0,
        }
    }
}

/// Whether a fact holds in what the writer can see.
pub fn holds(fact: Fact, sight: Sight<'_>) -> bool {
    let seat = |who: Who| match who {
        Who::Me => sight.me,
        Who::Seat(seat) => Some(seat),
    };
    let count = |who: Who, thing: Thing, at: Option<Place>| seat(who).map_or(0, |seat| sight.count(seat, thing, at));
    match fact {
        Fact::Turn(turn) => sight.ground.turn >= u16::from(turn),
        Fact::Present(who, place) => Unit::ALL.iter().any(|unit| count(who, Thing::Unit(*unit), Some(place)) > 0),
        Fact::Count(who, amount, thing, at) => match amount {
            Amount::AtLeast(n) => count(who, thing, at) >= n,
            Amount::AtMost(n) => count(who, thing, at) <= n,
        },
        Fact::More(who, thing, than, at) => count(who, thing, at) > count(than, thing, at),
        Fact::Owner(province, who) => sight.ground.area(province).owner == who.and_then(seat),
        Fact::AtWar(province) => sight.ground.area(province).at_war(),
        Fact::CardOf(card, who) => sight.ground.owner_of(card) == who.and_then(seat),
        Fact::Alone => true,
    }
}
