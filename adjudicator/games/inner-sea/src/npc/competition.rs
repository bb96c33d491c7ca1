//! How an NPC competes: what it declares, and what it gives for discs that it would lose (IS-13.8).

use super::{ByTheBook, Mind, quiet, settle};
use crate::board::Board;
use crate::deck::{Op, Step, Time};
use crate::effects::{Mode, Pick, Scope, rehearse};
use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc::cards::{first_to_go, spare};
use crate::orders::{Target, Thing};
use crate::pieces::{Area, AreaSet, Card, CardSet, FACTIONS, Faction, Factions};
use crate::position::Position;
use crate::rules::opening::{ContestQuestion, SHEET, sheet_steps};
use crate::rules::ransom::{Ransom, RansomQuestion};
use crate::rules::uses::{self, Use, civs_of};
use alloc::vec::Vec;
use tabellarius_kernel::{Play, Seat};

/// A competition as it would go on: who is there with how many, and who is spared for how many rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foresight {
    /// Discs and allies, by faction.
    pub strength: [u8; FACTIONS],
    /// Rounds without losses.
    pub shield: [u8; FACTIONS],
}

impl Foresight {
    /// As things stand in an area.
    pub fn of(board: &Board, area: Area) -> Foresight {
        let strength = core::array::from_fn(|i| board.strength(area, Faction(i as u8)));
        Foresight { strength, shield: [0; FACTIONS] }
    }

    fn is_contested(&self) -> bool {
        let there = self.strength.iter().filter(|n| **n > 0).count();
        there > 1 && self.strength.iter().any(|n| *n > 1)
    }

    /// Plays the rounds (IS-6.6), in which one faction may pay for so many discs; says how many are left of everybody.
    pub fn outcome(mut self, me: Faction, mut ransom: u8) -> [u8; FACTIONS] {
        while self.is_contested() {
            let mut lost = [false; FACTIONS];
            let mut size = 1;
            loop {
                let there = |i: usize| self.strength[i] > 0 || lost[i];
                let all_lost = (0..FACTIONS).all(|i| lost[i] || !there(i));
                let small = self.strength.iter().all(|n| *n <= 1);
                let alone = self.strength.iter().filter(|n| **n > 0).count() <= 1;
                if all_lost || small || alone {
                    break;
                }
                let hit: Vec<usize> = (0..FACTIONS).filter(|i| self.strength[*i] == size && !lost[*i]).collect();
                for i in hit {
                    lost[i] = true;
                    if self.shield[i] > 0 {
                        continue;
                    }
                    if i == me.index() && ransom > 0 {
                        ransom -= 1;
                        continue;
                    }
                    self.strength[i] -= 1;
                }
                size += 1;
            }
            self.shield.iter_mut().for_each(|rounds| *rounds = rounds.saturating_sub(1));
        }
        self.strength
    }
}

/// Whether somebody's Gold, Wonder or City of whom the NPC is an enemy is at stake in an area (IS-13.8.1).
fn is_prized(mind: &Mind<'_>, position: &Position, area: Area) -> bool {
    let of = mind.enemies;
    let dear = position.gold_of(of) | position.wonders_of(of) | mind.cities(&position.board, of);
    dear.contains(area)
}

/// The NPCs for which something of an enemy is at stake as a competition begins.
pub fn stakes(game: &InnerSea, position: &Position, area: Area) -> Factions {
    let npcs = position.order.iter().copied().filter(|seat| game.is_npc(*seat));
    let minds = npcs.map(|seat| Mind::of(game, position, seat));
    minds.filter(|mind| is_prized(mind, position, area)).map(|mind| mind.me).collect()
}

fn shields(steps: &[Step]) -> u8 {
    let rounds = |step: &Step| if let Op::Shield { rounds } = step.op { rounds } else { 0 };
    steps.iter().map(rounds).max().unwrap_or(0)
}

/// A position in which some things were used, as far as it can be foreseen.
struct Ahead {
    position: Position,
    shield: [u8; FACTIONS],
}

impl Ahead {
    fn left(&self, area: Area, me: Faction, ransom: u8) -> u8 {
        let foresight = Foresight { shield: self.shield, ..Foresight::of(&self.position.board, area) };
        foresight.outcome(me, ransom)[me.index()]
    }

    /// Uses a thing with these targets.
    fn apply(&mut self, game: &InnerSea, seat: Seat, area: Area, thing: Thing, targets: Vec<Target>) {
        let steps = match thing {
            Thing::Sheet(_) => sheet_steps(game, &self.position, seat, Some(area)),
            _ => uses::effect(game, thing),
        };
        let scope = Scope { thing: Some(thing), ..Scope::of(seat, Time::Competition, Some(area)) };
        let rounds = shields(steps);
        if let Ok((.., board)) = rehearse(game, &self.position, scope, steps, Mode::Wish(targets)) {
            self.position.board = board;
        }
        // IS-19.10
        let walls = if rounds > 0 { game.shields_in(&self.position, area)[seat.index()] } else { 0 };
        let shield = &mut self.shield[seat.index()];
        *shield = (*shield).max(walls + rounds);
    }
}

