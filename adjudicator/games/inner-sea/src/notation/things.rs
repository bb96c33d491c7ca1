//! Wonders and investments on the table.

use super::{Words, seat_in};
use crate::game::InnerSea;
use crate::language::read;
use crate::language::term::Term;
use crate::pieces::{CardSet, Wonder};
use crate::position::{Gold, Invested, State};
use alloc::format;
use alloc::string::{String, ToString as _};
use tabellarius_kernel::Amiss;
use tabellarius_kernel::words::Link;

/// `Great Library: Egypt, Kush, 5 discs`
pub(super) fn work(game: &InnerSea, state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let wonder = w.need("Wonder", read::wonder)?;
    w.link(Link::Colon);
    let seat = seat_in(state, w)?;
    let mut new =
        crate::position::Work { owner: Some(seat), discs: game.deck.wonder(wonder).discs, ..Default::default() };
    while w.link(Link::Comma) {
        if w.literal("destroyed") {
            (new.destroyed, new.discs) = (true, 0);
        } else if let Some(n) = w.number() {
            new.discs = n.min(20) as u8;
            w.one_of("discs", &["discs", "disc"])?;
        } else {
            new.area = Some(w.need("area", read::area)?);
        }
    }
    state.position.works[wonder.index()] = new;
    Ok(())
}

pub(super) fn work_text(game: &InnerSea, state: &State, wonder: Wonder, language: &str) -> Option<String> {
    let work = state.position.work(wonder);
    let owner = game.civ_name(state.position.side(work.owner?).civ, language);
    let area = work.area.map_or(String::new(), |area| format!(", {}", game.word(Term::Area(area), language)));
    let rest = if work.destroyed { ", destroyed".to_string() } else { format!(", {} discs", work.discs) };
    Some(format!("{}: {owner}{area}{rest}", game.word(Term::Wonder(wonder), language)))
}

/// `Rome: Rome, 2`: Gold in an area, whose, and how much; `Rome: nobody` when it is gone.
pub(super) fn gold(state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let area = w.need("area", read::area)?;
    w.link(Link::Colon);
    state.position.gold.retain(|gold| gold.area != area);
    if w.link(Link::Nothing) || w.literal("nobody") {
        return Ok(());
    }
    let owner = seat_in(state, w)?;
    let n = if w.link(Link::Comma) { w.need_number()?.min(9) as u8 } else { 1 };
    state.position.gold.push(Gold { area, owner, n });
    state.position.gold.sort_by_key(|gold| gold.area);
    Ok(())
}

/// `Granary: Egypt, 3 discs`
pub(super) fn invest(game: &InnerSea, state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let card = w.need("card", read::card)?;
    w.link(Link::Colon);
    let owner = seat_in(state, w)?;
    let mut discs = game.deck.card(card).discs;
    if w.link(Link::Comma) {
        discs = w.need_number()?.min(20) as u8;
        w.one_of("discs", &["discs", "disc"])?;
    }
    game.move_cards(state, CardSet::only(card), |state| &mut state.position.removed);
    state.position.removed.remove(card);
    state.position.invested.push(Invested { card, owner, discs, used: false });
    Ok(())
}
