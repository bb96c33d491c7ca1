//! Events: carried out at once when drawn or revealed (IS-5.5).

use crate::deck::{Step, Time, Who};
use crate::effects::{Declared, Mode, Scope, fewest_vp, rehearse};
use crate::event::{Cause, Event};
use crate::form;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::options::TimePasses;
use crate::orders::{Order, Target, Thing};
use crate::pieces::{Card, Civ, Faction, Factions};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::negation::{self, Prey};
use crate::rules::setup::TIME_PASSES;
use crate::rules::uses::{carry_out, civs_of};
use crate::rules::{realm, tidings};
use crate::scenario::Turn;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// An event happens; it was drawn or revealed by this seat.
pub fn happen(table: &mut Table<'_>, seat: Seat, card: Card) -> Play {
    let game = table.game;
    let file = game.deck.card(card);
    let civ = table.state.position.side(seat).civ;
    table.show(Audience::All, Event::EventCard { civ, card });
    if card == TIME_PASSES && game.options.time_passes == TimePasses::Blank {
        // IS-10.2: its text is ignored.
        table.state.position.discards.insert(card);
        return Ok(());
    }
    // IS-19.12
    let tidings = tidings::of(table, card);
    if let Some(tidings) = tidings
        && !tidings::happen(table, tidings)
    {
        if tidings.turn != Turn::Shuffles {
            table.state.position.discards.insert(card);
        }
        return Ok(());
    }
    let (seat, effect) = match instead(game, &table.state.position, card) {
        Some((who, effect)) => {
            let civ = who.map(|who| table.state.position.side(who).civ);
            if let Some(civ) = civ.filter(|_| tidings.is_none()) {
                table.tell(Event::Reinforced { civ, card });
            }
            (who.unwrap_or(seat), effect)
        }
        None => (seat, file.effect.as_slice()),
    };
    let chosen = effect.iter().any(|step| step.by == Who::FewestVp);
    // IS-20.10: with no NPC in the game yet an unknown one decides, against whoever leads.
    let stranger = if chosen && !game.has_npcs(&table.state.position) {
        game.hidden(&table.state.position).first().copied()
    } else {
        None
    };
    if let Some(stranger) = stranger {
        let target = leader(game, &table.state.position);
        table.state.position.enemies[stranger.index()] = target.map_or(Factions::NONE, Factions::only);
    }
    let chooser = if chosen { fewest_vp(game, &table.state.position).unwrap_or(seat) } else { seat };
    let chooser = stranger.unwrap_or(chooser);
    let scope = Scope { chooser, thing: Some(Thing::Card(card)), ..Scope::of(seat, Time::Event, None) };
    let sound = rehearse(game, &table.state.position, scope, effect, Mode::Sound);
    let declared = match sound {
        Err(_) => Declared::default(),
        Ok((sound, ..)) if sound.picks.is_empty() => sound,
        Ok((sound, ..)) => {
            let question = EventQuestion { card, scope, sound, position: table.state.position.clone() };
            let serial = table.state.scratch.next_serial();
            npc::ask(table, chooser, format_args!("event {serial}/{}", game.seat_key(chooser)), question)?
        }
    };
    negation::tell_aims(table, chooser, Thing::Card(card), &declared);
    // IS-19.12: what is printed does not happen, so what would answer it has nothing to answer.
    let can_be = tidings.is_none() || effect.iter().any(Step::brings_barbarians);
    if !can_be || !negation::negated(table, &Prey::new(seat, Thing::Card(card), &declared))? {
        carry_out(table, scope, effect, &declared.picks, Cause::Card)?;
        realm::mingle(table);
    }
    if let Some(stranger) = stranger {
        table.state.position.enemies[stranger.index()] = Factions::NONE;
    }
    table.state.position.discards.insert(card);
    Ok(())
}

/// Who has most points, then most Cities, then comes first in the turn order (IS-20.10).
fn leader(game: &InnerSea, position: &Position) -> Option<Faction> {
    let key = |seat: &Seat| (game.score(position, *seat), position.cities(&game.chart, *seat).len());
    position.order.iter().rev().max_by_key(|seat| key(seat)).copied().map(Faction::of)
}

