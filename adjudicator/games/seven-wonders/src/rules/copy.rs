//! Using a neighbour's leader as the own one (7W-11.11).

use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::pieces::{Card, CardSet, Colour, Side};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::arrival::{bank_pays, for_shields};
use crate::rules::plan::worth;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Lines, Play, Question, Says, Seat, Seats};

/// Which leader of a neighbour is used. All of them lie open.
#[derive(Debug)]
pub struct Copy {
    /// The neighbours' leaders.
    pub leaders: CardSet,
}

impl Copy {
    /// The question for a seat.
    pub fn of(game: &SevenWonders, position: &Position, seat: Seat) -> Copy {
        let both = [Side::West, Side::East].map(|side| position.city(position.neighbour(seat, side)).built);
        let leaders = both[0].union(&both[1]).iter().filter(|card| game.deck.card(*card).colour == Colour::White);
        Copy { leaders: leaders.collect() }
    }
}

impl Question<SevenWonders> for Copy {
    type Answer = Option<Card>;
    const NAME: &'static str = "copy";

    fn legal(&self, _game: &SevenWonders, answer: &Option<Card>) -> Result<(), Reason> {
        match answer {
            Some(card) if !self.leaders.contains(*card) => Err(Reason::NotOffered { card: *card }),
            None if !self.leaders.is_empty() => Err(Reason::NothingChosen),
            _ => Ok(()),
        }
    }

    fn default(&self, game: &SevenWonders) -> Option<Card> {
        self.leaders.iter().max_by_key(|card| (worth(game, *card), core::cmp::Reverse(*card)))
    }

    fn only(&self, _game: &SevenWonders) -> Option<Option<Card>> {
        (self.leaders.len() < 2).then(|| self.leaders.iter().next())
    }

    fn random(&self, _game: &SevenWonders, chance: &mut Chance) -> Option<Card> {
        self.leaders.iter().nth(chance.random_range(0..self.leaders.len().max(1)))
    }

    fn choices(&self, _game: &SevenWonders) -> Vec<Option<Card>> {
        self.leaders.iter().map(Some).collect()
    }

    fn hear(&self, _game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Option<Card>> {
        lines.first(|order| match order {
            Order::Copy(card) if self.leaders.contains(*card) => Says::Yes(Some(*card)),
            Order::Copy(card) => Says::No(Reason::NotOffered { card: *card }),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &SevenWonders, answer: &Option<Card>) -> Vec<Order> {
        answer.map(Order::Copy).into_iter().collect()
    }
}

/// Everybody who just built the guild chooses.
pub fn choose(table: &mut Table<'_>, seats: Seats) -> Play {
    let game = table.game;
    let chosen = table.ask_all(seats, "copy", |state, seat| Copy::of(game, &state.position, seat))?;
    for (seat, leader) in chosen {
        if let Some(card) = leader {
            let position = &mut table.state.position;
            position.city_mut(seat).copy_leader(&game.deck, card);
            // 7W-13.60: shields that come with the leader are new shields.
            let coins = for_shields(position.city(seat), &game.deck.card(card).effect);
            bank_pays(position, seat, coins);
            table.tell(Event::LeaderCopied { seat, card });
        }
    }
    Ok(())
}