impl ByTheBook for ContestQuestion {
    /// IS-13.8: at the start of the phase what its sheet gives, and cards that remove discs of an enemy. In a competition everything,
    /// where something of an enemy is at stake and it would survive; elsewhere only what brings it to three discs.
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Vec<Use>> {
        let Some(area) = self.area() else {
            let uses = opening(self, table, seat);
            uses.iter().for_each(|used| quiet::note(table, seat, &used.declared));
            return Ok(uses);
        };
        let (uses, left, prized) = settle(table, seat, "allies", |mind, position| declare(self, mind, position, area));
        uses.iter().for_each(|used| quiet::note(table, seat, &used.declared));
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::NpcCompetes { civ, area, prized, used: uses.len() as u8, left });
        Ok(uses)
    }
}

fn opening(question: &ContestQuestion, table: &mut Table<'_>, seat: Seat) -> Vec<Use> {
    settle(table, seat, "opening", |mind, position| {
        let game = mind.game;
        // IS-17.6: what helps somebody else too is played for the other half of the own realm only.
        let twin = game.twin(position, mind.seat).map(|(twin, _)| Faction::of(twin));
        let helps_enemy = |used: &Use| {
            used.declared.picks.iter().any(|pick| matches!(pick, Pick::Faction(one) if Some(*one) != twin))
        };
        let cards = (question.hand() & game.fighting).iter().filter(|card| game.deck.card(*card).is_for(Time::Phase));
        let things = core::iter::once(SHEET).chain(cards.map(Thing::Card));
        let declared = things.filter_map(|thing| question.declare(game, thing, Mode::Npc(mind)).ok());
        let hits = |used: &Use| {
            used.thing == SHEET
                || mind.enemies.iter().any(|foe| used.declared.harm[foe.index()] > 0)
                || (used.declared.goods[mind.me.index()] > 0 && !helps_enemy(used))
        };
        let mut hurts = false;
        declared.filter(hits).filter(|used| one_at_most(mind, position, used, &mut hurts)).collect()
    })
}

/// IS-19.3: who is quiet has one card for what hurts whom it spares.
fn one_at_most(mind: &Mind<'_>, position: &Position, used: &Use, hurts: &mut bool) -> bool {
    if !quiet::hurts(mind.game, position, mind.seat, &used.declared) {
        return true;
    }
    !core::mem::replace(hurts, true) && quiet::allows(mind.game, position, mind.seat, &used.declared)
}

/// What is declared for an area, how many discs the NPC expects to have in the end, and whether the area is worth everything.
fn declare(question: &ContestQuestion, mind: &Mind<'_>, position: &Position, area: Area) -> (Vec<Use>, u8, bool) {
    let (game, seat, me) = (mind.game, mind.seat, mind.me);
    let civs = civs_of(position);
    let mut ahead = Ahead { position: position.clone(), shield: game.shields_in(position, area) };
    // Players have declared before: what they use is known (IS-13.8.2).
    for (other, used) in question.against() {
        let targets = used.declared.picks.iter().map(|pick| pick.target(&civs)).collect();
        ahead.apply(game, *other, area, used.thing, targets);
    }
    let mut cards: Vec<_> = (question.hand() & game.fighting).iter().collect();
    // IS-17.8: the cards that come back are used before others, in their order.
    let keeps = game.part_of(position, seat).map_or(&[][..], |part| &part.keeps);
    let own = |card: &Card| keeps.iter().position(|kept| kept.card == *card).unwrap_or(usize::MAX);
    cards.sort_by_key(|card| (own(card), game.deck.card(*card).npc, card.0));
    let things = question.things().iter().copied().chain(cards.iter().copied().map(Thing::Card));
    let able: Vec<Use> = things
        .filter_map(|thing| question.declare(game, thing, Mode::Npc(mind)).ok())
        .filter(|used| used.declared.harm[me.index()] == 0 && used.declared.goods[me.index()] >= 0)
        .filter(|used| used.declared.areas.contains(area) || shields(uses::effect(game, used.thing)) > 0)
        .collect();
    let mut hurts = false;
    let able = able.into_iter().filter(|used| one_at_most(mind, position, used, &mut hurts)).collect();
    let able = question.allowed(game, able);
    let prized = is_prized(mind, position, area);
    let side = position.side(seat);
    let mut used: Vec<Use> = Vec::new();
    let spent = |used: &[Use]| used.iter().filter(|one| matches!(one.thing, Thing::Card(_))).count() as u8;
    let ransom = |used: &[Use]| side.talents + side.hand.saturating_sub(spent(used));
    if !prized && ahead.left(area, me, 0) >= 3 {
        return (used, ahead.left(area, me, 0), prized);
    }
    for one in able {
        let targets = one.declared.picks.iter().map(|pick| pick.target(&civs)).collect();
        ahead.apply(game, seat, area, one.thing, targets);
        used.push(one);
        if !prized && ahead.left(area, me, 0) >= 3 {
            return (used, ahead.left(area, me, 0), prized);
        }
    }
    let left = ahead.left(area, me, if prized { ransom(&used) } else { 0 });
    if prized && left >= 1 { (used, left, prized) } else { (Vec::new(), 0, prized) }
}

