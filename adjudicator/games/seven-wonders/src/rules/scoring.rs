//! Counting points at the end (7W-9).

use crate::deck::{Deck, EAST, Effect, Per, Science, Talent, WEST};
use crate::deity::{Boons, Deity};
use crate::event::Event;
use crate::game::{SevenWonders, Table};
use crate::pieces::{Card, Colour, Power, Side};
use crate::position::{Phase, Position};
use crate::rules::arrival::count;
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
    /// Leaders (7W-11.7).
    pub leaders: i16,
    /// Black structures (7W-12.8).
    pub black: i16,
    /// Debts, never more than nothing (7W-12.4).
    pub debts: i16,
    /// Myths (7W-13.14).
    pub myths: i16,
    /// The guild of a neighbour that was copied (7W-7.4).
    pub copied: Option<Card>,
}

impl Score {
    /// All points.
    pub fn total(&self) -> i16 {
        let base =
            self.military + self.treasury + self.wonder + self.civilian + self.commercial + self.science + self.guilds;
        base + self.leaders + self.black + self.debts + self.myths
    }
}

/// What a city counts as things stand.
pub fn score(game: &SevenWonders, position: &Position, seat: Seat) -> Score {
    let deck = &game.deck;
    let city = position.city(seat);
    let mut score = Score {
        military: i16::from(city.victories) - i16::from(city.defeats),
        treasury: (city.coins / u16::from(deck.numbers.coins_a_point)) as i16,
        debts: -i16::from(city.debts),
        ..Score::default()
    };
    let stages = &deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
    score.wonder = stages.iter().take(usize::from(city.stages)).map(|stage| i16::from(stage.effect.points)).sum();
    for card in city.cards() {
        let structure = deck.card(card);
        let points = points_of(position, seat, structure.colour, &structure.effect);
        match structure.colour {
            Colour::Yellow => score.commercial += points,
            Colour::Purple => score.guilds += points,
            Colour::White => score.leaders += points,
            Colour::Black => score.black += points,
            _ => score.civilian += points,
        }
    }
    if let Some(leader) = city.copied {
        // 7W-11.11: a copied leader counts with the guild that copies it.
        score.guilds += points_of(position, seat, Colour::White, &deck.card(leader).effect);
    }
    for myth in city.myths.iter().flatten().filter(|myth| myth.age == 2) {
        let amount = deck.myth(myth.deity).map_or(0, |card| i16::from(card.amount[2]));
        score.myths += match myth.deity {
            Deity::Aphrodite => city.coins as i16 / amount.max(1),
            Deity::WonderWoman => amount,
            _ => 0,
        };
    }
    let mut symbols = best_symbols(deck, position, seat, 0);
    if city.has(Power::CopyGuild) {
        copy(deck, position, seat, &mut score, &mut symbols);
    }
    // 7W-13.14: what a myth adds to sets of symbols counts with the myths.
    score.science = symbols.own;
    score.myths += symbols.by_myths;
    score
}

/// The points of a card in a city: its own, and for what it counts.
fn points_of(position: &Position, seat: Seat, colour: Colour, effect: &Effect) -> i16 {
    let mut points = i16::from(effect.points);
    if let Some(per) = effect.per.filter(|per| per.points > 0) {
        points += i16::from(per.points) * counted(position, seat, colour, &per) as i16;
    }
    let city = position.city(seat);
    match effect.talent {
        Some(Talent::Sets { of, points: each }) => {
            let of = city.colours.iter().enumerate().filter(|(i, _)| of >> i & 1 == 1);
            points += i16::from(each) * i16::from(of.map(|(_, count)| *count).min().unwrap_or(0));
        }
        Some(Talent::NoStage(bonus)) if city.stages == 0 => points += i16::from(bonus),
        _ => {}
    }
    points
}

/// What is counted; a guild counts nothing in the city of a neighbour who shuns guilds (7W-13.62).
fn counted(position: &Position, seat: Seat, colour: Colour, per: &Per) -> u16 {
    if colour != Colour::Purple || per.places & (WEST | EAST) == 0 {
        return count(position, seat, per);
    }
    let mut places = per.places;
    for (side, place) in [(Side::West, WEST), (Side::East, EAST)] {
        if position.city(position.neighbour(seat, side)).has(Power::Shunned) {
            places &= !place;
        }
    }
    count(position, seat, &Per { places, ..*per })
}

/// The best guild of a neighbour counts as if it were built here, its points and its symbols each where they always stand (7W-7.4).
fn copy(deck: &Deck, position: &Position, seat: Seat, score: &mut Score, symbols: &mut Symbols) {
    let neighbours = [Side::West, Side::East].map(|side| position.neighbour(seat, side));
    let mut best: Option<(i16, i16, Symbols, Card)> = None;
    for card in neighbours.iter().flat_map(|neighbour| position.city(*neighbour).cards()) {
        let structure = deck.card(card);
        if structure.colour != Colour::Purple {
            continue;
        }
        let points = points_of(position, seat, Colour::Purple, &structure.effect);
        let more = if structure.effect.science == Some(Science::Any) {
            best_symbols(deck, position, seat, 1)
        } else {
            *symbols
        };
        let worth = points + more.all() - symbols.all();
        if best.is_none_or(|(most, ..)| worth > most) {
            best = Some((worth, points, more, card));
        }
    }
    if let Some((_, points, more, card)) = best {
        score.guilds += points;
        *symbols = more;
        score.copied = Some(card);
    }
}

