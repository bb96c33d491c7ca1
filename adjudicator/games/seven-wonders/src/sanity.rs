//! What must be true of every position: cards are conserved, cities are what was built, coins are not lost.

use crate::city::City;
use crate::deity::Deity;
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour};
use crate::position::{Fate, State};
use alloc::format;
use alloc::vec::Vec;
use tabellarius_kernel::{Game as _, Unsound};

/// Says what is wrong, if anything.
pub fn check(game: &SevenWonders, state: &State) -> Result<(), Unsound> {
    let position = &state.position;
    for seat in game.cities().iter() {
        let city = position.city(seat);
        let stages = game.deck.wonders[usize::from(city.wonder)].sides[usize::from(city.side)].len();
        if usize::from(city.stages) > stages {
            return Err(Unsound(format!("{seat} has too many stages")));
        }
        let again = city.rebuilt(&game.deck);
        let of = |city: &City| {
            let made = (city.own.fixed, city.sells.fixed, city.cheap, city.own.choices().len());
            (city.shields, city.science, city.colours, made, city.powers, city.discounts, city.bonuses, city.masks)
        };
        if of(&again) != of(city) || again.halves != city.halves || again.set_bonus != city.set_bonus {
            return Err(Unsound(format!("{seat} is not what was built: {city:?}")));
        }
        if position.neighbour(position.neighbour(seat, crate::pieces::Side::West), crate::pieces::Side::East) != seat {
            return Err(Unsound(format!("{seat} is not its neighbour's neighbour")));
        }
    }
    if usize::from(position.discards) != state.log.discards().len() {
        return Err(Unsound(format!("{} discards are counted", position.discards)));
    }
    leaders(game, state)?;
    myths(game, state)?;
    (0..3).try_for_each(|age| conserved(game, state, age))
}

/// No myth is in two places, and none is there that does not take part.
fn myths(game: &SevenWonders, state: &State) -> Result<(), Unsound> {
    let hidden = state.myths.hands.iter().chain(&state.myths.packets).chain(&state.myths.gone);
    let mut all: Vec<Deity> = hidden.flat_map(|some| some.iter()).collect();
    all.extend(state.position.cities.iter().flat_map(|city| city.deities()));
    let count = all.len();
    all.sort();
    all.dedup();
    let fits = all.len() == count && all.iter().all(|deity| game.pantheon().contains(deity));
    if fits { Ok(()) } else { Err(Unsound(format!("a myth is in two places: {all:?}"))) }
}

/// Every leader is in one place: in a city, a hand, a packet that is drafted, used up, or in the pile.
fn leaders(game: &SevenWonders, state: &State) -> Result<(), Unsound> {
    let mut all: Vec<Card> = state.leaders.pile.iter().collect();
    for seat in game.seats().iter() {
        let is_leader = |card: &Card| game.deck.card(*card).colour == Colour::White;
        all.extend(state.position.city(seat).built.iter().filter(is_leader));
        all.extend(state.leaders.hands[seat.index()].iter());
        all.extend(state.leaders.gone[seat.index()].iter());
        all.extend(state.leaders.drawn[seat.index()].iter().filter(is_leader));
        all.extend(state.hands[seat.index()].iter().filter(is_leader));
    }
    all.sort();
    if all == game.leaders() { Ok(()) } else { Err(Unsound(format!("the leaders are not all there: {all:?}"))) }
}

/// Every card of an age that was dealt is in a hand or was played; every built one stands in a city.
fn conserved(game: &SevenWonders, state: &State, age: u8) -> Result<(), Unsound> {
    let position = &state.position;
    if age > position.age || (age == position.age && position.turn == 0) {
        return Ok(());
    }
    let played = state.log.each().filter(|(a, ..)| *a == age);
    let mut cards: Vec<Card> = played.filter_map(|(.., slot)| slot.card()).collect();
    if age == position.age {
        cards.extend(game.cities().iter().flat_map(|seat| state.hands[seat.index()].iter().collect::<Vec<_>>()));
    }
    let of = |colour: Colour| cards.iter().filter(|card| game.deck.card(**card).colour == colour).count();
    let (guilds, black) = (of(Colour::Purple), of(Colour::Black));
    let wanted = if age == 2 { game.guilds_in_play() } else { 0 };
    let dealt = game.cities().len() * usize::from(game.hand());
    cards.retain(|card| !matches!(game.deck.card(*card).colour, Colour::Purple | Colour::Black));
    cards.sort();
    if cards != game.age_cards(age) || guilds != wanted || cards.len() + guilds + black != dealt {
        return Err(Unsound(format!(
            "the cards of age {} are not all there: {cards:?}, {guilds} guilds, {black} black",
            age + 1
        )));
    }
    for (_, _, seat, slot) in state.log.each().filter(|(a, ..)| *a == age) {
        // A structure may have been built in the partner's city, or have been exchanged since.
        let stands = slot.card().is_some_and(|card| {
            let mut cities = position.cities.iter().take(game.cities().len());
            position.city(seat).built.contains(card) || cities.any(|city| city.built.contains(card))
        });
        if slot.fate == Fate::Built && !stands {
            return Err(Unsound(format!("{seat} built something that does not stand there")));
        }
    }
    Ok(())
}
