//! The payment for a Wonder that a card lets somebody build for less (IS-5.6.1).

use crate::game::{InnerSea, Table};
use crate::npc;
use crate::orders::{Order, Payment};
use crate::pieces::{Area, CardSet, Wonder};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::wonders::{COST, DISCS, build, can_build, complete};
use alloc::vec::Vec;
use rand::RngExt as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// Builds a Wonder for less, as a card allows. `wonder Great Library paying …` in the same letter says how it is paid; otherwise the
/// referee finds the payment.
pub fn build_cheaply(table: &mut Table<'_>, seat: Seat, wonder: Wonder, area: Area, discount: u8) -> Play<bool> {
    let game = table.game;
    let state = &table.state;
    let position = &state.position;
    if can_build(game, position, &position.board, seat, wonder, discount).is_err() {
        return Ok(false);
    }
    let cost = COST - discount.min(COST - DISCS);
    let hand = state.hands[seat.index()];
    let question = PaymentQuestion { seat, wonder, area, cost, hand, position: position.clone() };
    if question.complete(game, &Payment::default()).is_none() {
        return Ok(false);
    }
    let serial = table.state.scratch.next_serial();
    let payment = npc::ask(table, seat, format_args!("payment {serial}/{}", game.seat_key(seat)), question)?;
    build(table, seat, wonder, area, &payment);
    Ok(true)
}

/// The question how a Wonder is paid.
#[derive(Clone, Debug)]
pub struct PaymentQuestion {
    seat: Seat,
    wonder: Wonder,
    area: Area,
    cost: u8,
    hand: CardSet,
    position: Position,
}

impl PaymentQuestion {
    fn complete(&self, game: &InnerSea, wish: &Payment) -> Option<Payment> {
        let needed = game.deck.wonder(self.wonder).discs;
        complete(game, &self.position, self.hand, (self.seat, self.area), self.cost, wish, needed)
    }
}

impl Question<InnerSea> for PaymentQuestion {
    type Answer = Payment;
    const NAME: &'static str = "payment";

    fn legal(&self, game: &InnerSea, answer: &Payment) -> Result<(), Reason> {
        match self.complete(game, answer) {
            Some(same) if same == *answer => Ok(()),
            _ => Err(Reason::CannotPay { wonder: self.wonder }),
        }
    }

    fn default(&self, game: &InnerSea) -> Payment {
        self.complete(game, &Payment::default()).unwrap_or_default()
    }

    fn random(&self, game: &InnerSea, chance: &mut Chance) -> Payment {
        let talents = chance.random_range(0..=self.position.side(self.seat).talents.min(self.cost - DISCS));
        let wish = Payment { talents, ..Payment::default() };
        self.complete(game, &wish).unwrap_or_else(|| self.default(game))
    }

    fn hear(&self, game: &InnerSea, lines: &mut Lines<'_, InnerSea>) -> Option<Payment> {
        lines.first(|order| match order {
            Order::Wonder(wonder, Some(site), _) if *wonder == self.wonder && *site != self.area => {
                Says::No(Reason::NoSite { wonder: self.wonder })
            }
            Order::Wonder(wonder, _, wish) if *wonder == self.wonder => match self.complete(game, wish) {
                Some(payment) => Says::Yes(payment),
                None => Says::No(Reason::CannotPay { wonder: self.wonder }),
            },
            _ => Says::Nothing,
        })
    }

    fn orders(&self, _game: &InnerSea, answer: &Payment) -> Vec<Order> {
        alloc::vec![Order::Wonder(self.wonder, Some(self.area), answer.clone())]
    }
}
