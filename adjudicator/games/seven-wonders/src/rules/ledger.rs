//! What is settled at the end of a turn: coins from sales to neighbours, coins lost, leaders copied (7W-3.4, 7W-12.4).

use crate::deck::{Loss, Losses};
use crate::deity::{Aim, Deity};
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::pieces::{Colour, Power, Way};
use crate::position::{MOST, Position};
use crate::reason::Reason;
use crate::rules::arrival::{Came, of_city};
use crate::rules::choice::Act;
use crate::rules::copy;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat, Seats};

/// What is settled when everybody has acted.
#[derive(Default, Debug)]
pub struct Ledger {
    /// Coins for goods that were sold: they can be spent from the next turn on.
    pub due: [u16; MOST],
    /// Coins that are lost.
    pub losses: [u16; MOST],
    /// Who chooses a neighbour's leader.
    pub copies: Seats,
    /// The myths that were invoked, and at whom.
    pub invoked: Vec<(Deity, Seat, Aim)>,
    /// In whose city a seat's card is built, if not in its own (7W-13.53).
    pub host: [Option<Seat>; MOST],
    /// Who discards his card for nothing.
    pub sacrifices: Seats,
}

impl Ledger {
    /// All others lose coins (7W-12.4).
    pub fn lose(&mut self, game: &SevenWonders, position: &Position, by: Seat, came: Came, loss: Loss) {
        let is_black = matches!(came, Came::Card(card, _) if game.deck.card(card).colour == Colour::Black);
        for seat in game.cities().iter().filter(|seat| *seat != by) {
            let city = position.city(seat);
            // 7W-13.33: some cities are safe from black cards.
            if is_black && city.has(Power::Immune) {
                continue;
            }
            let times = if loss.per == 0 { 1 } else { of_city(city, loss.per) };
            self.losses[seat.index()] += u16::from(loss.coins) * times;
        }
    }

    /// In whose city a card is built (7W-13.53): the partner's, if that was agreed and the card can stand there.
    pub fn host_of(&self, game: &SevenWonders, position: &Position, seat: Seat, act: &Act) -> Seat {
        let host = self.host[seat.index()].filter(|_| act.way == Way::Build);
        let fits = |host: &Seat| {
            !position.city(*host).built.contains(act.card) && game.deck.card(act.card).colour != Colour::White
        };
        host.filter(fits).unwrap_or(seat)
    }

    /// Settles everything.
    pub fn settle(&mut self, table: &mut Table<'_>) -> Play {
        let game = table.game;
        for (seat, due) in self.due.iter_mut().enumerate().filter(|(_, due)| **due > 0) {
            table.state.position.cities[seat].coins += core::mem::take(due);
        }
        if !self.copies.is_empty() {
            copy::choose(table, core::mem::take(&mut self.copies))?;
        }
        let losing: Seats = game.seats().iter().filter(|seat| self.losses[seat.index()] > 0).collect();
        if losing.is_empty() {
            return Ok(());
        }
        let losses = core::mem::take(&mut self.losses);
        let paid = match game.deck.numbers.losses {
            // 7W-12.4.1: nobody loses more than he has.
            Losses::Forgiven => losing.iter().map(|seat| (seat, losses[seat.index()])).collect(),
            Losses::Debt => table.ask_all(losing, "loss", |state, seat| Debt {
                loss: losses[seat.index()],
                coins: state.position.city(seat).coins,
            })?,
        };
        for (seat, paid) in paid {
            let loss = losses[seat.index()];
            let city = table.state.position.city_mut(seat);
            let coins = paid.min(city.coins);
            city.coins -= coins;
            let debts = if game.deck.numbers.losses == Losses::Debt { loss - coins } else { 0 };
            city.debts = city.debts.saturating_add(debts as u8);
            table.tell(Event::Lost { seat, coins, debts });
        }
        // 7W-14.4: nobody decides this for the Free City: it pays what it can.
        if let Some(free) = game.free_city() {
            let city = table.state.position.city_mut(free);
            city.coins = city.coins.saturating_sub(losses[free.index()]);
        }
        Ok(())
    }
}

/// How much of a loss is paid; the rest is debt (7W-12.4). The answer is the coins that are paid.
#[derive(Debug)]
pub struct Debt {
    /// The coins to lose.
    pub loss: u16,
    /// The coins there are.
    pub coins: u16,
}

impl Debt {
    fn most(&self) -> u16 {
        self.loss.min(self.coins)
    }
}

impl Question<SevenWonders> for Debt {
    type Answer = u16;
    const NAME: &'static str = "loss";

    fn legal(&self, _game: &SevenWonders, paid: &u16) -> Result<(), Reason> {
        if *paid <= self.most() { Ok(()) } else { Err(Reason::NoCoins { price: *paid, coins: self.coins }) }
    }

    fn default(&self, _game: &SevenWonders) -> u16 {
        self.most()
    }

    fn only(&self, _game: &SevenWonders) -> Option<u16> {
        (self.most() == 0).then_some(0)
    }

    fn random(&self, _game: &SevenWonders, chance: &mut Chance) -> u16 {
        chance.random_range(0..=self.most())
    }

    /// Each shows what is lost: without them nobody would know what he is asked to pay.
    fn choices(&self, _game: &SevenWonders) -> Vec<u16> {
        (0..=self.most()).rev().collect()
    }

    fn hear(&self, _game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<u16> {
        lines.first(|order| match order {
            Order::Debt(debt) => Says::Yes(self.loss.saturating_sub(*debt).min(self.most())),
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &SevenWonders, paid: &u16) -> Vec<Order> {
        alloc::vec![Order::Debt(self.loss - paid)]
    }
}
