//! Set-up: lots for the turn order, the choice of civilizations, the first discs and hands (IS-2).

use crate::event::{Cause, Event, Heap};
use crate::game::{InnerSea, Table};
use crate::orders::Order;
use crate::pieces::{Area, AreaSet, Civ, Faction};
use crate::position::{Phase, Scratch};
use crate::reason::Reason;
use crate::rules::draw;
use crate::setups::Civs;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat, Seats};

/// Plays the set-up.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    // IS-2.2: lots decide who comes first.
    let lots = table.shuffle("order", game.seats().len() as u8);
    let order: Vec<Seat> = lots.into_iter().map(Seat).collect();
    table.state.position.order = order.clone();
    let civs = game.options.civs.clone();
    let order_of = |table: &Table<'_>| order.iter().map(|seat| table.state.position.side(*seat).civ).collect();
    if civs.is_empty() {
        table.tell(Event::TurnOrder { order: order_of(table), seats: order.clone(), lots: true });
        table.gather(game.seats())?;
    }
    let mut chosen: Civs = 0;
    for seat in &order {
        let civ = match civs.get(seat.index()) {
            Some(civ) => *civ,
            None => {
                let question = CivQuestion { open: game.options.setup.open(chosen) };
                table.ask(*seat, format_args!("civilization/{}", game.seat_key(*seat)), question)?
            }
        };
        chosen |= 1 << civ as Civs;
        table.state.position.side_mut(*seat).civ = civ;
        table.tell(Event::Chosen { seat: *seat, civ });
    }
    table.tell(Event::TurnOrder { order: order_of(table), seats: order.clone(), lots: true });
    for seat in &order {
        let discs = first_discs(table, *seat);
        let civ = table.state.position.side(*seat).civ;
        for (area, n) in &discs {
            table.state.position.board.add(*area, Faction::of(*seat), *n);
        }
        let heaps = discs.iter().map(|(area, n)| Heap { area: *area, n: *n }).collect();
        table.tell(Event::Placed { seat: Some(*seat), civ, heaps, cause: Cause::Setup });
    }
    deal(table, &order);
    let position = &mut table.state.position;
    position.epoch = game.options.first_epoch;
    position.phase = Phase::Growth;
    let (epoch, turn) = (position.epoch, position.turn);
    table.state.scratch = Scratch::default();
    table.tell(Event::TurnBegins { epoch, turn });
    Ok(())
}

/// The first hands have no events in them; the events are shuffled into the rest (IS-2.6).
fn deal(table: &mut Table<'_>, order: &[Seat]) {
    let game = table.game;
    table.state.deck = game.deck.all;
    for seat in order {
        for _ in 0..5u8.min(game.hand_limit(*seat)) {
            let from = table.state.deck - game.deck.events;
            if let Some(card) = draw::lot(table, draw::Lot::Draw(*seat), from) {
                table.state.deck.remove(card);
                table.state.enter_hand(*seat, card);
            }
        }
        let cards: Vec<_> = table.state.hands[seat.index()].iter().collect();
        let bytes: Vec<u8> = cards.iter().map(|card| card.0).collect();
        table.reveal(Audience::Only(Seats::from_iter([*seat])), &bytes);
        table.tell_only([*seat], Event::Got { seat: *seat, cards });
    }
}

/// The first discs: as the set-up lists them, or round the home (IS-2.4, IS-2.5).
fn first_discs(table: &Table<'_>, seat: Seat) -> Vec<(Area, u8)> {
    let position = &table.state.position;
    let civ = position.side(seat).civ;
    let setup = &table.game.options.setup;
    match setup.place.iter().find(|(known, _)| *known == civ) {
        Some((_, discs)) => discs.clone(),
        None => {
            let others = position.order.iter().filter(|other| **other != seat);
            let homes = others.filter_map(|other| table.game.chart.home(position.side(*other).civ)).collect();
            round_home(table.game, civ, homes, &position.board.occupied_by_any(), setup.discs)
        }
    }
}

/// Two discs at home and in each land next to it, one in each sea next to it, the rest beyond; never in or next to another home
/// (IS-2.5). Where there is a choice, the areas come in the order of competition.
pub fn round_home(game: &InnerSea, civ: Civ, homes: AreaSet, taken: &AreaSet, discs: u8) -> Vec<(Area, u8)> {
    let chart = &game.chart;
    let Some(home) = chart.home(civ) else { return Vec::new() };
    let barred = homes | chart.next_to_any(homes);
    let mut placed: Vec<(Area, u8)> = Vec::new();
    let mut left = discs;
    let put = |area: Area, n: u8, left: &mut u8, placed: &mut Vec<(Area, u8)>| {
        let n = n.min(*left);
        *left -= n;
        match placed.iter_mut().find(|(known, _)| *known == area) {
            Some((_, there)) => *there += n,
            None if n > 0 => placed.push((area, n)),
            None => {}
        }
    };
    put(home, 2, &mut left, &mut placed);
    let ranked = |among: AreaSet| chart.ranked.iter().copied().filter(move |area| among.contains(*area));
    let near = chart.next_to(home) - barred;
    for area in ranked(near & chart.land) {
        put(area, 2, &mut left, &mut placed);
    }
    for area in ranked(near & chart.coastal) {
        put(area, 1, &mut left, &mut placed);
    }
    while left > 0 {
        let own: AreaSet = placed.iter().map(|(area, _)| *area).collect();
        let beyond = chart.next_to_any(own) - own - barred - *taken;
        let next = ranked(beyond & chart.land).next().map(|area| (area, 2));
        let next = next.or_else(|| ranked(beyond & chart.coastal).next().map(|area| (area, 1)));
        match next {
            Some((area, n)) => put(area, n, &mut left, &mut placed),
            None => {
                // One more where discs stand already.
                let full = placed.iter().all(|(area, n)| *n >= if chart.land.contains(*area) { 3 } else { 2 });
                if full {
                    break;
                }
                let fits = |(area, n): &&mut (Area, u8)| *n < if chart.land.contains(*area) { 3 } else { 2 };
                if let Some((_, n)) = placed.iter_mut().find(fits) {
                    *n += 1;
                    left -= 1;
                }
            }
        }
    }
    placed
}

/// The question which civilization (IS-2.3).
#[derive(Clone, Debug)]
pub struct CivQuestion {
    open: Civs,
}

impl CivQuestion {
    fn all(&self) -> Vec<Civ> {
        Civ::ALL.iter().take(10).copied().filter(|civ| self.open >> *civ as Civs & 1 == 1).collect()
    }
}

impl Question<InnerSea> for CivQuestion {
    type Answer = Civ;
    const NAME: &'static str = "civilization";

    fn legal(&self, _game: &InnerSea, civ: &Civ) -> Result<(), Reason> {
        if self.open >> *civ as Civs & 1 == 1 { Ok(()) } else { Err(Reason::CivTaken { civ: *civ }) }
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
