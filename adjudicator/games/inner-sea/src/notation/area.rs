//! What a line says of an area, and of a civilization.

use super::{COUNTED, Words, differs, each, seat_in, wrong};
use crate::game::InnerSea;
use crate::language::read;
use crate::language::term::Term;
use crate::pieces::{Area, Faction};
use crate::position::State;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Game as _};

/// `3 Egypt`: a number and a faction.
fn heap(state: &State, w: &mut Words<'_>) -> Result<(Faction, u8), Amiss> {
    let mark = w.mark();
    let n = w.number().unwrap_or(1).min(50) as u8;
    let civ = w.need("civilization", read::civ)?;
    let faction = state.position.faction(civ);
    faction.map(|faction| (faction, n)).ok_or_else(|| wrong(w, mark, "nobody plays this civilization"))
}

/// Sets the discs in an area; those of others that were there stay.
pub(super) fn set(game: &InnerSea, state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let mark = w.mark();
    let area = w.need("area", read::area)?;
    if !game.chart.in_play.contains(area) {
        return Err(wrong(w, mark, "this area is not in play"));
    }
    w.link(Link::Colon);
    each(w, |w| {
        let mark = w.mark();
        let (faction, n) = heap(state, w)?;
        let there = state.position.board.discs(area, faction);
        state.position.board.take(area, faction, there);
        if game.supply(&state.position, &state.position.board, faction) < n {
            return Err(wrong(w, mark, "so many discs are not left"));
        }
        state.position.board.add(area, faction, n);
        Ok(())
    })
}

fn text(game: &InnerSea, state: &State, area: Area, language: &str) -> String {
    let board = &state.position.board;
    let one = |(faction, discs, white): (Faction, u8, u8)| {
        let civ = game.lexicon().name(language, Term::Civ(state.position.civ(faction)));
        if white > 0 { format!("{discs} {civ} with {white} allies") } else { format!("{discs} {civ}") }
    };
    let all: Vec<String> = board.in_area(area).map(one).collect();
    if all.is_empty() { "empty".into() } else { all.join(", ") }
}

/// Compares an area: `Tyre: 3 Egypt, no Troy`, `Tyre: empty`, `Tyre: contested`, `Tyre: 2 Troy, nothing else`.
pub(super) fn expect(game: &InnerSea, state: &State, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let area = w.need("area", read::area)?;
    w.link(Link::Colon);
    let board = &state.position.board;
    let name = game.map.place(area).name.clone();
    let came = || format!("{name}: {}", text(game, state, area, "en"));
    let mut all = Vec::new();
    let mut named = Vec::new();
    each(w, |w| {
        let wanted: (String, bool) = if w.literal("empty") {
            ("empty".into(), board.factions(area).is_empty())
        } else if w.literal("contested") {
            ("contested".into(), board.contested().contains(area))
        } else if w.literal("not contested") {
            ("not contested".into(), !board.contested().contains(area))
        } else if w.literal("nothing else") {
            ("nothing else".into(), board.factions(area).iter().all(|faction| named.contains(&faction)))
        } else if w.link(Link::Nothing) {
            let (faction, _) = heap(state, w)?;
            (format!("no {:?}", state.position.civ(faction)), board.strength(area, faction) == 0)
        } else {
            let (faction, n) = heap(state, w)?;
            named.push(faction);
            (format!("{n} {:?}", state.position.civ(faction)), board.strength(area, faction) == n)
        };
        if !wanted.1 {
            all.push(Differs { expected: format!("{name}: {}", wanted.0), came: came() });
        }
        Ok(())
    })?;
    Ok(all)
}

/// Compares a civilization: `Egypt: 5 points, 2 talents, 3 cities, 4 cards, 20 discs, 28 supply`.
pub(super) fn expect_side(game: &InnerSea, state: &State, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let seat = seat_in(state, w)?;
    w.link(Link::Colon);
    let position = &state.position;
    let side = position.side(seat);
    let me = Faction::of(seat);
    let mut all = Vec::new();
    each(w, |w| {
        if w.literal("reborn") {
            let is = if side.reborn > 0 { "reborn" } else { "not reborn" };
            all.extend(differs("reborn".to_string(), is.to_string()));
            return Ok(());
        }
        let n = w.need_number()?;
        let what = w.one_of("thing to count", &COUNTED)?;
        let own = match what {
            "points" => u32::from(side.vp),
            "talents" => u32::from(side.talents),
            "cards" => u32::from(side.hand),
            "cities" => position.cities(&game.chart, seat).len() as u32,
            "discs" => u32::from(position.board.total(me)),
            "supply" => u32::from(game.supply(position, &position.board, me)),
            _ => u32::from(side.ready),
        };
        all.extend(differs(format!("{n} {what}"), format!("{own} {what}")));
        Ok(())
    })?;
    Ok(all)
}

/// All areas with somebody in them.
pub(super) fn print(game: &InnerSea, state: &State, language: &str) -> Vec<String> {
    let areas = state.position.board.occupied_by_any();
    let line = |area: Area| {
        let name = game.lexicon().name(language, Term::Area(area));
        format!("{name}: {}", text(game, state, area, language))
    };
    areas.iter().map(line).collect()
}
