//! Rounds of removal, and loot (IS-6.6 to IS-6.8).

use crate::effects::Loss;
use crate::event::{Cause, Event};
use crate::game::Table;
use crate::pieces::{Area, Civ, Faction, Factions};
use crate::rules::losses;
use crate::sheets::Power;
use alloc::vec::Vec;
use tabellarius_kernel::Play;

/// Rounds until the area is no longer contested (IS-6.7).
pub fn fight(table: &mut Table<'_>, area: Area) -> Play {
    while table.state.position.board.contested().contains(area) {
        round(table, area)?;
        let fight = &mut table.state.scratch.fight;
        fight.shield.iter_mut().for_each(|rounds| *rounds = rounds.saturating_sub(1));
    }
    let position = &table.state.position;
    let board = &position.board;
    let left: Vec<(Civ, u8)> =
        board.factions(area).iter().map(|f| (position.civ(f), board.strength(area, f))).collect();
    table.tell(Event::Outcome { area, left });
    Ok(())
}

/// One round: the smallest lose first, one disc each (IS-6.6).
fn round(table: &mut Table<'_>, area: Area) -> Play {
    let there = table.state.position.board.factions(area);
    let mut lost = Factions::NONE;
    let mut size = 1;
    loop {
        let board = &table.state.position.board;
        let strengths: Vec<(Faction, u8)> = there.iter().map(|f| (f, board.strength(area, f))).collect();
        // The three ends of a round.
        let all_lost = there.iter().all(|faction| lost.contains(faction));
        let all_small = strengths.iter().all(|(_, n)| *n <= 1);
        let alone = strengths.iter().filter(|(_, n)| *n > 0).count() <= 1;
        if all_lost || all_small || alone {
            return Ok(());
        }
        let hit: Vec<Faction> =
            strengths.iter().filter(|(f, n)| *n == size && !lost.contains(*f)).map(|(f, _)| *f).collect();
        let shield = table.state.scratch.fight.shield;
        let falls: Vec<Loss> = hit
            .iter()
            .filter(|faction| shield[faction.index()] == 0)
            .map(|faction| Loss { faction: *faction, area, n: 1 })
            .collect();
        losses::settle(table, &falls, Cause::Competition)?;
        hit.into_iter().for_each(|faction| lost.insert(faction));
        size += 1;
    }
}

/// Loot: whoever controls the land in the end, if somebody has lost a City's discs there (IS-6.8).
pub fn loot(table: &mut Table<'_>, area: Area) {
    let game = table.game;
    if !game.chart.land.contains(area) {
        return;
    }
    let position = &table.state.position;
    let Some(winner) = position.civs().iter().find(|civ| position.board.controlled(*civ).contains(area)) else {
        return;
    };
    let lost = table.state.scratch.fight.lost;
    let fallen = position.civs().iter().any(|civ| civ != winner && lost[civ.index()] >= 3);
    let (true, Some(seat)) = (fallen, winner.seat()) else { return };
    // IS-9.7: Mycenae's first loot of a turn is double.
    let doubled = game.sheet(position, seat).has(Power::DoubleLoot) && !position.side(seat).has_looted;
    let talents = if doubled { 2 } else { 1 };
    let side = table.state.position.side_mut(seat);
    side.loot += talents;
    side.has_looted = true;
    let civ = side.civ;
    table.tell(Event::Looted { seat, civ, area, talents });
    losses::points(table, seat, 1);
}
