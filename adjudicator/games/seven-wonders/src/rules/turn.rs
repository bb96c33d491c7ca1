//! A turn: everybody plays a card at the same time, then the hands go on (7W-3).

use crate::city::City;
use crate::deck::Effect;
use crate::event::{Event, How, Paid};
use crate::game::{SevenWonders, Table};
use crate::payment::{Seller, Sources};
use crate::pieces::{Colour, Power, Way};
use crate::position::{Fate, MOST, Position, Slot, State};
use crate::rules::arrival::{self, Came};
use crate::rules::choice::{Act, Choice, Which};
use crate::rules::ledger::Ledger;
use crate::rules::sequence;
use tabellarius_kernel::{Game as _, Play, Seat};

/// Plays a turn.
pub fn play(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let choice =
        |state: &State, seat: Seat| Choice::of(game, &state.position, seat, state.hands[seat.index()], Which::Turn);
    // Everybody has cards, but in a rule case perhaps.
    let seats = game.seats().iter().filter(|seat| !table.state.hands[seat.index()].is_empty()).collect();
    let acts = table.ask_all(seats, "play", choice)?;
    let mut ledger = Ledger::default();
    carry_out(table, &acts, Which::Turn, &mut ledger);
    ledger.settle(table)?;
    if table.state.position.turn == game.turns() {
        last_cards(table)?;
    }
    // 7W-7.2: whoever built such a stage looks through the discards, even if he finds nothing: others must not learn that.
    sequence::go_on(table);
    Ok(())
}

/// What one seat did, until everybody's is known.
#[derive(Clone, Copy)]
struct Done {
    paid: Paid,
    how: How,
    effect: Effect,
}

/// Everybody's card at once: first all pay and build, then coins come in (7W-3.1, 7W-3.4).
pub fn carry_out(table: &mut Table<'_>, acts: &[(Seat, Act)], which: Which, ledger: &mut Ledger) {
    let game = table.game;
    let mut done = [Done { paid: Paid::default(), how: How::Paid, effect: Effect::default() }; MOST];
    for ((seat, act), done) in acts.iter().zip(&mut done) {
        // Goods and prices are as they were when the turn began; only what is built since changes nothing for them.
        pay(game, &mut table.state.position, *seat, act, done, ledger);
    }
    for ((seat, act), done) in acts.iter().zip(&mut done) {
        lay_down(game, &mut table.state, *seat, act, which, done);
    }
    for ((seat, act), done) in acts.iter().zip(&mut done) {
        let came = match act.way {
            Way::Build | Way::Free => Came::Card(act.card, done.how),
            Way::Stage => Came::Stage,
            Way::Sell => Came::Sale(game.deck.numbers.sale),
        };
        done.paid.gained = arrival::arrive(table, *seat, came, &done.effect, act.trade, ledger);
        tell(table, *seat, act, done);
    }
}

/// Takes the coins (7W-5.2, 7W-4.1.3). Prices are read before anything is built.
fn pay(game: &SevenWonders, position: &mut Position, seat: Seat, act: &Act, done: &mut Done, ledger: &mut Ledger) {
    let Ok(cost) = Choice::cost_of(game, position, seat, act.way, act.card) else { return };
    done.how = cost.how;
    let paid = &mut done.paid;
    paid.bank = cost.coins;
    if !act.trade.is_none() {
        let sources = sources(game, position, seat);
        for seller in Seller::ALL {
            let coins = sources.coins(*seller, act.trade.from(*seller));
            match seller {
                Seller::West => paid.west = coins,
                Seller::East => paid.east = coins,
                Seller::Far => paid.far = coins,
                Seller::Bank => paid.bank += coins,
            }
            if let Some(neighbour) = position.seller(seat, *seller) {
                ledger.due[neighbour.index()] += coins;
            }
        }
    }
    position.city_mut(seat).coins -= paid.bank + paid.west + paid.east + paid.far;
}

