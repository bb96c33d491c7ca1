//! A turn: everybody plays a card at the same time, then the hands go on (7W-3).

use crate::city::City;
use crate::deck::{EAST, Effect, OWN, Per, WEST};
use crate::event::{Event, Paid};
use crate::game::{SevenWonders, Table};
use crate::payment::coins;
use crate::pieces::{Power, Side, Way};
use crate::position::{Fate, Phase, Position, Slot, State, TURNS};
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::{conflict, scoring};
use tabellarius_kernel::{Game as _, Play, Seat};

/// Plays a turn.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let choice =
        |state: &State, seat: Seat| Choice::of(game, &state.position, seat, state.hands[seat.index()], Which::Turn);
    // Everybody has cards, but in a rule case perhaps.
    let seats = game.seats().iter().filter(|seat| !table.state.hands[seat.index()].is_empty()).collect();
    let acts = table.ask_all(seats, "play", choice)?;
    let turn = table.state.position.turn;
    carry_out(table, &acts, turn);
    if turn == TURNS {
        last_cards(table)?;
    }
    // 7W-7.2: whoever built such a stage looks through the discards, even if he finds nothing: others must not learn that.
    let digs = game.seats().iter().any(|seat| table.state.position.city(seat).digs > 0);
    if digs && table.state.position.discards > 0 {
        table.state.position.phase = Phase::Dig;
        return Ok(());
    }
    game.seats().iter().for_each(|seat| table.state.position.city_mut(seat).digs = 0);
    finish(table);
    Ok(())
}

/// Everybody's card at once: first all pay and build, then coins come in (7W-3.1, 7W-3.4).
fn carry_out(table: &mut Table<'_>, acts: &[(Seat, Act)], turn: u8) {
    let game = table.game;
    let mut done = [(Paid::default(), Effect::default()); crate::position::MOST];
    for ((seat, act), done) in acts.iter().zip(&mut done) {
        // Goods and prices are as they were when the turn began; only what is built since changes nothing for them.
        *done = pay(game, &mut table.state.position, *seat, act);
    }
    for ((seat, act), (_, effect)) in acts.iter().zip(&mut done) {
        let state = &mut table.state;
        state.hands[seat.index()].remove(act.card);
        let age = state.position.age;
        let city = state.position.city_mut(*seat);
        let fate = match act.way {
            Way::Build | Way::Free => {
                if act.way == Way::Free {
                    city.free_used |= 1 << age;
                }
                city.add(&game.deck, act.card);
                *effect = game.deck.card(act.card).effect;
                Fate::Built
            }
            Way::Stage => {
                *effect = city.add_stage(&game.deck);
                city.digs += u8::from(effect.power == Some(Power::FromDiscards));
                Fate::Staged
            }
            Way::Sell => {
                effect.coins = game.deck.numbers.sale;
                state.position.discards += 1;
                Fate::Sold
            }
        };
        *state.log.slot_mut(age, turn, *seat) = Slot::new(act.card, fate);
    }
    for ((seat, act), (paid, effect)) in acts.iter().zip(&mut done) {
        let position = &mut table.state.position;
        for (side, coins) in [(Side::West, paid.west), (Side::East, paid.east)] {
            if coins > 0 {
                let neighbour = position.neighbour(*seat, side);
                position.city_mut(neighbour).coins += coins;
            }
        }
        paid.gained = income(position, *seat, effect);
        position.city_mut(*seat).coins += paid.gained;
        tell(table, *seat, act, *paid);
    }
}

/// Takes the coins (7W-5.2, 7W-4.1.3). Prices are read before anything is built.
fn pay(game: &SevenWonders, position: &mut Position, seat: Seat, act: &Act) -> (Paid, Effect) {
    let city = position.city(seat);
    let mut paid = Paid::default();
    if act.way == Way::Build {
        let structure = game.deck.card(act.card);
        let is_chained = structure.free_from.meets(&city.built);
        paid.bank = if is_chained { 0 } else { u16::from(structure.price) };
    }
    if !act.trade.is_none() {
        let prices = [game.deck.numbers.price, game.deck.numbers.cheap_price];
        paid.west = coins(city.cheap, prices, Side::West, act.trade.west);
        paid.east = coins(city.cheap, prices, Side::East, act.trade.east);
    }
    position.city_mut(seat).coins -= paid.bank + paid.west + paid.east;
    (paid, Effect::default())
}

