//! The Aeneas rule: whoever is far behind or gone may begin again (IS-7.5).

use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::Order;
use crate::pieces::{Area, AreaSet, Civ, Faction};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::placing::{self, PlaceQuestion, Placing};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Offers the rule to everybody who may use it, in turn order.
pub fn offer(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        if game.is_npc(seat) {
            npc::aeneas::consider(table, seat)?;
            continue;
        }
        if !may_begin_again(game, &table.state.position, seat) {
            continue;
        }
        let question = AeneasQuestion::of(game, &table.state.position, seat);
        let answer = npc::ask(table, seat, format_args!("aeneas/{}", game.seat_key(seat)), question)?;
        if let Some((civ, area)) = answer {
            begin_again(table, seat, civ, area)?;
        }
    }
    Ok(())
}

/// Once a game, not in the last Epoch; five points behind everybody, or without discs on the map (IS-7.5).
pub fn may_begin_again(game: &InnerSea, position: &Position, seat: Seat) -> bool {
    let side = position.side(seat);
    let others = position.order.iter().filter(|other| **other != seat);
    if game.options.scenario.rebirth.is_some() {
        // IS-15.8: who is last may, in any turn.
        let is_last = others.clone().all(|other| position.side(*other).vp >= side.vp);
        let is_behind = others.clone().any(|other| position.side(*other).vp > side.vp);
        return side.reborn < game.options.rebirths && is_last && is_behind;
    }
    let behind = others.clone().count() > 0 && others.clone().all(|other| position.side(*other).vp >= side.vp + 5);
    let gone = position.board.total(Faction::of(seat)) == 0;
    side.reborn < game.options.rebirths
        && (position.epoch < game.options.last_epoch
            || game.is_single(seat)
            || game.options.cast.handicap.begins_again_late)
        && (behind || gone)
}

/// A civilization begins again there (IS-7.5).
pub fn begin_again(table: &mut Table<'_>, seat: Seat, civ: Civ, area: Area) -> Play {
    let game = table.game;
    let me = Faction::of(seat);
    let position = &mut table.state.position;
    // Step 1: discs on Wonders and investments go back; investments are discarded.
    position.works.iter_mut().filter(|work| work.owner == Some(seat)).for_each(|work| work.discs = 0);
    let cards: Vec<_> = position.invested.iter().filter(|one| one.owner == seat).map(|one| one.card).collect();
    position.invested.retain(|one| one.owner != seat);
    cards.into_iter().for_each(|card| position.discards.insert(card));
    // Step 2: discs on the map become Barbarians, as far as there are any.
    for place in position.board.occupied(me).iter() {
        let n = position.board.take(place, me, u8::MAX);
        let black = n.min(game.supply(position, &position.board, Faction::BARBARIANS));
        // IS-1.2.2: one disc of each faction in an open sea.
        let taken = game.chart.open.contains(place) && position.board.discs(place, Faction::BARBARIANS) > 0;
        let black = if taken { 0 } else { black };
        position.board.add(place, Faction::BARBARIANS, black);
    }
    // Step 3: the old civilization or a new one.
    let side = position.side_mut(seat);
    let was = core::mem::replace(&mut side.civ, civ);
    side.reborn += 1;
    table.tell(Event::Reborn { seat, was, civ, area });
    // Steps 4 and 5: sixteen discs and two for every Epoch that is over.
    let position = &table.state.position;
    let over = position.epoch - game.options.first_epoch;
    let discs = 16 + 2 * over;
    // IS-15.8, IS-18.8
    let entry = game.part_of(position, seat).and_then(|part| part.entry.as_ref()).map(|entry| entry.discs);
    let rebirth = game.options.scenario.rebirth.as_ref().map(|rebirth| rebirth.discs);
    let discs = rebirth.or(entry).unwrap_or(discs);
    let discs = if game.is_single(seat) { discs + discs / 2 } else { discs };
    let n = discs.min(game.supply(position, &position.board, me));
    let question = PlaceQuestion::new(position, seat, n, Placing::Aeneas(area));
    let heaps = npc::ask(table, seat, format_args!("settle/{}", game.seat_key(seat)), question)?;
    placing::bring(table, seat, &heaps);
    let heaps = heaps.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
    table.tell(Event::Placed { seat: Some(seat), civ, heaps, cause: Cause::Aeneas });
    Ok(())
}

/// The question whether to begin again, as whom and where.
#[derive(Clone, Debug)]
pub struct AeneasQuestion {
    own: Civ,
    civs: Vec<Civ>,
    areas: AreaSet,
}

impl AeneasQuestion {
    fn of(game: &InnerSea, position: &Position, seat: Seat) -> AeneasQuestion {
        let own = position.side(seat).civ;
        // IS-15.8: the first who begins again comes as a new people.
        let rebirth = game.options.scenario.rebirth.as_ref();
        if let Some(rebirth) = rebirth.filter(|rebirth| position.faction(rebirth.civ).is_none()) {
            let areas = rebirth.areas & game.chart.in_play;
            return AeneasQuestion { own: rebirth.civ, civs: alloc::vec![rebirth.civ], areas: areas - position.banned };
        }
        let free = |civ: &Civ| *civ == own || (position.faction(*civ).is_none() && game.chart.home(*civ).is_some());
        let civs = Civ::ALL.iter().take(10).copied().filter(free).collect();
        let others = position.order.iter().filter(|other| **other != seat);
        let homes: AreaSet = others.filter_map(|other| position.home(&game.chart, *other)).collect();
        AeneasQuestion { own, civs, areas: game.chart.land - homes - position.banned }
    }
}

impl Question<InnerSea> for AeneasQuestion {
    type Answer = Option<(Civ, Area)>;
    const NAME: &'static str = "aeneas";

    fn legal(&self, _game: &InnerSea, answer: &Option<(Civ, Area)>) -> Result<(), Reason> {
        match answer {
            Some((civ, _)) if !self.civs.contains(civ) => Err(Reason::CivTaken { civ: *civ }),
            Some((_, area)) if !self.areas.contains(*area) => Err(Reason::NotHere { area: *area }),
            _ => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Option<(Civ, Area)> {
        None
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Option<(Civ, Area)> {
        if self.areas.is_empty() || chance.random_range(0..2u8) == 0 {
            return None;
        }
        let civ = self.civs.get(chance.random_range(0..self.civs.len())).copied().unwrap_or(self.own);
        self.areas.nth(chance.random_range(0..self.areas.len())).map(|area| (civ, area))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Option<(Civ, Area)>> {
        lines.first(|order| match order {
            Order::Aeneas(answer) => match self.legal(game, answer) {
                Ok(()) => Says::Yes(*answer),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Option<(Civ, Area)>) -> Vec<Order> {
        alloc::vec![Order::Aeneas(*answer)]
    }
}
