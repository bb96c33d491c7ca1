//! Orders with several parts: Wonders and their payment, negation plans, how losses are met.

use super::read::{Words, area, card, civ, lead, measure, small, thing, wonder, word};
use super::term::{Measure, Term, Word};
use crate::orders::{Against, Means, Order, Payment, Times};
use alloc::vec::Vec;
use tabellarius_kernel::words::{Link, Slip};

/// `Great Library in Egypt paying 2 discs Marmarica, 3 talents, Poet`
pub(super) fn build(w: &mut Words<'_>) -> Result<Order, Slip> {
    let wonder = w.need("Wonder", wonder)?;
    let site = if w.link(Link::In) { Some(w.need("area", area)?) } else { None };
    let mut payment = Payment::default();
    if w.link(Link::With) {
        loop {
            let mark = w.mark();
            if let Some(n) = small(w) {
                if measure(w, Measure::Talents) {
                    payment.talents = payment.talents.saturating_add(n);
                } else {
                    measure(w, Measure::Discs);
                    lead(w);
                    payment.discs.push((w.need("area", area)?, n));
                }
            } else if let Some(card) = w.take(card) {
                payment.cards.push(card);
            } else if let Some(area) = w.take(area) {
                payment.discs.push((area, 1));
            } else {
                w.back(mark);
                return Err(w.slip("payment"));
            }
            let mark = w.mark();
            let goes_on = w.link(Link::Comma) || w.link(Link::Plus) || w.link(Link::And);
            let next = w.mark();
            let more = goes_on && (small(w).is_some() || w.take(card).is_some() || w.take(area).is_some());
            w.back(if more { next } else { mark });
            if !more {
                break;
            }
        }
    }
    Ok(Order::Wonder(wonder, site, payment))
}

/// `with Pontifex: any card by Rome at Tyre removing 2`
pub(super) fn negate(w: &mut Words<'_>) -> Result<Order, Slip> {
    w.link(Link::With);
    let with = w.need("card", card)?;
    let mut against = Against::default();
    w.link(Link::Colon);
    if !w.link(Link::Any) {
        against.what = w.take(thing);
    }
    loop {
        let mark = w.mark();
        w.skip_fillers();
        if word(w, Word::By) {
            against.by = Some(w.need("civilization", civ)?);
        } else if word(w, Word::Removing) {
            w.link(Link::AtLeast);
            against.least = w.need_number()?.min(99) as u8;
            w.link(Link::AtLeast);
            word(w, Word::OfMine);
            w.skip_fillers();
            w.link(Link::Me);
            measure(w, Measure::Discs);
        } else if w.link(Link::In) {
            match w.take(area) {
                Some(area) => against.at = Some(area),
                None => {
                    w.back(mark);
                    break;
                }
            }
        } else {
            w.back(mark);
            break;
        }
    }
    Ok(Order::Negate(with, against))
}

/// `Tyre: talents down to 1, Poet, discs`
pub(super) fn losses(w: &mut Words<'_>) -> Result<Order, Slip> {
    let mut times = Times::Once;
    let all = |w: &mut Words<'_>, times: &mut Times| {
        if w.link(Link::All) {
            *times = Times::All;
        }
    };
    all(w, &mut times);
    lead(w);
    let at = w.take(area);
    all(w, &mut times);
    w.link(Link::Colon);
    let mut means = Vec::new();
    loop {
        all(w, &mut times);
        let mark = w.mark();
        if w.link(Link::Any) || measure(w, Measure::Cards) {
            // `card Poet`, `any card`
            measure(w, Measure::Cards);
            means.push(w.take(thing).map_or(Means::AnyCard, Means::Thing));
        } else if measure(w, Measure::Discs) {
            means.push(Means::Discs);
        } else if measure(w, Measure::Talents) {
            let keep = if word(w, Word::DownTo) { small(w).ok_or_else(|| w.slip("number"))? } else { 0 };
            means.push(Means::Talents { most: None, keep });
        } else if let Some(n) = small(w) {
            if measure(w, Measure::Talents) {
                let keep = if word(w, Word::DownTo) { small(w).ok_or_else(|| w.slip("number"))? } else { 0 };
                means.push(Means::Talents { most: Some(n), keep });
            } else if measure(w, Measure::Cards) {
                means.extend((0..n.min(9)).map(|_| Means::AnyCard));
            } else {
                w.back(mark);
                return Err(w.slip("talents"));
            }
        } else if let Some(thing) = w.take(thing) {
            means.push(Means::Thing(thing));
        } else {
            w.back(mark);
            return Err(w.slip("talents, a card, or discs"));
        }
        let mark = w.mark();
        let goes_on = w.link(Link::Comma) || w.link(Link::Then) || w.link(Link::And);
        let next = w.mark();
        let is_means = |term: Term| {
            let counts = matches!(
                term,
                Term::Measure(Measure::Discs | Measure::Talents | Measure::Cards) | Term::Link(Link::Any)
            );
            (counts || thing(term).is_some()).then_some(())
        };
        let more = goes_on && (w.take(is_means).is_some() || small(w).is_some());
        w.back(if more { next } else { mark });
        if !more {
            return Ok(Order::Losses(times, at, means));
        }
    }
}
