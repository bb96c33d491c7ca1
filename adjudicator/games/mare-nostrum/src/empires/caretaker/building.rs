//! Building: victory first, then heroes, then what pays best for its price (EM-4).

use super::{Mind, Sheet};
use crate::common::orders::{Nothing, Order, Wish};
use crate::empires::phases::building::{copyable, every_wish};
use crate::empires::phases::shop::Shop;
use crate::empires::position::Site;
use crate::pieces::{Building, Card, Province, Role, Unit};
use alloc::vec::Vec;

/// The heroes and wonders in the order of liking; whatever is not here comes last.
const FAVOURITES: [Card; 10] = [
    Card::Colossus,
    Card::TempleOfArtemis,
    Card::HangingGardens,
    Card::Hercules,
    Card::Antigone,
    Card::Spartacus,
    Card::Nebuchadnezzar,
    Card::Ramses,
    Card::Circe,
    Card::Penthesilea,
];

/// How many legions are enough at home.
const GUARDS: u8 = 3;
/// A title that lacks no more than this can be built in one round.
const NEAR: u8 = 4;

/// Writes the letter.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    let mut shop = Shop::new(mind.game, mind.position, mind.seat, &mind.hand);
    let mut wishes: Vec<Wish> = Vec::new();
    while !shop.has_won() {
        let mut all: Vec<(i32, Wish)> = every_wish(mind.game, &shop.position, mind.seat)
            .into_iter()
            .map(|wish| (worth(mind, &shop, wish), wish))
            .filter(|(worth, _)| *worth > 0)
            .collect();
        all.sort_by_key(|(worth, _)| -worth);
        match all.into_iter().find(|(_, wish)| shop.buy(*wish, None).is_ok()) {
            Some((_, wish)) => wishes.push(wish),
            None => break,
        }
    }
    let buy = |wish: Wish| Order::Build { wish, times: 1, with: Vec::new() };
    for wish in &wishes {
        match wish {
            // Somebody else may be quicker: then another tile at the same price will do.
            Wish::Card(card) if *card != Card::Pyramids => {
                let free = |other: &&Card| mind.position.row.contains(other) && !wishes.contains(&Wish::Card(**other));
                let others = FAVOURITES.iter().filter(free).take(3).map(|other| Wish::Card(*other));
                sheet.either(core::iter::once(*wish).chain(others).map(buy));
            }
            _ => sheet.order(buy(*wish)),
        }
    }
    if wishes.contains(&Wish::Card(Card::CastorAndPollux)) {
        let heroes = copyable(mind.game, mind.position, mind.seat);
        if !heroes.is_empty() {
            sheet.order(Order::Copy(heroes));
        }
    }
    if wishes.is_empty() {
        sheet.order(Order::Nothing(Nothing::Build));
    }
}

/// What a purchase is worth, the higher the better; nothing, if it should not be made. What counts for the last title comes before
/// all but the Pyramids and a fifth tile, and what carries legions to great cities counts more when some are held.
fn worth(mind: &Mind<'_>, shop: &Shop<'_>, wish: Wish) -> i32 {
    let worth = plain_worth(mind, shop, wish);
    match mind.last_title() {
        Some((role, missing)) if (1..=NEAR).contains(&missing) && counts_for(wish) == Some(role) => worth + 1_500,
        _ if worth > 0 && mind.great_cities() >= 2 && counts_for(wish) == Some(Role::Military) => worth + 40,
        _ => worth,
    }
}

/// The track on which a purchase counts (EM-6.1).
fn counts_for(wish: Wish) -> Option<Role> {
    match wish {
        Wish::Caravan(..) | Wish::Market(_) => Some(Role::Director),
        Wish::City(..) | Wish::Temple(_) => Some(Role::Political),
        Wish::Unit(..) | Wish::Ship(_) => Some(Role::Military),
        Wish::Influence(_) | Wish::Card(_) => None,
    }
}

fn plain_worth(mind: &Mind<'_>, shop: &Shop<'_>, wish: Wish) -> i32 {
    let position = &shop.position;
    let area = |province: Province| position.area(province);
    match wish {
        Wish::Card(Card::Pyramids) => 10_000,
        Wish::Card(card) => {
            let liking = FAVOURITES.iter().position(|one| *one == card).map_or(0, |place| 20 - place as i32);
            1_000 + 200 * mind.tiles() as i32 + liking
        }
        Wish::City(province, Some(site)) => {
            let great = site == 0 && mind.game.is_great_city(province);
            60 + if area(province).has(Site::Temple) { 40 } else { 0 } + if great { 40 } else { 0 }
        }
        Wish::Caravan(province, Some(good)) => {
            let rare = 12 - i32::from(mind.game.core.board.bank.count(good));
            60 + rare + if area(province).has(Site::Market) { 40 } else { 0 }
        }
        Wish::Temple(province) => 25 * i32::from(area(province).count(Building::City)),
        Wish::Market(province) => 25 * i32::from(area(province).count(Building::Caravan)),
        Wish::Influence(province) => {
            let land = mind.game.core.board.land(province);
            let standing = area(province).sites().count();
            20 + 15 * (land.cities.len() + land.goods.len() + 2 * standing) as i32
        }
        Wish::Unit(Unit::Legion, province) if province == mind.game.core.capital(mind.seat) => {
            let here = area(province).legions[mind.seat.index()];
            if here < GUARDS { 30 } else { 5 }
        }
        Wish::Unit(Unit::Fortress, province) => 2 * area(province).sites().count() as i32,
        Wish::Ship(_) => i32::from(position.units(mind.seat, Unit::Trireme) < 2) * 28,
        _ => 0,
    }
}