/// What happens instead of what is printed, and who does it, if that is said: other tidings (IS-19.12), or reinforcements (IS-16.5).
fn instead<'g>(game: &'g InnerSea, position: &Position, card: Card) -> Option<(Option<Seat>, &'g [Step])> {
    let tidings = game.options.scenario.extras.tidings.iter().find(|one| one.card == card);
    if let Some(Turn::Places(by, effect)) = tidings.map(|one| &one.turn) {
        let who = by.and_then(|civ| position.faction(civ)).and_then(Faction::seat);
        return Some((who, effect));
    }
    reinforced(game, position, card).map(|(seat, effect)| (Some(seat), effect))
}

/// IS-16.5: an event that brings discs to a people of the scenario, to which, and what happens instead of what is printed: to the other
/// half of its realm, if it is out of the game or has too few discs.
fn reinforced<'g>(game: &'g InnerSea, position: &Position, card: Card) -> Option<(Seat, &'g [Step])> {
    let scenario = &game.options.scenario;
    let one = scenario.reinforcements.iter().find(|one| one.card == card)?;
    let twin = scenario.part(one.civ).and_then(|part| part.realm).map(|realm| realm.twin);
    let seat = |civ: Civ| position.order.iter().copied().find(|seat| position.side(*seat).civ == civ);
    let has_discs = |seat: &Seat| game.supply(position, &position.board, Faction::of(*seat)) >= one.discs;
    let halves = [Some(one.civ), twin].into_iter().flatten().filter_map(seat);
    let first = halves.clone().find(has_discs).or_else(|| halves.clone().next());
    first.map(|seat| (seat, one.effect.as_slice()))
}

/// So many places are offered.
const MOST_HINTS: usize = 40;

/// The question where an event strikes.
#[derive(Clone, Debug)]
pub struct EventQuestion {
    card: Card,
    scope: Scope,
    sound: Declared,
    position: Position,
}

impl EventQuestion {
    /// The event with its targets.
    pub fn declare(&self, game: &InnerSea, mode: Mode<'_>) -> Result<Declared, Reason> {
        // IS-5.2.2: whoever chooses may choose an area where nothing is.
        let printed = game.deck.card(self.card).effect.as_slice();
        let effect = instead(game, &self.position, self.card).map_or(printed, |(_, effect)| effect);
        rehearse(game, &self.position, self.scope, effect, mode).map(|(declared, ..)| declared)
    }
}

impl Question<InnerSea> for EventQuestion {
    type Answer = Declared;
    const NAME: &'static str = "event";

    fn legal(&self, game: &InnerSea, answer: &Declared) -> Result<(), Reason> {
        let civs = civs_of(&self.position);
        let targets = answer.picks.iter().map(|pick| pick.target(&civs)).collect();
        let same = self.declare(game, Mode::Wish(targets))?;
        if same.picks == answer.picks { Ok(()) } else { Err(Reason::BadTarget) }
    }

    fn default(&self, _game: &InnerSea) -> Declared {
        self.sound.clone()
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Declared {
        self.declare(game, Mode::Random(chance)).unwrap_or_else(|_| self.sound.clone())
    }

    fn about(&self, _game: &InnerSea) -> Option<String> {
        Some(self.card.to_string())
    }

    /// One area each: those that the event may be aimed at first.
    fn hints(&self, game: &InnerSea) -> Vec<Declared> {
        let all = game.chart.ranked.iter().map(|area| alloc::vec![Target::Area(*area)]);
        let mut found: Vec<Declared> = Vec::new();
        for declared in all.filter_map(|targets| self.declare(game, Mode::Wish(targets)).ok()) {
            if found.len() < MOST_HINTS && !found.contains(&declared) {
                found.push(declared);
            }
        }
        found
    }

    /// IS-5.7.3
    fn waits(&self, order: &Order) -> bool {
        matches!(order, Order::Choose(_))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Declared> {
        lines.first(|order| match order {
            Order::Choose(targets) => match self.declare(game, Mode::Wish(targets.clone())) {
                Ok(declared) => Says::Yes(declared),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn form(&self, game: &InnerSea, answer: &Declared) -> Vec<Order> {
        form::all(game, self.orders(game, answer))
    }

    fn orders(&self, _game: &InnerSea, answer: &Declared) -> Vec<Order> {
        let civs = civs_of(&self.position);
        alloc::vec![Order::Choose(answer.picks.iter().map(|pick| pick.target(&civs)).collect())]
    }
}
