//! Investments and Wonders in use: each use takes a disc off (IS-5.4, IS-5.6.4).

use crate::deck::{Step, Time};
use crate::effects::{Declared, Live, Mode, Pick, Run, Scope, declare, run_steps};
use crate::event::{Cause, Event};
use crate::game::{InnerSea, Table};
use crate::orders::{Order, Target, Thing};
use crate::pieces::{Area, Civ, Faction, Wonder};
use crate::position::{Invested, Position};
use crate::reason::Reason;
use crate::rules::negation::{self, Prey};
use crate::rules::school;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Says, Seat};

/// A thing that is used, with its choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// What.
    pub thing: Thing,
    /// The choices.
    pub declared: Declared,
}

/// The names of the factions, for questions that print orders.
pub fn civs_of(position: &Position) -> [Civ; 7] {
    core::array::from_fn(|i| position.civ(Faction(i as u8)))
}

/// The things that a seat can use at this time, and the discs on each.
pub fn usable(game: &InnerSea, position: &Position, seat: Seat, time: Time) -> Vec<(Thing, u8)> {
    let mut all = Vec::new();
    for one in position.invested.iter().filter(|one| one.owner == seat && one.discs > 0) {
        let file = game.deck.card(one.card);
        if file.is_for(time) && (file.uses_per_turn == 0 || !one.used) {
            all.push((Thing::Card(one.card), one.discs));
        }
    }
    for wonder in (0..7).map(Wonder).filter(|wonder| position.can_use(*wonder, seat)) {
        let file = game.deck.wonder(wonder);
        if file.is_for(time) && (file.uses_per_turn == 0 || !position.work(wonder).used) {
            all.push((Thing::Wonder(wonder), position.work(wonder).discs));
        }
    }
    all
}

/// What a thing does.
pub fn effect(game: &InnerSea, thing: Thing) -> &[Step] {
    match thing {
        Thing::Card(card) => &game.deck.card(card).effect,
        Thing::Wonder(wonder) => &game.deck.wonder(wonder).effect,
        Thing::Sheet(_) => &[],
    }
}

/// Takes a disc off a thing; an investment without discs is discarded (IS-5.4).
pub fn take_disc(table: &mut Table<'_>, thing: Thing) {
    let game = table.game;
    let position = &mut table.state.position;
    match thing {
        Thing::Card(card) => {
            if let Some(one) = position.invested.iter_mut().find(|one| one.card == card) {
                one.discs = one.discs.saturating_sub(1);
                one.used = true;
            }
            // IS-16.10: a school stays as long as its Gold does.
            let stays = |one: &Invested| school::stays(game, position, one.owner, card);
            if position.invested.iter().any(|one| one.card == card && one.discs == 0 && !stays(one)) {
                position.invested.retain(|one| one.card != card);
                position.discards.insert(card);
            }
        }
        Thing::Wonder(wonder) => {
            let work = &mut position.works[wonder.index()];
            work.discs = work.discs.saturating_sub(1);
            work.used = true;
        }
        Thing::Sheet(_) => {}
    }
}

/// Uses a thing: it costs its disc even if the use is negated (IS-5.6.4).
pub fn use_thing(table: &mut Table<'_>, seat: Seat, used: &Use, time: Time, here: Option<Area>) -> Play {
    let game = table.game;
    let civ = table.state.position.side(seat).civ;
    if !usable(game, &table.state.position, seat, time).iter().any(|(thing, _)| *thing == used.thing) {
        return Ok(());
    }
    table.tell(Event::ThingUsed { seat, civ, thing: used.thing });
    take_disc(table, used.thing);
    if let Thing::Wonder(wonder) = used.thing {
        negation::tell_aims(table, seat, used.thing, &used.declared);
        let prey = Prey::new(seat, used.thing, &used.declared);
        if negation::negated(table, &prey)? {
            table.state.position.works[wonder.index()].silenced = true;
            return Ok(());
        }
    }
    let scope = Scope { thing: Some(used.thing), ..Scope::of(seat, time, here) };
    carry_out(table, scope, effect(game, used.thing), &used.declared.picks, Cause::Card)
}

