//! Which civilization was met, and where it is at home (IS-20.8).

use super::settling::{fill, first, free_homes, from_players};
use crate::game::Table;
use crate::pieces::{Area, AreaSet, Civ, Faction, PEOPLES};
use crate::position::limit;
use crate::setups::Civs;
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::{Audience, Seat};

/// So many discs more come to the home.
const AT_HOME: u8 = 3;

/// The civilizations that may still be met: what the set-up leaves open; whoever has begun again as somebody else leaves no choice of it.
fn candidates(table: &Table<'_>) -> Vec<Civ> {
    let (setup, sides) = (&table.game.options.setup, &table.state.position.sides);
    let taken = sides.iter().map(|side| side.civ).filter(|civ| *civ < Civ::Barbarians);
    let taken = taken.fold(0, |all: Civs, civ| all | 1 << civ as Civs);
    let named = setup.allowed.iter().fold(0, |all, set| all | set);
    let first = [setup.open(taken & named) & !taken, named & !taken, !taken];
    let open = first.into_iter().find(|open| open & 0x3ff != 0).unwrap_or(0);
    Civ::ALL.iter().copied().take(10).filter(|civ| open >> *civ as Civs & 1 == 1).collect()
}

/// One of several civilizations by lot.
fn one_of(table: &mut Table<'_>, civs: &[Civ]) -> Option<Civ> {
    if let [only] = civs {
        return Some(*only);
    }
    let lots = table.shuffle(Audience::All, "explore/civilization", PEOPLES as u8);
    civs.iter().copied().min_by_key(|civ| lots.get(*civ as usize).copied())
}

/// Gives it its name and its home, and what comes with them.
pub(super) fn settle_down(table: &mut Table<'_>, npc: Seat) {
    let game = table.game;
    let me = Faction::of(npc);
    let (civ, home, is_cleared) = choose(table, npc);
    let position = &mut table.state.position;
    position.side_mut(npc).civ = civ;
    if game.chart.home(civ) != Some(home) {
        position.moved[npc.index()] = Some(home);
    }
    if is_cleared {
        // A seafarer's home holds its own discs only.
        for other in position.board.factions(home).iter() {
            position.board.take(home, other, u8::MAX);
        }
    }
    let most = limit(position.phase, game.chart.kind(home));
    let room = most.saturating_sub(position.board.discs(home, me));
    let n = AT_HOME.min(room).min(game.supply(position, &position.board, me));
    position.board.add(home, me, n);
    if civ == Civ::Egypt && !game.chart.nile.contains(home) {
        // Its Nile is its home and a land next to it.
        let beside = game.chart.next_to(home) & game.chart.land;
        let far = from_players(table);
        let second = first(table, beside, |area| Reverse(far[area.index()]));
        table.state.position.river = AreaSet::only(home) | second.map_or(AreaSet::NONE, AreaSet::only);
    }
    if game.sails_open(&table.state.position, npc) {
        return;
    }
    // No other civilization is in open sea: those discs come to its other areas.
    let position = &mut table.state.position;
    let at_sea = position.board.occupied(me) & game.chart.open;
    let n: u8 = at_sea.iter().map(|area| position.board.take(area, me, u8::MAX)).sum();
    fill(table, npc, n);
}

/// Its name, its home, and whether the home is cleared for it.
fn choose(table: &mut Table<'_>, npc: Seat) -> (Civ, Area, bool) {
    let game = table.game;
    let chart = &game.chart;
    let me = Faction::of(npc);
    let civs = candidates(table);
    let own = table.state.position.board.occupied(me);
    let homes = free_homes(table);
    let far = from_players(table);
    let of = |area: Area| Civ::ALL.iter().copied().take(10).find(|civ| chart.home(*civ) == Some(area));
    // Seafarers, if it has come to open sea.
    let sailors = [Civ::Minos, Civ::Phoenicia].into_iter().filter(|civ| civs.contains(civ));
    let harbours: AreaSet = sailors.filter_map(|civ| chart.home(civ)).filter(|home| homes.contains(*home)).collect();
    if !(own & chart.open).is_empty() && !harbours.is_empty() {
        let near: AreaSet =
            harbours.iter().filter(|home| !((AreaSet::only(*home) | chart.next_to(*home)) & own).is_empty()).collect();
        let board = &table.state.position.board;
        let no_civilization = |area: &Area| board.factions(*area).without(Faction::BARBARIANS).is_empty();
        let free: AreaSet = harbours.iter().filter(no_civilization).collect();
        let found = match near.is_empty() {
            false => first(table, near, |_| ()),
            true => first(table, free, |area| Reverse(far[area.index()])),
        };
        if let Some((home, civ)) = found.and_then(|home| Some((home, of(home)?))) {
            return (civ, home, true);
        }
    }
    // A home where nobody is at home: its own civilization, if it may be met; otherwise another one lives there.
    let here = own & homes & chart.land;
    let native: AreaSet = here.iter().filter(|area| of(*area).is_some_and(|civ| civs.contains(&civ))).collect();
    if let Some((home, civ)) = first(table, native, |_| ()).and_then(|home| Some((home, of(home)?))) {
        return (civ, home, false);
    }
    if let Some(home) = first(table, here, |_| ()) {
        let civ = one_of(table, &civs).unwrap_or(Civ::Carthage);
        return (civ, home, false);
    }
    // Its land that is farthest from the players; it is the civilization whose own home is nearest to that.
    let land = if (own & chart.land).is_empty() { own } else { own & chart.land };
    let home = first(table, land, |area| Reverse(far[area.index()])).or(own.first()).unwrap_or(Area(0));
    let ways = game.map.chart(None);
    let steps = ways.distances(AreaSet::only(home), ways.in_play);
    let near = |civ: &Civ| ways.home(*civ).and_then(|area| steps[area.index()]).unwrap_or(u8::MAX);
    let least = civs.iter().map(near).min();
    let nearest: Vec<Civ> = civs.iter().copied().filter(|civ| Some(near(civ)) == least).collect();
    (one_of(table, &nearest).unwrap_or(Civ::Carthage), home, false)
}
