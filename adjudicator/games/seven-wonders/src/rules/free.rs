//! The Free City between two players (7W-14).

use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::payment::Trade;
use crate::pieces::{Card, Way};
use crate::position::{Position, State};
use crate::reason::Reason;
use crate::rules::choice::{Act, Choice, Which};
use alloc::vec::Vec;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// What is done with a card for the Free City. Who plays for it has chosen his own card before.
#[derive(Debug)]
pub struct ForFree {
    /// What the Free City can do with the cards that are left.
    choice: Choice,
    /// The card that whoever is asked plays himself.
    own: Card,
}

impl ForFree {
    /// The question for whoever plays for the Free City in this turn, once his own card is known.
    pub fn of(game: &SevenWonders, state: &State, own: &Act) -> Option<(Seat, ForFree)> {
        let (free, holder) = (game.free_city()?, game.holder(&state.position)?);
        let mut hand = state.hands[holder.index()];
        hand.remove(own.card);
        let choice = Choice::of(game, &state.position, free, hand, Which::Turn);
        (!hand.is_empty()).then_some((holder, ForFree { choice, own: own.card }))
    }

    /// Every way to build a structure or a stage with a card of the hand.
    fn builds(&self, game: &SevenWonders) -> Vec<(Way, Card)> {
        let all = self.choice.all(game).filter(|(way, ..)| matches!(way, Way::Build | Way::Stage));
        all.map(|(way, card, _)| (way, card)).collect()
    }

    /// 7W-14.3: the Free City sells only if none of the cards can be built for it, not even as a stage.
    fn check(&self, game: &SevenWonders, way: Way, card: Card) -> Result<(), Reason> {
        if card == self.own && !self.choice.hand.contains(card) {
            return Err(Reason::PlayedYourself { card });
        }
        if way == Way::Sell && !self.builds(game).is_empty() { Err(Reason::MustBuild) } else { Ok(()) }
    }
}

impl Question<SevenWonders> for ForFree {
    type Answer = Act;
    const NAME: &'static str = "free-city";

    fn legal(&self, game: &SevenWonders, act: &Act) -> Result<(), Reason> {
        self.check(game, act.way, act.card)?;
        self.choice.legal(game, act)
    }

    fn default(&self, game: &SevenWonders) -> Act {
        self.choice.default(game)
    }

    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Act {
        let drawn = self.builds(game).choose(chance).copied();
        let act = drawn.and_then(|(way, card)| self.choice.act(game, way, card, Trade::NONE).ok());
        act.unwrap_or_else(|| self.choice.default(game))
    }

    /// Every structure that can be built for it, and a stage.
    fn choices(&self, game: &SevenWonders) -> Vec<Act> {
        let all = self.builds(game);
        let stage = all.iter().find(|(way, _)| *way == Way::Stage);
        let ways = all.iter().filter(|(way, _)| *way == Way::Build).chain(stage);
        ways.filter_map(|(way, card)| self.choice.act(game, *way, *card, Trade::NONE).ok()).collect()
    }

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        lines.first(|order| match order {
            Order::ForFree { way, card, buy } => {
                match self
                    .check(game, *way, *card)
                    .and_then(|()| self.choice.act_on(game, (*way, *card), buy, Trade::NONE))
                {
                    Ok(act) => Says::Yes(act),
                    Err(reason) => Says::No(reason),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, game: &SevenWonders, act: &Act) -> Vec<Order> {
        let cheapest = self.choice.act(game, act.way, act.card, Trade::NONE).is_ok_and(|cheapest| cheapest == *act);
        let buy = if cheapest { Trade::NONE } else { act.trade };
        alloc::vec![Order::ForFree { way: act.way, card: act.card, buy: buy.into() }]
    }
}

/// Asks whoever plays for the Free City, after his own card is chosen; it acts with the others, at the same time (7W-14.2).
pub fn choose(table: &mut Table<'_>, acts: &mut Vec<(Seat, Act)>) -> Play {
    let game = table.game;
    let (Some(free), Some(holder)) = (game.free_city(), game.holder(&table.state.position)) else { return Ok(()) };
    let Some((_, own)) = acts.iter().find(|(seat, _)| *seat == holder) else { return Ok(()) };
    if let Some((holder, question)) = ForFree::of(game, &table.state, own) {
        let act = table.ask(holder, format_args!("free city/{}", game.seat_key(holder)), question)?;
        acts.push((free, act));
    }
    Ok(())
}

/// Whether this seat plays for the Free City now.
pub fn is_holder(game: &SevenWonders, position: &Position, seat: Seat) -> bool {
    game.holder(position) == Some(seat)
}
