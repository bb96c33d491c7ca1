//! What a myth does in its own city (7W-13.20 to 7W-13.53).

use crate::city::City;
use crate::deck::{EAST, Effect, OWN, Per, SHIELD, Science, WEST, of_colour};
use crate::deity::{Deity, InPlay};
use crate::game::SevenWonders;
use crate::pieces::{Colour, Power};
use crate::position::Position;
use crate::rules::arrival::{bank_pays, count, refunds};
use crate::rules::myth::cost::{Bill, Tab};
use crate::rules::myth::invocation::Invocation;
use crate::rules::scoring::fixed_points;
use tabellarius_kernel::Seat;

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Done<'a> {
    /// Coins that came in.
    pub gained: u16,
    /// The stage that was built.
    pub stage: Option<&'a Effect>,
}

/// Pays the bill for a myth, lays it open, and does what it does to its own city at once. What it does elsewhere comes later. The tab is
/// that of before the bill.
pub fn invoke<'a>(
    game: &'a SevenWonders,
    position: &mut Position,
    seat: Seat,
    invocation: &Invocation,
    tab: &Tab,
    bill: &Bill,
) -> Done<'a> {
    let deity = invocation.deity;
    position.city_mut(seat).coins -= bill.total();
    let myth = InPlay { deity, age: position.age, note: note(game, position, seat, invocation) };
    let city = position.city_mut(seat);
    let before = city.shields;
    city.lay_open(&game.deck, myth);
    let more = u16::from(city.shields - before) * u16::from(city.bonus(SHIELD));
    let mut coins = more + coins(game, position, seat, deity);
    // A coin back for each city that sold something, as for any purchase.
    if position.city(seat).has(Power::Refund) {
        let earlier = City { once: position.city(seat).once | tab.once, ..*position.city(seat) };
        coins += refunds(&earlier, bill.trade);
    }
    let gained = bank_pays(position, seat, coins);
    let stage = (deity == Deity::Chronos).then(|| position.city_mut(seat).add_stage(&game.deck));
    let age = position.age;
    let city = position.city_mut(seat);
    match deity {
        Deity::Atlas => position.reversed ^= 1,
        Deity::Anubis => city.keeps = 1,
        Deity::Osiris => city.salvages += 1,
        // 7W-13.36: a token for the next age.
        Deity::WonderWoman if age < 2 => city.token = age + 2,
        _ => {}
    }
    Done { gained, stage }
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
            count(position, seat, &Per { what, every: 1, places: OWN | WEST | EAST, coins: 1, points: 0 })
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
        Deity::Horus => 2 - aims.min(2),
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
