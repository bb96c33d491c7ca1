//! Reading orders (IS-11.1).

use super::clauses::{build, losses, negate};
use super::term::{Measure, Term, Word};
use crate::orders::{Order, Target, Thing, Verb, Wish};
use crate::pieces::{Area, Card, Civ, Wonder};
use alloc::boxed::Box;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;
use tabellarius_kernel::words::{Cursor, Link, Slip};

pub(super) type Words<'a> = Cursor<'a, Term>;

fn verb(term: Term) -> Option<Verb> {
    if let Term::Verb(verb) = term { Some(verb) } else { None }
}

/// An area.
pub fn area(term: Term) -> Option<Area> {
    if let Term::Area(area) = term { Some(area) } else { None }
}

/// A card.
pub fn card(term: Term) -> Option<Card> {
    if let Term::Card(card) = term { Some(card) } else { None }
}

/// A civilization, by its own name or its people's.
pub fn civ(term: Term) -> Option<Civ> {
    match term {
        Term::Civ(civ) | Term::People(civ) => Some(civ),
        _ => None,
    }
}

/// A Wonder.
pub fn wonder(term: Term) -> Option<Wonder> {
    if let Term::Wonder(wonder) = term { Some(wonder) } else { None }
}

pub(super) fn thing(term: Term) -> Option<Thing> {
    match term {
        Term::Card(card) => Some(Thing::Card(card)),
        Term::Wonder(wonder) => Some(Thing::Wonder(wonder)),
        Term::Sheet(sheet) => Some(Thing::Sheet(sheet)),
        _ => None,
    }
}

pub(super) fn word(w: &mut Words<'_>, wanted: Word) -> bool {
    w.take(|term| (term == Term::Word(wanted)).then_some(())).is_some()
}

pub(super) fn measure(w: &mut Words<'_>, wanted: Measure) -> bool {
    w.take(|term| (term == Term::Measure(wanted)).then_some(())).is_some()
}

/// A number that fits where discs, talents and places are counted.
pub(super) fn small(w: &mut Words<'_>) -> Option<u8> {
    w.number().map(|n| n.min(99) as u8)
}

pub(super) fn lead(w: &mut Words<'_>) {
    let _ = w.link(Link::Colon) || w.link(Link::In) || w.link(Link::For) || w.link(Link::To) || w.link(Link::From);
}

/// Reads one order. `Green:` before it says for which civilization of the same player it is; so does the order before on the line.
pub fn order(w: &mut Words<'_>, before: Option<&Order>) -> Result<Order, Slip> {
    let mark = w.mark();
    let named = w.take(seat).filter(|_| w.link(Link::Colon));
    if named.is_none() {
        w.back(mark);
    }
    match (named, before) {
        (None, Some(Order::For(seat, inner))) => own(w, Some(inner)).map(|order| Order::For(*seat, Box::new(order))),
        (None, before) => own(w, before),
        (Some(seat), Some(Order::For(_, inner))) => own(w, Some(inner)).map(|order| Order::For(seat, Box::new(order))),
        (Some(seat), before) => own(w, before).map(|order| Order::For(seat, Box::new(order))),
    }
}

fn seat(term: Term) -> Option<Seat> {
    if let Term::Seat(seat) = term { Some(seat) } else { None }
}

