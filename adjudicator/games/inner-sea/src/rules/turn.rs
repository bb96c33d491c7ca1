//! From phase to phase, and from turn to turn (IS-3.1).

use crate::event::{Cause, Event};
use crate::game::Table;
use crate::npc;
use crate::pieces::Faction;
use crate::position::{Phase, Scratch, limit};
use alloc::vec::Vec;

/// A phase is over. If a card has ended the Epoch in it, no other phase of the turn is played (IS-7.6.3).
pub fn go_on(table: &mut Table<'_>, next: Phase) {
    table.state.scratch = Scratch::default();
    if !table.state.position.epoch_ends {
        table.state.position.phase = next;
        return;
    }
    // What an invasion has brought stays until the next Competition Phase is over (IS-5.5.2).
    let civs: Vec<Faction> = table.state.position.civs().iter().collect();
    trim(table, &civs, Phase::Growth);
    end(table, true);
}

/// The turn is over.
pub fn end(table: &mut Table<'_>, epoch_ends: bool) {
    let position = &mut table.state.position;
    position.banned = core::mem::take(&mut position.banned_next);
    (position.quiet, position.roused) = Default::default();
    position.bought = Default::default();
    position.consuls = Vec::new();
    npc::enemies::forget(position);
    for side in &mut position.sides {
        (side.ability_used, side.has_looted) = (false, false);
    }
    position.works.iter_mut().for_each(|work| (work.used, work.silenced) = (false, false));
    position.invested.iter_mut().for_each(|one| one.used = false);
    table.state.scratch = Scratch::default();
    let position = &mut table.state.position;
    position.epoch_ends = false;
    if epoch_ends {
        position.phase = Phase::EpochEnd;
        let (epoch, turn) = (position.epoch, position.turn);
        table.tell(Event::EpochEnds { epoch, turn });
    } else {
        position.turn += 1;
        position.phase = table.game.first_phase();
        let (epoch, turn) = (position.epoch, position.turn);
        table.tell(Event::TurnBegins { epoch, turn });
    }
}

/// What is above the limits of a phase goes back to the supply (IS-1.7).
pub fn trim(table: &mut Table<'_>, factions: &[Faction], phase: Phase) {
    let chart = &table.game.chart;
    let mut gone = Vec::new();
    for faction in factions.iter().copied() {
        let board = &mut table.state.position.board;
        for area in board.occupied(faction).iter() {
            let over = board.discs(area, faction).saturating_sub(limit(phase, chart.kind(area)));
            if over > 0 {
                board.take(area, faction, over);
                gone.push((faction, area, over));
            }
        }
    }
    for (faction, area, n) in gone {
        let civ = table.state.position.civ(faction);
        table.tell(Event::Removed { seat: faction.seat(), civ, area, n, allies: 0, cause: Cause::Stacking });
    }
}