/// Where a city's goods come from.
pub fn sources(game: &SevenWonders, position: &Position, seat: Seat) -> Sources {
    use crate::pieces::Side;
    let [west, east] = [Side::West, Side::East].map(|side| position.city(position.neighbour(seat, side)));
    Sources::of(position.city(seat), west, east, &game.deck.numbers)
}

/// The card goes where it belongs, and gives all but coins.
fn lay_down(game: &SevenWonders, state: &mut State, seat: Seat, act: &Act, which: Which, done: &mut Done) {
    let (age, turn) = (state.position.age, state.position.turn);
    let city = state.position.city_mut(seat);
    let fate = match act.way {
        Way::Build | Way::Free => {
            if act.way == Way::Free {
                city.use_free(age, game.deck.card(act.card).colour);
            }
            city.add(&game.deck, act.card);
            done.effect = game.deck.card(act.card).effect;
            Fate::Built
        }
        Way::Stage => {
            done.effect = city.add_stage(&game.deck);
            Fate::Staged
        }
        Way::Sell => Fate::Sold,
    };
    let turn = match which {
        Which::Turn => turn,
        Which::Last => turn + 1,
        Which::Leader => {
            // 7W-11.5: a leader is no card of an age, and does not come to the discards.
            let leaders = &mut state.leaders;
            leaders.hands[seat.index()].remove(act.card);
            if fate != Fate::Built {
                leaders.gone[seat.index()].insert(act.card);
            }
            return;
        }
    };
    state.hands[seat.index()].remove(act.card);
    state.position.discards += u8::from(fate == Fate::Sold);
    *state.log.slot_mut(age, turn, seat) = Slot::new(act.card, fate);
}

/// The event of a card that was played; the city is as it is with the card.
pub fn told(game: &SevenWonders, city: &City, seat: Seat, act: &Act, how: How, paid: Paid) -> Event {
    match act.way {
        Way::Sell => Event::Sold { seat, paid },
        Way::Stage => Event::Staged { seat, stage: city.stages, paid, trade: act.trade },
        Way::Build | Way::Free if game.deck.card(act.card).colour == Colour::White => {
            Event::Recruited { seat, card: act.card, paid }
        }
        Way::Build | Way::Free => Event::Built { seat, card: act.card, how, paid, trade: act.trade },
    }
}

fn tell(table: &mut Table<'_>, seat: Seat, act: &Act, done: &Done) {
    let event = told(table.game, table.state.position.city(seat), seat, act, done.how, done.paid);
    table.tell(event);
    if matches!(act.way, Way::Stage | Way::Sell) {
        table.tell_only([seat], Event::FaceDown { seat, card: act.card });
    }
}

/// The last turn leaves one card in each hand: it is discarded, unless something lets it be played (7W-3.3, 7W-7.1).
fn last_cards(table: &mut Table<'_>) -> Play {
    let game = table.game;
    let mut ledger = Ledger::default();
    for seat in game.seats().iter() {
        let hand = table.state.hands[seat.index()];
        if hand.is_empty() || !table.state.position.city(seat).has(Power::LastCard) {
            continue;
        }
        let choice = Choice::of(game, &table.state.position, seat, hand, Which::Last);
        let act = table.ask(seat, format_args!("last/{}", game.seat_key(seat)), choice)?;
        carry_out(table, &[(seat, act)], Which::Last, &mut ledger);
        ledger.settle(table)?;
    }
    let state = &mut table.state;
    let mut cards = 0;
    for seat in game.seats().iter() {
        if let Some(card) = state.hands[seat.index()].get(0) {
            state.hands[seat.index()].remove(card);
            *state.log.slot_mut(state.position.age, game.turns() + 1, seat) = Slot::new(card, Fate::Left);
            cards += 1;
        }
    }
    state.position.discards += cards;
    table.tell(Event::LastDiscarded { cards });
    Ok(())
}
