//! The Competition Phase: every contested area, from north-east to south-west (IS-6).

use crate::deck::{Op, Time};
use crate::effects::Scope;
use crate::event::{Cause, Event, Heap};
use crate::game::Table;
use crate::map::MOST_AREAS;
use crate::npc;
use crate::orders::Thing;
use crate::pieces::{Area, CardSet, Faction};
use crate::position::{Fight, Phase};
use crate::rules::negation::{self, Prey};
use crate::rules::opening::{ContestQuestion, SHEET, sheet_steps};
use crate::rules::uses::{self, Use, carry_out};
use crate::rules::{
    cards, conquest, consul, diplomacy, fall, fetch, gold, realm, rounds, school, terror, tidings, turn,
};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Play, Seat, Stop};

/// Plays the phase.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    // With nothing contested nobody is asked, unless a sheet has something to give.
    let areas = table.state.position.board.contested() - game.chart.open;
    let contested = !areas.is_empty();
    let pleads = diplomacy::pleads(table);
    if contested || pleads.is_some() {
        let takes_part = |seat: &Seat| pleads == Some(*seat) || contested && takes_part(table, *seat);
        let seats = game.seats().iter().filter(takes_part).collect();
        table.gather(seats)?;
    }
    let areas = npc::competition::in_order(game, &table.state.position, areas);
    table.tell(Event::CompetitionBegins { areas });
    diplomacy::appeal(table, pleads)?;
    npc::enemies::find_all(table);
    realm::crowd(table);
    terror::search(table)?;
    open(table, contested)?;
    tidings::muster(table)?;
    let mut fought = [0u8; MOST_AREAS];
    while let Some(area) = next(table) {
        fought[area.index()] += 1;
        compete(table, area, fought[area.index()])?;
    }
    let position = &mut table.state.position;
    position.board.clear_white();
    for seat in game.everybody().iter() {
        // IS-6.8: loot can be spent only after the phase.
        let side = position.side_mut(seat);
        side.talents = side.talents.saturating_add(core::mem::take(&mut side.loot)).min(99);
    }
    let omen = gold::loot(table)?;
    school::close(table);
    fall::settle(table);
    if conquest::ends(table, omen)? {
        return Ok(());
    }
    turn::go_on(table, Phase::Valuation);
    Ok(())
}

/// Whether a seat may have something to say in this phase, by what lies open: whoever holds cards, shares an area with others, or has
/// a sheet for its start (IS-11.4).
fn takes_part(table: &Table<'_>, seat: Seat) -> bool {
    let board = &table.state.position.board;
    let shares = board.occupied(Faction::of(seat)).iter().any(|area| board.factions(area).len() > 1);
    shares || !ContestQuestion::of(table, seat, None).is_idle()
}

/// The next contested area in order, also one that was fought over before and is contested again (IS-6.1); there is none in open
/// sea (IS-1.2.2).
fn next(table: &Table<'_>) -> Option<Area> {
    let state = &table.state;
    let waiting = state.position.board.contested() - state.scratch.truce - table.game.chart.open;
    npc::competition::in_order(table.game, &state.position, waiting).first().copied()
}

/// The start of the phase: cards that say so, and the sheets of Gaul, Minos and imperial Rome (IS-6.2).
fn open(table: &mut Table<'_>, contested: bool) -> Play {
    let game = table.game;
    let order = table.state.position.order.clone();
    let mut all: Vec<(Seat, Vec<Use>)> = Vec::new();
    let mut stopped = None;
    let (npcs, people): (Vec<Seat>, Vec<Seat>) = order.iter().copied().partition(|seat| game.is_npc(*seat));
    for seat in people.iter().chain(&npcs) {
        if game.is_npc(*seat) && stopped.is_some() {
            break;
        }
        if !contested {
            all.push((*seat, Vec::new()));
            continue;
        }
        let question = ContestQuestion::of(table, *seat, None);
        match npc::ask(table, *seat, format_args!("opening/{}", game.seat_key(*seat)), question) {
            Ok(uses) => all.push((*seat, uses)),
            Err(Stop) => stopped = Some(Stop),
        }
    }
    stopped.map_or(Ok(()), Err)?;
    all.sort_by_key(|(seat, _)| order.iter().position(|other| other == seat));
    for (seat, uses) in &all {
        let steps = sheet_steps(game, &table.state.position, *seat, None);
        // IS-9.4: Gaul gets its talent in any case; the others need a competition.
        let in_any_case = steps.iter().any(|step| matches!(step.op, Op::Talents { .. }));
        if !steps.is_empty() && (contested || in_any_case) {
            let picks = uses.iter().find(|used| used.thing == SHEET).map_or(&[][..], |used| &used.declared.picks);
            let scope = Scope::of(*seat, Time::Phase, None);
            carry_out(table, scope, steps, picks, Cause::Competition)?;
        }
        for used in uses {
            if let Thing::Card(card) = used.thing {
                cards::play_card(table, *seat, card, &used.declared, Time::Phase, None)?;
            }
        }
    }
    Ok(())
}

