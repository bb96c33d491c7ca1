//! What a scenario allows and forbids a civilization, by its part in it (IS-14, IS-15).

use crate::board::Board;
use crate::game::InnerSea;
use crate::pieces::{Area, AreaSet, Civ, Faction, Factions};
use crate::position::Position;
use crate::scenario::Part;
use tabellarius_kernel::Seat;

impl InnerSea {
    /// The part of a seat in the scenario.
    pub fn part_of(&self, position: &Position, seat: Seat) -> Option<&Part> {
        self.options.scenario.part(position.side(seat).civ)
    }

    /// Whether a seat is an Invader (IS-13.7.17).
    pub fn is_invader(&self, position: &Position, seat: Seat) -> bool {
        self.part_of(position, seat).is_some_and(|part| part.is_invader)
    }

    /// Whether a seat never places discs in an area, because of who is there (IS-15.3).
    pub fn shuns(&self, position: &Position, board: &Board, seat: Seat, area: Area) -> bool {
        let Some(part) = self.part_of(position, seat) else { return false };
        let there = |civ: &Civ| position.faction(*civ).is_some_and(|faction| board.discs(area, faction) > 0);
        part.shuns.iter().any(there)
    }

    /// The areas that cards of a faction take no discs from: those where its rival is not, but another of the old powers is (IS-15.7).
    pub fn spared(&self, position: &Position, board: &Board, me: Faction) -> AreaSet {
        let part = me.seat().and_then(|seat| self.part_of(position, seat));
        let Some(rival) = part.and_then(|part| part.rival) else { return AreaSet::NONE };
        let is_old = |one: &Faction| one.seat().is_some_and(|seat| !self.is_invader(position, seat));
        let old = position.civs().iter().filter(is_old).fold(AreaSet::NONE, |all, one| all | board.occupied(one));
        let rivals = position.faction(rival).map_or(AreaSet::NONE, |one| board.occupied(one));
        old - rivals
    }

    /// Whether the Gold of a capital shuts out a card altogether; two Golds shut out the Traitor too (IS-15.4).
    pub fn shuts_out(&self, position: &Position, area: Area, faction: Faction, is_traitor: bool) -> bool {
        let is_old = faction.seat().is_some_and(|seat| !self.is_invader(position, seat));
        let gold = position.gold_in(area).map_or(0, |gold| gold.n);
        is_old && self.options.scenario.capitals.contains(area) && gold >= if is_traitor { 2 } else { 1 }
    }

    /// Those who stand with a seat when points are compared, itself among them (IS-14.7).
    pub fn side_of(&self, position: &Position, seat: Seat) -> (Factions, u16) {
        let civ = position.side(seat).civ;
        let sides = &self.options.cast.reckoning.sides;
        match sides.iter().find(|(civs, _)| civs.contains(&civ)) {
            Some((civs, divisor)) => (civs.iter().filter_map(|civ| position.faction(*civ)).collect(), *divisor),
            None => (Factions::only(Faction::of(seat)), 1),
        }
    }
}
