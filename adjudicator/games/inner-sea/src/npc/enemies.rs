//! Whom an NPC is an enemy of, and who is its primary enemy (IS-13.2, IS-13.3).

use super::Mind;
use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::pieces::{AreaSet, Faction, Factions, MOST};
use crate::position::Position;
use alloc::vec::Vec;
use core::cmp::Reverse;
use tabellarius_kernel::Seat;

/// IS-13.2: in a historical scenario every NPC is an enemy of all players from the beginning.
pub fn begin(table: &mut Table<'_>) {
    let game = table.game;
    if !game.options.cast.is_historical {
        return;
    }
    for seat in game.options.cast.npcs.iter() {
        table.state.position.enemies[seat.index()] = by_history(game, &table.state.position, seat);
    }
}

/// The enemies of an NPC in a historical scenario: all players and their vassals, but no Invader of another one (IS-13.2, IS-18.6).
pub fn by_history(game: &InnerSea, position: &Position, npc: Seat) -> Factions {
    let is_raider = game.is_invader(position, npc);
    let is_enemy = |seat: &Seat| match game.is_npc(*seat) && !game.is_vassal(*seat) {
        // IS-19.5: NPCs are enemies only where the scenario has them on different sides.
        true => game.are_opposed(npc, *seat),
        false => !(game.stand_together(npc, *seat) || is_raider && game.is_invader(position, *seat)),
    };
    let all = game.everybody();
    if game.is_vassal(npc) { Factions::NONE } else { all.iter().filter(is_enemy).map(Faction::of).collect() }
}

/// An NPC becomes somebody's enemy at once (IS-13.2).
pub fn provoke(table: &mut Table<'_>, npc: Seat, by: Seat) {
    let foe = Faction::of(by);
    let enemies = &mut table.state.position.enemies[npc.index()];
    if npc == by || enemies.contains(foe) || table.game.are_allies(npc, by) {
        return;
    }
    enemies.insert(foe);
    let [civ, enemy] = [npc, by].map(|seat| table.state.position.side(seat).civ);
    table.tell(Event::BecomesEnemy { civ, enemy });
}

/// What each NPC has, so that it is seen what a card took from it.
pub fn holdings(table: &Table<'_>) -> Vec<(Seat, [u16; 4])> {
    let position = &table.state.position;
    let of = |seat: Seat| {
        let side = position.side(seat);
        let discs = position.board.total(Faction::of(seat)) + position.discs_on_cards(seat);
        [u16::from(discs), u16::from(side.hand), u16::from(side.talents), side.vp]
    };
    table.game.options.cast.npcs.iter().map(|seat| (seat, of(seat))).collect()
}

/// A card is over: whoever lost a disc, a card or a talent by it is an enemy of who played it (IS-13.2).
pub fn after_card(table: &mut Table<'_>, by: Seat, before: &[(Seat, [u16; 4])]) {
    for (now, was) in holdings(table).into_iter().zip(before) {
        let lost = |i: usize| now.1[i] < was.1[i];
        if now.0 != by && (0..4).any(lost) {
            table.state.position.wronged[now.0.index()].insert(Faction::of(by));
            if (0..3).any(lost) {
                provoke(table, now.0, by);
            }
        }
    }
}

/// Discs were placed: whoever has made an area of an NPC contested is its enemy (IS-13.2).
pub fn after_placing(table: &mut Table<'_>, by: Seat, contested: AreaSet) {
    let board = &table.state.position.board;
    let new = (board.contested() - contested) & board.occupied(Faction::of(by));
    if new.is_empty() {
        return;
    }
    let hit = |seat: &Seat| !(board.occupied(Faction::of(*seat)) & new).is_empty();
    let npcs: Vec<Seat> = table.game.options.cast.npcs.iter().filter(hit).collect();
    npcs.into_iter().for_each(|npc| provoke(table, npc, by));
}

/// A phase begins: an NPC with several enemies and no primary one finds it (IS-13.3).
pub fn find_primary(table: &mut Table<'_>, npc: Seat) {
    let position = &table.state.position;
    let playing = position.peoples();
    let foes: Factions = position.enemies[npc.index()].iter().filter(|one| playing.contains(*one)).collect();
    let known = position.primary[npc.index()].is_some_and(|one| foes.contains(Faction::of(one)));
    if foes.len() < 2 || known {
        return;
    }
    let (primary, number) = super::settle(table, npc, "enemies", |mind, position| {
        let counts = |foe: Faction| measures(mind, position, foe);
        let key = |foe: Faction| Reverse(counts(foe));
        let best = mind.first(foes.iter(), |foe| foe.0, key);
        let best = best.unwrap_or(Faction::BARBARIANS);
        let others = foes.without(best);
        // The first number of the list in which it is ahead of all others.
        let ahead = |i: &usize| others.iter().all(|foe| counts(foe)[*i] < counts(best)[*i]);
        (best, (0..8).find(ahead).map_or(9, |i| i as u8 + 1))
    });
    let Some(seat) = primary.seat() else { return };
    table.state.position.primary[npc.index()] = Some(seat);
    let [civ, enemy] = [npc, seat].map(|seat| table.state.position.side(seat).civ);
    table.tell(Event::PrimaryEnemy { civ, enemy, number });
}

/// The same for all NPCs in turn order.
pub fn find_all(table: &mut Table<'_>) {
    for seat in table.state.position.order.clone() {
        if table.game.is_npc(seat) {
            find_primary(table, seat);
        }
    }
}

/// What the list of IS-13.3 counts, in its order.
fn measures(mind: &Mind<'_>, position: &Position, foe: Faction) -> [u16; 8] {
    let (chart, board) = (&mind.game.chart, &position.board);
    let mine = Factions::only(mind.me);
    let discs = |areas: AreaSet| areas.iter().map(|area| u16::from(board.discs(area, foe))).sum::<u16>();
    let home = mind.home.map_or(AreaSet::NONE, AreaSet::only);
    let vp = foe.seat().map_or(0, |seat| mind.game.score(position, seat));
    [
        discs(home),
        discs(position.wonders_of(mine)),
        discs(position.gold_of(mine)),
        discs(board.cities(chart, mind.me)),
        discs(chart.next_to_any(home)),
        vp,
        board.cities(chart, foe).len() as u16,
        u16::from(board.total(foe)),
    ]
}

/// The turn is over: primary enemies are found anew, and what cards did is forgotten (IS-13.3).
pub fn forget(position: &mut Position) {
    position.primary = [None; MOST];
    position.wronged = Default::default();
}
