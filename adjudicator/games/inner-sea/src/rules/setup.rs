//! Set-up: lots for the turn order, the choice of civilizations, the first hands (IS-2).

use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::options::TimePasses;
use crate::orders::Order;
use crate::pieces::{Area, Card, Civ, Faction};
use crate::position::{Gold, Phase, Scratch};
use crate::reason::Reason;
use crate::rules::draw;
use crate::rules::order::RankQuestion;
use crate::scenario::Back;
use crate::setups::Civs;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Time Passes, which may end an Epoch.
pub const TIME_PASSES: Card = Card(62);

/// Plays the set-up.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    // IS-2.2: lots decide who comes first.
    let order = match first_order(game) {
        Some(order) => order,
        None => {
            let lots = table.shuffle(Audience::All, "order", game.players() as u8).into_iter().map(Seat);
            lots.filter(|seat| !game.is_away(*seat)).collect()
        }
    };
    table.state.position.order = order.clone();
    let civs = game.options.civs.clone();
    let order_of = |table: &Table<'_>| order.iter().map(|seat| table.state.position.side(*seat).civ).collect();
    if civs.is_empty() {
        table.tell(Event::TurnOrder { order: order_of(table), seats: order.clone(), lots: true });
        table.gather(game.seats())?;
    }
    let mut choosing = order.clone();
    if let Some(single) = game.options.single().filter(|_| civs.is_empty()) {
        // IS-10.2: whoever plays against two chooses his civilization first or last.
        let question = RankQuestion::among(alloc::vec![1, order.len() as u8]);
        let place = npc::ask(table, single, format_args!("choosing/{}", game.seat_key(single)), question)?;
        choosing.retain(|seat| *seat != single);
        choosing.insert(usize::from(place) - 1, single);
    }
    // IS-14.1: NPCs are what the players have left.
    choosing.sort_by_key(|seat| game.is_npc(*seat));
    let mut chosen: Civs = 0;
    for seat in &choosing {
        let civ = match civs.get(seat.index()) {
            Some(civ) => *civ,
            None => {
                let question = CivQuestion { open: game.options.setup.open(chosen) };
                npc::ask(table, *seat, format_args!("civilization/{}", game.seat_key(*seat)), question)?
            }
        };
        chosen |= 1 << civ as Civs;
        table.state.position.side_mut(*seat).civ = civ;
        table.tell(Event::Chosen { seat: *seat, civ });
    }
    for vassal in table.state.position.vassals.iter().filter_map(Faction::seat).collect::<Vec<_>>() {
        let Some(civ) = civs.get(vassal.index()) else { continue };
        table.state.position.side_mut(vassal).civ = *civ;
    }
    table.tell(Event::TurnOrder { order: order_of(table), seats: order.clone(), lots: true });
    let position = &mut table.state.position;
    position.epoch = game.options.first_epoch;
    position.phase = Phase::Settling;
    table.state.scratch = Scratch::default();
    Ok(())
}

/// The turn order that a scenario gives (IS-14.1).
fn first_order(game: &InnerSea) -> Option<Vec<Seat>> {
    let mut order: Vec<(u8, Seat)> = Vec::new();
    for seat in game.everybody().iter().filter(|seat| !game.is_vassal(*seat) && !game.is_away(*seat)) {
        let civ = game.options.civs.get(seat.index())?;
        let own = game.options.cast.order.iter().position(|one| one == civ).map(|place| place as u8 + 1);
        order.push((own.or(game.options.scenario.part(*civ)?.rank)?, seat));
    }
    order.sort();
    Some(order.into_iter().map(|(_, seat)| seat).collect())
}

/// The Barbarians of a scenario, before anybody else (IS-14.1).
pub fn barbarians(table: &mut Table<'_>) {
    let all = &table.game.options.scenario.barbarians;
    for (area, n) in all {
        table.state.position.board.add(*area, Faction::BARBARIANS, *n);
    }
    if !all.is_empty() {
        let heaps = all.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
        table.tell(Event::Placed { seat: None, civ: Civ::Barbarians, heaps, cause: Cause::Setup });
    }
}