fn compete(table: &mut Table<'_>, area: Area, time: u8) -> Play {
    let game = table.game;
    // IS-19.10
    let shield = game.shields_in(&table.state.position, area);
    let stakes = npc::competition::stakes(game, &table.state.position, area);
    table.state.scratch.fight = Fight { here: Some(area), shield, stakes, ..Fight::default() };
    let position = &table.state.position;
    let board = &position.board;
    let strengths = board.factions(area).iter().map(|f| (position.civ(f), board.strength(area, f))).collect();
    table.tell(Event::Competition { area, strengths });
    sailors(table, area);
    // Step 1: everybody there declares, unseen by the others (IS-6.3).
    let present: Vec<Seat> =
        table.state.position.order.iter().copied().filter(|seat| is_there(table, area, *seat)).collect();
    let mut all: Vec<(Seat, Use)> = Vec::new();
    let mut stopped = None;
    let (npcs, people): (Vec<Seat>, Vec<Seat>) = present.iter().copied().partition(|seat| game.is_npc(*seat));
    for seat in people.iter().chain(&npcs) {
        if game.is_npc(*seat) && stopped.is_some() {
            break;
        }
        let question = ContestQuestion::of(table, *seat, Some(area)).for_time(time);
        let question = if game.is_npc(*seat) { question.knowing(&all) } else { question };
        let again = if time > 1 { alloc::format!(" for the {time}. time") } else { String::new() };
        match npc::ask(table, *seat, format_args!("compete {}{again}/{}", area.0, game.seat_key(*seat)), question) {
            Ok(uses) => all.extend(uses.into_iter().map(|used| (*seat, used))),
            Err(Stop) => stopped = Some(Stop),
        }
    }
    stopped.map_or(Ok(()), Err)?;
    all.sort_by_key(|(seat, _)| present.iter().position(|other| other == seat));
    // Step 2: all cards are shown, then they may be negated (IS-6.4).
    for (seat, used) in &all {
        match used.thing {
            Thing::Card(card) if holds(table, *seat, area).contains(card) => {
                cards::show(table, *seat, card);
                if table.state.position.home(&game.chart, *seat) != Some(area) {
                    table.state.scratch.abroad.insert(Faction::of(*seat));
                }
                negation::tell_aims(table, *seat, used.thing, &used.declared);
            }
            _ => {}
        }
    }
    let mut standing: Vec<(Seat, Use)> = Vec::new();
    for (seat, used) in all {
        match used.thing {
            Thing::Card(card) if table.state.scratch.spent[seat.index()].contains(card) => {
                if negation::negated(table, &Prey::new(seat, used.thing, &used.declared))? {
                    fetch::lay_down(table, seat, card);
                } else {
                    standing.push((seat, used));
                }
            }
            _ => standing.push((seat, used)),
        }
    }
    // Step 3: Wonders, then abilities, then cards, each in turn order (IS-6.4.1).
    let rank = |used: &Use| match used.thing {
        Thing::Wonder(_) => 0,
        Thing::Sheet(_) => 1,
        Thing::Card(card) => 1 + u8::from(game.fighting.contains(card)),
    };
    standing.sort_by_key(|(_, used)| rank(used));
    for (seat, used) in &standing {
        resolve(table, *seat, used, area)?;
    }
    rounds::fight(table, area)?;
    rounds::loot(table, area);
    table.state.scratch.fight = Fight::default();
    Ok(())
}

/// The cards that a seat may play in a competition: its hand, and what stands on its table for this area (IS-16.11).
fn holds(table: &Table<'_>, seat: Seat, area: Area) -> CardSet {
    table.state.hands[seat.index()] | table.game.standing_cards(&table.state.position, seat, area)
}

/// IS-17.5: allies that come to every competition at sea.
fn sailors(table: &mut Table<'_>, area: Area) {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let n = match game.chart.coastal.contains(area) {
            true => game.part_of(&table.state.position, seat).map_or(0, |part| part.sailors),
            // IS-19.7, IS-19.8
            false => consul::allies(game, &table.state.position, seat),
        };
        if n > 0 && is_there(table, area, seat) {
            table.state.position.board.add_white(area, Faction::of(seat), n);
            let civ = table.state.position.side(seat).civ;
            table.tell(Event::Allies { civ, heaps: alloc::vec![Heap { area, n }] });
        }
    }
}

fn is_there(table: &Table<'_>, area: Area, seat: Seat) -> bool {
    table.state.position.board.occupied(Faction::of(seat)).contains(area)
}

fn resolve(table: &mut Table<'_>, seat: Seat, used: &Use, area: Area) -> Play {
    let game = table.game;
    match used.thing {
        Thing::Card(card) if game.fighting.contains(card) => {
            let civ = table.state.position.side(seat).civ;
            table.tell(Event::TakesEffect { civ, card });
            cards::take_effect(table, seat, card, &used.declared, Time::Competition, Some(area))
        }
        Thing::Card(_) | Thing::Wonder(_) => uses::use_thing(table, seat, used, Time::Competition, Some(area)),
        Thing::Sheet(_) => {
            let civ = table.state.position.side(seat).civ;
            table.tell(Event::ThingUsed { seat, civ, thing: used.thing });
            let steps = sheet_steps(game, &table.state.position, seat, Some(area));
            table.state.position.side_mut(seat).ability_used = true;
            let scope = Scope::of(seat, Time::Competition, Some(area));
            carry_out(table, scope, steps, &used.declared.picks, Cause::Competition)
        }
    }
}
