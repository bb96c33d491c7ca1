//! Positions of this game as text. Provinces, seas and what lies beside the board are as in every game of the family.

use super::Empires;
use super::position::{Phase, Position, State, TILES};
use crate::common::language::read::{card, role, seat};
use crate::common::language::term::Term;
use crate::common::notation::shelf::{self, done, print_hand};
use crate::common::notation::{self, Words, area, compare, dice, each, facts, print, small, wrong};
use crate::pieces::Cards;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::notation::Printed;
use tabellarius_kernel::words::{Link, Slip};
use tabellarius_kernel::{Amiss, Differs, Game as _, Notation, Seat};

impl Notation for Empires {
    const SECTIONS: &'static [&'static str] = &[
        "board", "stage", "cards", "hands", "bank", "legends", "stack", "stock", "roles", "tracks", "tiles", "row",
        "copies", "peace", "winners",
    ];
    const OPEN: &'static [&'static str] =
        &["board", "stage", "cards", "bank", "stock", "roles", "tiles", "row", "copies", "peace", "winners"];

    fn blank(&self) -> State {
        let mut position = Position::empty(&self.core.board, self.core.seats.len());
        for seat in self.core.seats.iter() {
            position.area_mut(self.core.capital(seat)).owner = Some(seat);
        }
        State::of(&self.core.board, position)
    }

    fn set(&self, state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
        let position = &mut state.position;
        match section {
            "board" => return area::set(&self.core, &mut position.ground, w),
            "stage" => {
                let (phase, turn) = stage(w)?;
                position.phase = phase.unwrap_or(position.phase);
                position.turn = turn.unwrap_or(position.turn);
            }
            "tiles" => position.played = tiles(w)?,
            "row" => position.row = cards(w)?,
            "copies" => position.copied = cards(w)?.first().copied(),
            "peace" => position.last_peace = shelf::seats(w)?.first().copied(),
            "legends" => return set_legends(state, w),
            "stack" => return set_stack(self, state, w),
            "tracks" => return Err(wrong(w, 0, "the tracks are counted from the board and cannot be set")),
            // Each exists once (EM-4.6): whatever somebody has cannot be bought any more.
            "cards" => {
                shelf::set(&mut position.ground, &mut state.hands, section, w)?;
                let free = |card: &crate::pieces::Card| position.owner_of(*card).is_none();
                position.row = position.row.iter().copied().filter(free).collect();
                return Ok(());
            }
            _ => return shelf::set(&mut position.ground, &mut state.hands, section, w),
        }
        done(w)
    }

    fn expect(&self, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
        let position = &state.position;
        let mut found = Vec::new();
        let mut compare = |is: bool, expected: String, came: String| {
            if !is {
                found.push(Differs { expected, came });
            }
        };
        match section {
            "board" => return compare::expect(&self.core, position, w),
            "stage" => {
                let (phase, turn) = stage(w)?;
                let is = phase.is_none_or(|one| one == position.phase) && turn.is_none_or(|one| one == position.turn);
                let wanted = print_stage(phase.unwrap_or(position.phase), turn.unwrap_or(position.turn));
                compare(is, wanted, self.stage(state).to_string());
            }
            "tiles" => {
                let wanted = tiles(w)?;
                compare(wanted == position.played, print_tiles(wanted), print_tiles(position.played));
            }
            "row" => {
                let came = self.card_list("en", &position.row);
                each(w, |w| {
                    let there = !w.link(Link::Nothing);
                    if let Some(number) = small(w)? {
                        compare(position.row.len() == usize::from(number), format!("{number} tiles"), came.clone());
                        return Ok(());
                    }
                    let card = w.need("hero or wonder", card)?;
                    let what = self.card_list("en", &[card]);
                    let what = if there { what } else { format!("no {what}") };
                    compare(position.row.contains(&card) == there, what, came.clone());
                    Ok(())
                })?;
            }
            "copies" => {
                let wanted = cards(w)?;
                let is = wanted.first().copied() == position.copied;
                let came: Vec<_> = position.copied.into_iter().collect();
                compare(is, self.card_list("en", &wanted), self.card_list("en", &came));
            }
            "peace" => {
                let wanted = shelf::seats(w)?;
                let is = wanted.first().copied() == position.last_peace;
                compare(is, self.core.seat_list("en", wanted), self.core.seat_list("en", position.last_peace));
            }
            "legends" => {
                let seat = shelf::head(w)?;
                let (wanted, came) = (shelf::hand(w)?.0, state.legends[seat.index()]);
                compare(wanted == came, print_hand(&self.core, &wanted, "en"), print_hand(&self.core, &came, "en"));
            }
            "stack" => {
                let (wanted, came) = (shelf::hand(w)?.0, state.stack);
                compare(wanted == came, print_hand(&self.core, &wanted, "en"), print_hand(&self.core, &came, "en"));
            }
            "tracks" => {
                let role = w.need("role", role)?;
                w.link(Link::Colon);
                let track = position.track(role);
                each(w, |w| {
                    let seat = w.need("civilization", seat)?;
                    let wanted = small(w)?.ok_or_else(|| w.slip("number"))?;
                    let (name, came) = (self.core.seat_key_of(seat), track[seat.index()]);
                    compare(wanted == came, format!("{name} {wanted}"), format!("{name} {came}"));
                    Ok(())
                })?;
            }
            _ => return shelf::expect(&self.core, position, &state.hands, section, w),
        }
        done(w).map(|()| found)
    }

    fn print(&self, state: &State, language: &str) -> Vec<Printed> {
        let position = &state.position;
        let lines = |section: &str| match section {
            "board" => print::print_all(&self.core, position, language),
            "stage" => alloc::vec![print_stage(position.phase, position.turn)],
            "tiles" => alloc::vec![print_tiles(position.played)],
            "row" => alloc::vec![self.card_list(language, &position.row)],
            "copies" => position.copied.iter().map(|card| self.card_list(language, &[*card])).collect(),
            "peace" => position.last_peace.iter().map(|seat| self.core.seat_list(language, [*seat])).collect(),
            "legends" => print_legends(self, state, language),
            "stack" if state.discard.is_empty() => Vec::new(),
            "stack" => alloc::vec![print_hand(&self.core, &state.stack, language)],
            "tracks" => Vec::new(),
            _ => shelf::print(&self.core, position, &state.hands, section, language),
        };
        Self::SECTIONS.iter().map(|section| (*section, lines(section))).filter(|(_, all)| !all.is_empty()).collect()
    }

    fn amend(&mut self, w: &mut Words<'_>) -> Result<(), Amiss> {
        facts::amend(&mut self.core, w)
    }

    fn dice(&self, w: &mut Words<'_>) -> Result<Vec<(String, Vec<u8>)>, Amiss> {
        dice::read(&self.core, w)
    }

    fn seat_named(&self, w: &mut Words<'_>) -> Result<Seat, Slip> {
        w.need("civilization", seat)
    }

    fn ids_named(&self, w: &mut Words<'_>) -> Vec<String> {
        notation::ids_named(w)
    }

    fn name_of(&self, id: &str) -> Option<String> {
        notation::name_of(&self.core, id)
    }
}

