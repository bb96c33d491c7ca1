//! The Valuation Phase: domination, points, turn order, Aeneas, sudden end, new cards (IS-7).

use crate::deck::Time;
use crate::effects::{Loss, Mode, Scope};
use crate::event::{Cause, Event};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Thing, Verb};
use crate::pieces::{Area, AreaSet, Faction, Factions};
use crate::position::{Phase, Position};
use crate::reason::Reason;
use crate::rules::uses::{Use, Uses, carry_out, use_thing};
use crate::rules::{aeneas, conquest, consul, draw, drawing, events, late, losses, order, partners, turn};
use crate::scenario::Ends;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Plays the phase.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    table.gather(game.seats())?;
    let factions: Vec<Faction> = table.state.position.in_order().collect();
    turn::trim(table, &factions, Phase::Valuation);
    dominate(table)?;
    score(table)?;
    bonus(table);
    npc::hostility::settle(table)?;
    order::settle(table)?;
    aeneas::offer(table)?;
    if conquest::survives(table) {
        return Ok(());
    }
    sudden_end(table)?;
    let over_limit = game
        .options
        .vp_limit
        .is_some_and(|most| table.state.position.order.iter().any(|seat| table.state.position.side(*seat).vp >= most));
    if !table.state.position.epoch_ends && !over_limit {
        let order = table.state.position.order.clone();
        late::arrive(table)?;
        for seat in &order {
            drawing::each(table, *seat)?;
        }
        for seat in order {
            drawing::alphabet(table, seat)?;
        }
        partners::give(table)?;
    }
    let epoch_ends = table.state.position.epoch_ends || over_limit;
    if !epoch_ends {
        partners::cross(table)?;
    }
    turn::end(table, epoch_ends);
    Ok(())
}

/// Whoever is in a coastal sea and controls every land next to it drives the others out (IS-7.2).
fn dominate(table: &mut Table<'_>) -> Play {
    let position = &table.state.position;
    let mut all: Vec<Loss> = Vec::new();
    let mut told: Vec<(Faction, Area)> = Vec::new();
    for civ in position.civs().iter() {
        // IS-18.4: vassals count for their lord.
        let Some(seat) = civ.seat() else { continue };
        let vassals = table.game.vassals_of(position, seat);
        let board = if vassals.is_empty() { None } else { Some(table.game.united(position, seat)) };
        for area in board.as_ref().unwrap_or(&position.board).ruled(&table.game.chart, civ).iter() {
            let there = position.board.factions(area).without(civ);
            let others: Factions = there.iter().filter(|one| !vassals.contains(*one)).collect();
            if !others.is_empty() {
                told.push((civ, area));
            }
            all.extend(others.iter().map(|f| Loss { faction: f, area, n: position.board.strength(area, f) }));
        }
    }
    for (faction, area) in told {
        let civ = table.state.position.civ(faction);
        table.tell(Event::Dominates { civ, area });
    }
    losses::settle(table, &all, Cause::Domination)
}

/// The Wonders of a seat that stand where it has a disc (IS-7.3).
pub fn wonders_held(position: &Position, seat: Seat) -> u8 {
    let held = |area: Area| position.board.discs(area, Faction::of(seat)) > 0;
    position.works_of(seat).filter(|wonder| position.work(*wonder).area.is_some_and(held)).count() as u8
}

/// A point for every City (IS-7.3). Where a scenario has capitals, Cities without Gold outside of them are worth half a point, and
/// whoever of the old powers has a disc in a capital scores for it and for its Gold (IS-15.5).
fn city_points(game: &InnerSea, position: &Position, seat: Seat) -> u8 {
    let cities = position.cities(&game.chart, seat);
    let capitals = game.options.scenario.capitals;
    if capitals.is_empty() {
        return cities.len() as u8;
    }
    let gold: AreaSet = position.gold.iter().map(|gold| gold.area).collect();
    let old = cities & (capitals | gold);
    let halves = (cities - old).len() as u8 / 2;
    let mut points = old.len() as u8 + halves;
    if !game.is_invader(position, seat) {
        for area in (capitals & position.board.occupied(Faction::of(seat))).iter() {
            points += 1 + position.gold_in(area).map_or(0, |gold| gold.n);
        }
    }
    points
}

