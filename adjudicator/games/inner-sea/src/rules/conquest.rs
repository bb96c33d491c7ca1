//! Victory by holding areas, and what the holder of an area has for it (IS-14.3, IS-14.5).

use crate::event::Event;
use crate::game::Table;
use crate::npc;
use crate::pieces::{AreaSet, Faction};
use crate::position::Phase;
use crate::rules::{epoch, fall, losses, turn};
use crate::scenario::{Conquest, Ends};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// The Competition Phase is over: whether somebody has won by what they hold, or because nobody is left against them.
pub fn ends(table: &mut Table<'_>, omen: Option<Seat>) -> Play<bool> {
    let is_last = time_is_up(table)?;
    let winner = omen.or_else(|| conqueror(table)).or_else(|| fall::last_side(table)).or_else(|| survivor(table));
    if winner.is_some() || is_last {
        let factions: Vec<Faction> = table.state.position.in_order().collect();
        turn::trim(table, &factions, Phase::Valuation);
    }
    if winner.is_none() && is_last {
        // IS-14.4: no valuation and no points for the Epoch any more.
        capitals(table);
        epoch::finish(table, None);
        return Ok(true);
    }
    let Some(seat) = winner else { return Ok(false) };
    let civ = table.state.position.side(seat).civ;
    table.tell(Event::Conquers { civ });
    epoch::finish(table, Some(seat));
    Ok(true)
}

/// IS-14.4: whether the game ends with the competitions of this turn; where a card decides, it is turned up now.
fn time_is_up(table: &mut Table<'_>) -> Play<bool> {
    let (clock, position) = (&table.game.options.clock, &table.state.position);
    if !clock.stops_after_competition || position.epoch < table.game.options.last_epoch {
        return Ok(false);
    }
    match clock.after(position.turn) {
        Ends::Never => Ok(false),
        Ends::Always => Ok(true),
        ends => {
            let Some(card) = npc::cards::turn_up(table)? else { return Ok(false) };
            Ok(ends.by(card.0))
        }
    }
}

/// IS-13.13: whether nobody is left against a player who was alone; then the game is over.
pub fn survives(table: &mut Table<'_>) -> bool {
    let Some(seat) = survivor(table) else { return false };
    let civ = table.state.position.side(seat).civ;
    table.tell(Event::Conquers { civ });
    epoch::finish(table, Some(seat));
    true
}

/// IS-14.3
fn conqueror(table: &Table<'_>) -> Option<Seat> {
    let game = table.game;
    let position = &table.state.position;
    let home = |seat: Seat| position.home(&game.chart, seat).map_or(AreaSet::NONE, AreaSet::only);
    let has_won = |seat: &Seat| {
        // IS-19.6: what those hold who stand together counts for all of them.
        let side = game.side_of(position, *seat).0;
        let held = side.iter().fold(AreaSet::NONE, |all, one| all | position.board.controlled(one));
        match &game.options.scenario.conquest {
            None => false,
            Some(Conquest::Wonders(civ, n)) => {
                let me = Faction::of(*seat);
                let people = position.faction(*civ);
                let wonders = position.works.iter().filter(|work| work.owner.is_some() && !work.destroyed);
                let held = wonders.filter_map(|work| work.area).filter(|area| position.board.discs(*area, me) > 0);
                let is_gone = people.is_some_and(|one| position.board.total(one) == 0);
                match people == Some(me) {
                    true => held.count() >= usize::from(*n),
                    // IS-18.10: the Invaders have won.
                    false => is_gone && game.is_invader(position, *seat),
                }
            }
            Some(Conquest::All(areas, from)) => position.epoch >= *from && (*areas - held).is_empty(),
            Some(Conquest::AnotherHome) => {
                let others = position.order.iter().filter(|other| *other != seat);
                let theirs = others.fold(AreaSet::NONE, |all, other| all | home(*other));
                !(home(*seat) & held).is_empty() && !(theirs & held).is_empty()
            }
        }
    };
    position.order.iter().copied().find(has_won)
}

/// IS-13.13: when all NPCs are out of the game, a player who was alone against them has won.
fn survivor(table: &Table<'_>) -> Option<Seat> {
    let game = table.game;
    let order = &table.state.position.order;
    // IS-20.1: whom nobody has met yet may still come.
    let met = game.hidden(&table.state.position).is_empty();
    let alone = game.options.cast.is_solitaire && met && order.iter().all(|seat| !game.is_npc(*seat));
    if alone { order.first().copied() } else { None }
}

/// The game is over: points for whoever Controls a capital (IS-15.5).
pub fn capitals(table: &mut Table<'_>) {
    let (areas, n) = (table.game.options.scenario.capitals, table.game.options.scenario.capital_vp);
    for seat in table.state.position.order.clone() {
        let held = areas & table.state.position.board.controlled(Faction::of(seat));
        losses::points(table, seat, n as i16 * held.len() as i16);
    }
}

/// The game is over: points for strongholds that still have a disc and Gold of the same people (IS-16.14).
pub fn strongholds(table: &mut Table<'_>) {
    let game = table.game;
    for (area, n) in &game.options.scenario.strongholds {
        let position = &table.state.position;
        let Some(owner) = position.gold_in(*area).map(|gold| gold.owner) else { continue };
        if position.board.discs(*area, Faction::of(owner)) > 0 {
            let civ = position.side(owner).civ;
            table.tell(Event::Stronghold { civ, area: *area, n: *n });
            losses::points(table, owner, *n as i16);
        }
    }
}

/// An Epoch is over, or the game: the holder of the prize gets points for it (IS-14.5).
pub fn prize(table: &mut Table<'_>, is_last: bool) {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let Some(prize) = game.prize_of(&table.state.position, seat) else { continue };
        let n = if is_last { prize.final_vp } else { prize.epoch_vp };
        losses::points(table, seat, n as i16);
    }
}
