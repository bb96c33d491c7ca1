//! The Growth Phase: each civilization in turn order withdraws, acquires, shifts and places (IS-4).

use crate::deck::Time;
use crate::effects::{Mode, Scope, declare};
use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::npc::{self, Placed};
use crate::pieces::{AreaSet, Faction};
use crate::position::{Phase, Position, Scratch};
use crate::rules::placing::{Laid, PlaceQuestion, Placement};
use crate::rules::prepare::{PrepareQuestion, Prepared};
use crate::rules::sheet::SheetQuestion;
use crate::rules::uses::{carry_out, use_thing};
use crate::rules::{consul, diplomacy, losses, minor, realm, turn};
use crate::scenario::FirstTurn;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Play, Seat};

/// What a civilization always acquires at least (IS-4.3).
pub const LEAST: u8 = 3;

/// Plays the phase.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    table.gather(game.seats())?;
    minor::play(table)?;
    let order = table.state.position.order.clone();
    for seat in order {
        grow(table, seat)?;
    }
    table.state.scratch = Scratch::default();
    // The hands were read with this phase's dispatch.
    table.state.fresh = Default::default();
    turn::go_on(table, Phase::Cards);
    Ok(())
}

fn grow(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let contested = table.state.position.board.contested();
    let name = game.seat_key(seat);
    if game.is_npc(seat) {
        npc::enemies::find_primary(table, seat);
    }
    if game.is_npc(seat) {
        npc::aeneas::come_anew(table, seat)?;
    }
    diplomacy::bribe(table, seat)?;
    consul::elect(table, seat)?;
    let first = game.first_turn(&table.state.position, seat);
    if first == FirstTurn::Rests {
        return Ok(());
    }
    let prepared = match first {
        // IS-17.3: nothing is withdrawn, acquired or shifted.
        FirstTurn::PlacesOnly => Prepared::default(),
        _ => npc::ask(table, seat, format_args!("growth/{name}"), PrepareQuestion::of(&table.state, seat))?,
    };
    let civ = table.state.position.side(seat).civ;
    table.tell(Event::Grows { seat, civ });
    if !prepared.show.is_empty() {
        let to: Vec<Seat> = game.mates(seat).collect();
        let shown = Event::Shown { seat, civ, cards: prepared.show.iter().collect(), to: to.clone() };
        table.tell_only(to.into_iter().chain([seat]), shown);
    }
    let question = prepare(table, seat, &prepared)?;
    if game.is_npc(seat) {
        return place_by_the_book(table, seat, &question);
    }
    let heaps = table.ask(seat, format_args!("place/{name}"), question.clone())?;
    let laid = question.laid(game, &heaps);
    if !game.sheet(&table.state.position, seat).during.is_empty() {
        table.ask(seat, format_args!("sheet/{name}"), SheetQuestion::of(&prepared.during, &laid))?;
    }
    lay(table, seat, &laid, Vec::new())?;
    npc::enemies::after_placing(table, seat, contested);
    realm::mingle(table);
    Ok(())
}

/// Everything that comes before discs are placed; ends with the question where.
pub fn prepare(table: &mut Table<'_>, seat: Seat, prepared: &Prepared) -> Play<PlaceQuestion> {
    let game = table.game;
    if game.first_turn(&table.state.position, seat) == FirstTurn::Usual {
        tribute(table, seat);
        withdraw(table, seat, prepared);
        acquire(table, seat, prepared)?;
        shift(table, seat, prepared.shift);
    }
    let mut step = Placement::of(game, &table.state.position, seat, &prepared.during);
    if game.is_npc(seat) {
        step = step.by_card(table, seat)?;
    }
    // IS-9: what the sheet allows at the start of the Placement step.
    let sheet = game.sheet(&table.state.position, seat);
    let scope = Scope::of(seat, Time::Growth, None);
    carry_out(table, scope, &sheet.placing, &prepared.placing.picks, Cause::Growth)?;
    let ready = table.state.position.side(seat).ready;
    Ok(PlaceQuestion::growing(game, &table.state.position, seat, ready, &step))
}