/// What civilizations have from the beginning besides discs: talents, Wonders, Gold (IS-14.1, IS-13.9).
pub fn belongings(table: &mut Table<'_>) {
    let game = table.game;
    for part in &game.options.scenario.parts {
        let Some(seat) = table.state.position.faction(part.civ).and_then(Faction::seat) else { continue };
        let position = &mut table.state.position;
        let side = position.side_mut(seat);
        (side.talents, side.ready) = (part.talents, part.ready);
        for (wonder, area) in &part.works {
            let discs = game.deck.wonder(*wonder).discs.min(game.supply(position, &position.board, Faction::of(seat)));
            let work = &mut position.works[wonder.index()];
            (work.owner, work.area, work.discs) = (Some(seat), Some(*area), discs);
        }
        for (wonder, area) in &part.works {
            table.tell(Event::WonderGiven { seat, civ: part.civ, wonder: *wonder, area: *area });
        }
    }
    // IS-13.16
    for seat in table.state.position.order.clone() {
        let more = game.options.cast.handicap.first_talents[usize::from(!game.is_npc(seat))];
        let side = table.state.position.side_mut(seat);
        side.talents = side.talents.saturating_add(more).min(99);
    }
    for (area, n) in &game.options.cast.gold {
        let position = &mut table.state.position;
        // It lies under the discs of its owner.
        let owner = position.everybody().find(|seat| position.board.discs(*area, Faction::of(*seat)) > 0);
        if let Some(owner) = owner {
            position.gold.push(Gold { area: *area, owner, n: *n });
        }
    }
    table.state.position.gold.sort_by_key(|gold| gold.area);
    let areas: Vec<Area> = table.state.position.gold.iter().map(|gold| gold.area).collect();
    if !areas.is_empty() {
        table.tell(Event::GoldLies { areas });
    }
}

/// The first hands have no events in them; the events are shuffled into the rest (IS-2.6).
pub fn deal(table: &mut Table<'_>, order: &[Seat]) {
    let game = table.game;
    table.state.deck = game.deck.all;
    if game.options.time_passes == TimePasses::Out {
        // IS-10.2: card 62 stays in the box.
        table.state.deck.remove(TIME_PASSES);
        table.state.position.removed.insert(TIME_PASSES);
    }
    for part in &game.options.scenario.parts {
        let Some(seat) = table.state.position.faction(part.civ).and_then(Faction::seat) else { continue };
        // IS-16.11: a card that lies on the table.
        for kept in part.keeps.iter().filter(|kept| matches!(kept.back, Back::Stands(_) | Back::Once)) {
            table.state.deck.remove(kept.card);
            table.state.position.kept[seat.index()].insert(kept.card);
        }
        if let Some(school) = part.school {
            table.state.deck.remove(school.card);
        }
    }
    for part in &game.options.scenario.parts {
        // IS-14.1: cards that a civilization has from the beginning.
        for card in &part.cards {
            if let Some(seat) = table.state.position.faction(part.civ).and_then(Faction::seat) {
                table.state.deck.remove(*card);
                table.state.enter_hand(seat, *card);
            }
        }
    }
    for seat in order {
        let civ = table.state.position.side(*seat).civ;
        let usual = game.options.scenario.part(civ).map_or(5, |part| part.hand);
        // IS-13.16
        let fewer = game.options.cast.handicap.player_hand.filter(|_| !game.is_npc(*seat)).unwrap_or(u8::MAX);
        for _ in 0..usual.min(game.hand_limit(*seat)).min(fewer) {
            let from = table.state.deck - game.deck.events;
            if let Some(card) = draw::lot(table, draw::Lot::Draw(*seat), from) {
                table.state.deck.remove(card);
                table.state.enter_hand(*seat, card);
            }
        }
        let cards: Vec<_> = table.state.hands[seat.index()].iter().collect();
        draw::show_new(table, *seat, cards);
    }
}

/// The civilizations that can be chosen at all at this table.
pub fn choices(game: &InnerSea) -> Vec<Civ> {
    CivQuestion { open: game.options.setup.open(0) }.all()
}

/// The question which civilization (IS-2.3).
#[derive(Clone, Debug)]
pub struct CivQuestion {
    open: Civs,
}

impl CivQuestion {
    fn all(&self) -> Vec<Civ> {
        Civ::ALL.iter().copied().filter(|civ| self.open >> *civ as Civs & 1 == 1).collect()
    }
}

impl Question<InnerSea> for CivQuestion {
    type Answer = Civ;
    const NAME: &'static str = "civilization";

    fn legal(&self, game: &InnerSea, civ: &Civ) -> Result<(), Reason> {
        let is_among = |civs: Civs| civs >> *civ as Civs & 1 == 1;
        match self.open {
            open if is_among(open) => Ok(()),
            _ if is_among(game.options.setup.open(0)) => Err(Reason::CivTaken { civ: *civ }),
            _ => Err(Reason::NotInSetup { civ: *civ }),
        }
    }

    fn default(&self, _game: &InnerSea) -> Civ {
        self.all().first().copied().unwrap_or(Civ::Egypt)
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Civ {
        let all = self.all();
        all.get(chance.random_range(0..all.len().max(1))).copied().unwrap_or_else(|| self.default(game))
    }

    fn only(&self, _game: &InnerSea) -> Option<Civ> {
        match self.all().as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    fn choices(&self, _game: &InnerSea) -> Vec<Civ> {
        self.all()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Civ> {
        lines.first(|order| match order {
            Order::Civilization(civ) => match self.legal(game, civ) {
                Ok(()) => Says::Yes(*civ),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, civ: &Civ) -> Vec<Order> {
        alloc::vec![Order::Civilization(*civ)]
    }
}