/// What symbols are worth: in themselves, and by what myths add to sets of three different ones.
#[derive(Clone, Copy)]
struct Symbols {
    own: i16,
    by_myths: i16,
}

impl Symbols {
    fn all(self) -> i16 {
        self.own + self.by_myths
    }
}

/// What a city's symbols are worth, with some more of its choice.
fn best_symbols(deck: &Deck, position: &Position, seat: Seat, more: u8) -> Symbols {
    let city = position.city(seat);
    let set = deck.numbers.science_set + city.set_bonus;
    let any = city.symbols(Science::Any) + more;
    let bonus = Boons::of(deck, &city.myths).set_bonus;
    let of = |(worth, sets): (i16, u8)| {
        let by_myths = i16::from(bonus) * i16::from(sets);
        Symbols { own: worth - by_myths, by_myths }
    };
    if city.masks == 0 {
        return of(best(set, city.science, any));
    }
    // 7W-12.11: each mask copies the symbol of another green structure of a neighbour.
    let mut there = [0u8; 3];
    for side in [Side::West, Side::East] {
        let city = position.city(position.neighbour(seat, side));
        for card in city.cards().filter(|card| deck.card(*card).colour == Colour::Green) {
            if let Some(symbol @ (Science::Compass | Science::Gear | Science::Tablet)) = deck.card(card).effect.science
            {
                there[symbol as usize] += 1;
            }
        }
    }
    let mut most = (0, 0);
    for compass in 0..=city.masks.min(there[0]) {
        for gear in 0..=(city.masks - compass).min(there[1]) {
            let tablet = (city.masks - compass - gear).min(there[2]);
            let [c, g, t, a] = city.science;
            most = most.max(best(set, [c + compass, g + gear, t + tablet, a], any));
        }
    }
    of(most)
}

/// The best that the symbols are worth, with so many of the owner's choice (7W-9.6).
pub fn science(deck: &Deck, symbols: [u8; 4], any: u8) -> i16 {
    best(deck.numbers.science_set, symbols, any).0
}

/// The most that symbols are worth, and with how many sets of three different ones.
fn best(set: u8, symbols: [u8; 4], any: u8) -> (i16, u8) {
    let worth = |counts: [u8; 3]| {
        let squares: i16 = counts.iter().map(|n| i16::from(*n) * i16::from(*n)).sum();
        let sets = counts[0].min(counts[1]).min(counts[2]);
        (squares + i16::from(set) * i16::from(sets), sets)
    };
    let mut best = (0, 0);
    for first in 0..=any {
        for second in 0..=any - first {
            let third = any - first - second;
            best = best.max(worth([symbols[0] + first, symbols[1] + second, symbols[2] + third]));
        }
    }
    best
}

/// The points that a city has for certain: printed on its cards and stages (7W-13.4).
pub fn fixed_points(deck: &Deck, position: &Position, seat: Seat) -> u16 {
    let city = position.city(seat);
    let stages = &deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)];
    let stages = stages.iter().take(usize::from(city.stages)).map(|stage| u16::from(stage.effect.points));
    stages.chain(city.cards().map(|card| u16::from(deck.card(card).effect.points))).sum()
}

/// What decides who is better: points, then coins (7W-9.8); partners count together (7W-12.15).
pub fn standing(game: &SevenWonders, position: &Position, seat: Seat) -> (i16, u16) {
    let of = |seat| (score(game, position, seat).total(), position.city(seat).coins);
    let (points, coins) = of(seat);
    game.partner(seat).map(of).map_or((points, coins), |(more, and)| (points + more, coins + and))
}

/// The game is over: everybody counts, most points win, then most coins (7W-9.8).
pub fn finish(table: &mut Table<'_>) {
    let game = table.game;
    let mut standings: Vec<(Seat, (i16, u16))> = Vec::with_capacity(game.players());
    for seat in game.seats().iter() {
        let score = score(game, &table.state.position, seat);
        standings.push((seat, standing(game, &table.state.position, seat)));
        table.tell(Event::Scored { seat, score });
    }
    standings.sort_by_key(|(seat, standing)| (Reverse(*standing), *seat));
    let best = standings.first().map(|(_, standing)| *standing);
    let equal = standings.iter().filter(|(_, standing)| Some(*standing) == best);
    let winners: Seats = equal.map(|(seat, _)| *seat).collect();
    let ranking: Vec<Seat> = standings.iter().map(|(seat, _)| *seat).collect();
    table.tell(Event::Over { winners, ranking: ranking.iter().copied().collect() });
    table.state.position.ranking = ranking;
    table.state.position.phase = Phase::Over;
}
