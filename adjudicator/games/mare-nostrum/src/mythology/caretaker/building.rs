//! What the automaton buys: victory, heroes and wonders, then what yields, then arms.

use super::Mind;
use crate::common::orders::{Order, Wish};
use crate::mythology::phases::building::every_wish;
use crate::mythology::phases::shop::Shop;
use crate::pieces::{Building, Card, Unit};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Heroes and wonders, the dearest first; whoever is not named comes after them.
const DEAR: &[Card] = &[
    Card::Imhotep,
    Card::Adonis,
    Card::TempleOfArtemis,
    Card::Colossus,
    Card::Mausoleum,
    Card::Circe,
    Card::HangingGardens,
    Card::Spartacus,
];

/// Buys from the dearest to the cheapest as long as the hand pays.
pub(super) fn orders(mind: &Mind<'_>) -> Vec<Order> {
    let mut wishes = every_wish(mind.game, mind.position, mind.seat);
    wishes.sort_by_key(|wish| Reverse(worth(mind, *wish)));
    let mut shop = Shop::new(mind.game, mind.position, mind.seat, &mind.hand);
    let mut orders = Vec::new();
    for wish in wishes {
        if shop.has_won() {
            break;
        }
        if worth(mind, wish) > 0 && shop.buy(wish, None).is_ok() {
            orders.push(Order::Build { wish, times: 1, with: Vec::new() });
        }
    }
    orders
}

fn worth(mind: &Mind<'_>, wish: Wish) -> i32 {
    let count = |province, building| i32::from(mind.position.area(province).count(building));
    let army = i32::from(mind.position.units(mind.seat, Unit::Legion) + mind.position.units(mind.seat, Unit::Creature));
    match wish {
        Wish::Card(Card::Pyramids) => 1_000,
        Wish::Card(card) => 900 - DEAR.iter().position(|dear| *dear == card).unwrap_or(50) as i32,
        Wish::Market(province) => 60 * count(province, Building::Caravan),
        Wish::Temple(province) => 60 * count(province, Building::City),
        Wish::Caravan(..) => 100,
        Wish::City(..) => 95,
        Wish::Unit(Unit::Creature, _) => 110 - 20 * army,
        Wish::Influence(province) => {
            let land = mind.game.core.board.land(province);
            60 + 8 * (land.goods.len() + land.cities.len()) as i32
        }
        Wish::Unit(Unit::Legion, province) => {
            let threat = mind.threat(province);
            40 + 10 * threat.min(5) - 8 * army
        }
        Wish::Unit(Unit::Fortress, province) if mind.game.core.capital(mind.seat) == province => 45,
        Wish::Unit(..) | Wish::Ship(_) => 10,
    }
}
