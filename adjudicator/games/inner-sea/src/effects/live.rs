//! Carrying out an effect at the table: the noted choices are used, and the others concerned are asked.

use super::works::{Change, apply_change};
use super::{Host, Loss, Offer, Pick, Run, matches_pick, sound};
use crate::board::Board;
use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Target, Thing};
use crate::pieces::{Area, AreaSet, Civ, Faction};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::{draw, losses, payment};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat};

/// A table at which an effect takes place.
pub struct Live<'l, 't> {
    table: &'l mut Table<'t>,
    picks: Vec<Pick>,
    next: usize,
    /// How many choices others have been asked for on this card.
    asked: u8,
    cause: Cause,
    /// The areas that Barbarian discs were taken from since discs were told last.
    called: Vec<Area>,
}

impl<'l, 't> Live<'l, 't> {
    /// An effect with its noted choices.
    pub fn new(table: &'l mut Table<'t>, picks: &[Pick], cause: Cause) -> Live<'l, 't> {
        Live { table, picks: picks.to_vec(), next: 0, asked: 0, cause, called: Vec::new() }
    }
}

fn heaps(all: &[(Area, u8)]) -> Vec<Heap> {
    all.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect()
}

impl Host for Live<'_, '_> {
    fn position(&self) -> &Position {
        &self.table.state.position
    }

    fn board(&self) -> &Board {
        &self.table.state.position.board
    }

    fn board_mut(&mut self) -> &mut Board {
        &mut self.table.state.position.board
    }

    fn pick(&mut self, run: &Run<'_>, by: Seat, offer: Offer) -> Play<Option<Pick>> {
        if by == run.scope.chooser && !run.unforeseen {
            let noted = self.picks.get(self.next).copied();
            self.next += 1;
            let fits = noted.filter(|pick| matches_pick(&offer, *pick));
            // A choice that no longer fits is lost, and the rest of the card goes on (IS-5.2.1); unless somebody else has chosen
            // in between: then it could not be foreseen, and is made now.
            if fits.is_some() || self.asked == 0 {
                return Ok(fits);
            }
        }
        let position = &self.table.state.position;
        let best = sound::best(run.game, position, &position.board, Faction::of(by), &offer);
        let Some(best) = best else { return Ok(None) };
        let civs = core::array::from_fn(|i| position.civ(Faction(i as u8)));
        let question = PickQuestion { offer, best, civs, nth: self.asked, thing: run.scope.thing };
        self.asked += 1;
        let path = self.table.state.scratch.next_serial();
        npc::ask(self.table, by, format_args!("choose {path}"), question).map(Some)
    }

    fn placed(&mut self, _run: &Run<'_>, faction: Faction, all: &[(Area, u8)], white: bool) {
        let civ = self.position().civ(faction);
        let heaps = heaps(all);
        self.table.tell(match white {
            true => Event::Allies { civ, heaps },
            false => Event::Placed { seat: faction.seat(), civ, heaps, cause: self.cause },
        });
        let mut from: Vec<(Area, u8)> = Vec::new();
        for area in core::mem::take(&mut self.called) {
            match from.iter_mut().find(|(known, _)| *known == area) {
                Some((_, n)) => *n += 1,
                None => from.push((area, 1)),
            }
        }
        if !from.is_empty() {
            self.table.tell(Event::CalledAway { heaps: self::heaps(&from) });
        }
    }

    fn called_away(&mut self, from: Area) {
        self.called.push(from);
    }

    fn lose(&mut self, _run: &Run<'_>, all: &[Loss]) -> Play {
        losses::settle(self.table, all, self.cause)
    }

    fn ready(&mut self, seat: Seat, n: u8) {
        self.table.state.position.side_mut(seat).ready += n;
    }

    fn talents(&mut self, seat: Seat, n: i8) -> bool {
        losses::talents(self.table, seat, n)
    }

    fn vp(&mut self, seat: Seat, n: i8) -> bool {
        losses::points(self.table, seat, i16::from(n))
    }

    fn draw(&mut self, seat: Seat, n: u8, keep: u8, from_discards: bool) -> Play<bool> {
        draw::draw(self.table, seat, n, keep, from_discards)
    }

    fn discard(&mut self, seat: Seat, n: u8, random: bool) -> Play<bool> {
        draw::discard(self.table, seat, n, random)
    }

    fn steal(&mut self, run: &Run<'_>, from: Seat, n: u8, random: bool) -> Play<bool> {
        match run.scope.me.seat() {
            Some(seat) => draw::steal(self.table, seat, from, n, random),
            None => Ok(false),
        }
    }

    fn wonder(&mut self, run: &Run<'_>, change: Change) -> Play<bool> {
        if let Change::Build(wonder, area, discount) = change {
            return payment::build_cheaply(self.table, run.scope.chooser, wonder, area, discount);
        }
        let position = &mut self.table.state.position;
        let Some(wonder) = apply_change(run.game, position, change) else { return Ok(false) };
        let work = position.work(wonder);
        let (discs, destroyed) = (work.discs, work.destroyed);
        self.table.tell(Event::WonderChanged { wonder, discs, destroyed });
        Ok(true)
    }

