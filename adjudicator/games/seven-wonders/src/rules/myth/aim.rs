//! Whom or what a myth is aimed at (7W-13.12).

use crate::deity::{Aim, Deity};
use crate::game::SevenWonders;
use crate::pieces::{Card, Colour, Power};
use crate::position::Position;
use crate::reason::Reason;
use crate::rules::choice::may_double;
use alloc::vec::Vec;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use tabellarius_kernel::{Chance, Game as _, Seat};

/// The opponents: everybody but the seat and its partner.
pub fn opponents(game: &SevenWonders, seat: Seat) -> Vec<Seat> {
    let own = game.eyes(seat);
    game.seats().iter().filter(|other| !own.contains(*other)).collect()
}

/// Whether the aim is what the deity needs.
pub fn check(game: &SevenWonders, position: &Position, seat: Seat, deity: Deity, aim: &Aim) -> Result<(), Reason> {
    let (all, own) = (game.seats(), game.eyes(seat));
    let named: Vec<Seat> = aim.seats.iter().flatten().copied().collect();
    let at_opponents = named.iter().all(|other| all.contains(*other) && !own.contains(*other))
        && (named.len() < 2 || named[0] != named[1]);
    // 7W-13.45: what is to be dug up can be named; only who looks knows whether it is there.
    if let (Deity::Osiris, Some(card)) = (deity, aim.own) {
        let city = position.city(seat);
        let structure = game.deck.card(card);
        return match aim {
            Aim { own: Some(_), theirs: None, deity: None, seats: [None, None] }
                if structure.colour != Colour::White =>
            {
                if city.built.contains(card) && !may_double(city, structure.colour) {
                    return Err(Reason::BuiltAlready { card });
                }
                Ok(())
            }
            _ => Err(Reason::WrongAim { deity }),
        };
    }
    let no_cards = aim.own.is_none() && aim.theirs.is_none();
    let only_cities = no_cards && aim.deity.is_none();
    let fits = match deity {
        Deity::Hades | Deity::Poseidon => named.len() == 1 && at_opponents && only_cities,
        Deity::AmunRa if position.age == 0 => named.is_empty() && only_cities,
        Deity::AmunRa | Deity::Nut => !named.is_empty() && at_opponents && only_cities,
        // 7W-13.43: looks can be kept for later.
        Deity::Horus => at_opponents && only_cities,
        Deity::Bastet => {
            let both = aim.own.zip(aim.theirs).zip(named.first().copied());
            let Some(((own, theirs), other)) = both.filter(|_| named.len() == 1 && at_opponents) else {
                return Err(Reason::WrongAim { deity });
            };
            return swap(game, position, (seat, own), (other, theirs));
        }
        Deity::Set => (!named.is_empty() || aim.deity.is_some()) && named.len() < 2 && at_opponents && no_cards,
        Deity::Toinito => named.len() == 1 && game.eyes(seat).contains(named[0]) && only_cities,
        _ => named.is_empty() && only_cities,
    };
    if fits { Ok(()) } else { Err(Reason::WrongAim { deity }) }
}

/// Aims to try for an example, the best first; some may be impossible.
pub fn examples(
    game: &SevenWonders,
    position: &Position,
    seat: Seat,
    deity: Deity,
) -> alloc::boxed::Box<dyn Iterator<Item = Aim>> {
    let others = opponents(game, seat);
    let at = |other: Seat| Aim { seats: [Some(other), None], ..Aim::default() };
    let needs_city = match deity {
        Deity::Hades | Deity::Poseidon | Deity::Nut | Deity::Horus | Deity::Set => true,
        Deity::AmunRa => position.age > 0,
        _ => false,
    };
    if needs_city {
        return alloc::boxed::Box::new(others.into_iter().map(at));
    }
    match deity {
        Deity::Toinito => alloc::boxed::Box::new(game.partner(seat).into_iter().map(at)),
        Deity::Bastet => {
            let built = |seat: Seat| position.city(seat).built.iter().collect::<Vec<Card>>();
            let own = built(seat);
            let pairs = others.into_iter().map(|other| (other, built(other))).collect::<Vec<_>>();
            alloc::boxed::Box::new(pairs.into_iter().flat_map(move |(other, theirs)| {
                let own = own.clone();
                theirs.into_iter().flat_map(move |theirs| {
                    let aim = move |own: Card| Aim { own: Some(own), theirs: Some(theirs), ..at(other) };
                    own.clone().into_iter().map(aim)
                })
            }))
        }
        _ => alloc::boxed::Box::new(core::iter::once(Aim::default())),
    }
}

/// An aim drawn at random; it may be one that cannot be.
pub fn random(game: &SevenWonders, position: &Position, seat: Seat, deity: Deity, chance: &mut Chance) -> Aim {
    let opponents = opponents(game, seat);
    let mut aim = Aim::default();
    match deity {
        Deity::AmunRa if position.age == 0 => {}
        Deity::Horus if chance.random_bool(0.3) => {}
        Deity::Hades | Deity::Poseidon | Deity::AmunRa | Deity::Nut | Deity::Horus | Deity::Set => {
            aim.seats[0] = opponents.choose(chance).copied();
            let second = opponents.choose(chance).copied().filter(|other| Some(*other) != aim.seats[0]);
            if matches!(deity, Deity::AmunRa | Deity::Nut | Deity::Horus) && chance.random_bool(0.5) {
                aim.seats[1] = second;
            }
        }
        Deity::Osiris if chance.random_bool(0.5) => {
            aim.own = game.age_cards(position.age).choose(chance).copied();
        }
        Deity::Toinito => aim.seats[0] = game.eyes(seat).iter().nth(chance.random_range(0..2)),
        Deity::Bastet => {
            aim.seats[0] = opponents.choose(chance).copied();
            let random = |seat: Seat, chance: &mut Chance| {
                let built: Vec<Card> = position.city(seat).built.iter().collect();
                built.choose(chance).copied()
            };
            aim.own = random(seat, chance);
            aim.theirs = aim.seats[0].and_then(|other| random(other, chance));
        }
        _ => {}
    }
    aim
}

/// Whether two structures can be exchanged (7W-13.42): as many goods each, no coins, nothing twice unless copies are allowed there.
pub fn swap(
    game: &SevenWonders,
    position: &Position,
    (seat, own): (Seat, Card),
    (other, theirs): (Seat, Card),
) -> Result<(), Reason> {
    let (city, opponent) = (position.city(seat), position.city(other));
    let [one, two] = [own, theirs].map(|card| game.deck.card(card));
    let stands = city.built.contains(own) && opponent.built.contains(theirs);
    let fits = one.cost.len() == two.cost.len() && one.price == 0 && two.price == 0;
    let is_white = one.colour == Colour::White || two.colour == Colour::White;
    let doubles = |city: &crate::city::City, card| city.built.contains(card) && !city.has(Power::Copies);
    let is_double = doubles(city, theirs) || doubles(opponent, own);
    if stands && fits && !is_white && !is_double { Ok(()) } else { Err(Reason::WrongAim { deity: Deity::Bastet }) }
}
