//! Looking at hands while Horus is in play: twice in the age, whenever his owner likes (7W-13.43).

use super::aim;
use crate::deity::Deity;
use crate::game::{SevenWonders, Table};
use crate::orders::Order;
use crate::position::Position;
use crate::reason::Reason;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Game as _, Lines, Play, Question, Says, Seat};

/// At whose hands the seat looks when this turn is over. Nothing hidden is in the question.
#[derive(Debug)]
pub struct Look {
    /// The opponents.
    pub others: Vec<Seat>,
    /// So many looks are left.
    pub left: u8,
}

impl Look {
    /// The question for a seat: a look for each coin on its Horus. After the last turn of an age no hand is left to look at.
    pub fn of(game: &SevenWonders, position: &Position, seat: Seat) -> Look {
        match position.city(seat).looks_left() {
            left @ 1.. if position.turn < game.turns() => Look { others: aim::opponents(game, seat), left },
            _ => Look { others: Vec::new(), left: 0 },
        }
    }
}

impl Question<SevenWonders> for Look {
    type Answer = Vec<Seat>;
    const NAME: &'static str = "look";

    fn legal(&self, _game: &SevenWonders, seats: &Vec<Seat>) -> Result<(), Reason> {
        if self.left == 0 && !seats.is_empty() {
            return Err(Reason::NoLookLeft);
        }
        let differ = seats.len() < 2 || seats[0] != seats[1];
        let fits = seats.len() <= usize::from(self.left) && differ && seats.iter().all(|s| self.others.contains(s));
        if fits { Ok(()) } else { Err(Reason::WrongAim { deity: Deity::Horus }) }
    }

    /// Who cannot look is not asked; if he tries, he is told.
    fn only(&self, _game: &SevenWonders) -> Option<Vec<Seat>> {
        (self.left == 0).then(Vec::new)
    }

    /// In silence a coin is better than a look.
    fn default(&self, _game: &SevenWonders) -> Vec<Seat> {
        Vec::new()
    }

    fn random(&self, _game: &SevenWonders, chance: &mut Chance) -> Vec<Seat> {
        if chance.random_bool(0.7) { Vec::new() } else { self.others.choose(chance).copied().into_iter().collect() }
    }

    /// A letter that plays a card and says nothing of looks takes none.
    fn hear(&self, game: &SevenWonders, lines: &mut Lines<'_, SevenWonders>) -> Option<Vec<Seat>> {
        let heard = lines.first(|order| match order {
            Order::Look(seats) => {
                let seats: Vec<Seat> = seats.iter().flatten().copied().collect();
                match self.legal(game, &seats) {
                    Ok(()) => Says::Yes(seats),
                    Err(reason) => Says::No(reason),
                }
            }
            _ => Says::Nothing,
        });
        let plays = |order: &Order| matches!(order, Order::Play { .. } | Order::Prefer(_));
        heard.or_else(|| lines.mention(plays).then(Vec::new))
    }

    fn orders(&self, _game: &SevenWonders, seats: &Vec<Seat>) -> Vec<Order> {
        let mut two = [None; 2];
        two.iter_mut().zip(seats).for_each(|(place, seat)| *place = Some(*seat));
        alloc::vec![Order::Look(two)]
    }
}

/// Asks whoever may look at hands; nothing changes before everybody has answered.
pub fn ask(table: &mut Table<'_>, seat: Seat) -> Play<Vec<Seat>> {
    let game = table.game;
    let question = Look::of(game, &table.state.position, seat);
    table.ask(seat, format_args!("look/{}", game.seat_key(seat)), question)
}
