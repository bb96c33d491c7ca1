//! A realm of two halves: where both are, one takes the place of the other (IS-16.2, IS-16.3).

use crate::event::{Cause, Event};
use crate::game::Table;
use crate::pieces::{Area, Faction, Kind};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// The most discs of a realm in an area when a Competition Phase begins (IS-16.3).
fn most(kind: Kind) -> u8 {
    match kind {
        Kind::Land => 4,
        Kind::Coastal => 3,
        Kind::Open => 1,
    }
}

/// The halves of each realm: who belongs on land, who at sea.
fn halves(table: &Table<'_>) -> Vec<(Seat, Seat)> {
    let position = &table.state.position;
    let half = |seat: &Seat| match table.game.twin(position, *seat)? {
        (twin, Kind::Land) => Some((*seat, twin)),
        _ => None,
    };
    position.order.iter().filter_map(half).collect()
}

/// The half that stays in an area of this kind, and the one that gives way.
fn sorted((land, sea): (Seat, Seat), kind: Kind) -> (Faction, Faction) {
    let [land, sea] = [land, sea].map(Faction::of);
    if kind == Kind::Land { (land, sea) } else { (sea, land) }
}

/// The areas in which both halves are.
fn shared(table: &Table<'_>, (land, sea): (Seat, Seat)) -> Vec<Area> {
    let board = &table.state.position.board;
    (board.occupied(Faction::of(land)) & board.occupied(Faction::of(sea))).iter().collect()
}

/// IS-16.2: on land the discs of the sea half are exchanged for those of the land half, at sea the other way round, as far as the
/// supply allows.
pub fn mingle(table: &mut Table<'_>) {
    let game = table.game;
    for pair in halves(table) {
        for area in shared(table, pair) {
            let (stays, goes) = sorted(pair, game.chart.kind(area));
            let position = &mut table.state.position;
            let supply = game.supply(position, &position.board, stays);
            let n = position.board.discs(area, goes).min(supply);
            if n == 0 {
                continue;
            }
            position.board.take(area, goes, n);
            // IS-1.2.2: an open sea has room for one disc; the other goes back.
            if game.chart.kind(area) != Kind::Open {
                position.board.add(area, stays, n);
            }
            let [civ, with] = [goes, stays].map(|one| position.civ(one));
            table.tell(Event::Exchanged { civ, with, area, n });
        }
    }
}

/// The Competition Phase begins: a realm has four discs in a land area and three at sea, both halves together (IS-16.3). They do not
/// fight each other.
pub fn crowd(table: &mut Table<'_>) {
    mingle(table);
    let game = table.game;
    for pair in halves(table) {
        let [land, sea] = [pair.0, pair.1].map(Faction::of);
        let board = &table.state.position.board;
        let all = board.occupied(land) | board.occupied(sea);
        for area in all.iter() {
            let kind = game.chart.kind(area);
            let (stays, goes) = sorted(pair, kind);
            for faction in [goes, stays] {
                let board = &mut table.state.position.board;
                let over = (board.discs(area, land) + board.discs(area, sea)).saturating_sub(most(kind));
                let n = board.take(area, faction, over);
                if n > 0 {
                    let civ = table.state.position.civ(faction);
                    let seat = faction.seat();
                    table.tell(Event::Removed { seat, civ, area, n, allies: 0, cause: Cause::Stacking });
                }
            }
            let board = &table.state.position.board;
            let alone = board.factions(area).without(land).without(sea).is_empty();
            if alone && board.discs(area, land) > 0 && board.discs(area, sea) > 0 {
                table.state.scratch.truce.insert(area);
            }
        }
    }
}