    fn rank(&mut self, seat: Seat, spot: u8) {
        let order = &mut self.table.state.position.order;
        order.retain(|other| *other != seat);
        order.insert(usize::from(spot).min(order.len()), seat);
    }

    fn end_epoch(&mut self) {
        // IS-14.4: so many turns are played in any case.
        let position = &mut self.table.state.position;
        if position.turn > self.table.game.options.clock_in(position.epoch).least {
            position.epoch_ends = true;
        }
    }

    fn shield(&mut self, faction: Faction, rounds: u8) {
        // IS-19.10: behind walls it helps in the rounds after them.
        let state = &mut self.table.state;
        let here = state.scratch.fight.here;
        let walls = here.map_or(0, |here| self.table.game.shields_in(&state.position, here)[faction.index()]);
        let shield = &mut state.scratch.fight.shield[faction.index()];
        *shield = (*shield).max(walls + rounds);
    }

    fn no_ransom(&mut self, faction: Faction) {
        self.table.state.scratch.fight.no_ransom.insert(faction);
    }

    fn truce(&mut self, areas: AreaSet) {
        self.table.state.scratch.truce |= areas;
        self.table.tell(Event::Truce { areas: areas.iter().collect() });
    }

    fn ban(&mut self, areas: AreaSet, next_turn: bool) {
        let position = &mut self.table.state.position;
        position.banned |= areas;
        if next_turn {
            position.banned_next |= areas;
        }
        self.table.tell(Event::Forbidden { areas: areas.iter().collect() });
    }
}

/// The question for a choice that a card leaves to somebody else.
#[derive(Clone, Debug)]
pub struct PickQuestion {
    offer: Offer,
    best: Pick,
    civs: [Civ; 7],
    nth: u8,
    thing: Option<Thing>,
}

impl PickQuestion {
    /// What is offered.
    pub fn offer(&self) -> &Offer {
        &self.offer
    }

    fn pick_of(&self, target: Target) -> Option<Pick> {
        let pick = match target {
            Target::Area(area) => Pick::Area(area),
            Target::Civ(civ) => Pick::Faction(Faction(self.civs.iter().position(|known| *known == civ)? as u8)),
            Target::Option(i) => Pick::Option(i.wrapping_sub(1)),
            Target::Wonder(wonder) => Pick::Wonder(wonder),
            Target::Spot(spot) => Pick::Spot(spot.wrapping_sub(1)),
            Target::Nothing => Pick::Stop,
        };
        matches_pick(&self.offer, pick).then_some(pick)
    }
}

impl Question<InnerSea> for PickQuestion {
    type Answer = Pick;
    const NAME: &'static str = "choose";

    fn legal(&self, _game: &InnerSea, pick: &Pick) -> Result<(), Reason> {
        if matches_pick(&self.offer, *pick) { Ok(()) } else { Err(Reason::BadTarget) }
    }

    fn default(&self, _game: &InnerSea) -> Pick {
        self.best
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Pick {
        super::dry::by_chance(&self.offer, chance).unwrap_or(self.best)
    }

    fn about(&self, _game: &InnerSea) -> Option<String> {
        self.thing.map(|thing| thing.to_string())
    }

    fn only(&self, _game: &InnerSea) -> Option<Pick> {
        let count = match &self.offer {
            Offer::Areas { among, may_stop, .. } => among.len() + usize::from(*may_stop),
            Offer::Factions { among, .. } => among.len(),
            Offer::Options { open, .. } | Offer::Wonders(open) => open.count_ones() as usize,
            Offer::Spots(n) => usize::from(*n),
        };
        (count == 1).then_some(self.best)
    }

    /// IS-5.7.3
    fn waits(&self, order: &Order) -> bool {
        matches!(order, Order::Choose(_))
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Pick> {
        lines.first(|order| {
            let Order::Choose(targets) = order else { return Says::Nothing };
            // The first target is for the first choice, the second for the second; then whatever fits.
            let own = targets.get(usize::from(self.nth)).and_then(|target| self.pick_of(*target));
            match own.or_else(|| targets.iter().find_map(|target| self.pick_of(*target))) {
                Some(pick) => Says::Yes(pick),
                None => Says::No(Reason::BadTarget),
            }
        })
    }

    fn orders(&self, _game: &InnerSea, pick: &Pick) -> Vec<Order> {
        alloc::vec![Order::Choose(alloc::vec![pick.target(&self.civs)])]
    }
}

impl Pick {
    /// The area, if one was chosen.
    pub fn area(self) -> Option<Area> {
        if let Pick::Area(area) = self { Some(area) } else { None }
    }

    /// The choice as an order names it.
    pub fn target(self, civs: &[Civ; 7]) -> Target {
        match self {
            Pick::Area(area) => Target::Area(area),
            Pick::Faction(faction) => Target::Civ(civs[faction.index()]),
            Pick::Option(i) => Target::Option(i + 1),
            Pick::Wonder(wonder) => Target::Wonder(wonder),
            Pick::Spot(spot) => Target::Spot(spot + 1),
            Pick::Stop => Target::Nothing,
        }
    }
}
