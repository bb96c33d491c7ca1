//! Whether what was done is within the words of an order: what they name binds, what they leave open is the referee's.

use super::ground::Place;
use super::orders::{Aim, Nothing, Number, Order, PickWish, Spot, Wish};
use super::{Core, rites};
use crate::pieces::{Building, Card, Cards, Good, Unit};

/// Whether doing the one is within the words of the other.
pub fn covers(game: &Core, said: &Order, done: &Order) -> bool {
    use Order::*;
    match (said, done) {
        // Nothing came of an order, or nothing was wanted.
        (said, Nothing(done)) => abstains(said, *done),
        // A list that is too short is filled up (MN-3.3.1).
        (Offer(said), Offer(done)) => done.iter().any(|good| said.contains(good)),
        (OfferAny, Offer(_)) => true,
        (Pick(said), Pick(done)) => done.iter().all(|done| said.iter().any(|said| picks(*said, *done))),
        (Ulysses(said), Ulysses(done)) => done.iter().all(|done| said.iter().any(|said| picks(*said, *done))),
        (Bonus(said, goods), Bonus(done, taken)) => said == done && taken.iter().all(|good| goods.contains(good)),
        (Antigone(said), Antigone(done)) => done <= said,
        (Collect(said, wanted), Collect(done, at)) => said == done && (wanted.is_none() || wanted == at),
        (Give(said), Give(done)) => done.iter().all(|good| said.contains(good)),
        (Heir(role, said), Heir(of, done)) => {
            (role.is_none() || role == of) && done.iter().all(|seat| said.contains(seat))
        }
        (Sequence(said), Sequence(done)) => {
            let places = done.iter().map(|done| said.iter().position(|said| said == done));
            places.clone().all(|place| place.is_some()) && places.is_sorted()
        }
        (Build { wish: said, with: sets, times }, Build { wish: done, with: paid, .. }) => {
            let open = sets.len() < usize::from(*times);
            let in_taxes = sets.contains(&Cards::TAXES);
            let named =
                |paid: &Cards| sets.contains(paid) || (in_taxes && paid.count(Good::Tax) as usize == paid.len());
            wishes(game, *said, *done) && (open || paid.iter().all(named))
        }
        // Whoever has a legion set to convert buys the marker (MN-4.5).
        (Conquest { province: Some(said), aim: Aim::Convert }, Build { wish: Wish::Influence(done), .. }) => {
            said == done
        }
        // How to pay is left to the referee, Cleopatra's exchange included (MN-4.2.1, MN-4.3.5); a payment that is named asks for its cards.
        (Build { with, .. }, Swap { take, .. }) => with.is_empty() || with.iter().any(|cards| cards.count(*take) > 0),
        // Whom the twins copy is the referee's, if nobody is named (EM-4.6.2).
        (Build { wish: Wish::Card(Card::CastorAndPollux), .. }, Copy(_)) => true,
        (Keep(said), Keep(done)) => keeps(said, done),
        (Move { number, unit, from, to, via }, Move { number: gone, unit: kind, from: start, to: end, via: way }) => {
            let number = match (number, gone) {
                (Number::All, _) => true,
                (Number::Exactly(said), Number::Exactly(done)) => done <= said,
                (Number::Exactly(_), Number::All) => false,
            };
            number && (unit.is_none() || unit == kind) && from == start && to == end && (via.is_empty() || via == way)
        }
        // How many attack whom is not always the player's choice (MN-5.4.1, MN-5.4.5, EM-5.4.1), but whom is.
        (AttackWherever(said), Attack { targets: done, .. }) => done.iter().all(|(seat, _)| said.contains(seat)),
        (Attack { place, targets }, Attack { place: at, targets: done }) => {
            let meant = |seat| targets.is_empty() || targets.iter().any(|(target, _)| *target == seat);
            place == at && done.iter().all(|(seat, _)| meant(*seat))
        }
        (Losses { place, .. }, Losses { place: at, .. }) => place.is_none() || place == at,
        (Conquest { province, aim }, Conquest { province: at, aim: deed }) => {
            // Where an aim is refused the units just stay (MN-5.6).
            (province.is_none() || province == at) && (aims(aim, deed) || *deed == Aim::Stay)
        }
        (Helen(said), Helen(done)) => said.is_empty() || done.iter().all(|province| said.contains(province)),
        // Nobody came to where she was to help.
        (Helen(said), HelenNever) => !said.is_empty(),
        (Peace(said), Peace(done)) => said == done || (!done.is_empty() && done.iter().all(|seat| said.contains(seat))),
        (Copy(said), Copy(done)) => done.iter().all(|card| said.contains(card)),
        (Rite(said), Rite(done)) => rites::covers(said, done),
        // A way may need the sea that a hero crosses; krakens that come up may land.
        (Move { to: Place::Land(_), .. }, Rite(rites::Rite::Aeneas(_))) => true,
        (
            Rite(rites::Rite::Surface { number, sea, to: Some(to) }),
            Move { number: Number::Exactly(gone), unit: Some(Unit::Creature), from, to: end, .. },
        ) => gone <= number && *from == Place::Sea(*sea) && to == end,
        (said, done) => said == done,
    }
}

