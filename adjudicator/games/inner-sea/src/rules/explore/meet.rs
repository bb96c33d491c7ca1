//! An unknown civilization is met: its first discs, its size, its home and name, what it has (IS-20.5 to IS-20.8).

use super::{Journey, home, pool, settling};
use crate::event::{Cause, Drawn, Event, Heap};
use crate::game::Table;
use crate::pieces::{Area, Civ, Faction};
use crate::rules::draw::{self, Lot};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// It holds so many cards at first.
const HAND: usize = 5;

/// Goes through the steps.
pub(super) fn meet(table: &mut Table<'_>, journey: &Journey, npc: Seat, area: Area) -> Play {
    let game = table.game;
    let me = Faction::of(npc);
    // IS-20.5: the disc that was drawn, and two more, each next to the one before.
    let pool = &mut table.state.position.pool[npc.index()];
    *pool = pool.saturating_sub(1);
    table.state.position.board.add(area, me, 1);
    let mut last = area;
    for _ in 0..2 {
        let empty = game.chart.next_to(last) & journey.empty(game, &table.state.position);
        let Some(next) = settling::best(table, empty) else { break };
        table.state.position.board.add(next, me, 1);
        last = next;
    }
    // IS-20.6: a disc says how many more come, and two for every turn of the Epoch that is over.
    let size = match pool::measure(table) {
        Drawn::White => 8,
        Drawn::Black => 10,
        _ => 12,
    };
    let n = size + 2 * (table.state.position.turn - 1);
    settling::spread(table, journey, npc, last, n);
    home::settle_down(table, npc);
    place_in_order(table, npc);
    let position = &table.state.position;
    let civ = position.side(npc).civ;
    let (now, home) = (position.side(npc).vp, position.home(&game.chart, npc).unwrap_or(area));
    table.tell(Event::Met { seat: npc, civ, home, now });
    let board = &table.state.position.board;
    let heaps: Vec<Heap> =
        super::ranked(game, board.occupied(me)).map(|area| Heap { area, n: board.discs(area, me) }).collect();
    table.tell(Event::Placed { seat: Some(npc), civ, heaps, cause: Cause::Exploration });
    let ready = table.state.position.side(npc).ready;
    if ready > 0 {
        table.tell(Event::LieReady { civ, n: ready });
    }
    let river: Vec<Area> = table.state.position.river.iter().collect();
    if !river.is_empty() && civ == Civ::Egypt {
        table.tell(Event::River { areas: river });
    }
    deal(table, npc);
    Ok(())
}

/// It comes first in the turn order, and has as many points as the best player.
fn place_in_order(table: &mut Table<'_>, npc: Seat) {
    let game = table.game;
    let position = &mut table.state.position;
    let players = position.order.iter().filter(|seat| !game.is_npc(**seat));
    let vp = players.map(|seat| position.side(*seat).vp).max().unwrap_or(0);
    position.side_mut(npc).vp = vp;
    position.order.insert(0, npc);
}

/// Five cards that are no events; the events that would have come up stay in the deck.
fn deal(table: &mut Table<'_>, npc: Seat) {
    let mut cards = Vec::new();
    while cards.len() < HAND {
        let from = table.state.deck - table.game.deck.events;
        let Some(card) = draw::lot(table, Lot::Draw(npc), from) else { break };
        table.state.deck.remove(card);
        table.state.enter_hand(npc, card);
        cards.push(card);
    }
    draw::show_new(table, npc, cards);
}
