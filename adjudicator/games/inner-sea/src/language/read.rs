//! Reading orders (IS-11.1).

use super::bare;
use super::clauses::{build, losses, negate};
use super::targets::{Aims, targets};
use super::term::{Measure, Term, Word};
use crate::event::Pile;
use crate::game::InnerSea;
use crate::orders::{Gift, Order, Thing, Verb, Wish};
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
    let _ = w.link(Link::Colon)
        || w.link(Link::In)
        || w.link(Link::For)
        || w.link(Link::To)
        || w.link(Link::From)
        || word(w, Word::Versus);
}

/// Whether an order ends here.
pub(super) fn ends(w: &mut Words<'_>) -> bool {
    let ends = [Link::Comma, Link::Semicolon, Link::And, Link::If, Link::Only, Link::Else];
    w.is_done() || ends.iter().any(|end| w.sees(*end))
}

/// Reads one order. `Green:` before it says for which civilization of the same player it is; so does the order before on the line.
pub fn order(game: &InnerSea, w: &mut Words<'_>, before: Option<&Order>) -> Result<Order, Slip> {
    let mark = w.mark();
    let named = w.take(seat).filter(|_| w.link(Link::Colon));
    if named.is_none() {
        w.back(mark);
    }
    // What was said for somebody else before lends its verb all the same.
    let (for_whom, before) = match before {
        Some(Order::For(seat, inner)) => (named.or(Some(*seat)), Some(&**inner)),
        before => (named, before),
    };
    let order = own(game, w, before)?;
    Ok(match for_whom {
        Some(seat) => Order::For(seat, Box::new(order)),
        None => order,
    })
}

pub(super) fn seat(term: Term) -> Option<Seat> {
    if let Term::Seat(seat) = term { Some(seat) } else { None }
}

