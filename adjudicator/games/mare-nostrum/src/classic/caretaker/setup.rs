//! The advanced set-up (MN-2.6): 36 points in four rounds.

use super::{Mind, Sheet};
use crate::base::founding::Found;
use crate::classic::orders::{Item, Nothing, Order};
use crate::classic::phases::setup::ROUNDS;
use crate::classic::position::{Phase, Site};
use crate::classic::reason::Reason;
use crate::pieces::{Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Question as _;

/// Writes the letter: the first things of the plan that rules and points allow.
pub fn write(mind: &Mind<'_>, sheet: &mut Sheet) {
    let question = Found::of(mind.position, mind.seat);
    let mut points = mind.position.points[mind.seat.index()];
    let mut items = Vec::new();
    for item in plan(mind) {
        let price = mind.game.price(item);
        items.push(item);
        let may = question.legal(mind.game, &items);
        match may {
            Ok(()) => points = points.saturating_sub(price),
            // What is dear is saved for, except in the last round (MN-2.6.5).
            Err(Reason::NoPoints { .. }) if mind.position.phase != Phase::Setup(ROUNDS) => {
                items.pop();
                break;
            }
            Err(_) => {
                items.pop();
            }
        }
        if points == 0 {
            break;
        }
    }
    for item in items {
        sheet.order(Order::Build { wish: item.wish(&mind.game.core.board), times: 1, with: Vec::new() });
    }
    if sheet.is_empty() {
        sheet.order(Order::Nothing(Nothing::Build));
    }
}

/// Everything worth having, in its order: the capital with its sites, the best neighbour, the hero, the wall, the rest.
fn plan(mind: &Mind<'_>) -> Vec<Item> {
    let civilization = mind.game.core.board.civilization(mind.seat);
    let capital = civilization.capital;
    let sites = |province: Province| {
        mind.game.core.board.land(province).goods.len() + mind.game.core.board.land(province).cities.len()
    };
    let mut near = civilization.near.clone();
    near.sort_by_key(|province| core::cmp::Reverse(sites(*province)));
    let mut plan = settle(mind, capital);
    let mut rest = Vec::new();
    for (i, province) in near.into_iter().enumerate() {
        let list = if i == 0 { &mut plan } else { &mut rest };
        list.extend(settle(mind, province));
    }
    plan.push(Item::Unit { province: capital, unit: Unit::Fortress });
    plan.push(Item::Card { card: civilization.hero });
    plan.extend(rest);
    plan.extend([Item::Unit { province: capital, unit: Unit::Legion }; 12]);
    plan
}

/// The marker, then the cities, which are scarce, then the caravans.
fn settle(mind: &Mind<'_>, province: Province) -> Vec<Item> {
    let land = mind.game.core.board.land(province);
    let building = |site| Item::Building { province, site };
    let mut items = alloc::vec![Item::Influence { province }];
    items.extend((0..land.cities.len() as u8).map(|n| building(Site::City(n))));
    items.extend((0..land.goods.len() as u8).map(|n| building(Site::Caravan(n))));
    items.retain(|item| match item {
        Item::Influence { province } => mind.position.area(*province).owner.is_none(),
        Item::Building { province, site } => !mind.position.area(*province).has(*site),
        _ => true,
    });
    items
}
