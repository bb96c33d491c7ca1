//! Conflicts at the end of an age (7W-8, 7W-12.3).

use crate::deck::{DEFEAT, VICTORY};
use crate::event::Event;
use crate::game::{Alliance, Table};
use crate::pieces::{Power, Side};
use crate::position::{MOST, Position};
use crate::rules::arrival::bank_pays;
use alloc::vec::Vec;
use core::cmp::Ordering;
use tabellarius_kernel::{Game as _, Seat, Seats};

/// The shields that each city fights with, as they were when the war began: all fights are at once (7W-8.1).
type Strengths = [u8; MOST];

/// Each city compares its shields with each neighbour's (7W-8.1).
pub fn fight(table: &mut Table<'_>) {
    let points = table.game.deck.numbers.victory[usize::from(table.state.position.age)];
    let purses = Purses::of(&table.state.position);
    match table.game.alliance {
        Alliance::Alone => fight_all(table, points),
        Alliance::Pairs => fight_in_pairs(table, points),
    }
    purses.tell_gains(table);
}

/// What the cities had, to tell what victories and defeats brought them (7W-11.9).
pub struct Purses([u16; MOST]);

impl Purses {
    /// What they have now.
    pub fn of(position: &Position) -> Purses {
        let mut all = [0; MOST];
        all.iter_mut().zip(position.cities.iter()).for_each(|(coins, city)| *coins = city.coins);
        Purses(all)
    }

    /// Tells of each city that has more by now.
    pub fn tell_gains(self, table: &mut Table<'_>) {
        let cities = table.game.cities();
        for seat in cities.iter() {
            let coins = table.state.position.city(seat).coins.saturating_sub(self.0[seat.index()]);
            if coins > 0 {
                table.tell(Event::Earned { seat, coins });
            }
        }
    }
}

fn strengths(table: &Table<'_>) -> Strengths {
    let mut all = [0; MOST];
    table.game.cities().iter().for_each(|seat| all[seat.index()] = strength(&table.state.position, seat));
    all
}

/// Partners do not fight each other; each fights the opponent beside him twice, and a dove spares him once (7W-12.14).
fn fight_in_pairs(table: &mut Table<'_>, points: u8) {
    let game = table.game;
    let has_dove = |city: &crate::city::City| city.doves > 0 || city.has(Power::Diplomacy);
    let has_dove: Seats = game.seats().iter().filter(|seat| has_dove(table.state.position.city(*seat))).collect();
    for seat in has_dove.iter() {
        let city = table.state.position.city_mut(seat);
        city.doves -= u8::from(city.doves > 0 && !city.has(Power::Diplomacy));
        table.tell(Event::KeptOut { seat });
    }
    // How often two opponents fight.
    let fights = |one: Seat, other: Seat| 2 - [one, other].iter().filter(|seat| has_dove.contains(**seat)).count();
    share_shields(table, points, fights);
    let strengths = strengths(table);
    for seat in game.seats().iter() {
        let other = table.state.position.neighbour(seat, Side::East);
        if game.partner(seat) != Some(other) {
            (0..fights(seat, other)).for_each(|_| compare(table, &strengths, seat, other, points));
        }
    }
    game.seats().iter().for_each(|seat| table.state.position.city_mut(seat).lent = 0);
}

/// Partners lend each other shields for these conflicts, in the way that brings most points (7W-13.51). Only shields count that the cities
/// fight with; what they own stays. A fight that a dove spares needs none.
fn share_shields(table: &mut Table<'_>, points: u8, fights: impl Fn(Seat, Seat) -> usize) {
    let game = table.game;
    for seat in game.seats().iter() {
        let Some(partner) = game.partner(seat) else { continue };
        if !table.state.position.city(seat).has(Power::SharedShields) {
            continue;
        }
        let position = &mut table.state.position;
        let facing = |position: &Position, one: Seat, mate: Seat| {
            let sides = [Side::West, Side::East].map(|side| position.neighbour(one, side));
            if sides[0] == mate { sides[1] } else { sides[0] }
        };
        let (own, theirs) = (strength(position, seat), strength(position, partner));
        let facing = [facing(position, seat, partner), facing(position, partner, seat)];
        let times = [fights(seat, facing[0]), fights(partner, facing[1])].map(|times| times as i16);
        let against = facing.map(|other| (strength(position, other), position.city(other).halves));
        let halves = [seat, partner].map(|one| position.city(one).halves);
        let all = own + theirs;
        // 7W-8.2, 7W-8.3: what is won counts more than what is lost; half shields break ties (7W-13.13).
        let worth = |share: u8| {
            let shares = [(share, 0), (all - share, 1)];
            let one = |(shields, i): (u8, usize)| match shields.cmp(&against[i].0).then(halves[i].cmp(&against[i].1)) {
                Ordering::Greater => times[i] * i16::from(points),
                Ordering::Less => -times[i],
                Ordering::Equal => 0,
            };
            shares.into_iter().map(one).sum::<i16>()
        };
        let best = (0..=all).max_by_key(|share| (worth(*share), core::cmp::Reverse(share.abs_diff(own))));
        let lent = i16::from(best.unwrap_or(own)) - i16::from(own);
        position.city_mut(seat).lent = lent as i8;
        position.city_mut(partner).lent = -lent as i8;
    }
}

