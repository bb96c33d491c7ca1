//! The Growth Phase: each civilization in turn order withdraws, acquires, shifts and places (IS-4).

use crate::deck::Time;
use crate::effects::Scope;
use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::pieces::{AreaSet, Faction};
use crate::position::{Phase, Position, Scratch};
use crate::rules::placing::{PlaceQuestion, Placing};
use crate::rules::prepare::{PrepareQuestion, Prepared};
use crate::rules::uses::{carry_out, use_thing};
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Play, Seat};

/// What a civilization always acquires at least (IS-4.3).
pub const LEAST: u8 = 3;

/// Plays the phase.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    table.gather(game.seats())?;
    let order = table.state.position.order.clone();
    for seat in order {
        grow(table, seat)?;
    }
    table.state.scratch = Scratch::default();
    // The hands were read with this phase's dispatch.
    table.state.fresh = Default::default();
    table.state.position.phase = Phase::Cards;
    Ok(())
}

fn grow(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let name = game.seat_key(seat);
    let question = PrepareQuestion::of(game, &table.state, seat);
    let prepared = table.ask(seat, format_args!("growth/{name}"), question)?;
    if !prepared.show.is_empty() {
        let civ = table.state.position.side(seat).civ;
        let shown = Event::Shown { seat, civ, cards: prepared.show.iter().collect() };
        table.tell_only(game.mates(seat), shown);
    }
    withdraw(table, seat, &prepared);
    acquire(table, seat, &prepared)?;
    shift(table, seat, prepared.shift);
    // IS-9: what the sheet allows at the start of the Placement step.
    let sheet = game.sheet(&table.state.position, seat);
    let scope = Scope::of(seat, Time::Growth, None);
    carry_out(table, scope, &sheet.placing, &prepared.placing.picks, Cause::Growth)?;
    let ready = table.state.position.side(seat).ready;
    let question = PlaceQuestion::new(&table.state.position, seat, ready, Placing::Growth);
    let heaps = if ready == 0 { Vec::new() } else { table.ask(seat, format_args!("place/{name}"), question)? };
    let me = Faction::of(seat);
    let placed: u8 = heaps.iter().map(|(_, n)| n).sum();
    let side = table.state.position.side_mut(seat);
    side.ready = 0;
    let civ = side.civ;
    for (area, n) in &heaps {
        table.state.position.board.add(*area, me, *n);
    }
    if placed > 0 {
        let heaps = heaps.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
        table.tell(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Growth });
    }
    if placed < ready {
        // IS-4.5.4: what is not placed goes back.
        table.tell(Event::Returned { seat, civ, n: ready - placed });
    }
    Ok(())
}

/// IS-4.1: discs that are no City's may go back to the supply.
fn withdraw(table: &mut Table<'_>, seat: Seat, prepared: &Prepared) {
    let me = Faction::of(seat);
    let mut heaps: Vec<Heap> = Vec::new();
    for (area, n) in &prepared.withdraw {
        let n = table.state.position.board.take(*area, me, *n);
        heaps.push(Heap { area: *area, n });
    }
    if !heaps.is_empty() {
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::Withdrawn { seat, civ, heaps });
    }
}

/// What a civilization acquires by the map: settlements (IS-4.2.1), seas (IS-4.2.2), trade (IS-4.2.3).
pub fn income(game: &InnerSea, position: &Position, seat: Seat) -> [u8; 3] {
    let (chart, board, me) = (&game.chart, &position.board, Faction::of(seat));
    let settlements = board.settlements(chart, me).len() as u8;
    let seas = board.occupied(me) & chart.coastal;
    let shores: AreaSet = seas | chart.next_to_any(seas);
    let others = position.order.iter().filter(|other| **other != seat);
    let trade = others.filter(|other| !(board.occupied(Faction::of(**other)) & shores).is_empty()).count() as u8;
    [settlements, seas.len() as u8 / 2, trade]
}

/// IS-4.2, IS-4.3
fn acquire(table: &mut Table<'_>, seat: Seat, prepared: &Prepared) -> Play {
    let game = table.game;
    let [settlements, seas, trade] = income(game, &table.state.position, seat);
    let scope = Scope::of(seat, Time::Growth, None);
    let sheet = game.sheet(&table.state.position, seat);
    carry_out(table, scope, &sheet.acquire, &[], Cause::Growth)?;
    for used in &prepared.uses {
        use_thing(table, seat, used, Time::Growth, None)?;
    }
    let position = &mut table.state.position;
    let abilities = position.side(seat).ready;
    let least = game.least_growth(seat);
    let wanted = (settlements + seas + trade).max(least.saturating_sub(abilities));
    let n = wanted.min(game.supply(position, &position.board, Faction::of(seat)));
    let side = position.side_mut(seat);
    side.ready += n;
    let (civ, ready) = (side.civ, side.ready);
    table.tell(Event::Acquired { seat, civ, settlements, seas, trade, abilities, ready });
    Ok(())
}

/// IS-4.4: one disc of each City named goes to the Ready box.
fn shift(table: &mut Table<'_>, seat: Seat, areas: AreaSet) {
    let me = Faction::of(seat);
    let shifted: Vec<_> = (areas & table.state.position.cities(&table.game.chart, seat)).iter().collect();
    for area in &shifted {
        table.state.position.board.take(*area, me, 1);
        table.state.position.side_mut(seat).ready += 1;
    }
    if !shifted.is_empty() {
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::Shifted { seat, civ, areas: shifted });
    }
}
