//! Gold: it protects discs from cards, and is looted (IS-13.9).

use crate::event::Event;
use crate::game::Table;
use crate::npc;
use crate::pieces::Faction;
use crate::rules::losses;
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// What looted Gold is worth.
const POINTS: i16 = 4;

/// When the Competition Phase is over, whoever Controls an area with somebody else's Gold takes one away for good: an NPC from a
/// player, a player from an NPC, or Barbarians (IS-13.9.2).
/// Says who has won, if that was an omen (IS-17.2).
pub fn loot(table: &mut Table<'_>) -> Play<Option<Seat>> {
    let mut winner = None;
    let areas: Vec<_> = table.state.position.gold.iter().map(|gold| (gold.area, gold.owner)).collect();
    for (area, owner) in areas {
        let position = &table.state.position;
        // Who is out of the game loots nothing (IS-16.6).
        let playing = |one: &Faction| !(position.fallen | position.vassals).contains(*one);
        let holder = position.in_order().filter(playing).find(|one| position.board.controlled(*one).contains(area));
        let Some(holder) = holder.filter(|one| may_loot(table, *one, owner)) else { continue };
        let position = &mut table.state.position;
        let Some(gold) = position.gold.iter_mut().find(|gold| gold.area == area) else { continue };
        gold.n = gold.n.saturating_sub(1);
        let left = gold.n;
        position.gold.retain(|gold| gold.n > 0);
        let [civ, from] = [holder, Faction::of(owner)].map(|one| position.civ(one));
        table.tell(Event::GoldLooted { civ, from, area, left });
        if let Some(seat) = holder.seat() {
            // IS-18.13
            let loots = table.game.part_of(&table.state.position, seat).and_then(|part| part.loots);
            losses::points(table, seat, loots.map_or(POINTS, i16::from));
            losses::talents(table, seat, 1);
            if winner.is_none() && table.game.options.scenario.omen == Some(from) && omen(table)? {
                winner = Some(seat);
            }
        }
    }
    Ok(winner)
}

/// A card is turned up: an odd number ends the game (IS-17.2).
fn omen(table: &mut Table<'_>) -> Play<bool> {
    let Some(card) = npc::cards::turn_up(table)? else { return Ok(false) };
    let ends = card.0 % 2 == 1;
    table.tell(Event::Omen { card, ends });
    Ok(ends)
}

fn may_loot(table: &Table<'_>, holder: Faction, owner: Seat) -> bool {
    let game = table.game;
    match holder.seat() {
        None => true,
        Some(seat) => {
            let position = &table.state.position;
            // IS-18.4: what is a vassal's is its lord's.
            let owner = game.lord(position, owner);
            let [raids, holds] = [seat, owner].map(|one| game.is_invader(position, one));
            // IS-16.6, IS-19.3: one side takes the Gold of the other, and never its own; but old powers leave each other's alone (IS-15.4).
            let is_foe = game.are_opposed(seat, owner) && game.options.scenario.capitals.is_empty();
            let is_friend = seat == owner || game.stand_together(seat, owner);
            let takes_all = game.part_of(position, seat).is_some_and(|part| part.loots.is_some());
            !is_friend && (takes_all || game.is_npc(seat) != game.is_npc(owner) || (raids && !holds) || is_foe)
        }
    }
}

/// How many of so many discs a card that is played outside competitions may take from an area with their owner's Gold: one, and never
/// the last (IS-13.9.1).
pub fn most_lost(discs: u8) -> u8 {
    discs.saturating_sub(1).min(1)
}
