//! Leaders or black cards that a myth draws: one of them is used for nothing, in a stage of its own (7W-13.34, 7W-13.35).

use crate::deity::Deity;
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::payment::Trade;
use crate::pieces::{Card, Colour, Hand, Way};
use crate::position::State;
use crate::reason::Reason;
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::ledger::Ledger;
use crate::rules::{sequence, turn};
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat, Seats};

/// What to do with which of the cards that were drawn. Only who drew them sees them.
#[derive(Debug)]
pub struct Take(pub Choice);

impl Take {
    /// The question for a seat that has drawn cards.
    pub fn of(game: &SevenWonders, state: &State, seat: Seat) -> Take {
        Take(Choice::of(game, &state.position, seat, state.leaders.drawn[seat.index()], Which::Drawn))
    }
}

impl Question<SevenWonders> for Take {
    type Answer = Act;
    const NAME: &'static str = "take";

    fn legal(&self, game: &SevenWonders, act: &Act) -> Result<(), Reason> {
        self.0.legal(game, act)
    }

    fn default(&self, game: &SevenWonders) -> Act {
        self.0.default(game)
    }

    fn random(&self, game: &SevenWonders, chance: &mut Chance) -> Act {
        self.0.random(game, chance)
    }

    /// `take Plato`, `take stage with Nero`, `take sell Lair`; plans, and the same without the first word, are heard too.
    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        let taken = lines.first(|order| match order {
            Order::Take { way, card, buy } => match self.0.act_on(game, (*way, *card), buy, Default::default()) {
                Ok(act) => Says::Yes(act),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        });
        taken.or_else(|| self.0.hear(game, lines))
    }

    fn orders(&self, game: &SevenWonders, act: &Act) -> Vec<Order> {
        let cheapest = self.0.act(game, act.way, act.card, Default::default()).is_ok_and(|cheapest| cheapest == *act);
        let buy: Trade = if cheapest { Default::default() } else { act.trade };
        alloc::vec![Order::Take { way: act.way, card: act.card, buy: buy.into() }]
    }
}

/// Draws the cards; they wait for the stage in which one is taken.
pub fn draw(table: &mut Table<'_>, deity: Deity, seat: Seat) {
    let game = table.game;
    let age = table.state.position.age;
    let amount = game.deck.myth(deity).map_or(0, |card| usize::from(card.amount[usize::from(age)]));
    let pile = if deity == Deity::Pegasus { table.state.leaders.pile } else { table.state.black };
    let pile: Vec<Card> = pile.iter().collect();
    let order =
        table.shuffle(Audience::NOBODY, format_args!("{}/{}", deity.key(), game.seat_key(seat)), pile.len() as u8);
    let drawn: Vec<Card> = order.iter().take(amount).map(|i| pile[usize::from(*i)]).collect();
    for card in &drawn {
        table.state.leaders.pile.remove(*card);
        table.state.black.remove(*card);
        table.state.leaders.drawn[seat.index()].insert(*card);
        table.state.leaders.seen[seat.index()].insert(*card);
    }
    show(table, seat, drawn);
}

/// Only who draws cards, and his partner, sees which.
pub fn show(table: &mut Table<'_>, seat: Seat, cards: Vec<Card>) {
    let eyes = table.game.eyes(seat);
    let bytes: Vec<u8> = cards.iter().map(|card| card.0).collect();
    table.reveal(Audience::Only(eyes), &bytes);
    table.tell(Event::LeadersDrawn { seat, count: cards.len() as u8 });
    table.tell_only(eyes.iter(), Event::LeadersSeen { seat, cards: cards.into_iter().collect() });
}

/// Everybody who has drawn cards takes one; the others go back.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let seats: Seats = game.seats().iter().filter(|seat| !table.state.leaders.drawn[seat.index()].is_empty()).collect();
    let acts = table.ask_all(seats, "take", |state, seat| Take::of(game, state, seat))?;
    let is_leader = |card: Card| game.deck.card(card).colour == Colour::White;
    for (seat, act) in &acts {
        let mut rest = core::mem::replace(&mut table.state.leaders.drawn[seat.index()], Hand::EMPTY);
        rest.remove(act.card);
        for card in rest.iter() {
            table.state.leaders.returned[seat.index()].insert(card);
            if is_leader(card) {
                table.state.leaders.pile.insert(card);
            } else {
                table.state.black.insert(card);
            }
        }
        if act.way != Way::Build && is_leader(act.card) {
            table.state.leaders.gone[seat.index()].insert(act.card);
        }
    }
    let mut ledger = Ledger::default();
    turn::carry_out(table, &acts, Which::Drawn, None, &mut ledger);
    ledger.settle(table)?;
    sequence::go_on(table);
    Ok(())
}
