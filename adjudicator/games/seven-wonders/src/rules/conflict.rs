//! Conflicts at the end of an age (7W-8, 7W-12.3).

use crate::deck::{DEFEAT, VICTORY};
use crate::event::Event;
use crate::game::{Alliance, Table};
use crate::pieces::{Power, Side};
use crate::position::Position;
use crate::rules::arrival::bank_pays;
use alloc::vec::Vec;
use core::cmp::Ordering;
use tabellarius_kernel::{Game as _, Seat, Seats};

/// Each city compares its shields with each neighbour's (7W-8.1).
pub fn fight(table: &mut Table<'_>) {
    let points = table.game.deck.numbers.victory[usize::from(table.state.position.age)];
    match table.game.alliance {
        Alliance::Alone => fight_all(table, points),
        Alliance::Pairs => fight_in_pairs(table, points),
    }
}

/// Partners do not fight each other; each fights the opponent beside him twice, and a dove spares him once (7W-12.14).
fn fight_in_pairs(table: &mut Table<'_>, points: u8) {
    let game = table.game;
    let has_dove: Seats = game.seats().iter().filter(|seat| table.state.position.city(*seat).doves > 0).collect();
    for seat in has_dove.iter() {
        table.state.position.city_mut(seat).doves -= 1;
        table.tell(Event::KeptOut { seat });
    }
    for seat in game.seats().iter() {
        let other = table.state.position.neighbour(seat, Side::East);
        if game.partner(seat) != Some(other) {
            let spared = [seat, other].iter().filter(|one| has_dove.contains(**one)).count();
            (spared..2).for_each(|_| compare(table, seat, other, points));
        }
    }
}

fn fight_all(table: &mut Table<'_>, points: u8) {
    let game = table.game;
    // 7W-12.3: who has a dove keeps out, and the cities on both sides of it are neighbours for once.
    let mut fighting: Vec<Seat> = Vec::with_capacity(game.players());
    for seat in game.seats().iter() {
        let city = table.state.position.city_mut(seat);
        if city.doves > 0 {
            city.doves -= 1;
            table.tell(Event::KeptOut { seat });
        } else {
            fighting.push(seat);
        }
    }
    if fighting.len() < 2 {
        return;
    }
    for seat in &fighting {
        let mut other = table.state.position.neighbour(*seat, Side::East);
        while !fighting.contains(&other) {
            other = table.state.position.neighbour(other, Side::East);
        }
        compare(table, *seat, other, points);
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
    city.shields + if city.has(Power::DefeatsAsShields) { city.defeats } else { 0 }
}

fn compare(table: &mut Table<'_>, seat: Seat, other: Seat, points: u8) {
    let position = &mut table.state.position;
    let (own, theirs) = (strength(position, seat), strength(position, other));
    let (winner, loser) = match own.cmp(&theirs) {
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
    // 7W-11.10: some send their defeats back.
    let returned = position.city(loser).has(Power::DefeatsReturned);
    let loser = if returned { winner } else { loser };
    let coins = position.city(loser).bonus(DEFEAT);
    position.city_mut(loser).defeats += 1;
    bank_pays(position, loser, u16::from(coins));
    returned
}

/// A victory of so many points.
pub fn win(position: &mut Position, winner: Seat, points: u8) {
    let city = position.city_mut(winner);
    city.victories += points;
    city.wins += 1;
    let coins = city.bonus(VICTORY);
    bank_pays(position, winner, u16::from(coins));
}

/// A victory without a conflict, and a defeat for each neighbour (7W-8.2).
pub fn raid(table: &mut Table<'_>, seat: Seat, points: u8) {
    let position = &mut table.state.position;
    win(position, seat, points);
    for side in [Side::West, Side::East] {
        let neighbour = position.neighbour(seat, side);
        let returned = position.city(neighbour).has(Power::DefeatsReturned);
        position.city_mut(if returned { seat } else { neighbour }).defeats += 1;
    }
    table.tell(Event::Raided { seat, points });
}