/// Reads one order of one civilization. Without a verb more of what stands before it is meant.
fn own(game: &InnerSea, w: &mut Words<'_>, before: Option<&Order>) -> Result<Order, Slip> {
    w.link(Link::Then);
    // `nothing` alone, or as the last alternative; where a verb knows its own `nothing`, that is meant.
    let knows = matches!(before, Some(Order::Compete(..) | Order::Aeneas(_) | Order::Exchange(_)));
    let says_nothing = w.sees(Link::Nothing);
    // The same kind of order first, whatever else a name may begin: `rank 4 else 3`, `keep Spy else Poet`.
    if let Some(before) = before.filter(|_| knows || !says_nothing)
        && let Some(again) = w.attempt(|w| whole_again(game, w, before))
    {
        return Ok(again);
    }
    let mark = w.mark();
    let Some(verb) = w.take(verb) else {
        w.back(mark);
        if w.link(Link::Nothing) {
            return Ok(Order::Content);
        }
        return match before {
            Some(before) => same_again(game, w, before),
            None => bare::order(game, w),
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
            | Verb::Peace
            | Verb::Appeal
            | Verb::Bribe
            | Verb::Accept
            | Verb::Give
            | Verb::Search
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
        Verb::Use => use_thing(game, w),
        Verb::Play => play(game, w),
        Verb::Wonder => build(w),
        Verb::Pass => Ok(Order::Pass),
        Verb::Negate => negate(w),
        // Whoever allows what was played, whatever it is, negates nothing.
        Verb::Allow if ends(w) => Ok(Order::Nothing(Verb::Negate)),
        Verb::Allow => w.need("card or Wonder", thing).map(Order::Allow),
        Verb::Compete => {
            lead(w);
            let at = w.need("area", area)?;
            compete(game, w, at)
        }
        Verb::Losses => losses(w),
        Verb::Rank => rank(game, w),
        Verb::Aeneas => aeneas(w),
        Verb::Draw => draw(w),
        Verb::Keep => wishes(w).map(Order::Keep),
        Verb::Discard => wishes(w).map(Order::Discard),
        Verb::Take => wishes(w).map(Order::Take),
        Verb::Choose => choose(w),
        Verb::Exchange => exchange(w),
        Verb::Show => show(w),
        Verb::Peace => peace(w),
        Verb::Appeal => Ok(Order::Appeal),
        Verb::Bribe => w.need("civilization", civ).map(Order::Bribe),
        Verb::Accept => w.need("civilization", civ).map(Order::Accept),
        Verb::Give => give(w),
        Verb::Search => search(w),
        Verb::Explore => {
            lead(w);
            w.need("area", area).map(Order::Explore)
        }
    }
}

/// The same kind of order again, and nothing behind it that would make it another one.
fn whole_again(game: &InnerSea, w: &mut Words<'_>, before: &Order) -> Result<Order, Slip> {
    let order = same_again(game, w, before)?;
    if ends(w) { Ok(order) } else { Err(w.slip("order")) }
}

/// Another order of the same kind without its verb.
fn same_again(game: &InnerSea, w: &mut Words<'_>, before: &Order) -> Result<Order, Slip> {
    match before {
        Order::Civilization(_) => w.need("civilization", civ).map(Order::Civilization),
        Order::Withdraw(..) => counted(w, Verb::Withdraw),
        Order::Place(..) | Order::Fill(_) => counted(w, Verb::Place),
        Order::Settle(..) => counted(w, Verb::Settle),
        Order::Shift(_) => w.need("area", area).map(Order::Shift),
        Order::Use(..) => use_thing(game, w),
        Order::Play(..) => play(game, w),
        Order::Wonder(..) => build(w),
        Order::Negate(..) => negate(w),
        Order::Allow(_) => w.need("card or Wonder", thing).map(Order::Allow),
        Order::Compete(at, ..) => compete(game, w, *at),
        Order::Losses(..) => losses(w),
        Order::Rank(..) => rank(game, w),
        Order::Aeneas(_) => aeneas(w),
        Order::Draw(_) => draw(w),
        Order::Keep(_) => wishes(w).map(Order::Keep),
        Order::Discard(_) => wishes(w).map(Order::Discard),
        Order::Take(_) => wishes(w).map(Order::Take),
        Order::Choose(_) => choose(w),
        Order::Exchange(_) => exchange(w),
        Order::Show(_) => show(w),
        Order::Peace(..) => peace(w),
        Order::Bribe(_) => w.need("civilization", civ).map(Order::Bribe),
        Order::Accept(_) => w.need("civilization", civ).map(Order::Accept),
        Order::Give(..) => give(w),
        Order::Search(..) => search(w),
        Order::Explore(_) => w.need("area", area).map(Order::Explore),
        Order::Pass | Order::Appeal | Order::Nothing(_) | Order::For(..) | Order::Content => bare::order(game, w),
    }
}

/// `2 Tyre`, `Tyre 2`, `rest Sinai`, `Kush`
pub(super) fn counted(w: &mut Words<'_>, verb: Verb) -> Result<Order, Slip> {
    let rest = verb != Verb::Withdraw && word(w, Word::Rest);
    if rest && verb == Verb::Place && measure(w, Measure::Cities) {
        let near = word(w, Word::Near) || w.link(Link::In);
        return Ok(Order::Fill(if near { Some(w.need("area", area)?) } else { None }));
    }
    let before = if rest { None } else { small(w) };
    w.link(Link::Times);
    measure(w, Measure::Discs);
    lead(w);
    let area = w.need("area", area)?;
    // `Tyre 2`, as the map prints it.
    let behind = if rest || before.is_some() { None } else { small(w) };
    let n = if rest { None } else { before.or(behind).or(Some(1)) };
    Ok(match verb {
        Verb::Withdraw => Order::Withdraw(n.unwrap_or(1), area),
        Verb::Place => Order::Place(n, area),
        _ => Order::Settle(n, area),
    })
}

pub(super) fn play(game: &InnerSea, w: &mut Words<'_>) -> Result<Order, Slip> {
    let card = w.need("card", card)?;
    Ok(Order::Play(card, targets(w, Aims::of(game, Thing::Card(card)))?))
}

fn use_thing(game: &InnerSea, w: &mut Words<'_>) -> Result<Order, Slip> {
    let thing = w.need("card or Wonder", thing)?;
    Ok(Order::Use(thing, targets(w, Aims::of(game, thing).without_wonders())?))
}

pub(super) fn compete(game: &InnerSea, w: &mut Words<'_>, at: Area) -> Result<Order, Slip> {
    let _ = w.link(Link::Colon) || w.link(Link::With);
    if w.link(Link::Nothing) {
        return Ok(Order::Compete(at, None, Vec::new()));
    }
    let thing = w.need("card or Wonder", thing)?;
    Ok(Order::Compete(at, Some(thing), targets(w, Aims::of(game, thing).without_wonders())?))
}

fn draw(w: &mut Words<'_>) -> Result<Order, Slip> {
    w.link(Link::Plus);
    let n = w.need_number()?.min(99) as u8;
    measure(w, Measure::Cards);
    Ok(Order::Draw(n))
}

fn choose(w: &mut Words<'_>) -> Result<Order, Slip> {
    let all = targets(w, Aims::ALL)?;
    if all.is_empty() { Err(w.slip("target")) } else { Ok(Order::Choose(all)) }
}

fn exchange(w: &mut Words<'_>) -> Result<Order, Slip> {
    if w.link(Link::Nothing) {
        return Ok(Order::Exchange(None));
    }
    w.need("card", card).map(|card| Order::Exchange(Some(card)))
}

/// `Carthage`, `Carthage with 1 talent`, `Carthage with Spy`
fn peace(w: &mut Words<'_>) -> Result<Order, Slip> {
    let _ = w.link(Link::To) || w.link(Link::With);
    let civ = w.need("civilization", civ)?;
    if !w.link(Link::With) {
        return Ok(Order::Peace(civ, Gift::Nothing));
    }
    let mark = w.mark();
    let _ = small(w);
    if measure(w, Measure::Talents) {
        return Ok(Order::Peace(civ, Gift::Talent));
    }
    w.back(mark);
    w.need("card", card).map(|card| Order::Peace(civ, Gift::Card(card)))
}

/// `2 talents, Poet, Spy`
fn give(w: &mut Words<'_>) -> Result<Order, Slip> {
    let mark = w.mark();
    let talents = small(w).filter(|_| measure(w, Measure::Talents));
    if talents.is_none() {
        w.back(mark);
    }
    let mut cards = Vec::new();
    if talents.is_none() {
        cards.push(w.need("card", card)?);
    }
    loop {
        let mark = w.mark();
        let goes_on = w.link(Link::Comma) || w.link(Link::And);
        match goes_on.then(|| w.take(card)).flatten() {
            Some(card) => cards.push(card),
            None => {
                w.back(mark);
                return Ok(Order::Give(talents.unwrap_or(0), cards));
            }
        }
    }
}

/// `deck with Spy`, `discards with Poet`
fn search(w: &mut Words<'_>) -> Result<Order, Slip> {
    lead(w);
    let pile = match () {
        () if word(w, Word::Deck) => Pile::Deck,
        () if word(w, Word::Discards) => Pile::Discards,
        () => return Err(w.slip("deck or discards")),
    };
    w.link(Link::With);
    w.need("card", card).map(|card| Order::Search(pile, card))
}

fn show(w: &mut Words<'_>) -> Result<Order, Slip> {
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

/// `1`, `first`, `last`
fn rank(game: &InnerSea, w: &mut Words<'_>) -> Result<Order, Slip> {
    let place = if word(w, Word::First) {
        1
    } else if w.link(Link::Last) {
        game.players() as u8
    } else {
        w.need_number()?.min(99) as u8
    };
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
