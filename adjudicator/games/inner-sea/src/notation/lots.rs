//! Fixed lots: which card is turned up or drawn, by its place among the cards it is drawn from, the lowest number first.

use super::{Words, each, wrong};
use crate::game::InnerSea;
use crate::language::read;
use crate::rules::draw;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Game as _, Notation as _};

/// `turned up: 2 of 3, 1 of 3` or `Egypt draws: 2 of 7, 5 of 6`: the first, the second … card of the stage.
pub(super) fn fix(game: &InnerSea, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
    if w.literal("explored") {
        return explored(game, w);
    }
    let who = if w.literal("turned up") {
        String::from("card/table")
    } else {
        let seat = game.seat_named(w)?;
        let what = w.one_of("kind of lot", &["draws", "takes", "loses"])?;
        let kind = if what == "draws" {
            "draw"
        } else if what == "takes" {
            "steal"
        } else {
            "discard"
        };
        format!("{kind}/{}", game.seat_key(seat))
    };
    w.link(Link::Colon);
    let mut all = Vec::new();
    each(w, |w| {
        let mark = w.mark();
        let place = w.need_number()?;
        if !w.literal("of") {
            return Err(w.slip("the word 'of'").into());
        }
        let n = w.need_number()?;
        if !(1..=n).contains(&place) || n > 110 {
            return Err(wrong(w, mark, "there is no such place among so many cards"));
        }
        all.push((format!("{who}/{}", all.len() + 1), draw::faces_for(place as u64, n as u64)));
        Ok(())
    })?;
    Ok(all)
}

/// `explored Liguria: 11 of 13`, `explored size: 7 of 13`: the place of a disc in the pool of an exploration: white to 6, black to 10, then yellow,
/// then the colours.
fn explored(game: &InnerSea, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
    let path = if w.literal("size") {
        String::from("explore/size")
    } else {
        let area = w.need("area", read::area)?;
        format!("explore/{}", game.map.place(area).name)
    };
    w.link(Link::Colon);
    let mark = w.mark();
    let place = w.need_number()?;
    if !w.literal("of") {
        return Err(w.slip("the word 'of'").into());
    }
    let n = w.need_number()?;
    if !(1..=n).contains(&place) || n > 110 {
        return Err(wrong(w, mark, "there is no such place among so many discs"));
    }
    Ok(alloc::vec![(path, draw::faces_for(place as u64, n as u64))])
}