/// A point for every City and every Wonder, then what the sheets give (IS-7.3).
fn score(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let uses = Uses::of(game, &table.state.position, seat, Time::Scoring);
        if !uses.things.is_empty() {
            let question = UseQuestion { uses, position: table.state.position.clone() };
            for used in npc::ask(table, seat, format_args!("use/{}", game.seat_key(seat)), question)? {
                use_thing(table, seat, &used, Time::Scoring, None)?;
            }
        }
        let position = &table.state.position;
        let cities = city_points(game, position, seat);
        let wonders = wonders_held(position, seat);
        if game.part_of(position, seat).is_some_and(|part| part.has_no_points) {
            // IS-19.4
            continue;
        }
        table.state.position.side_mut(seat).vp += u16::from(cities + wonders);
        let before = table.state.position.side(seat).vp;
        let sheet = game.sheet(&table.state.position, seat);
        carry_out(table, Scope::of(seat, Time::Scoring, None), &sheet.scoring, &[], Cause::Card)?;
        tribute(table, seat);
        let side = table.state.position.side(seat);
        let (civ, now) = (side.civ, side.vp);
        table.tell(Event::Scored { seat, civ, cities, wonders, sheet: (now - before) as u8, now });
    }
    Ok(())
}

/// IS-18.2: a point and a talent for each Gold with a disc of a vassal.
fn tribute(table: &mut Table<'_>, seat: Seat) {
    let game = table.game;
    let vassals = game.vassals_of(&table.state.position, seat);
    let n = if vassals.is_empty() { 0 } else { game.gold_under(&table.state.position, vassals) };
    if n > 0 {
        losses::points(table, seat, i16::from(n));
        losses::talents(table, seat, n as i8);
    }
}

/// IS-13.15: where the table says so, NPCs get points each turn.
fn bonus(table: &mut Table<'_>) {
    let n = table.game.options.cast.handicap.npc_vp;
    let npcs = table.game.options.cast.npcs;
    if n == 0 || npcs.is_empty() {
        return;
    }
    for seat in npcs.iter().filter(|seat| table.state.position.order.contains(seat)).collect::<Vec<_>>() {
        table.state.position.side_mut(seat).vp += n;
    }
    table.tell(Event::NpcBonus { n });
}

/// Whether there may be a Draw step in this turn: after the fourth turn the Epoch is over (IS-7.6).
pub fn draws(game: &InnerSea, position: &Position) -> bool {
    let most = game.options.vp_limit;
    position.turn < game.options.clock_in(position.epoch).last()
        && !most.is_some_and(|most| position.order.iter().any(|seat| position.side(*seat).vp >= most))
}

/// A card is turned up after the second and third turn; after the fourth the Epoch is over in any case (IS-7.6).
fn sudden_end(table: &mut Table<'_>) -> Play {
    let ends = table.game.options.clock_in(table.state.position.epoch).after(table.state.position.turn);
    if ends == Ends::Always {
        table.state.position.epoch_ends = true;
    }
    // IS-14.4: where the game stops after competitions, the card was turned up then.
    let was_asked = table.game.options.clock.stops_after_competition;
    if !ends.asks_a_card() || was_asked || table.state.position.epoch_ends || consul::must_go_on(table) {
        return Ok(());
    }
    let Some(card) = draw::next_card(table, draw::Lot::Table) else { return Ok(()) };
    let ends = ends.by(card.0);
    table.show(Audience::All, Event::SuddenEnd { card, ends });
    if table.game.deck.events.contains(card) {
        let first = table.state.position.order.first().copied().unwrap_or(Seat(0));
        events::happen(table, first, card)?;
    } else {
        table.state.deck.insert(card);
        table.state.count();
    }
    table.state.position.epoch_ends |= ends;
    Ok(())
}

/// The question which things to use.
#[derive(Clone, Debug)]
pub struct UseQuestion {
    uses: Uses,
    position: Position,
}

impl Question<InnerSea> for UseQuestion {
    type Answer = Vec<Use>;
    const NAME: &'static str = "use";

    fn legal(&self, game: &InnerSea, answer: &Vec<Use>) -> Result<(), Reason> {
        self.uses.legal(game, &self.position, answer)
    }

    fn default(&self, _game: &InnerSea) -> Vec<Use> {
        Vec::new()
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Vec<Use> {
        self.uses.random(game, &self.position, chance)
    }

    fn hints(&self, game: &InnerSea) -> Vec<Vec<Use>> {
        let used = |thing: &Thing| self.uses.declare(game, &self.position, *thing, Mode::Sound).ok();
        self.uses.things.iter().filter_map(used).map(|used| alloc::vec![used]).collect()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Vec<Use>> {
        let mine = |order: &Order| {
            matches!(order, Order::Nothing(Verb::Use))
                || matches!(order, Order::Use(thing, _) if self.uses.things.contains(thing))
        };
        lines.mention(mine).then(|| {
            lines.each(|order| if matches!(order, Order::Nothing(Verb::Use)) { Says::Yes(()) } else { Says::Nothing });
            self.uses.hear(game, &self.position, lines)
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Vec<Use>) -> Vec<Order> {
        let orders = self.uses.orders(&self.position, answer);
        if orders.is_empty() { alloc::vec![Order::Nothing(Verb::Use)] } else { orders }
    }
}
