//! The walls of Rome and Carthage (IS-19.10).

use crate::board::Board;
use crate::game::InnerSea;
use crate::orders::Thing;
use crate::pieces::{Area, FACTIONS, Faction};
use crate::position::Position;
use crate::scenario::Walls;
use tabellarius_kernel::Seat;

impl InnerSea {
    fn walls(&self) -> Option<&Walls> {
        self.options.scenario.extras.walls.as_ref()
    }

    /// The rounds in which each faction loses nothing in a competition, before any card is played.
    pub fn shields_in(&self, position: &Position, area: Area) -> [u8; FACTIONS] {
        let mut all = [0; FACTIONS];
        let Some(walls) = self.walls() else { return all };
        let owner = position.faction(walls.civ);
        if let Some(owner) = owner.filter(|owner| position.home_of(&self.chart, *owner) == Some(area)) {
            all[owner.index()] = walls.rounds;
        }
        all
    }

    /// Whether a card of a faction brings no discs into an area: with Cities around it nobody else's card makes the home contested.
    pub fn walls_bar(&self, position: &Position, board: &Board, me: Faction, comes: Faction, area: Area) -> bool {
        let Some(walls) = self.walls() else { return false };
        let Some(owner) = position.faction(walls.civ) else { return false };
        let is_home = position.home_of(&self.chart, owner) == Some(area);
        let on_one_side = |one: Seat, other: Seat| one == other || self.stand_together(one, other);
        let is_foe = !matches!((me.seat(), owner.seat()), (Some(me), Some(owner)) if on_one_side(me, owner));
        if !is_home || !is_foe || comes == owner || board.contested().contains(area) {
            return false;
        }
        let around = self.chart.next_to(area) & board.cities(&self.chart, owner);
        let makes = board.discs(area, owner).max(board.discs(area, comes) + 1) >= 2;
        makes && board.discs(area, owner) > 0 && around.len() >= usize::from(walls.cities)
    }

    /// Whether what a card does never reaches a faction in an area, because it is at home behind its walls.
    pub fn walls_stop(&self, position: &Position, thing: Option<Thing>, area: Area, faction: Faction) -> bool {
        let (Some(walls), Some(Thing::Card(card))) = (self.walls(), thing) else { return false };
        walls.cards.contains(&card)
            && walls.safe.contains(&position.civ(faction))
            && position.home_of(&self.chart, faction) == Some(area)
    }
}
