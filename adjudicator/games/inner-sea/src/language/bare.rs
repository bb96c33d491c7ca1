//! Lines without a verb. A card's whole name, or a number and an area, can mean only one thing; for other names the line is
//! offered that was probably meant, and nothing is done.

use super::read::{Words, area, card, civ, counted, lead, play, small, wonder};
use super::targets::{Aims, targets};
use super::term::{Term, Word};
use crate::deck::{CardKind, Time};
use crate::game::InnerSea;
use crate::orders::{Against, Order, Payment, Thing, Verb};
use crate::pieces::Card;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::Game as _;
use tabellarius_kernel::words::Slip;

/// Reads an order that begins without a verb.
pub(super) fn order(game: &InnerSea, w: &mut Words<'_>) -> Result<Order, Slip> {
    let start = w.mark();
    let is_rest = w.take(|term| (term == Term::Word(Word::Rest)).then_some(())).is_some();
    w.back(start);
    let is_counted = small(w).is_some() && w.take(area).is_some();
    w.back(start);
    let area_first = w.take(area).is_some() && small(w).is_some();
    w.back(start);
    if is_rest || is_counted || area_first {
        return counted(w, Verb::Place);
    }
    if let Some(card) = w.take(card) {
        return named_card(game, w, start, card);
    }
    if let Some(wonder) = w.take(wonder) {
        return Err(offer(game, w, start, &Order::Wonder(wonder, None, Payment::default())));
    }
    if let Some(civ) = w.take(civ) {
        return Err(offer(game, w, start, &Order::Civilization(civ)));
    }
    Err(w
        .need("order", |term| if let Term::Verb(verb) = term { Some(verb) } else { None })
        .err()
        .unwrap_or_else(|| w.slip("order")))
}

fn named_card(game: &InnerSea, w: &mut Words<'_>, start: usize, card: Card) -> Result<Order, Slip> {
    let end = w.mark();
    let is_whole = game.lexicon().exact(&text(w, start, end)).contains(&Term::Card(card));
    let file = game.deck.card(card);
    let order = match file.kind {
        CardKind::Plain | CardKind::Investment => Order::Play(card, Vec::new()),
        CardKind::Competition if file.is_for(Time::Phase) => Order::Play(card, Vec::new()),
        CardKind::Negate => Order::Negate(card, Against::default()),
        CardKind::Competition => {
            lead(w);
            let Some(at) = w.take(area) else { return Err(w.slip("competition")) };
            if !is_whole {
                return Err(offer(game, w, start, &Order::Compete(at, Some(Thing::Card(card)), Vec::new())));
            }
            return Ok(Order::Compete(
                at,
                Some(Thing::Card(card)),
                targets(w, Aims::of(game, Thing::Card(card)).without_wonders())?,
            ));
        }
        CardKind::Event | CardKind::Wonder => return Err(w.slip("order")),
    };
    // A short form may be somebody's name below a letter, and a negation alone does not say what it is for.
    if !is_whole || file.kind == CardKind::Negate {
        return Err(offer(game, w, start, &order));
    }
    w.back(start);
    play(game, w)
}

/// The folded words between two marks.
fn text(w: &mut Words<'_>, start: usize, end: usize) -> String {
    let mark = w.mark();
    let mut text = String::new();
    for at in start..end {
        w.back(at);
        if !text.is_empty() {
            text.push(' ');
        }
        text += w.word();
    }
    w.back(mark);
    text
}

/// Offers an order in place of the words that were read.
fn offer(game: &InnerSea, w: &mut Words<'_>, start: usize, order: &Order) -> Slip {
    let end = w.mark();
    w.back(start);
    let slip = w.slip("order");
    Slip { tokens: start..end, meant: Some(game.print_order(order, "en")), ..slip }
}
