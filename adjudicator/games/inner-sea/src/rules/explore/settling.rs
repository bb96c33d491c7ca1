//! Where the discs of a civilization come that was just met (IS-20.5 to IS-20.7).

use super::Journey;
use crate::game::Table;
use crate::map::MOST_AREAS;
use crate::pieces::{Area, AreaSet, Faction, Kind};
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Audience, Seat};

/// The first area by a key; of equals a lot decides.
pub(super) fn first<K: Ord>(table: &mut Table<'_>, among: AreaSet, key: impl Fn(Area) -> K) -> Option<Area> {
    let least = among.iter().map(&key).min()?;
    let equals: Vec<Area> = among.iter().filter(|area| key(*area) == least).collect();
    if let [only] = equals[..] {
        return Some(only);
    }
    let serial = table.state.scratch.next_serial();
    let lots = table.shuffle(Audience::All, format_args!("explore/equal areas {serial}"), MOST_AREAS as u8);
    equals.into_iter().min_by_key(|area| lots.get(area.index()).copied())
}

/// How far each area is from all discs of players.
pub(super) fn from_players(table: &Table<'_>) -> [u8; MOST_AREAS] {
    let (game, position) = (table.game, &table.state.position);
    let players = position.order.iter().filter(|seat| !game.is_npc(**seat));
    let theirs = players.fold(AreaSet::NONE, |all, seat| all | position.board.occupied(Faction::of(*seat)));
    game.chart.distances(theirs, game.chart.in_play).map(|far| far.unwrap_or(u8::MAX))
}

/// The printed homes in which nobody is at home.
pub(super) fn free_homes(table: &Table<'_>) -> AreaSet {
    let (game, position) = (table.game, &table.state.position);
    let printed: AreaSet = game.chart.homes.iter().take(10).copied().flatten().collect();
    printed - position.homes(&game.chart)
}

/// IS-20.5: a home where nobody is at home, then what is farthest from the players, then land, then by lot.
pub(super) fn best(table: &mut Table<'_>, among: AreaSet) -> Option<Area> {
    let (homes, far, land) = (free_homes(table), from_players(table), table.game.chart.land);
    first(table, among, |area| (!homes.contains(area), Reverse(far[area.index()]), !land.contains(area)))
}

/// IS-20.6, IS-20.7: as the first discs of a situation: two on each empty land next to the last disc, one in each sea; then on from
/// there, land before sea, the nearest first; never in or next to somebody's home. What is left makes Cities, the farthest from the
/// players first.
pub(super) fn spread(table: &mut Table<'_>, journey: &Journey, npc: Seat, from: Area, n: u8) {
    let (game, me) = (table.game, Faction::of(npc));
    let chart = &game.chart;
    let homes = table.state.position.homes(chart);
    let barred = homes | chart.next_to_any(homes);
    let steps = chart.distances(AreaSet::only(from), chart.in_play).map(|far| far.unwrap_or(u8::MAX));
    let far = from_players(table);
    let mut left = n.min(game.supply(&table.state.position, &table.state.position.board, me));
    let beside = chart.next_to(from);
    while left > 0 {
        let position = &table.state.position;
        let own = position.board.occupied(me);
        let open = (chart.next_to_any(own) & journey.empty(game, position)) - barred;
        // Next to the last disc seas come before farther land.
        let key = |area: Area| {
            let is_land = chart.land.contains(area);
            let is_near = beside.contains(area);
            (!(is_near && is_land), !is_near, !is_land, steps[area.index()], Reverse(far[area.index()]))
        };
        let Some(area) = first(table, open, key) else { break };
        let wanted = if chart.kind(area) == Kind::Land { 2 } else { 1 };
        let came = wanted.min(left);
        table.state.position.board.add(area, me, came);
        left -= came;
    }
    fill(table, npc, left);
}

/// Discs that make Cities, then Settlements, then a second disc at sea, the farthest from the players first; the rest lies ready.
pub(super) fn fill(table: &mut Table<'_>, npc: Seat, mut left: u8) {
    let (game, me) = (table.game, Faction::of(npc));
    let chart = &game.chart;
    let far = from_players(table);
    while left > 0 {
        let board = &table.state.position.board;
        let own = board.occupied(me);
        let room = |area: &Area| {
            matches!((chart.kind(*area), board.discs(*area, me)), (Kind::Land, 1..=2) | (Kind::Coastal, 1))
        };
        let open: AreaSet = own.iter().filter(room).collect();
        let discs = |area: Area| board.discs(area, me);
        let counts: Vec<u8> = (0..MOST_AREAS as u8).map(|at| discs(Area(at))).collect();
        let key = |area: Area| (!chart.land.contains(area), Reverse(counts[area.index()]), Reverse(far[area.index()]));
        let Some(area) = first(table, open, key) else { break };
        table.state.position.board.add(area, me, 1);
        left -= 1;
    }
    let supply = game.supply(&table.state.position, &table.state.position.board, me);
    table.state.position.side_mut(npc).ready += left.min(supply);
}
