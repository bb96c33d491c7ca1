//! Building from the discards (7W-7.2).

use crate::event::{Event, How, Paid};
use crate::game::{SevenWonders, Table};
use crate::orders::{Order, Wish};
use crate::pieces::{Card, CardSet, Power};
use crate::position::{Fate, Position, Slot, State, moment};
use crate::reason::Reason;
use crate::rules::arrival::{self, Came};
use crate::rules::ledger::Ledger;
use crate::rules::plan::{self, fits, worth};
use crate::rules::sequence;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Audience, Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Which card of the discards is built. Only who looks through them is asked.
#[derive(Debug)]
pub struct Dig {
    /// The cards that could be built.
    pub cards: CardSet,
}

impl Dig {
    /// The question for a seat: what lies there and does not stand in its city, or may stand there twice (7W-13.30).
    pub fn of(position: &Position, discards: &[Card], seat: Seat) -> Dig {
        let mut cards = CardSet::NONE;
        let city = position.city(seat);
        let fits = |card: &&Card| !city.built.contains(**card) || city.has(Power::Copies);
        discards.iter().filter(fits).for_each(|card| cards.insert(*card));
        Dig { cards }
    }

    fn best(&self, game: &SevenWonders, wish: Wish) -> Option<Card> {
        let fitting = self.cards.iter().filter(|card| fits(game, wish, *card));
        fitting.fold(None, |best, card| match best {
            Some(best) if worth(game, best) >= worth(game, card) => Some(best),
            _ => Some(card),
        })
    }
}

impl Question<SevenWonders> for Dig {
    type Answer = Option<Card>;
    const NAME: &'static str = "dig";

    fn legal(&self, _game: &SevenWonders, answer: &Option<Card>) -> Result<(), Reason> {
        match answer {
            Some(card) if !self.cards.contains(*card) => Err(Reason::NotDiscarded { card: *card }),
            _ => Ok(()),
        }
    }

    fn default(&self, game: &SevenWonders) -> Option<Card> {
        self.best(game, Wish::Any)
    }

    fn random(&self, _game: &SevenWonders, chance: &mut Chance) -> Option<Card> {
        let cards: Vec<Card> = self.cards.iter().collect();
        let drawn = chance.random_range(0..=cards.len());
        cards.get(drawn).copied()
    }

    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Option<Card>> {
        let named = lines.first(|order| match order {
            Order::Dig(None) => Says::Yes(None),
            Order::Dig(Some(card)) if self.cards.contains(*card) => Says::Yes(Some(*card)),
            Order::Dig(Some(card)) => Says::No(Reason::NotDiscarded { card: *card }),
            _ => Says::Nothing,
        });
        named.or_else(|| {
            let mark = lines.mark();
            // What lies there is seen only now: `any` says nothing about it (7W-4.4).
            let mut wishes = plan::wishes(lines)?.into_iter().filter(|wish| *wish != Wish::Any);
            let found = wishes.find_map(|wish| self.best(game, wish)).map(Some);
            if found.is_none() {
                lines.forget_since(mark);
            }
            found
        })
    }

    fn orders(&self, _game: &SevenWonders, answer: &Option<Card>) -> Vec<Order> {
        alloc::vec![Order::Dig(*answer)]
    }
}

/// Plays the stage.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let mut ledger = Ledger::default();
    // Whose wonder digs goes before those whom a leader lets dig, and a myth comes last: it does not matter who sits where.
    let has_stage = |seat: &Seat| {
        let city = table.state.position.city(*seat);
        let board = &game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
        board.iter().any(|stage| stage.effect.gives(Power::FromDiscards))
    };
    let mut digging: Vec<Seat> = game.cities().iter().collect();
    digging.sort_by_key(|seat| !has_stage(seat));
    for seat in digging {
        while table.state.position.city(seat).digs > 0 {
            let cards = table.state.position.discards;
            table.tell(Event::Looks { seat, cards });
            let choice = Dig::of(&table.state.position, &table.state.log.discards(), seat);
            let answer = match game.free_city() {
                // 7W-14.4: for the Free City the fixed ranking decides.
                Some(free) if free == seat => {
                    let found = choice.default(game);
                    // Nobody chooses it, so nobody's letter shows it: it is told to all.
                    let shown: Vec<u8> = found.iter().map(|card| card.0).collect();
                    table.reveal(Audience::All, &shown);
                    found
                }
                _ => table.ask(seat, format_args!("dig/{}", game.seat_key(seat)), choice)?,
            };
            let (age, turn) = (table.state.position.age, table.state.position.turn);
            let city = table.state.position.city_mut(seat);
            city.digs -= 1;
            city.looked = moment(age, if turn == game.turns() { turn + 1 } else { turn });
            match answer {
                Some(card) => build(table, seat, card, &mut ledger),
                None => table.tell(Event::DugNothing { seat }),
            }
        }
    }
    for seat in game.seats().iter() {
        while table.state.position.city(seat).salvages > 0 {
            salvage(table, seat, &mut ledger)?;
        }
    }
    ledger.settle(table)?;
    sequence::go_on(table);
    Ok(())
}

/// The same by a myth, but whoever builds nothing gets the coins of a sale (7W-13.45).
fn salvage(table: &mut Table<'_>, seat: Seat, ledger: &mut Ledger) -> Play {
    let game = table.game;
    let cards = table.state.position.discards;
    table.tell(Event::Looks { seat, cards });
    let choice = Dig::of(&table.state.position, &table.state.log.discards(), seat);
    let answer = table.ask(seat, format_args!("salvage/{}", game.seat_key(seat)), choice)?;
    let (age, turn) = (table.state.position.age, table.state.position.turn);
    let city = table.state.position.city_mut(seat);
    city.salvages -= 1;
    city.looked = moment(age, if turn == game.turns() { turn + 1 } else { turn });
    match answer {
        Some(card) => build(table, seat, card, ledger),
        None => {
            let coins = arrival::bank_pays(&mut table.state.position, seat, u16::from(game.deck.numbers.sale));
            table.tell(Event::Salvaged { seat, coins });
        }
    }
    Ok(())
}

/// Builds a card from the discards for nothing; it brings its coins.
pub fn build(table: &mut Table<'_>, seat: Seat, card: Card, ledger: &mut Ledger) {
    let game = table.game;
    take_out(&mut table.state, card);
    table.state.position.city_mut(seat).add(&game.deck, card);
    let (effect, came) = (&game.deck.card(card).effect, Came::Card(card, How::Power));
    let coins = arrival::coins_of(game, &table.state.position, seat, came, effect);
    let gained = arrival::bank_pays(&mut table.state.position, seat, coins);
    arrival::arrive(table, seat, came, effect, gained, ledger);
    table.tell(Event::Dug { seat, card, paid: Paid { gained, ..Paid::default() } });
}

/// Takes a card out of the discards: the one that was discarded first.
pub fn take_out(state: &mut State, card: Card) {
    let found = state.log.each().find(|(.., slot)| slot.fate.is_discarded() && slot.card() == Some(card));
    if let Some((age, turn, seat, _)) = found {
        *state.log.slot_mut(age, turn, seat) = Slot::new(card, Fate::Dug);
        state.position.discards -= 1;
    }
}
