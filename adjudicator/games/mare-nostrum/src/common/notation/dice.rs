//! Dice fixed in advance: `Hierosolyma: Egypt 4 2 5, Babylon 5`, the attacker first; `Hierosolyma again: …` what is rolled again,
//! `Mare Ionium blockade: …` and `Mare Ionium throw: …` what is rolled there in a blockade or by titans that throw first, `Tarentum
//! wave 2: …` by those who come later.

use super::{Words, small, wrong};
use crate::common::Core;
use crate::common::language::read::{place, role, seat};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Seat};

/// Reads the dice of one battle, or the lots of a set-up: `lots: Rome, Greece, …`, `lots for director: Rome, Greece`.
pub fn read(game: &Core, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
    if w.literal("lots") {
        return lots(game, w);
    }
    let place = w.need("province or sea", place)?;
    let again = w.literal("again");
    let under = if w.literal("blockade") {
        String::from("blockade/")
    } else if w.literal("throw") {
        String::from("throw 1/")
    } else if w.literal("wave") {
        format!("wave {}/", w.need_number()?)
    } else {
        String::new()
    };
    w.link(Link::Colon);
    let (attacker, attack) = side(w)?;
    let _ = w.link(Link::Comma) || w.link(Link::Semicolon) || w.link(Link::For);
    let (defender, defence) = side(w)?;
    if !w.is_done() {
        return Err(w.slip("the end of the line").into());
    }
    let place = game.place_name(place);
    let (by, of) = (game.seat_key_of(attacker), game.seat_key_of(defender));
    let rolls = [
        (format!("{under}{by}/{place}/attack on {of}"), attack),
        (format!("{under}{by}/{place}/defence of {of}"), defence),
    ];
    if again {
        // Of dice that are rolled again only those that are named.
        let some = rolls.into_iter().filter(|(_, faces)| !faces.is_empty());
        return Ok(some.map(|(path, faces)| (format!("{path}/again"), faces)).collect());
    }
    Ok(rolls.into_iter().collect())
}

fn side(w: &mut Words<'_>) -> Result<(Seat, Vec<u8>), Amiss> {
    let seat = w.need("civilization", seat)?;
    w.link(Link::Colon);
    let mut faces = Vec::new();
    loop {
        let mark = w.mark();
        match small(w)? {
            None => return Ok((seat, faces)),
            Some(face @ 1..=6) => faces.push(face),
            Some(_) => return Err(wrong(w, mark, "a die shows 1 to 6")),
        }
        let mark = w.mark();
        // A plus between faces is how people write sums; a comma belongs to the other side.
        if w.link(Link::Plus) && w.number().is_none() {
            w.back(mark);
            return Ok((seat, faces));
        }
        w.back(mark);
        w.link(Link::Plus);
    }
}

/// Lots put seats into an order. Those for a role are drawn among the ones who tie, in the order of the seats.
fn lots(game: &Core, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
    let role = if w.link(Link::For) { Some(w.need("role", role)?) } else { None };
    w.link(Link::Colon);
    let mark = w.mark();
    let mut drawn: Vec<Seat> = alloc::vec![w.need("civilization", seat)?];
    while w.link(Link::Comma) {
        drawn.push(w.need("civilization", seat)?);
    }
    if !w.is_done() {
        return Err(w.slip("the end of the line").into());
    }
    let mut sorted = drawn.clone();
    sorted.sort();
    sorted.dedup();
    let everybody: Vec<Seat> = game.seats.iter().collect();
    if sorted.len() != drawn.len() || (role.is_none() && sorted != everybody) {
        return Err(wrong(w, mark, "name every player once"));
    }
    let among = if role.is_some() { sorted } else { everybody };
    let order = drawn.iter().filter_map(|seat| among.iter().position(|one| one == seat)).map(|i| i as u8).collect();
    let path = role.map_or("order of building".into(), |role| format!("lots for {}", role.key()));
    Ok(alloc::vec![(path, order)])
}
