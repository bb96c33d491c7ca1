//! Set-up: lots for the turn order, the choice of civilizations, the first hands (IS-2).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::options::TimePasses;
use crate::orders::Order;
use crate::pieces::{Card, Civ};
use crate::position::{Phase, Scratch};
use crate::reason::Reason;
use crate::rules::draw;
use crate::rules::order::RankQuestion;
use crate::setups::Civs;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat, Seats};

/// Time Passes, which may end an Epoch.
pub const TIME_PASSES: Card = Card(62);

/// Plays the set-up.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    // IS-2.2: lots decide who comes first.
    let lots = table.shuffle(Audience::All, "order", game.seats().len() as u8);
    let order: Vec<Seat> = lots.into_iter().map(Seat).collect();
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
        let place = table.ask(single, format_args!("choosing/{}", game.seat_key(single)), question)?;
        choosing.retain(|seat| *seat != single);
        choosing.insert(usize::from(place) - 1, single);
    }
    let mut chosen: Civs = 0;
    for seat in &choosing {
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
    let position = &mut table.state.position;
    position.epoch = game.options.first_epoch;
    position.phase = Phase::Settling;
    table.state.scratch = Scratch::default();
    Ok(())
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
    for seat in order {
        for _ in 0..5u8.min(game.hand_limit(*seat)) {
            let from = table.state.deck - game.deck.events;
            if let Some(card) = draw::lot(table, draw::Lot::Draw(*seat), from) {
                table.state.deck.remove(card);
                table.state.enter_hand(*seat, card);
            }
        }
        let cards: Vec<_> = table.state.hands[seat.index()].iter().collect();
        table.show(Audience::Only(Seats::from_iter([*seat])), Event::Got { seat: *seat, cards });
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
        Civ::ALL.iter().take(10).copied().filter(|civ| self.open >> *civ as Civs & 1 == 1).collect()
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
