//! Counting points at the end (7W-9).

use crate::deck::{Deck, Science};
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::pieces::{Card, Colour, Power, Side};
use crate::position::{Phase, Position};
use crate::rules::turn::count;
use alloc::vec::Vec;
use core::cmp::Reverse;
use serde::Serialize;
use tabellarius_kernel::{Game as _, Seat, Seats};

/// The points of a city.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Score {
    /// Victories less defeats (7W-9.1).
    pub military: i16,
    /// Coins (7W-9.2).
    pub treasury: i16,
    /// Stages (7W-9.3).
    pub wonder: i16,
    /// Blue structures (7W-9.4).
    pub civilian: i16,
    /// Yellow structures (7W-9.5).
    pub commercial: i16,
    /// Symbols (7W-9.6).
    pub science: i16,
    /// Purple structures, and a copied one (7W-9.7).
    pub guilds: i16,
    /// The guild of a neighbour that was copied (7W-7.4).
    pub copied: Option<Card>,
}

impl Score {
    /// All points.
    pub fn total(&self) -> i16 {
        self.military + self.treasury + self.wonder + self.civilian + self.commercial + self.science + self.guilds
    }
}

/// What a city counts as things stand.
pub fn score(game: &SevenWonders, position: &Position, seat: Seat) -> Score {
    let deck = &game.deck;
    let city = position.city(seat);
    let mut score = Score {
        military: i16::from(city.victories) - i16::from(city.defeats),
        treasury: (city.coins / u16::from(deck.numbers.coins_a_point)) as i16,
        ..Score::default()
    };
    let stages = &deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
    score.wonder = stages.iter().take(usize::from(city.stages)).map(|stage| i16::from(stage.effect.points)).sum();
    for card in city.built.iter() {
        let structure = deck.card(card);
        let points = i16::from(structure.effect.points) + per_points(deck, position, seat, card);
        match structure.colour {
            Colour::Yellow => score.commercial += points,
            Colour::Purple => score.guilds += points,
            _ => score.civilian += points,
        }
    }
    let any = city.symbols(Science::Any);
    score.science = science(deck, city.science, any);
    if city.has(Power::CopyGuild) {
        copy(deck, position, seat, &mut score);
    }
    score
}

fn per_points(deck: &Deck, position: &Position, seat: Seat, card: Card) -> i16 {
    let counted = deck.card(card).effect.per.filter(|per| per.points > 0);
    counted.map_or(0, |per| i16::from(per.points) * count(position, seat, &per) as i16)
}

/// The best guild of a neighbour counts as if it were built here (7W-7.4).
fn copy(deck: &Deck, position: &Position, seat: Seat, score: &mut Score) {
    let city = position.city(seat);
    let neighbours = [Side::West, Side::East].map(|side| position.neighbour(seat, side));
    let mut best: Option<(i16, Card)> = None;
    for card in neighbours.iter().flat_map(|neighbour| position.city(*neighbour).built.iter()) {
        let structure = deck.card(card);
        if structure.colour != Colour::Purple {
            continue;
        }
        let mut worth = i16::from(structure.effect.points) + per_points(deck, position, seat, card);
        if structure.effect.science == Some(Science::Any) {
            worth += science(deck, city.science, city.symbols(Science::Any) + 1) - score.science;
        }
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, card));
        }
    }
    if let Some((worth, card)) = best {
        score.guilds += worth;
        score.copied = Some(card);
    }
}

/// The best that the symbols are worth, with so many of the owner's choice (7W-9.6).
pub fn science(deck: &Deck, symbols: [u8; 4], any: u8) -> i16 {
    let set = i16::from(deck.numbers.science_set);
    let worth = |counts: [u8; 3]| {
        let squares: i16 = counts.iter().map(|n| i16::from(*n) * i16::from(*n)).sum();
        squares + set * i16::from(counts[0].min(counts[1]).min(counts[2]))
    };
    let mut best = 0;
    for first in 0..=any {
        for second in 0..=any - first {
            let third = any - first - second;
            best = best.max(worth([symbols[0] + first, symbols[1] + second, symbols[2] + third]));
        }
    }
    best
}

/// The game is over: everybody counts, most points win, then most coins (7W-9.8).
pub fn finish(table: &mut Table<'_>) {
    let game = table.game;
    let mut scores: Vec<(Seat, i16, u16)> = Vec::with_capacity(game.players());
    for seat in game.seats().iter() {
        let score = score(game, &table.state.position, seat);
        scores.push((seat, score.total(), table.state.position.city(seat).coins));
        table.tell(Event::Scored { seat, score });
    }
    scores.sort_by_key(|(seat, total, coins)| (Reverse((*total, *coins)), *seat));
    let best = scores.first().map(|(_, total, coins)| (*total, *coins));
    let equal = scores.iter().filter(|(_, total, coins)| Some((*total, *coins)) == best);
    let winners: Seats = equal.map(|(seat, ..)| *seat).collect();
    let ranking: Vec<Seat> = scores.iter().map(|(seat, ..)| *seat).collect();
    table.state.position.ranking = ranking.clone();
    table.state.position.phase = Phase::Over;
    table.tell(Event::Over { winners, ranking });
}