fn fight_all(table: &mut Table<'_>, points: u8) {
    let game = table.game;
    // 7W-12.3: who has a dove keeps out, and the cities on both sides of it are neighbours for once.
    let mut fighting: Vec<Seat> = Vec::with_capacity(game.players());
    for seat in game.cities().iter() {
        let city = table.state.position.city_mut(seat);
        // 7W-13.32: a myth works as a dove does.
        if city.has(Power::Diplomacy) {
            table.tell(Event::KeptOut { seat });
        } else if city.doves > 0 {
            city.doves -= 1;
            table.tell(Event::KeptOut { seat });
        } else {
            fighting.push(seat);
        }
    }
    if fighting.len() < 2 {
        return;
    }
    let strengths = strengths(table);
    for seat in &fighting {
        let mut other = table.state.position.neighbour(*seat, Side::East);
        while !fighting.contains(&other) {
            other = table.state.position.neighbour(other, Side::East);
        }
        compare(table, &strengths, *seat, other, points);
        // 7W-12.3.1: two that are left fight once.
        if fighting.len() == 2 {
            return;
        }
    }
}

/// The shields that a city fights with.
pub fn strength(position: &Position, seat: Seat) -> u8 {
    let city = position.city(seat);
    // 7W-12.10: defeats may count as shields.
    let own = city.shields + if city.has(Power::DefeatsAsShields) { city.defeats } else { 0 };
    own.saturating_add_signed(city.lent)
}

fn compare(table: &mut Table<'_>, strengths: &Strengths, seat: Seat, other: Seat, points: u8) {
    let position = &mut table.state.position;
    let (own, theirs) = (strengths[seat.index()], strengths[other.index()]);
    // 7W-13.13: half shields only break ties.
    let halves = [seat, other].map(|seat| position.city(seat).halves);
    let (winner, loser) = match own.cmp(&theirs).then(halves[0].cmp(&halves[1])) {
        Ordering::Greater => (seat, other),
        Ordering::Less => (other, seat),
        // 7W-8.4: a tie brings nothing.
        Ordering::Equal => {
            table.tell(Event::Peace { seat, other, shields: own });
            return;
        }
    };
    let (shields, against) = (own.max(theirs), own.min(theirs));
    let returned = beat(position, winner, loser, points);
    table.tell(Event::Conflict { winner, loser, shields, against, points, returned });
}

/// A victory and a defeat (7W-8.2, 7W-8.3): a victory counts more in each age, a defeat always the same. Says whether the defeat went
/// back to the winner.
pub fn beat(position: &mut Position, winner: Seat, loser: Seat, points: u8) -> bool {
    win(position, winner, points);
    suffer(position, loser, winner)
}

/// A defeat by somebody. Says whether it went back to whom it came from.
pub fn suffer(position: &mut Position, loser: Seat, by: Seat) -> bool {
    // 7W-11.10: some send their defeats back.
    let returned = position.city(loser).has(Power::DefeatsReturned);
    let loser = if returned { by } else { loser };
    let coins = position.city(loser).bonus(DEFEAT);
    position.city_mut(loser).defeats += 1;
    bank_pays(position, loser, u16::from(coins));
    returned
}

/// A victory of so many points. Says how many coins it brings.
pub fn win(position: &mut Position, winner: Seat, points: u8) -> u16 {
    let city = position.city_mut(winner);
    city.victories += points;
    city.wins += 1;
    let coins = city.bonus(VICTORY);
    bank_pays(position, winner, u16::from(coins))
}
