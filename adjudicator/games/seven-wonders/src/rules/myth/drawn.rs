//! Leaders or black cards that a myth draws: one is used for nothing (7W-13.34, 7W-13.35).

use crate::deity::Deity;
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::pieces::{Card, Colour, Hand, Way};
use crate::reason::Reason;
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::ledger::Ledger;
use crate::rules::turn;
use alloc::vec::Vec;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Seat};

/// What to do with which of the cards that were drawn. Only who drew them sees them.
#[derive(Debug)]
pub struct Take(pub Choice);

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

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Act> {
        self.0.hear(game, lines)
    }

    fn orders(&self, game: &SevenWonders, act: &Act) -> Vec<Order> {
        self.0.orders(game, act)
    }
}

/// Draws for everybody who invoked such a myth, and asks.
pub fn take(table: &mut Table<'_>, ledger: &mut Ledger) -> Play {
    let game = table.game;
    for (deity, seat) in core::mem::take(&mut ledger.drawing) {
        let age = table.state.position.age;
        let amount = game.deck.myth(deity).map_or(0, |card| usize::from(card.amount[usize::from(age)]));
        let pile = if deity == Deity::Pegasus { table.state.leaders.pile } else { table.state.black };
        let pile: Vec<Card> = pile.iter().collect();
        let path = format_args!("{}/{}", deity.key(), game.seat_key(seat));
        let order = table.shuffle(path, pile.len() as u8);
        let drawn: Hand = order.iter().take(amount).map(|i| pile[usize::from(*i)]).collect();
        if drawn.is_empty() {
            continue;
        }
        for card in drawn.iter() {
            note(table, seat, card);
        }
        let cards: Vec<Card> = drawn.iter().collect();
        table.tell(Event::LeadersDrawn { seat, count: cards.len() as u8 });
        table.tell_only(game.eyes(seat).iter(), Event::LeadersSeen { seat, cards });
        let choice = Choice::of(game, &table.state.position, seat, drawn, Which::Drawn);
        let act = table.ask(seat, format_args!("take/{}", game.seat_key(seat)), Take(choice))?;
        remove(table, act.card);
        turn::carry_out(table, &[(seat, act)], Which::Drawn, ledger);
        if act.way != Way::Build && game.deck.card(act.card).colour == Colour::White {
            table.state.leaders.gone[seat.index()].insert(act.card);
        }
    }
    Ok(())
}

fn note(table: &mut Table<'_>, seat: Seat, card: Card) {
    if table.game.deck.card(card).colour == Colour::White {
        table.state.leaders.seen[seat.index()].insert(card);
    }
}

/// The card that is taken leaves its pile; the others go back.
fn remove(table: &mut Table<'_>, card: Card) {
    table.state.leaders.pile.remove(card);
    table.state.black.remove(card);
}
