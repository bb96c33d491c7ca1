//! What is settled at the end of a turn, when everybody's own effects are done: coins from sales to neighbours, gifts, defeats, leaders
//! copied, coins lost (7W-3.4, 7W-12.4, 7W-13.9). So nothing of it depends on who sits where.

use crate::deck::{Loss, Losses};
use crate::deity::{Aim, Deity};
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::pieces::{Colour, Power, Side, Way};
use crate::position::{MOST, Position};
use crate::reason::Reason;
use crate::rules::arrival::{bank_pays, of_city};
use crate::rules::choice::{Act, may_double};
use crate::rules::conflict::{self, Purses};
use crate::rules::copy;
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat, Seats};

/// What is settled when everybody has acted.
#[derive(Default, Debug)]
pub struct Ledger {
    /// Coins for goods that were sold: they can be spent from the next turn on.
    pub due: [u16; MOST],
    /// Coins that others' cards bring from the bank.
    pub gifts: [u16; MOST],
    /// Who wins without a conflict: the neighbours are defeated (7W-13.61).
    pub raids: Seats,
    /// What makes others lose coins.
    pub levies: Vec<Levy>,
    /// Who chooses a neighbour's leader.
    pub copies: Seats,
    /// The myths that were invoked, and at whom.
    pub invoked: Vec<(Deity, Seat, Aim)>,
    /// In whose city a seat's card is built, if not in its own (7W-13.53).
    pub host: [Option<Seat>; MOST],
    /// Who discards his card for nothing.
    pub sacrifices: Seats,
}

/// Coins that all others lose.
#[derive(Clone, Copy, Debug)]
pub struct Levy {
    /// By whose card.
    pub by: Seat,
    /// How many.
    pub loss: Loss,
    /// Of whom.
    pub of: Seats,
    /// Whether something helps against it.
    pub harm: Harm,
}

/// Whether something helps against a loss (7W-13.33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harm {
    /// It comes from a black card or a myth: a city that is safe from these loses nothing.
    Avertible,
    /// It comes from something else.
    Certain,
}

impl Ledger {
    /// Settles in whose city each card is built (7W-13.53): the partner's, if that was agreed and the card can stand there; else the
    /// own one; and if it stands there too, it is sold. A city's own card goes before one that comes to it.
    pub fn place(&mut self, game: &SevenWonders, position: &Position, acts: &mut [(Seat, Act)]) {
        let is_built = |act: &Act| matches!(act.way, Way::Build | Way::Free);
        let known: Vec<(Seat, Act)> = acts.to_vec();
        for (seat, act) in acts.iter_mut().filter(|(_, act)| is_built(act)) {
            let Some(host) = self.host[seat.index()].filter(|host| host != seat) else { continue };
            let colour = game.deck.card(act.card).colour;
            let stands = |city: Seat| {
                let built = position.city(city).built.contains(act.card);
                built && !may_double(position.city(city), colour)
            };
            let comes = known.iter().any(|(other, own)| *other == host && is_built(own) && own.card == act.card)
                && !may_double(position.city(host), colour);
            if colour == Colour::White || stands(host) || comes {
                self.host[seat.index()] = None;
                if stands(*seat) {
                    *act = Act { way: Way::Sell, card: act.card, trade: Default::default() };
                }
            }
        }
    }

    /// What everybody loses, as the cities are now (7W-12.4).
    fn losses(&self, position: &Position) -> [u16; MOST] {
        let mut losses = [0; MOST];
        for Levy { by, loss, of, harm } in &self.levies {
            for seat in of.iter().filter(|seat| seat != by) {
                let city = position.city(seat);
                // 7W-13.33: some cities are safe from black cards and myths.
                if *harm == Harm::Avertible && city.has(Power::Immune) {
                    continue;
                }
                let times = if loss.per == 0 { 1 } else { of_city(city, loss.per) };
                losses[seat.index()] += u16::from(loss.coins) * times;
            }
        }
        losses
    }

    /// Settles everything.
    pub fn settle(&mut self, table: &mut Table<'_>) -> Play {
        let game = table.game;
        for (seat, due) in self.due.iter_mut().enumerate().filter(|(_, due)| **due > 0) {
            table.state.position.cities[seat].coins += core::mem::take(due);
        }
        for seat in game.cities().iter() {
            bank_pays(&mut table.state.position, seat, core::mem::take(&mut self.gifts[seat.index()]));
        }
        let purses = Purses::of(&table.state.position);
        for seat in core::mem::take(&mut self.raids).iter() {
            for side in [Side::West, Side::East] {
                let neighbour = table.state.position.neighbour(seat, side);
                conflict::suffer(&mut table.state.position, neighbour, seat);
            }
        }
        purses.tell_gains(table);
        if !self.copies.is_empty() {
            copy::choose(table, core::mem::take(&mut self.copies))?;
        }
        if self.levies.is_empty() {
            return Ok(());
        }
        let losses = self.losses(&table.state.position);
        self.levies.clear();
        let losing: Seats = game.seats().iter().filter(|seat| losses[seat.index()] > 0).collect();
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