/// IS-13.7: an NPC places by the manual's list; what its sheet gives in this step comes first, by the same list (IS-9.8).
fn place_by_the_book(table: &mut Table<'_>, seat: Seat, question: &PlaceQuestion) -> Play {
    let game = table.game;
    let sheet = game.sheet(&table.state.position, seat);
    let scope = Scope::of(seat, Time::Growth, None);
    let extra = npc::settle(table, seat, "ability", |mind, position| {
        declare(game, position, scope, &sheet.during, Mode::Npc(mind)).ok().flatten()
    });
    if let Some(extra) = extra {
        carry_out(table, scope, &sheet.during, &extra.picks, Cause::Growth)?;
    }
    let ready = table.state.position.side(seat).ready;
    let placed = npc::placing::plan(table, seat, ready, question.rule());
    let laid: Vec<Laid> = placed.iter().map(|one| Laid::Discs(one.area, one.n)).collect();
    lay(table, seat, &laid, placed)?;
    realm::mingle(table);
    Ok(())
}

/// IS-4.5: the discs come on the map, and among them what the sheet gives in this step.
fn lay(table: &mut Table<'_>, seat: Seat, laid: &[Laid], why: Vec<Placed>) -> Play {
    let game = table.game;
    let mut heaps: Vec<Heap> = Vec::new();
    for laid in laid {
        match laid {
            Laid::Discs(area, n) => {
                let position = &mut table.state.position;
                let comes = game.comes_as(position, &position.board, seat, *area);
                position.board.add(*area, comes, *n);
                position.side_mut(seat).ready -= n;
                heaps.push(Heap { area: *area, n: *n });
            }
            Laid::Ability(picks) => {
                if why.is_empty() {
                    tell_placed(table, seat, core::mem::take(&mut heaps));
                }
                let sheet = game.sheet(&table.state.position, seat);
                let scope = Scope::of(seat, Time::Growth, None);
                carry_out(table, scope, &sheet.during, picks, Cause::Growth)?;
            }
        }
    }
    if why.is_empty() {
        tell_placed(table, seat, heaps);
    } else {
        // IS-13.7: what an NPC places is told with its reasons.
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::NpcPlaced { seat, civ, placed: why });
    }
    let side = table.state.position.side_mut(seat);
    let (civ, n) = (side.civ, core::mem::take(&mut side.ready));
    if n > 0 {
        // IS-4.5.4: what is not placed goes back.
        table.tell(Event::Returned { seat, civ, n });
    }
    Ok(())
}

fn tell_placed(table: &mut Table<'_>, seat: Seat, heaps: Vec<Heap>) {
    if !heaps.is_empty() {
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Growth });
    }
}

/// IS-17.4: talents and ready discs that a realm sends when its growth begins.
fn tribute(table: &mut Table<'_>, seat: Seat) {
    let game = table.game;
    let position = &mut table.state.position;
    let (talents, ready) = game.part_of(position, seat).map_or((0, 0), |part| part.tribute);
    let ready = ready.min(game.supply(position, &position.board, Faction::of(seat)));
    position.side_mut(seat).ready += ready;
    losses::talents(table, seat, talents as i8);
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
    if game.options.scenario.is_landlocked {
        // IS-15.2
        return [settlements, 0, 0];
    }
    [settlements, seas.len() as u8 / 2, trade]
}

/// IS-4.2, IS-4.3
fn acquire(table: &mut Table<'_>, seat: Seat, prepared: &Prepared) -> Play {
    let game = table.game;
    let [settlements, seas, trade] = income(game, &table.state.position, seat);
    let scope = Scope::of(seat, Time::Growth, None);
    let sheet = game.sheet(&table.state.position, seat);
    // IS-16.5, IS-17.4: what lay ready before is not part of the least growth.
    let before = table.state.position.side(seat).ready;
    carry_out(table, scope, &sheet.acquire, &[], Cause::Growth)?;
    for used in &prepared.uses {
        use_thing(table, seat, used, Time::Growth, None)?;
    }
    let position = &mut table.state.position;
    let abilities = position.side(seat).ready - before;
    let least = game.least_growth(position, seat);
    let wanted = (settlements + seas + trade).max(least.saturating_sub(abilities));
    // IS-15.6: an Invader with nothing on the map has exactly so many.
    let entry = game.part_of(position, seat).and_then(|part| part.entry.as_ref());
    let is_gone = position.board.total(Faction::of(seat)) == 0;
    let wanted = entry.filter(|_| is_gone).map_or(wanted, |entry| entry.discs.saturating_sub(abilities));
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
