//! Everything that does not lie on the map: the stage, points and lots of the set-up; the rest is as in every game.

use crate::classic::Classic;
use crate::classic::position::{Phase, State};
use crate::common::notation::shelf::{self, compare_seats, done, head, list, seats};
use crate::common::notation::{Words, each, small};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::words::Link;
use tabellarius_kernel::{Amiss, Differs, Game as _};

/// Reads a line of a section into a position.
pub fn set(state: &mut State, section: &str, w: &mut Words<'_>) -> Result<(), Amiss> {
    match section {
        "stage" => {
            let (phase, turn) = stage(w)?;
            state.position.phase = phase.unwrap_or(state.position.phase);
            state.position.turn = turn.unwrap_or(state.position.turn);
        }
        "points" => {
            let seat = head(w)?;
            state.position.points[seat.index()] = small(w)?.ok_or_else(|| w.slip("number"))?;
        }
        "lots" => state.position.lots = seats(w)?,
        _ => return shelf::set(&mut state.position.ground, &mut state.hands, section, w),
    }
    done(w)
}

/// Compares a line of a section with a position.
pub fn expect(game: &Classic, state: &State, section: &str, w: &mut Words<'_>) -> Result<Vec<Differs>, Amiss> {
    let position = &state.position;
    let mut found = Vec::new();
    match section {
        "stage" => {
            let (phase, turn) = stage(w)?;
            let is = phase.is_none_or(|phase| phase == position.phase) && turn.is_none_or(|turn| turn == position.turn);
            if !is {
                let expected = print_stage(phase.unwrap_or(position.phase), turn.unwrap_or(position.turn));
                found.push(Differs { expected, came: game.stage(state).to_string() });
            }
        }
        "points" => {
            let seat = head(w)?;
            let number = small(w)?.ok_or_else(|| w.slip("number"))?;
            let there = position.points[seat.index()];
            if there != number {
                let expected = format!("{}: {number} points", game.core.seat_key_of(seat));
                found.push(Differs { expected, came: there.to_string() });
            }
        }
        "lots" => compare_seats(&game.core, &mut found, section, &position.lots, &seats(w)?),
        _ => return shelf::expect(&game.core, position, &state.hands, section, w),
    }
    done(w).map(|()| found)
}

/// The lines of a section.
pub fn print(game: &Classic, state: &State, section: &str, language: &str) -> Vec<String> {
    let position = &state.position;
    match section {
        "stage" => alloc::vec![print_stage(position.phase, position.turn)],
        "points" => {
            let seats = game.core.board.seats();
            let some = seats.iter().filter(|seat| position.points[seat.index()] > 0);
            some.map(|seat| format!("{}: {}", game.core.seat_list(language, [seat]), position.points[seat.index()]))
                .collect()
        }
        "lots" => list(&game.core, language, &position.lots),
        _ => shelf::print(&game.core, position, &state.hands, section, language),
    }
}

fn print_stage(phase: Phase, turn: u16) -> String {
    match phase {
        Phase::Setup(round) => format!("{} {round}, turn {turn}", phase.key()),
        _ => format!("{}, turn {turn}", phase.key()),
    }
}

/// `military, turn 3`, `turn 3, commerce`, `set-up 2`
fn stage(w: &mut Words<'_>) -> Result<(Option<Phase>, Option<u16>), Amiss> {
    let (mut phase, mut turn) = (None, None);
    each(w, |w| {
        if w.link(Link::Turn) {
            turn = Some(small(w)?.map(u16::from).ok_or_else(|| w.slip("number"))?);
            return Ok(());
        }
        phase = Some(match w.one_of("phase", &["commerce", "building", "military", "set up", "setup"])? {
            "commerce" => Phase::Commerce,
            "building" => Phase::Building,
            "military" => Phase::Military,
            _ => Phase::Setup(small(w)?.unwrap_or(0).min(4)),
        });
        Ok(())
    })?;
    Ok((phase, turn))
}
