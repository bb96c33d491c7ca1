//! Terror: when competitions begin the Huns may give a card for a competition card out of the deck or the discards (IS-15.16).

use crate::event::{Event, Pile};
use crate::game::{InnerSea, Table};
use crate::npc::{self, ByTheBook};
use crate::orders::{Order, Verb};
use crate::pieces::{Card, CardSet, Faction};
use crate::reason::Reason;
use crate::rules::draw::{self, Lot};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// The Competition Phase begins: whoever may search and occupies a contested area is asked.
pub fn search(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for seat in table.state.position.order.clone() {
        let position = &table.state.position;
        let may = game.part_of(position, seat).is_some_and(|part| part.searches);
        let contested = position.board.contested() & position.board.occupied(Faction::of(seat));
        if !may || contested.is_empty() {
            continue;
        }
        let question = SearchQuestion { hand: table.state.hands[seat.index()], discards: position.discards };
        let path = format_args!("search/{}", game.seat_key(seat));
        if let Some((pile, cost)) = npc::ask(table, seat, path, question)? {
            find(table, seat, pile, cost);
        }
    }
    Ok(())
}

/// The pile is shuffled, and cards are turned up until a competition card comes. Whatever else came up goes back, events too.
fn find(table: &mut Table<'_>, seat: Seat, pile: Pile, cost: Card) {
    let game = table.game;
    draw::put_away(table, seat, cost);
    let from = match pile {
        Pile::Deck => table.state.deck,
        Pile::Discards => table.state.position.discards,
    };
    let found = draw::lot(table, Lot::Search(seat), from & game.fighting);
    if let Some(card) = found {
        match pile {
            Pile::Deck => table.state.deck.remove(card),
            Pile::Discards => table.state.position.discards.remove(card),
        }
        table.state.enter_hand(seat, card);
    }
    let civ = table.state.position.side(seat).civ;
    table.show(Audience::All, Event::Searched { seat, civ, cost, pile, found });
}

/// The question whether to search, where, and which card it costs.
#[derive(Clone, Debug)]
pub struct SearchQuestion {
    hand: CardSet,
    discards: CardSet,
}

impl Question<InnerSea> for SearchQuestion {
    type Answer = Option<(Pile, Card)>;
    const NAME: &'static str = "search";

    fn legal(&self, _game: &InnerSea, answer: &Option<(Pile, Card)>) -> Result<(), Reason> {
        match answer {
            Some((_, card)) if !self.hand.contains(*card) => Err(Reason::NotInHand { card: *card }),
            _ => Ok(()),
        }
    }

    fn default(&self, _game: &InnerSea) -> Option<(Pile, Card)> {
        None
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> Option<(Pile, Card)> {
        let card = self.hand.nth(chance.random_range(0..=self.hand.len()))?;
        Some((if chance.random_range(0..2u8) == 0 { Pile::Deck } else { Pile::Discards }, card))
    }

    /// By what lies open: without cards there is nothing to give.
    fn only(&self, _game: &InnerSea) -> Option<Option<(Pile, Card)>> {
        self.hand.is_empty().then_some(None)
    }

    fn hints(&self, _game: &InnerSea) -> Vec<Option<(Pile, Card)>> {
        self.hand.iter().map(|card| Some((Pile::Deck, card))).collect()
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Option<(Pile, Card)>> {
        lines.first(|order| match order {
            Order::Nothing(Verb::Search) => Says::Yes(None),
            Order::Search(pile, card) => match self.legal(game, &Some((*pile, *card))) {
                Ok(()) => Says::Yes(Some((*pile, *card))),
                Err(reason) => Says::No(reason),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Option<(Pile, Card)>) -> Vec<Order> {
        alloc::vec![answer.map_or(Order::Nothing(Verb::Search), |(pile, card)| Order::Search(pile, card))]
    }
}

impl ByTheBook for SearchQuestion {
    /// IS-13.5.2: whatever may be used is used, but for what is of use itself: a card that is neither for competitions nor a negation is
    /// given; the discards are searched if they are sure to have one.
    fn decide(&self, table: &mut Table<'_>, _seat: Seat) -> Play<Option<(Pile, Card)>> {
        let game = table.game;
        let spare = npc::cards::first_to_go(game, self.hand - game.fighting - game.negations);
        let pile = if (self.discards & game.fighting).is_empty() { Pile::Deck } else { Pile::Discards };
        Ok(spare.map(|card| (pile, card)))
    }
}
