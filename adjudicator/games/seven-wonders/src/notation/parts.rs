//! Lists and stages, as lines of a position say them.

use super::{Words, seat, wrong};
use crate::deity::Deity;
use crate::language::read::card;
use crate::language::term::Term;
use crate::pieces::Card;
use crate::position::{Phase, State};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Seat};

/// Things separated by commas, to the end of the line.
pub(super) fn each(w: &mut Words<'_>, mut read: impl FnMut(&mut Words<'_>) -> Result<(), Amiss>) -> Result<(), Amiss> {
    loop {
        read(w)?;
        if w.is_done() {
            return Ok(());
        }
        if !(w.link(Link::Comma) || w.link(Link::Semicolon) || w.link(Link::And)) {
            return Err(w.slip("a comma").into());
        }
    }
}

pub(super) fn cards(w: &mut Words<'_>) -> Result<Vec<Card>, Amiss> {
    let mut all = Vec::new();
    if w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        all.push(w.need("structure", card)?);
        Ok(())
    })?;
    all.sort();
    Ok(all)
}

pub(super) fn deities(w: &mut Words<'_>) -> Result<Vec<Deity>, Amiss> {
    let mut all = Vec::new();
    if w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        all.push(w.need("myth", deity)?);
        Ok(())
    })?;
    Ok(all)
}

pub(super) fn deity(term: Term) -> Option<Deity> {
    if let Term::Myth(deity) = term { Some(deity) } else { None }
}

pub(super) fn seats(w: &mut Words<'_>) -> Result<Vec<Seat>, Amiss> {
    let mut all = Vec::new();
    if w.link(Link::Nothing) {
        return Ok(all);
    }
    each(w, |w| {
        all.push(w.need("city", seat)?);
        Ok(())
    })?;
    Ok(all)
}

/// `age 2, turn 3` or `age 2, turn 3, dig`, or `age 2, deal`.
pub(super) fn stage(state: &mut State, w: &mut Words<'_>) -> Result<(), Amiss> {
    each(w, |w| {
        let mark = w.mark();
        if w.literal("age") {
            match w.need_number()? {
                age @ 1..=3 => state.position.age = age as u8 - 1,
                _ => return Err(wrong(w, mark, "there are three ages")),
            }
        } else if w.literal("turn") {
            match w.need_number()? {
                turn @ 1..=7 => state.position.turn = turn as u8,
                _ => return Err(wrong(w, mark, "an age has six or seven turns")),
            }
        } else {
            let phases = ["deal", "dig", "draft", "recruit", "enlist", "take", "pray", "set-up", "over"];
            state.position.phase = match w.one_of("phase", &phases)? {
                "deal" => Phase::Deal,
                "dig" => Phase::Dig,
                "draft" => Phase::Draft,
                "recruit" => Phase::Recruit,
                "enlist" => Phase::Enlist,
                "take" => Phase::Take,
                "pray" => Phase::Pray,
                "set-up" => Phase::SetUp,
                _ => Phase::Over,
            };
            if matches!(state.position.phase, Phase::Deal | Phase::Draft | Phase::Recruit | Phase::Pray | Phase::SetUp)
            {
                state.position.turn = 0;
            }
        }
        Ok(())
    })
}

pub(super) fn stage_text(state: &State) -> String {
    let (age, turn) = (state.position.age + 1, state.position.turn);
    let at = if turn == 0 { String::new() } else { format!(", turn {turn}") };
    match state.position.phase {
        Phase::SetUp => "age 1, set-up".into(),
        Phase::Draft => "age 1, draft".into(),
        Phase::Recruit => format!("age {age}, recruit"),
        Phase::Enlist => format!("age {age}{at}, enlist"),
        Phase::Take => format!("age {age}{at}, take"),
        Phase::Pray => format!("age {age}, pray"),
        Phase::Turn => format!("age {age}, turn {turn}"),
        Phase::Dig => format!("age {age}{at}, dig"),
        Phase::Deal => format!("age {age}, deal"),
        Phase::Over => format!("age {age}, turn {turn}, over"),
    }
}