/// The coins that a structure or a stage brings at once. What neighbours built in the same turn counts (7W-6.1).
pub fn income(position: &Position, seat: Seat, effect: &Effect) -> u16 {
    let counted = effect.per.filter(|per| per.coins > 0);
    u16::from(effect.coins) + counted.map_or(0, |per| u16::from(per.coins) * count(position, seat, &per))
}

/// How much there is of what is counted, in the cities that count (7W-6.1, 7W-9.5, 7W-9.7).
pub fn count(position: &Position, seat: Seat, per: &Per) -> u16 {
    let of = |city: &City| {
        let colours = city.colours.iter().enumerate().filter(|(i, _)| per.colours >> i & 1 == 1);
        let cards: u16 = colours.map(|(_, count)| u16::from(*count)).sum();
        let stages = if per.stages { u16::from(city.stages) } else { 0 };
        cards + stages + if per.defeats { u16::from(city.defeats) } else { 0 }
    };
    let west = || position.city(position.neighbour(seat, Side::West));
    let east = || position.city(position.neighbour(seat, Side::East));
    let mut sum = 0;
    if per.places & OWN != 0 {
        sum += of(position.city(seat));
    }
    if per.places & WEST != 0 {
        sum += of(west());
    }
    if per.places & EAST != 0 {
        sum += of(east());
    }
    sum
}

/// The event of a card that was played; the city is as it is with the card.
pub fn told(game: &SevenWonders, city: &City, seat: Seat, act: &Act, paid: Paid) -> Event {
    use crate::event::How;
    match act.way {
        Way::Sell => Event::Sold { seat, paid },
        Way::Stage => Event::Staged { seat, stage: city.stages, paid, trade: act.trade },
        Way::Free => Event::Built { seat, card: act.card, how: How::Power, paid, trade: act.trade },
        Way::Build => {
            let is_chained = game.deck.card(act.card).free_from.meets(&city.built);
            let how = if is_chained { How::Chain } else { How::Paid };
            Event::Built { seat, card: act.card, how, paid, trade: act.trade }
        }
    }
}

fn tell(table: &mut Table<'_>, seat: Seat, act: &Act, paid: Paid) {
    let event = told(table.game, table.state.position.city(seat), seat, act, paid);
    table.tell(event);
    if matches!(act.way, Way::Stage | Way::Sell) {
        table.tell_only([seat], Event::FaceDown { seat, card: act.card });
    }
}

/// The sixth turn leaves one card in each hand: it is discarded, unless a wonder lets it be played (7W-3.3, 7W-7.1).
fn last_cards(table: &mut Table<'_>) -> Play {
    let game = table.game;
    for seat in game.seats().iter() {
        let hand = table.state.hands[seat.index()];
        if hand.is_empty() || !table.state.position.city(seat).has(Power::LastCard) {
            continue;
        }
        let choice = Choice::of(game, &table.state.position, seat, hand, Which::Last);
        let act = table.ask(seat, format_args!("last/{}", game.seat_key(seat)), choice)?;
        carry_out(table, &[(seat, act)], TURNS + 1);
    }
    let state = &mut table.state;
    let mut cards = 0;
    for seat in game.seats().iter() {
        if let Some(card) = state.hands[seat.index()].get(0) {
            state.hands[seat.index()].remove(card);
            *state.log.slot_mut(state.position.age, TURNS + 1, seat) = Slot::new(card, Fate::Left);
            cards += 1;
        }
    }
    state.position.discards += cards;
    table.tell(Event::LastDiscarded { cards });
    Ok(())
}

/// The turn is over: the hands go on, or the age ends (7W-3.2, 7W-1.1).
pub fn finish(table: &mut Table<'_>) {
    let position = &mut table.state.position;
    position.phase = Phase::Turn;
    if position.turn < TURNS {
        position.turn += 1;
        let to = position.passes_to();
        let (age, turn) = (position.age + 1, position.turn);
        pass(table.game, &mut table.state, to);
        table.tell(Event::TurnBegins { age, turn, to });
        return;
    }
    conflict::fight(table);
    let position = &mut table.state.position;
    if position.age < 2 {
        position.age += 1;
        position.turn = 1;
        position.phase = Phase::Deal;
    } else {
        scoring::finish(table);
    }
}

fn pass(game: &SevenWonders, state: &mut State, to: Side) {
    let hands = state.hands;
    for seat in game.seats().iter() {
        state.hands[state.position.neighbour(seat, to).index()] = hands[seat.index()];
    }
}
