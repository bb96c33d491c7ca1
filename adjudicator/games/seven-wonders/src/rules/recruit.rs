//! Recruiting leaders before each age, and those that a wonder lets in besides (7W-11.3, 7W-11.12).

use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::pieces::{Card, Colour, Way};
use crate::position::State;
use crate::reason::Reason;
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::ledger::Ledger;
use crate::rules::myth::drawn::show;
use crate::rules::{plan, sequence, turn};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Everybody recruits a leader, builds a stage with one, or sells one; all at once (7W-11.3).
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let choice = |state: &State, seat: Seat| {
        Recruit(Choice::of(game, &state.position, seat, state.leaders.hands[seat.index()], Which::Leader))
    };
    let holds = |seat: &Seat| !table.state.leaders.hands[seat.index()].is_empty();
    let seats = game.seats().iter().filter(holds).collect();
    let acts = table.ask_all(seats, "recruit", choice)?;
    let mut ledger = Ledger::default();
    turn::carry_out(table, &acts, Which::Leader, None, &mut ledger);
    ledger.settle(table)?;
    sequence::go_on(table);
    Ok(())
}

/// What to do with which leader: the question of every turn, asked of other cards (7W-11.3).
#[derive(Debug)]
pub struct Recruit(pub Choice);

impl Question<SevenWonders> for Recruit {
    type Answer = Act;
    const NAME: &'static str = "recruit";

    fn legal(&self, game: &SevenWonders, act: &Act) -> Result<(), Reason> {
        self.0.legal(game, act)
    }

    fn default(&self, game: &SevenWonders) -> Act {
        self.0.default(game)
    }

    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Act {
        self.0.random(game, chance)
    }

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        self.0.hear(game, lines)
    }

    fn orders(&self, game: &SevenWonders, act: &Act) -> Vec<Order> {
        self.0.orders(game, act)
    }
}

/// One more leader, for whoever has just built such a stage (7W-11.12).
pub fn enlist(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let mut ledger = Ledger::default();
    for seat in game.seats().iter() {
        while table.state.position.city(seat).recruits > 0 {
            let hand = table.state.leaders.hands[seat.index()];
            let choice = Choice::of(game, &table.state.position, seat, hand, Which::Leader);
            let left = table.state.position.city(seat).recruits;
            let answer = table.ask(seat, format_args!("enlist {left}/{}", game.seat_key(seat)), Enlist(choice))?;
            table.state.position.city_mut(seat).recruits -= 1;
            match answer {
                Some(card) => {
                    let act = Act { way: Way::Build, card, trade: Default::default() };
                    turn::carry_out(table, &[(seat, act)], Which::Leader, None, &mut ledger);
                }
                None => table.tell(Event::EnlistedNobody { seat }),
            }
        }
    }
    ledger.settle(table)?;
    sequence::go_on(table);
    Ok(())
}

/// Which leader is recruited besides, if any.
#[derive(Debug)]
pub struct Enlist(pub Choice);

impl Enlist {
    fn able<'a>(&'a self, game: &'a SevenWonders) -> impl Iterator<Item = Card> + 'a {
        self.0.hand.iter().filter(|card| self.0.price(game, Way::Build, *card).is_ok())
    }
}

impl Question<SevenWonders> for Enlist {
    type Answer = Option<Card>;
    const NAME: &'static str = "enlist";

    fn legal(&self, game: &SevenWonders, answer: &Option<Card>) -> Result<(), Reason> {
        match answer {
            Some(card) if !self.0.hand.contains(*card) => Err(Reason::NotInHand { card: *card }),
            Some(card) => self.0.price(game, Way::Build, *card).map(|_| ()),
            None => Ok(()),
        }
    }

    fn default(&self, game: &SevenWonders) -> Option<Card> {
        self.able(game).max_by_key(|card| (plan::worth(game, *card), core::cmp::Reverse(*card)))
    }

    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Option<Card> {
        let able: Vec<Card> = self.able(game).collect();
        able.get(chance.random_range(0..=able.len())).copied()
    }

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Option<Card>> {
        lines.first(|order| match order {
            // Cards of the age are not asked for here: such a line is for the turn.
            Order::Play { card, .. } if game.deck.card(*card).colour != Colour::White => Says::Nothing,
            Order::Play { way: Way::Build, card, .. } => match self.legal(game, &Some(*card)) {
                Ok(()) => Says::Yes(Some(*card)),
                Err(reason) => Says::No(reason),
            },
            Order::Nobody => Says::Yes(None),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &SevenWonders, answer: &Option<Card>) -> Vec<Order> {
        let recruit = |card| Order::Play { way: Way::Build, card, buy: Default::default() };
        alloc::vec![answer.map_or(Order::Nobody, recruit)]
    }
}

/// Leaders that nobody was dealt are drawn; only who draws them sees them (7W-11.12).
pub fn draw(table: &mut Table<'_>, seat: Seat, count: u8) {
    let game = table.game;
    let pile: Vec<Card> = table.state.leaders.pile.iter().collect();
    let order = table.shuffle(Audience::NOBODY, format_args!("leaders/{}", game.seat_key(seat)), pile.len() as u8);
    let drawn: Vec<Card> = order.iter().take(usize::from(count)).map(|i| pile[usize::from(*i)]).collect();
    let leaders = &mut table.state.leaders;
    for card in &drawn {
        leaders.pile.remove(*card);
        leaders.hands[seat.index()].insert(*card);
        leaders.seen[seat.index()].insert(*card);
    }
    show(table, seat, drawn);
}
