//! Gold: it protects discs from cards, and is looted (IS-13.9).

use crate::event::Event;
use crate::game::Table;
use crate::pieces::Faction;
use crate::rules::losses;
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// What looted Gold is worth.
const POINTS: i16 = 4;

/// When the Competition Phase is over, whoever Controls an area with somebody else's Gold takes one away for good: an NPC from a
/// player, a player from an NPC, or Barbarians (IS-13.9.2).
pub fn loot(table: &mut Table<'_>) {
    let areas: Vec<_> = table.state.position.gold.iter().map(|gold| (gold.area, gold.owner)).collect();
    for (area, owner) in areas {
        let position = &table.state.position;
        let holder = position.in_order().find(|one| position.board.controlled(*one).contains(area));
        let Some(holder) = holder.filter(|one| may_loot(table, *one, owner)) else { continue };
        let position = &mut table.state.position;
        let Some(gold) = position.gold.iter_mut().find(|gold| gold.area == area) else { continue };
        gold.n = gold.n.saturating_sub(1);
        let left = gold.n;
        position.gold.retain(|gold| gold.n > 0);
        let [civ, from] = [holder, Faction::of(owner)].map(|one| position.civ(one));
        table.tell(Event::GoldLooted { civ, from, area, left });
        if let Some(seat) = holder.seat() {
            losses::points(table, seat, POINTS);
            losses::talents(table, seat, 1);
        }
    }
}

fn may_loot(table: &Table<'_>, holder: Faction, owner: Seat) -> bool {
    let game = table.game;
    match holder.seat() {
        None => true,
        Some(seat) => {
            let position = &table.state.position;
            let [raids, holds] = [seat, owner].map(|one| game.is_invader(position, one));
            seat != owner && (game.is_npc(seat) != game.is_npc(owner) || (raids && !holds))
        }
    }
}

/// How many of so many discs a card that is played outside competitions may take from an area with their owner's Gold: one, and never
/// the last (IS-13.9.1).
pub fn most_lost(discs: u8) -> u8 {
    discs.saturating_sub(1).min(1)
}