/// Whether nothing of a kind can come of an order: it is of that kind, or says so.
fn abstains(said: &Order, done: Nothing) -> bool {
    let builds = |order: &Order| {
        let converts = matches!(order, Order::Conquest { aim: Aim::Convert, .. });
        converts || matches!(order, Order::Build { .. } | Order::Swap { .. } | Order::Keep(_))
    };
    match (said, done) {
        (Order::Nothing(said), done) => *said == Nothing::AtAll || *said == done,
        (said, Nothing::Build) => builds(said),
        (said, Nothing::Move) => matches!(said, Order::Move { .. }) || rites::moves(said),
        (_, Nothing::Attack | Nothing::AtAll) => false,
    }
}

fn picks(said: PickWish, done: PickWish) -> bool {
    (said.good.is_none() || said.good == done.good) && (said.from.is_none() || said.from == done.from)
}

fn wishes(game: &Core, said: Wish, done: Wish) -> bool {
    match (said, done) {
        (Wish::City(said, None), Wish::City(done, _)) => said == done,
        (Wish::Caravan(said, None), Wish::Caravan(done, _)) => said == done,
        // A trireme is named by its sea or by its yard.
        (Wish::Ship(sea), Wish::Unit(Unit::Trireme, yard)) | (Wish::Unit(Unit::Trireme, yard), Wish::Ship(sea)) => {
            game.board.washes(sea, yard)
        }
        (said, done) => said == done,
    }
}

/// No more money than was named, no other goods; where none of the named goods is left, the default.
fn keeps(said: &[Good], done: &[Good]) -> bool {
    let (named, kept): (Cards, Cards) = (said.iter().copied().collect(), done.iter().copied().collect());
    let money = |cards: &Cards| cards.count(Good::Tax);
    let is_good = |(good, _): &(Good, u8)| *good != Good::Tax;
    let other = |(good, _): (Good, u8)| named.count(good) == 0;
    let mut goods = kept.iter().filter(is_good).peekable();
    match named.is_empty() {
        true => kept.is_empty(),
        false => {
            let bound = named.iter().any(|one| is_good(&one)) && goods.peek().is_some_and(|one| !other(*one));
            (money(&named) == 0 || money(&kept) <= money(&named)) && !(bound && goods.any(other))
        }
    }
}

fn aims(said: &Aim, done: &Aim) -> bool {
    match (said, done) {
        (Aim::Pillage(said), Aim::Pillage(done)) | (Aim::Occupy(said), Aim::Occupy(done)) => {
            said.is_empty() || done.iter().all(|done| said.iter().any(|said| spots(*said, *done)))
        }
        (said, done) => said == done,
    }
}

fn spots(said: Spot, done: Spot) -> bool {
    let kind = |spot| match spot {
        Spot::Kind(building) => building,
        Spot::CaravanOf(_) => Building::Caravan,
        Spot::CityOn(_) => Building::City,
    };
    said == done || said == Spot::Kind(kind(done))
}

#[cfg(test)]
mod tests {
    use crate::classic::{Classic, Options};
    use alloc::vec::Vec;
    use tabellarius_kernel::{Game as _, read};

    /// Each line: what was said, what was done, and whether the words cover it.
    const PAIRS: &[(&str, &str, bool)] = &[
        ("build 2 legions Roma", "build legion Roma with fish+grain+oil", true),
        ("build legion Roma", "build trireme Roma", false),
        ("build legion Roma", "build legion Tarentum", false),
        ("build legion Roma with 3 tax", "build legion Roma with fish+grain+oil", false),
        ("build caravan Tarentum", "build caravan Tarentum fish", true),
        ("build trireme Mare Tyrrhenum", "build trireme Roma", true),
        ("build trireme Mare Aegaeum", "build trireme Roma", false),
        ("hero Helen", "hero Ulysses", false),
        ("swap tax for gems", "swap tax for perfume", false),
        ("build legion Alexandria", "swap tax for perfume", true),
        ("move fortress Roma -> Tarentum", "move 1 legion Roma -> Tarentum", false),
        ("move 2 Roma -> Tarentum", "move 1 legion Roma -> Tarentum", true),
        ("move legion Roma -> Tarentum", "move 2 legions Roma -> Tarentum", false),
        ("pillage city Syracusae", "conquest Syracusae: pillage city 1", true),
        ("pillage city Syracusae", "conquest Tarentum: pillage city 1", false),
        ("pillage city", "conquest Tarentum: pillage market", false),
        ("pillage city", "conquest Tarentum: convert", false),
        ("pillage city", "conquest Tarentum: stay", true),
        ("keep tax", "keep tax, tax", false),
        ("keep gold", "keep tax, tax, gold", true),
        ("keep nothing", "keep tax", false),
        ("pick gold from Rome", "pick gold from Greece", false),
        ("order Rome, Greece", "order Greece", true),
        ("order Rome, Greece", "order Egypt", false),
        ("attack Mare Ionium: Rome", "attack Mare Ionium: Greece 1", false),
        ("build legion Roma", "build nothing", true),
        ("move legion Roma -> Tarentum", "build nothing", false),
    ];

    #[test]
    fn what_words_name_binds() {
        let game = Classic::new(Options::parse(5, "").expect("variant")).expect("board");
        let order = |text: &str| {
            let orders: Vec<_> = read(&game, text).lines.into_iter().flat_map(|line| line.choices).collect();
            assert_eq!(orders.len(), 1, "{text}");
            orders.into_iter().next().expect("one order").order
        };
        for (said, done, is) in PAIRS {
            assert_eq!(game.covers(&order(said), &order(done)), *is, "{said} / {done}");
        }
    }
}