/// Reads one order of one civilization. Without a verb that of the order before is meant.
fn own(w: &mut Words<'_>, before: Option<&Order>) -> Result<Order, Slip> {
    let mark = w.mark();
    let Some(verb) = w.take(verb) else {
        w.back(mark);
        // `nothing` alone, or as the last alternative; where a verb knows its own `nothing`, that is meant.
        let knows = matches!(before, Some(Order::Compete(..) | Order::Aeneas(_)));
        if !knows && w.link(Link::Nothing) {
            return Ok(Order::Content);
        }
        if before.is_none() && w.take(|term| (term == Term::Word(Word::Rest)).then_some(())).is_some() {
            // `rest cities` on a line of its own goes on with placing.
            w.back(mark);
            return counted(w, Verb::Place);
        }
        return match before {
            Some(Order::Withdraw(..)) => counted(w, Verb::Withdraw),
            Some(Order::Place(..) | Order::Fill(_)) => counted(w, Verb::Place),
            Some(Order::Settle(..)) => counted(w, Verb::Settle),
            Some(Order::Shift(_)) => w.need("area", area).map(Order::Shift),
            Some(Order::Play(..)) => play(w),
            Some(Order::Use(..)) => use_thing(w),
            Some(Order::Compete(at, ..)) => compete(w, *at),
            Some(Order::Civilization(_)) => w.need("civilization", civ).map(Order::Civilization),
            Some(Order::Negate(..)) => negate(w),
            Some(Order::Wonder(..)) => build(w),
            Some(Order::Aeneas(_)) => aeneas(w),
            _ => Err(w.need("order", |_| None::<()>).err().unwrap_or_else(|| w.slip("order"))),
        };
    };
    // `wonder` is a verb, and `place` too; `nothing` after most verbs means that nothing of the sort is done.
    let idles = matches!(
        verb,
        Verb::Withdraw
            | Verb::Place
            | Verb::Use
            | Verb::Play
            | Verb::Rank
            | Verb::Settle
            | Verb::Keep
            | Verb::Discard
            | Verb::Take
            | Verb::Negate
            | Verb::Compete
    );
    if idles && w.link(Link::Nothing) {
        return Ok(Order::Nothing(verb));
    }
    match verb {
        Verb::Civilization => {
            lead(w);
            w.need("civilization", civ).map(Order::Civilization)
        }
        Verb::Withdraw | Verb::Place | Verb::Settle => counted(w, verb),
        Verb::Shift => {
            lead(w);
            w.need("area", area).map(Order::Shift)
        }
        Verb::Use => use_thing(w),
        Verb::Play => play(w),
        Verb::Wonder => build(w),
        Verb::Pass => Ok(Order::Pass),
        Verb::Negate => negate(w),
        Verb::Allow => w.need("card or Wonder", thing).map(Order::Allow),
        Verb::Compete => {
            lead(w);
            let at = w.need("area", area)?;
            compete(w, at)
        }
        Verb::Losses => losses(w),
        Verb::Rank => rank(w),
        Verb::Aeneas => aeneas(w),
        Verb::Draw => {
            w.link(Link::Plus);
            let n = w.need_number()?.min(99) as u8;
            measure(w, Measure::Cards);
            Ok(Order::Draw(n))
        }
        Verb::Keep => wishes(w).map(Order::Keep),
        Verb::Discard => wishes(w).map(Order::Discard),
        Verb::Take => wishes(w).map(Order::Take),
        Verb::Choose => {
            let all = targets(w, Aims::All);
            if all.is_empty() { Err(w.slip("target")) } else { Ok(Order::Choose(all)) }
        }
        Verb::Exchange => {
            if w.link(Link::Nothing) {
                return Ok(Order::Exchange(None));
            }
            w.need("card", card).map(|card| Order::Exchange(Some(card)))
        }
        Verb::Show => {
            let mut all = alloc::vec![w.need("card", card)?];
            loop {
                let mark = w.mark();
                let goes_on = w.link(Link::Comma) || w.link(Link::And);
                match goes_on.then(|| w.take(card)).flatten() {
                    Some(card) => all.push(card),
                    None => {
                        w.back(mark);
                        return Ok(Order::Show(all));
                    }
                }
            }
        }
    }
}

/// `2 Tyre`, `rest Sinai`, `Kush`
fn counted(w: &mut Words<'_>, verb: Verb) -> Result<Order, Slip> {
    let rest = verb != Verb::Withdraw && word(w, Word::Rest);
    if rest && verb == Verb::Place && measure(w, Measure::Cities) {
        let near = word(w, Word::Near) || w.link(Link::In);
        return Ok(Order::Fill(if near { Some(w.need("area", area)?) } else { None }));
    }
    let n = if rest { None } else { Some(small(w).unwrap_or(1)) };
    w.link(Link::Times);
    measure(w, Measure::Discs);
    lead(w);
    let area = w.need("area", area)?;
    Ok(match verb {
        Verb::Withdraw => Order::Withdraw(n.unwrap_or(1), area),
        Verb::Place => Order::Place(n, area),
        _ => Order::Settle(n, area),
    })
}

