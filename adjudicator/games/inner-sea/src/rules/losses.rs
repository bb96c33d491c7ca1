//! Discs leave the map, talents and points come and go (IS-5.7, IS-1.8).

use crate::effects::Loss;
use crate::event::{Cause, Event};
use crate::game::Table;
use crate::pieces::{Area, Faction};
use crate::rules::ransom;
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// Losses, in turn order (IS-5.7.1); each may be paid for.
pub fn settle(table: &mut Table<'_>, all: &[Loss], cause: Cause) -> Play {
    let order: Vec<Faction> = table.state.position.in_order().collect();
    for faction in order {
        let mut areas: Vec<(Area, u8)> = Vec::new();
        for loss in all.iter().filter(|loss| loss.faction == faction) {
            match areas.iter_mut().find(|(area, _)| *area == loss.area) {
                Some((_, n)) => *n += loss.n,
                None => areas.push((loss.area, loss.n)),
            }
        }
        for (area, n) in areas {
            lose(table, faction, area, n, cause)?;
        }
    }
    Ok(())
}

fn lose(table: &mut Table<'_>, faction: Faction, area: Area, n: u8, cause: Cause) -> Play {
    // IS-6.5: allies go first, and nothing is paid for them.
    let board = &mut table.state.position.board;
    let white = board.take_white(area, faction, n);
    let n = (n - white).min(board.discs(area, faction));
    let kept = match faction.seat() {
        // IS-18.4: a lord pays for its vassals.
        Some(seat) if n > 0 => ransom::ask(table, table.game.lord(&table.state.position, seat), area, n)?,
        _ => 0,
    };
    let lost = table.state.position.board.take(area, faction, n - kept);
    let fight = &mut table.state.scratch.fight;
    if fight.here == Some(area) {
        fight.lost[faction.index()] += lost;
    }
    if lost + white > 0 {
        let civ = table.state.position.civ(faction);
        table.tell(Event::Removed { seat: faction.seat(), civ, area, n: lost + white, allies: white, cause });
    }
    Ok(())
}

/// Talents come or go, never below none; says whether that changed anything.
pub fn talents(table: &mut Table<'_>, seat: Seat, n: i8) -> bool {
    let side = table.state.position.side_mut(seat);
    let before = side.talents;
    side.talents = before.saturating_add_signed(n).min(99);
    let (civ, now) = (side.civ, side.talents);
    let n = (i16::from(now) - i16::from(before)) as i8;
    if n != 0 {
        table.tell(Event::Talents { civ, n, now });
    }
    n != 0
}

/// Points come or go, never below none (IS-1.8); says whether that changed anything.
pub fn points(table: &mut Table<'_>, seat: Seat, n: i16) -> bool {
    // IS-19.4
    if table.game.part_of(&table.state.position, seat).is_some_and(|part| part.has_no_points) {
        return false;
    }
    let side = table.state.position.side_mut(seat);
    let before = side.vp;
    side.vp = before.saturating_add_signed(n);
    let (civ, now) = (side.civ, side.vp);
    let n = now as i16 - before as i16;
    if n != 0 {
        table.tell(Event::Points { civ, n, now });
    }
    n != 0
}