impl Empires {
    fn card_list(&self, language: &str, cards: &[crate::pieces::Card]) -> String {
        let names: Vec<&str> = cards.iter().map(|card| self.core.term_name(language, Term::Card(*card))).collect();
        if names.is_empty() {
            self.core.term_name(language, Term::Link(Link::Nothing)).into()
        } else {
            names.join(", ")
        }
    }
}

/// `Rome: sheep, wine`: which of the tokens in a hand are legendary ones. Ordinary ones go back to the supply for them.
fn set_legends(state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let seat = shelf::head(w)?;
    let mark = w.mark();
    let (cards, _) = shelf::hand(w)?;
    for (good, n) in cards.iter() {
        let ordinary = state.hand(seat).count(good) - state.legends[seat.index()].count(good);
        let unused = state.stack.count(good) + state.discard.count(good);
        if n > ordinary || n > unused {
            return Err(wrong(
                w,
                mark,
                "the hand has no such token, or it is in another hand: there is one legendary good of each kind",
            ));
        }
        let from_pile = n - state.stack.take(good, n);
        state.discard.take(good, from_pile);
        state.legends[seat.index()].add(good, n);
        state.position.bank.add(good, n);
    }
    done(w)
}

/// `sheep, wine`: the legendary goods that can be drawn. Those that no hand holds were used.
fn set_stack(game: &Empires, state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    let mark = w.mark();
    let (cards, _) = shelf::hand(w)?;
    let mut free: Cards = game.core.board.goods[1..].iter().copied().collect();
    state.legends.iter().for_each(|held| free.remove(held));
    if !free.covers(&cards) {
        return Err(wrong(w, mark, "there is one legendary good of each kind, and a hand may hold it"));
    }
    free.remove(&cards);
    (state.stack, state.discard) = (cards, free);
    done(w)
}

fn print_legends(game: &Empires, state: &State, language: &str) -> Vec<String> {
    let held = game.core.seats.iter().filter(|seat| !state.legends[seat.index()].is_empty());
    let line = |seat: Seat| {
        let name = game.core.term_name(language, Term::Seat(seat));
        format!("{name}: {}", print_hand(&game.core, &state.legends[seat.index()], language))
    };
    held.map(line).collect()
}

fn print_stage(phase: Phase, turn: u16) -> String {
    format!("{}, turn {turn}", phase.key())
}

/// `movement, turn 3`
fn stage(w: &mut Words<'_>) -> Result<(Option<Phase>, Option<u16>), Amiss> {
    let (mut phase, mut turn) = (None, None);
    each(w, |w| {
        if w.link(Link::Turn) || w.literal("round") {
            turn = Some(small(w)?.map(u16::from).ok_or_else(|| w.slip("number"))?);
            return Ok(());
        }
        phase = Some(match w.one_of("stage", &["trade", "building", "movement", "set up", "setup"])? {
            "trade" => Phase::Trade,
            "building" => Phase::Building,
            "movement" => Phase::Movement,
            _ => Phase::Setup,
        });
        Ok(())
    })?;
    Ok((phase, turn))
}

/// `played 5, 2`: a tile is named by one of its numbers; `played none`
fn tiles(w: &mut Words<'_>) -> Result<[bool; 3], Amiss> {
    let mut played = [false; 3];
    w.literal("played");
    if w.link(Link::Nothing) {
        return Ok(played);
    }
    each(w, |w| {
        let mark = w.mark();
        let number = small(w)?.ok_or_else(|| w.slip("number"))?;
        match TILES.iter().position(|tile| tile.contains(&number)) {
            Some(tile) => played[tile] = true,
            None => return Err(wrong(w, mark, "no tile has this number")),
        }
        Ok(())
    })?;
    Ok(played)
}

fn print_tiles(played: [bool; 3]) -> String {
    let used: Vec<String> =
        TILES.iter().zip(played).filter(|(_, played)| *played).map(|(tile, _)| tile[0].to_string()).collect();
    if used.is_empty() { "played none".into() } else { format!("played {}", used.join(", ")) }
}

/// `Circe, Hercules`, `nothing`
fn cards(w: &mut Words<'_>) -> Result<Vec<crate::pieces::Card>, Amiss> {
    let mut all = Vec::new();
    if w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        all.push(w.need("hero or wonder", card)?);
        Ok(())
    })?;
    Ok(all)
}