impl ByTheBook for RansomQuestion {
    /// IS-13.8.3: in a competition talents and then cards where something of an enemy is at stake, talents elsewhere, and only if it
    /// can win or draw. Otherwise always a talent rather than a disc, and cards that it would not play (IS-13.5.6).
    fn decide(&self, table: &mut Table<'_>, seat: Seat) -> Play<Ransom> {
        let game = table.game;
        let position = &table.state.position;
        let mind = Mind::of(game, position, seat);
        let mut ransom = Ransom::default();
        let here = table.state.scratch.fight.here == Some(self.area());
        // A City that has lost discs by now was one when the competition began.
        let prized = here && table.state.scratch.fight.stakes.contains(mind.me);
        let cards = match (here, prized) {
            (true, true) => self.hand(),
            (true, false) => CardSet::NONE,
            (false, _) => spare(game, position, seat, self.hand()),
        };
        if here {
            let purse = self.talents() + cards.len() as u8;
            let ahead =
                Foresight { shield: table.state.scratch.fight.shield, ..Foresight::of(&position.board, self.area()) };
            // The disc that is asked about is the first that would go.
            if ahead.outcome(mind.me, purse)[mind.me.index()] == 0 {
                return Ok(ransom);
            }
        }
        for (thing, n) in self.shields() {
            let missing = self.discs() - ransom.len();
            ransom.shields.extend((0..missing.min(*n)).map(|_| *thing));
        }
        ransom.talents = self.talents().min(self.discs() - ransom.len());
        while ransom.len() < self.discs() {
            let Some(card) = first_to_go(game, cards - ransom.cards) else { break };
            ransom.cards.insert(card);
        }
        Ok(ransom)
    }
}

/// Areas in the order in which competitions are held there: from north-east to south-west (IS-6.1); one person against NPCs in a historical
/// scenario has another order (IS-13.8.4).
pub fn in_order(game: &InnerSea, position: &Position, among: AreaSet) -> Vec<Area> {
    let mut all: Vec<Area> = game.chart.ranked.iter().copied().filter(|area| among.contains(*area)).collect();
    if game.options.cast.is_solitaire && game.options.cast.is_historical {
        all.sort_by_key(|area| category(game, position, *area));
    }
    all
}

/// The order of competitions in a historical scenario that one person plays (IS-13.8.4).
fn category(game: &InnerSea, position: &Position, area: Area) -> u8 {
    let chart = &game.chart;
    let board = &position.board;
    let npcs = game.options.cast.npcs.iter().filter(|seat| !game.is_vassal(*seat)).map(Faction::of).collect();
    let is_person = |one: &Faction| one.seat().is_some_and(|seat| !game.is_npc(game.lord(position, seat)));
    let players = position.peoples().iter().filter(is_person).collect();
    let homes = |of: Factions| -> AreaSet { of.iter().filter_map(|one| position.home_of(chart, one)).collect() };
    let cities = |of: Factions| of.iter().fold(AreaSet::NONE, |all, one| all | board.cities(chart, one));
    let sets = [
        homes(npcs),
        position.gold_of(npcs),
        position.wonders_of(npcs),
        cities(npcs),
        homes(players),
        position.gold_of(players),
        position.wonders_of(players),
        cities(players),
        chart.next_to_any(homes(players)),
        chart.next_to_any(position.gold_of(players)),
        chart.next_to_any(position.wonders_of(players)),
        chart.next_to_any(cities(players)),
    ];
    sets.iter().position(|set| set.contains(area)).unwrap_or(sets.len()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// IS-13.8: foresight plays the rounds of IS-6.6: three against two leave one, a talent keeps a disc.
    #[test]
    fn foresight_plays_rounds() {
        let of = |strength: [u8; FACTIONS]| Foresight { strength, shield: [0; FACTIONS] };
        let [me, other] = [Faction(0), Faction(1)];
        assert_eq!(of([3, 2, 0, 0, 0, 0, 0]).outcome(me, 0)[..2], [2, 0]);
        assert_eq!(of([2, 3, 0, 0, 0, 0, 0]).outcome(me, 0)[..2], [0, 2]);
        assert_eq!(of([2, 2, 0, 0, 0, 0, 0]).outcome(other, 0)[..2], [1, 1]);
        assert_eq!(of([2, 3, 0, 0, 0, 0, 0]).outcome(me, 1)[..2], [1, 1]);
        let shielded = Foresight { shield: [2, 0, 0, 0, 0, 0, 0], ..of([2, 3, 0, 0, 0, 0, 0]) };
        assert_eq!(shielded.outcome(me, 0)[..2], [2, 0]);
    }
}
