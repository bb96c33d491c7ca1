//! Set-up, and the cards of each age (7W-2).

use crate::city::City;
use crate::event::Event;
use crate::game::{Sides, Table};
use crate::pieces::Hand;
use crate::position::{MOST, Phase};
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Play, Seat};

/// Deals the cards of the age; before the first age lots decide who sits where (7W-2.1, 7W-2.3).
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let players = game.players();
    let age = table.state.position.age;
    if age == 0 {
        seat_everybody(table);
    }
    let mut cards = game.age_cards(age).to_vec();
    if age == 2 {
        // 7W-2.4: so many guilds, and nobody knows which.
        let guilds = game.guilds();
        let drawn = table.shuffle("guilds", guilds.len() as u8);
        let many = players + usize::from(game.deck.numbers.guilds_above_players);
        cards.extend(drawn.iter().take(many).map(|i| guilds[usize::from(*i)]));
    }
    let order = table.shuffle("cards", cards.len() as u8);
    let each = cards.len() / players;
    let mut hands = [Hand::EMPTY; MOST];
    for (hand, part) in hands.iter_mut().zip(order.chunks(each)) {
        *hand = part.iter().map(|i| cards[usize::from(*i)]).collect();
    }
    table.state.hands = hands;
    table.tell(Event::AgeBegins { age: age + 1 });
    let position = &mut table.state.position;
    position.turn = 1;
    position.phase = Phase::Turn;
    Ok(())
}

fn seat_everybody(table: &mut Table<'_>) {
    let game = table.game;
    let players = game.players();
    let order = table.shuffle("seats", players as u8);
    table.state.position.seat_in(&order);
    table.tell(Event::Seated { seats: order.iter().map(|seat| Seat(*seat)).collect() });
    let drawn: Vec<u8> = match game.sides {
        Sides::Drawn => table.roll("sides", players, 2).iter().map(|face| face - 1).collect(),
        Sides::A => alloc::vec![0; players],
        Sides::B => alloc::vec![1; players],
    };
    for (seat, side) in game.seats().iter().zip(drawn) {
        *table.state.position.city_mut(seat) = City::new(&game.deck, game.wonder(seat), side);
        table.tell(Event::SideDrawn { seat, side: if side == 0 { 'A' } else { 'B' } });
    }
}