/// Carries out steps with their noted choices.
pub fn carry_out(table: &mut Table<'_>, scope: Scope, steps: &[Step], picks: &[Pick], cause: Cause) -> Play {
    let mut run = Run::new(table.game, &table.state.position, scope);
    let mut live = Live::new(table, picks, cause);
    run_steps(&mut live, &mut run, steps).map(|_| ())
}

/// Carries out steps of which nothing was chosen before: whoever chooses is asked now.
pub fn carry_out_asking(table: &mut Table<'_>, scope: Scope, steps: &[Step], cause: Cause) -> Play {
    let mut run = Run::unforeseen(table.game, &table.state.position, scope);
    let mut live = Live::new(table, &[], cause);
    run_steps(&mut live, &mut run, steps).map(|_| ())
}

/// The uses that an answer may hold: which things, and the position in which they are chosen.
#[derive(Clone, Debug)]
pub struct Uses {
    /// Whose.
    pub seat: Seat,
    /// When.
    pub time: Time,
    /// What can be used.
    pub things: Vec<Thing>,
}

impl Uses {
    /// What a seat can use now.
    pub fn of(game: &InnerSea, position: &Position, seat: Seat, time: Time) -> Uses {
        let things = usable(game, position, seat, time);
        Uses { seat, time, things: things.into_iter().map(|(thing, _)| thing).collect() }
    }

    /// Declares a use.
    pub fn declare(&self, game: &InnerSea, position: &Position, thing: Thing, mode: Mode<'_>) -> Result<Use, Reason> {
        if !self.things.contains(&thing) {
            return Err(Reason::NotUsable);
        }
        let scope = Scope::of(self.seat, self.time, None);
        let declared = declare(game, position, scope, effect(game, thing), mode)?;
        Ok(Use { thing, declared: declared.ok_or(Reason::NotUsable)? })
    }

    /// Each thing alone, soundly.
    pub fn hints(&self, game: &InnerSea, position: &Position) -> Vec<Use> {
        self.things.iter().filter_map(|thing| self.declare(game, position, *thing, Mode::Sound).ok()).collect()
    }

    /// Whether these uses are allowed.
    pub fn legal(&self, game: &InnerSea, position: &Position, uses: &[Use]) -> Result<(), Reason> {
        let civs = civs_of(position);
        for (i, one) in uses.iter().enumerate() {
            let targets = one.declared.picks.iter().map(|pick| pick.target(&civs)).collect();
            let same = self.declare(game, position, one.thing, Mode::Wish(targets))?;
            if same != *one || uses[..i].iter().any(|other| other.thing == one.thing) {
                return Err(Reason::NotUsable);
            }
        }
        Ok(())
    }

    /// Some uses drawn by chance.
    pub fn random(&self, game: &InnerSea, position: &Position, chance: &mut Chance) -> Vec<Use> {
        let mut all = Vec::new();
        for thing in &self.things {
            if chance.random_range(0..2u8) == 0 {
                all.extend(self.declare(game, position, *thing, Mode::Random(&mut *chance)).ok());
            }
        }
        all
    }

    /// The uses that a letter orders.
    pub fn hear(&self, game: &InnerSea, position: &Position, lines: &mut Lines<'_, InnerSea>) -> Vec<Use> {
        let mut all: Vec<Use> = Vec::new();
        lines.each(|order| {
            let Order::Use(thing, targets) = order else { return Says::Nothing };
            // A thing for another time is not spoken of here.
            if !self.things.contains(thing) {
                return Says::Nothing;
            }
            if all.iter().any(|known| known.thing == *thing) {
                return Says::No(Reason::Twice);
            }
            match self.declare(game, position, *thing, Mode::Wish(targets.clone())) {
                Ok(one) => {
                    all.push(one);
                    Says::Yes(())
                }
                Err(reason) => Says::No(reason),
            }
        });
        all
    }

    /// The uses as orders.
    pub fn orders(&self, position: &Position, uses: &[Use]) -> Vec<Order> {
        let civs = civs_of(position);
        let one = |one: &Use| {
            let targets: Vec<Target> = one.declared.picks.iter().map(|pick| pick.target(&civs)).collect();
            Order::Use(one.thing, targets)
        };
        uses.iter().map(one).collect()
    }
}
