//! The Draw step: new cards, and Phoenicia's alphabet (IS-7.7, IS-9.8).

use crate::deck::Time;
use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::Order;
use crate::pieces::{Card, CardSet};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::uses::{Use, Uses, use_thing};
use crate::rules::{consul, draw, fetch, losses};
use crate::sheets::Power;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Three cards, one for every four Cities, one for every talent spent (IS-7.7).
pub fn each(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let name = game.seat_key(seat);
    fetch::begin(table, seat);
    let uses = Uses::of(game, &table.state.position, seat, Time::Draw);
    let talents = table.state.position.side(seat).talents;
    let question = DrawQuestion { uses, talents, position: table.state.position.clone() };
    let drawn = npc::ask(table, seat, format_args!("draw/{name}"), question)?;
    if drawn.talents > 0 {
        let side = table.state.position.side_mut(seat);
        side.talents -= drawn.talents;
        let (civ, now) = (side.civ, side.talents);
        table.tell(Event::Spent { civ, talents: drawn.talents, now });
    }
    for used in &drawn.uses {
        use_thing(table, seat, used, Time::Draw, None)?;
    }
    let cities = table.state.position.cities(&game.chart, seat).len() as u8;
    let base = game.base_draw(&table.state.position, seat);
    let side = table.state.position.side_mut(seat);
    let n = (base + cities / 4 + drawn.talents).saturating_sub(core::mem::take(&mut side.draws_less));
    // IS-15.6: who would draw no more than three draws one more.
    let bonus = game
        .part_of(&table.state.position, seat)
        .is_some_and(|part| part.has_bonus_card && (!part.is_helped_as_npc || game.is_npc(seat)));
    let n = if bonus && n <= 3 { n + 1 } else { n };
    let n = n - fetch::instead(table, seat, n)?;
    draw::draw(table, seat, n, n, false)?;
    draw::cut_down(table, seat)?;
    consul::recruit(table, seat)
}

/// At the end of the whole step Phoenicia may exchange a card for the better of two (IS-9.8).
pub fn alphabet(table: &mut Table<'_>, seat: Seat) -> Play {
    let game = table.game;
    let hand = table.state.hands[seat.index()];
    if !game.sheet(&table.state.position, seat).has(Power::Alphabet) {
        return Ok(());
    }
    if game.options.cast.is_solitaire {
        // IS-13.14: the sheet says so for one person alone.
        losses::talents(table, seat, 2);
        return Ok(());
    }
    if hand.is_empty() {
        return Ok(());
    }
    let path = table.state.scratch.next_serial();
    let card =
        npc::ask(table, seat, format_args!("exchange {path}/{}", game.seat_key(seat)), ExchangeQuestion { hand })?;
    if let Some(card) = card {
        draw::put_away(table, seat, card);
        let civ = table.state.position.side(seat).civ;
        table.tell(Event::Discarded { seat, civ, cards: alloc::vec![card] });
        draw::draw(table, seat, 2, 1, false)?;
    }
    Ok(())
}

/// Talents spent on cards, and what is used before the draw.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drawn {
    /// Talents.
    pub talents: u8,
    /// Things.
    pub uses: Vec<Use>,
}

/// The question how to draw (IS-7.7).
#[derive(Clone, Debug)]
pub struct DrawQuestion {
    uses: Uses,
    talents: u8,
    position: Position,
}

impl DrawQuestion {
    /// Everything that could be used, soundly.
    pub fn helps(&self, game: &InnerSea) -> Vec<Use> {
        self.uses.hints(game, &self.position)
    }
}

impl Question<InnerSea> for DrawQuestion {
    type Answer = Drawn;
    const NAME: &'static str = "draw";

    fn legal(&self, game: &InnerSea, answer: &Drawn) -> Result<(), Reason> {
        if answer.talents > self.talents {
            return Err(Reason::NoTalents { talents: self.talents });
        }
        self.uses.legal(game, &self.position, &answer.uses)
    }

    fn default(&self, _game: &InnerSea) -> Drawn {
        Drawn::default()
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Drawn {
        let talents = if self.talents == 0 { 0 } else { chance.random_range(0..=self.talents.min(3)) };
        Drawn { talents, uses: self.uses.random(game, &self.position, chance) }
    }

    fn only(&self, _game: &InnerSea) -> Option<Drawn> {
        (self.talents == 0 && self.uses.things.is_empty()).then(Drawn::default)
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Drawn> {
        let mine = |order: &Order| {
            matches!(order, Order::Draw(_)) || matches!(order, Order::Use(thing, _) if self.uses.things.contains(thing))
        };
        if !lines.mention(mine) {
            return None;
        }
        let talents = lines.first(|order| match order {
            Order::Draw(n) if *n <= self.talents => Says::Yes(*n),
            Order::Draw(_) if self.talents == 0 => Says::No(Reason::NoTalents { talents: 0 }),
            Order::Draw(_) => Says::Partly(self.talents, Reason::NoTalents { talents: self.talents }),
            _ => Says::Nothing,
        });
        Some(Drawn { talents: talents.unwrap_or(0), uses: self.uses.hear(game, &self.position, lines) })
    }

    fn orders(&self, _game: &InnerSea, answer: &Drawn) -> Vec<Order> {
        let mut orders = self.uses.orders(&self.position, &answer.uses);
        orders.push(Order::Draw(answer.talents));
        orders
    }
}

/// The question whether to exchange a card.
#[derive(Clone, Debug)]
pub struct ExchangeQuestion {
    hand: CardSet,
}

impl Question<InnerSea> for ExchangeQuestion {
    type Answer = Option<Card>;
    const NAME: &'static str = "exchange";

    fn legal(&self, _game: &InnerSea, answer: &Option<Card>) -> Result<(), Reason> {
        match answer {
            Some(card) if !self.hand.contains(*card) => Err(Reason::NotInHand { card: *card }),
            _ => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Option<Card> {
        None
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Option<Card> {
        self.hand.nth(chance.random_range(0..=self.hand.len()))
    }

    fn hear(&self, _game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Option<Card>> {
        lines.first(|order| match order {
            Order::Exchange(None) => Says::Yes(None),
            Order::Exchange(Some(card)) if self.hand.contains(*card) => Says::Yes(Some(*card)),
            Order::Exchange(Some(card)) => Says::No(Reason::NotInHand { card: *card }),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Option<Card>) -> Vec<Order> {
        alloc::vec![Order::Exchange(*answer)]
    }
}