fn play(w: &mut Words<'_>) -> Result<Order, Slip> {
    let card = w.need("card", card)?;
    Ok(Order::Play(card, targets(w, Aims::All)))
}

fn use_thing(w: &mut Words<'_>) -> Result<Order, Slip> {
    let thing = w.need("card or Wonder", thing)?;
    Ok(Order::Use(thing, targets(w, Aims::NoWonders)))
}

fn compete(w: &mut Words<'_>, at: Area) -> Result<Order, Slip> {
    let _ = w.link(Link::Colon) || w.link(Link::With);
    if w.link(Link::Nothing) {
        return Ok(Order::Compete(at, None, Vec::new()));
    }
    let thing = w.need("card or Wonder", thing)?;
    Ok(Order::Compete(at, Some(thing), targets(w, Aims::NoWonders)))
}

/// Whether a Wonder can be a target here, or begins another order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aims {
    All,
    NoWonders,
}

/// `on Ionia Trojans, Phrygia`, `option 2`, `2 Tyre`, `nothing`
fn targets(w: &mut Words<'_>, aims: Aims) -> Vec<Target> {
    let mut all = Vec::new();
    let start = w.mark();
    lead(w);
    let mut sure = w.mark();
    loop {
        let n = all.len();
        if !target(w, aims, &mut all) {
            break;
        }
        debug_assert!(all.len() > n);
        sure = w.mark();
        let _ = w.link(Link::Comma) || w.link(Link::And) || w.link(Link::Then);
        w.link(Link::In);
    }
    w.back(if all.is_empty() { start } else { sure });
    all
}

fn target(w: &mut Words<'_>, aims: Aims, all: &mut Vec<Target>) -> bool {
    let mark = w.mark();
    if w.link(Link::Nothing) {
        all.push(Target::Nothing);
        return true;
    }
    for (wanted, make) in [(Word::Option, Target::Option as fn(u8) -> Target), (Word::Spot, Target::Spot)] {
        if word(w, wanted) {
            match small(w).filter(|n| *n > 0) {
                Some(n) => all.push(make(n)),
                None => w.back(mark),
            }
            return w.mark() != mark;
        }
    }
    let n = small(w);
    if let Some(area) = w.take(area) {
        (0..n.unwrap_or(1).clamp(1, 9)).for_each(|_| all.push(Target::Area(area)));
        return true;
    }
    if n.is_some() {
        w.back(mark);
        return false;
    }
    if let Some(civ) = w.take(civ) {
        all.push(Target::Civ(civ));
        return true;
    }
    if aims == Aims::All
        && let Some(wonder) = w.take(wonder)
    {
        all.push(Target::Wonder(wonder));
        return true;
    }
    false
}

fn rank(w: &mut Words<'_>) -> Result<Order, Slip> {
    let place = w.need_number()?.min(99) as u8;
    let with = if w.link(Link::With) { Some(w.need("card or Wonder", thing)?) } else { None };
    Ok(Order::Rank(place, with))
}

fn aeneas(w: &mut Words<'_>) -> Result<Order, Slip> {
    w.link(Link::Colon);
    if w.link(Link::Nothing) {
        return Ok(Order::Aeneas(None));
    }
    let civ = w.need("civilization", civ)?;
    lead(w);
    let area = w.need("area", area)?;
    Ok(Order::Aeneas(Some((civ, area))))
}

/// `Spy, any`
fn wishes(w: &mut Words<'_>) -> Result<Vec<Wish>, Slip> {
    let one = |w: &mut Words<'_>| {
        if w.link(Link::Any) { Some(Wish::Any) } else { w.take(card).map(Wish::Card) }
    };
    let mut all = Vec::new();
    match one(w) {
        Some(first) => all.push(first),
        None => return Err(w.need("card", card).err().unwrap_or_else(|| w.slip("card"))),
    }
    loop {
        let mark = w.mark();
        let goes_on = w.link(Link::Comma) || w.link(Link::Then) || w.link(Link::And);
        match goes_on.then(|| one(w)).flatten() {
            Some(wish) => all.push(wish),
            None => {
                w.back(mark);
                return Ok(all);
            }
        }
    }
}
