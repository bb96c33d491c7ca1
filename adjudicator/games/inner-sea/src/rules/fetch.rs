//! Cards that come back to their owner in the Draw step (IS-16.12, IS-17.6).

use crate::event::Event;
use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Verb, Wish};
use crate::pieces::{Card, CardSet};
use crate::reason::Reason;
use crate::scenario::Back;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// A card that was played, discarded by force or taken lies before its owner, if it is one that comes back; otherwise it is discarded.
pub fn lay_down(table: &mut Table<'_>, seat: Seat, card: Card) {
    let position = &mut table.state.position;
    if table.game.keeps(position, seat, card) {
        position.kept[seat.index()].insert(card);
    } else {
        position.discards.insert(card);
    }
}

/// A card that lay on the table to be used once is used (IS-18.3).
pub fn use_up(table: &mut Table<'_>, seat: Seat, card: Card) {
    if table.game.kept_cards(&table.state.position, seat, |back| back == Back::Once).contains(card) {
        table.state.position.kept[seat.index()].remove(card);
    }
}

fn take_up(table: &mut Table<'_>, seat: Seat, cards: CardSet) {
    if cards.is_empty() {
        return;
    }
    for card in cards.iter() {
        table.state.position.kept[seat.index()].remove(card);
        table.state.enter_hand(seat, card);
    }
    let civ = table.state.position.side(seat).civ;
    table.tell(Event::TakenUp { seat, civ, cards: cards.iter().collect() });
}

/// The Draw step begins: some cards come back by themselves (IS-17.6).
pub fn begin(table: &mut Table<'_>, seat: Seat) {
    let back = table.game.kept_cards(&table.state.position, seat, |back| back == Back::Free);
    take_up(table, seat, back);
}

/// Others may be taken in place of cards of the deck; says how many were (IS-16.12).
pub fn instead(table: &mut Table<'_>, seat: Seat, n: u8) -> Play<u8> {
    let game = table.game;
    let from = game.kept_cards(&table.state.position, seat, |back| back == Back::Drawn);
    if from.is_empty() || n == 0 {
        return Ok(0);
    }
    let cards = npc::ask(table, seat, format_args!("fetch/{}", game.seat_key(seat)), FetchQuestion { from, n })?;
    take_up(table, seat, cards);
    Ok(cards.len() as u8)
}

/// The question which cards on the table to take in place of cards of the deck.
#[derive(Clone, Debug)]
pub struct FetchQuestion {
    from: CardSet,
    n: u8,
}

impl FetchQuestion {
    /// All of them, as far as cards are drawn.
    fn all(&self) -> CardSet {
        self.from.iter().take(usize::from(self.n)).collect()
    }
}

impl npc::ByTheBook for FetchQuestion {
    /// IS-17.8
    fn decide(&self, _table: &mut Table<'_>, _seat: Seat) -> Play<CardSet> {
        Ok(self.all())
    }
}

impl Question<InnerSea> for FetchQuestion {
    type Answer = CardSet;
    const NAME: &'static str = "fetch";

    fn legal(&self, _game: &InnerSea, answer: &CardSet) -> Result<(), Reason> {
        match (*answer - self.from).first() {
            Some(card) => Err(Reason::NotOffered { card }),
            None if answer.len() > usize::from(self.n) => Err(Reason::BadTarget),
            None => Ok(()),
        }
    }

    /// These cards are better than what the deck may bring.
    fn default(&self, _game: &InnerSea) -> CardSet {
        self.all()
    }

    fn random(&self, _game: &InnerSea, chance: &mut Chance) -> CardSet {
        self.all().iter().filter(|_| chance.random_range(0..2u8) == 0).collect()
    }

    fn hints(&self, _game: &InnerSea) -> Vec<CardSet> {
        self.from.iter().map(CardSet::only).collect()
    }

    /// IS-5.7.3
    fn waits(&self, order: &Order) -> bool {
        matches!(order, Order::Take(_) | Order::Nothing(Verb::Take))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<CardSet> {
        lines.first(|order| match order {
            Order::Nothing(Verb::Take) => Says::Yes(CardSet::NONE),
            Order::Take(wishes) => {
                let card = |wish: &Wish| if let Wish::Card(card) = wish { Some(*card) } else { None };
                let named: CardSet = wishes.iter().filter_map(card).collect();
                let wanted = if wishes.contains(&Wish::Any) { self.all() } else { named };
                match self.legal(game, &wanted) {
                    Ok(()) => Says::Yes(wanted),
                    Err(reason) => Says::No(reason),
                }
            }
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &CardSet) -> Vec<Order> {
        let wishes: Vec<Wish> = answer.iter().map(Wish::Card).collect();
        alloc::vec![if wishes.is_empty() { Order::Nothing(Verb::Take) } else { Order::Take(wishes) }]
    }
}
