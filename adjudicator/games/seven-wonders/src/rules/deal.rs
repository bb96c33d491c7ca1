//! Set-up, and the cards of each age (7W-2).

use crate::city::City;
use crate::event::Event;
use crate::game::{Sides, Table};
use crate::pieces::{Card, Hand};
use crate::position::{MOST, Phase};
use crate::rules::sequence;
use alloc::vec::Vec;
use tabellarius_kernel::{Audience, Game as _, Play, Seat, Seats};

/// Lots decide who sits where; then comes what is dealt before the first age (7W-2.1).
pub fn set_up(table: &mut Table<'_>) -> Play {
    seat_everybody(table);
    sequence::after(table, Phase::SetUp);
    Ok(())
}

/// Deals the cards of the age; before the first age lots decide who sits where (7W-2.1, 7W-2.3).
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let cities = game.cities().len();
    let age = table.state.position.age;
    if sequence::opening(game, age).next() == Some(Phase::Deal) && age == 0 {
        seat_everybody(table);
    }
    let mut cards = game.age_cards(age).to_vec();
    if age == 2 {
        // 7W-2.4: so many guilds, and nobody knows which.
        let many = game.guilds_in_play();
        draw(table, "guilds", game.guilds(), many, &mut cards);
    }
    // 7W-12.1: so many black cards that every hand is full.
    let hand = usize::from(game.hand());
    let missing = (hand * cities).saturating_sub(cards.len());
    draw(table, "black", game.black(age), missing, &mut cards);
    table.state.black = game.black(age).iter().copied().filter(|card| !cards.contains(card)).collect();
    table.state.routes.shuffled = 0;
    if game.free_city().is_some() {
        table.state.routes.begin_age(age);
    }
    let order = table.shuffle(Audience::NOBODY, "cards", cards.len() as u8);
    let mut hands = [Hand::EMPTY; MOST];
    for (hand, part) in hands.iter_mut().zip(order.chunks(hand)) {
        *hand = part.iter().map(|i| cards[usize::from(*i)]).collect();
    }
    *table.state.routes.of_turn(age, 1) = core::array::from_fn(|seat| seat as u8);
    table.state.hands = hands;
    table.tell(Event::AgeBegins { age: age + 1 });
    let position = &mut table.state.position;
    position.turn = 1;
    position.phase = Phase::Turn;
    draw_from_pile(table);
    Ok(())
}

/// Draws so many of these cards, unseen.
fn draw(table: &mut Table<'_>, path: &str, from: &[Card], many: usize, to: &mut Vec<Card>) {
    if many > 0 && !from.is_empty() {
        let drawn = table.shuffle(Audience::NOBODY, path, from.len() as u8);
        to.extend(drawn.iter().take(many).map(|i| from[usize::from(*i)]));
    }
}

/// The turn is over: every hand is passed on (7W-3.2).
pub fn pass(table: &mut Table<'_>) {
    let game = table.game;
    let state = &mut table.state;
    let position = &mut state.position;
    position.turn += 1;
    let to = position.passes_to();
    let (age, turn) = (position.age, position.turn);
    let hands = state.hands;
    let mut before = *state.routes.of_turn(age, turn - 1);
    if before[0] / (MOST as u8) != state.routes.shuffled {
        // Shuffled hands are new packets.
        before = state.routes.new_packets();
    }
    let now = state.routes.of_turn(age, turn);
    // 7W-13.41: who keeps his hand is passed over.
    let mut keeps: Seats = game.seats().iter().filter(|seat| position.city(*seat).keeps > 0).collect();
    let kept = keeps;
    game.free_city().into_iter().for_each(|free| keeps.insert(free));
    for seat in game.seats().iter() {
        let mut next = if keeps.contains(seat) { seat } else { position.neighbour(seat, to) };
        while next != seat && keeps.contains(next) {
            next = position.neighbour(next, to);
        }
        state.hands[next.index()] = hands[seat.index()];
        now[next.index()] = before[seat.index()];
    }
    for seat in kept.iter() {
        table.state.position.city_mut(seat).keeps = 0;
        table.tell(Event::HandKept { seat });
    }
    if game.deck.numbers.myths > 0 {
        look(table);
    }
    draw_from_pile(table);
    table.tell(Event::TurnBegins { age: age + 1, turn, to });
}

/// Whoever plays for the Free City in this turn takes a card of the pile into his hand (7W-14.2).
fn draw_from_pile(table: &mut Table<'_>) {
    let game = table.game;
    let (Some(free), Some(holder)) = (game.free_city(), game.holder(&table.state.position)) else { return };
    let pile = table.state.hands[free.index()];
    let turn = table.state.position.turn;
    let order = table.shuffle(Audience::NOBODY, format_args!("pile {turn}"), pile.len() as u8);
    if let Some(card) = order.first().and_then(|i| pile.get(usize::from(*i))) {
        table.state.hands[free.index()].remove(card);
        table.state.hands[holder.index()].insert(card);
    }
    note_held(table);
}

/// With the Free City every seat remembers what it has held. Hands may go on without a letter there, after the Free City has looked
/// through the discards: what comes to hand is shown to whoever gets it.
pub fn note_held(table: &mut Table<'_>) {
    let game = table.game;
    for seat in game.seats().iter() {
        let hand = table.state.hands[seat.index()];
        let shown: Vec<u8> = hand.iter().map(|card| card.0).collect();
        table.reveal(Audience::Only(game.eyes(seat)), &shown);
        hand.iter().for_each(|card| table.state.routes.held[seat.index()].insert(card));
    }
}

/// Whoever looks at hands sees those that will be played from next (7W-13.43).
fn look(table: &mut Table<'_>) {
    let game = table.game;
    for seat in game.seats().iter() {
        let looks = core::mem::take(&mut table.state.position.city_mut(seat).looks);
        table.state.position.city_mut(seat).sees = looks;
        for other in looks.into_iter().flatten() {
            let (age, turn) = (table.state.position.age, table.state.position.turn);
            let packet = table.state.routes.packet(age, turn, other);
            table.state.routes.looks.push((age, turn, seat, packet));
            table.tell(Event::HandLookedAt { seat, other });
        }
    }
}

fn seat_everybody(table: &mut Table<'_>) {
    let game = table.game;
    let cities = game.cities().len();
    let mut order = table.shuffle(Audience::All, "seats", cities as u8);
    // 7W-12.13: partners sit side by side, each team where the lots put the first of them.
    let team = |seat: u8| game.eyes(Seat(seat));
    let lots = order.clone();
    order.sort_by_key(|seat| lots.iter().position(|other| team(*seat).contains(Seat(*other))));
    table.state.position.seat_in(&order);
    table.tell(Event::Seated { seats: order.iter().map(|seat| Seat(*seat)).collect() });
    let drawn: Vec<u8> = match game.sides {
        Sides::Drawn => table.roll(Audience::All, "sides", cities, 2).iter().map(|face| face - 1).collect(),
        Sides::A => alloc::vec![0; cities],
        Sides::B => alloc::vec![1; cities],
    };
    for (seat, side) in game.cities().iter().zip(drawn) {
        *table.state.position.city_mut(seat) = City::new(&game.deck, game.wonder(seat), side);
        table.tell(Event::SideDrawn { seat, side: if side == 0 { 'A' } else { 'B' } });
    }
}
