//! What a myth does in its own city (7W-13.20 to 7W-13.53).

use crate::city::City;
use crate::deck::{EAST, Effect, OWN, Per, SHIELD, Science, WEST, of_colour};
use crate::deity::{Deity, InPlay};
use crate::event::How;
use crate::game::SevenWonders;
use crate::pieces::{Colour, Power};
use crate::position::Position;
use crate::rules::arrival::{Came, bank_pays, coins_of, count, refunds};
use crate::rules::conflict;
use crate::rules::myth::cost::{Bill, Tab};
use crate::rules::myth::invocation::Invocation;
use crate::rules::scoring::fixed_points;
use tabellarius_kernel::Seat;

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Done<'a> {
    /// Coins that came in.
    pub gained: u16,
    /// The stage or the structure that came to the city, what it does, and the coins it brought.
    pub came: Option<(Came, &'a Effect, u16)>,
    /// To whom tokens are handed over.
    pub given: [Option<Seat>; 2],
}

/// Pays the bill for a myth, lays it open, and does what it does to its own city at once. What it does to others comes later; only the
/// exchange of structures changes both cities here, since its owner goes on in a world in which it is done. The tab is that of before
/// the bill.
pub fn invoke<'a>(
    game: &'a SevenWonders,
    position: &mut Position,
    seat: Seat,
    invocation: &Invocation,
    tab: &Tab,
    bill: &Bill,
) -> Done<'a> {
    let deity = invocation.deity;
    position.city_mut(seat).coins -= bill.paid.total();
    let myth = InPlay { deity, age: position.age, note: note(game, position, seat, invocation) };
    let city = position.city_mut(seat);
    let before = city.shields;
    city.lay_open(&game.deck, myth);
    let more = u16::from(city.shields - before) * u16::from(city.bonus(SHIELD));
    let mut coins = more + coins(game, position, seat, deity);
    // A coin back for each city that was paid, as for any purchase.
    if position.city(seat).has(Power::Refund) {
        let earlier = City { once: position.city(seat).once | tab.once, ..*position.city(seat) };
        coins += refunds(&earlier, &bill.paid);
    }
    let mut gained = bank_pays(position, seat, coins);
    let age = position.age;
    let (mut came, mut given) = (None, [None; 2]);
    match deity {
        Deity::Anubis => position.city_mut(seat).keeps = 1,
        // 7W-13.36: a token for the next age.
        Deity::WonderWoman if age < 2 => position.city_mut(seat).token = age + 2,
        Deity::Chronos => came = Some((Came::Stage, position.city_mut(seat).add_stage(&game.deck))),
        // 7W-13.28: the victory is there at once.
        Deity::Hades if invocation.aim.seats[0].is_some() => {
            gained += conflict::win(position, seat, game.deck.numbers.victory[usize::from(age)]);
        }
        // 7W-13.40, 7W-13.47: only what is there now can be handed over.
        Deity::AmunRa if age > 0 => given = hand_over(&mut position.city_mut(seat).defeats, invocation),
        Deity::Nut => given = hand_over(&mut position.city_mut(seat).debts, invocation),
        Deity::Bastet => came = exchange(game, position, seat, invocation),
        Deity::Osiris => match invocation.aim.own {
            Some(card) => {
                position.city_mut(seat).add(&game.deck, card);
                came = Some((Came::Card(card, How::Power), &game.deck.card(card).effect));
            }
            None => position.city_mut(seat).salvages += 1,
        },
        _ => {}
    }
    let came = came.map(|(came, effect)| {
        let coins = coins_of(game, position, seat, came, effect);
        (came, effect, bank_pays(position, seat, coins))
    });
    Done { gained, came, given }
}

/// Takes tokens away for those named, as far as there are any.
fn hand_over(tokens: &mut u8, invocation: &Invocation) -> [Option<Seat>; 2] {
    invocation.aim.seats.map(|other| {
        let other = other.filter(|_| *tokens > 0)?;
        *tokens -= 1;
        Some(other)
    })
}

/// Two structures change cities (7W-13.42).
fn exchange<'a>(
    game: &'a SevenWonders,
    position: &mut Position,
    seat: Seat,
    invocation: &Invocation,
) -> Option<(Came, &'a Effect)> {
    let (other, own, theirs) = invocation.aim.swap()?;
    for (owner, lost, won) in [(seat, own, theirs), (other, theirs, own)] {
        let city = position.city_mut(owner);
        city.lose(&game.deck, lost);
        city.add(&game.deck, won);
    }
    Some((Came::Card(theirs, How::Power), &game.deck.card(theirs).effect))
}

/// The coins that a deity brings.
fn coins(game: &SevenWonders, position: &Position, seat: Seat, deity: Deity) -> u16 {
    let age = position.age;
    let amount = game.deck.myth(deity).map_or(0, |card| u16::from(card.amount[usize::from(age)]));
    match deity {
        // 7W-13.20; and what an owner has made of the card without a power.
        Deity::Apollo | Deity::Shenron => amount,
        Deity::Aphrodite if age < 2 => fixed_points(&game.deck, position, seat) / amount.max(1),
        Deity::Athena if age == 0 => {
            let what = of_colour(Colour::Green);
            amount * count(position, seat, &Per { what, every: 1, places: OWN | WEST | EAST, coins: 1, points: 0 })
        }
        Deity::AmunRa | Deity::Demeter | Deity::Dionysos | Deity::Hermes if age == 0 => amount,
        _ => 0,
    }
}

/// What is noted on the card: whom it concerns, the symbols that were missing, the coins that lie on it.
fn note(game: &SevenWonders, position: &Position, seat: Seat, invocation: &Invocation) -> u8 {
    let aims = invocation.aim.seats.iter().flatten().count() as u8;
    match invocation.deity {
        Deity::Poseidon => invocation.aim.seats[0].map_or(u8::MAX, |seat| seat.0),
        Deity::Horus => {
            game.deck.myth(Deity::Horus).map_or(0, |card| card.amount[usize::from(position.age)]).saturating_sub(aims)
        }
        // 7W-13.36: a new token does not take the place of the one that is used in this age.
        Deity::WonderWoman => u8::from(position.city(seat).token == position.age + 1),
        // 7W-13.22: the symbols that are missing now.
        Deity::Athena if position.age == 1 => {
            let mut missing = 0b111;
            for card in position.city(seat).cards().filter(|card| game.deck.card(*card).colour == Colour::Green) {
                if let Some(symbol) = game.deck.card(card).effect.science.filter(|symbol| *symbol != Science::Any) {
                    missing &= !(1 << symbol as u8);
                }
            }
            missing
        }
        _ => 0,
    }
}
