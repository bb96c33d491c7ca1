//! A city as a table.

use super::{kinds, list, produces};
use crate::city::City;
use crate::deity::Deity;
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour, Good};
use crate::rules::scoring::{self, Score};
use crate::view::View;
use alloc::vec::Vec;
use serde::Serialize;
use tabellarius_kernel::Seat;

/// A city as a table.
#[derive(Serialize)]
pub struct CityScene {
    /// Whose.
    pub seat: Seat,
    /// The side of its board.
    pub side: char,
    /// Coins.
    pub coins: u16,
    /// Stages built.
    pub stages: u8,
    /// Stages there are.
    pub stages_in_all: usize,
    /// Structures by colour.
    pub structures: Vec<(Colour, Vec<Card>)>,
    /// What neighbours can buy: goods, and goods of which there is one each turn.
    pub sells: (Vec<Good>, Vec<Vec<Good>>),
    /// What it produces and does not sell.
    pub keeps: (Vec<Good>, Vec<Vec<Good>>),
    /// Shields.
    pub shields: u8,
    /// Victory points for conflicts won.
    pub victories: u8,
    /// How many conflicts were won.
    pub wins: u8,
    /// Defeats.
    pub defeats: u8,
    /// Debts.
    pub debts: u8,
    /// Conflicts that it keeps out of.
    pub doves: u8,
    /// A neighbour's leader that it uses.
    pub copied: Option<Card>,
    /// The myths that lie open.
    pub myths: Vec<Deity>,
    /// Half shields.
    pub halves: u8,
    /// The points so far.
    pub score: Score,
    /// Their sum.
    pub total: i16,
}

/// Arranges a city.
pub(super) fn city(game: &SevenWonders, view: &View, seat: Seat) -> CityScene {
    let city: &City = view.position.city(seat);
    let of =
        |colour: Colour| -> Vec<Card> { city.cards().filter(|card| game.deck.card(*card).colour == colour).collect() };
    let structures = Colour::ALL.iter().map(|colour| (*colour, of(*colour))).filter(|(_, cards)| !cards.is_empty());
    let mut kept = Vec::new();
    let mut sold: Vec<u8> = city.sells.choices().to_vec();
    for choice in city.own.choices() {
        match sold.iter().position(|known| known == choice) {
            Some(at) => drop(sold.remove(at)),
            None => kept.push(kinds(*choice)),
        }
    }
    let score = scoring::score(game, &view.position, seat);
    CityScene {
        seat,
        side: if city.side == 0 { 'A' } else { 'B' },
        coins: city.coins,
        stages: city.stages,
        stages_in_all: game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)].len(),
        structures: structures.collect(),
        sells: produces(&city.sells),
        keeps: (list(city.own.fixed.less(city.sells.fixed)), kept),
        shields: city.shields,
        victories: city.victories,
        wins: city.wins,
        defeats: city.defeats,
        debts: city.debts,
        doves: city.doves,
        copied: city.copied,
        myths: city.deities().collect(),
        halves: city.halves,
        score,
        total: score.total(),
    }
}
