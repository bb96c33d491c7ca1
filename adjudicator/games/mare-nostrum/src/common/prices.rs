//! What things cost a player now, for reports: asked of the shop that sells them.

use super::ground::Site;
use super::orders::Item;
use super::shop::Purchase;
use crate::pieces::{Building, Card, Province, Unit};
use alloc::vec::Vec;
use serde::Serialize;

/// What a thing costs a player now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Quote {
    /// The thing.
    pub ware: Ware,
    /// What the first ones cost, and then the others: the last step is for all that follow.
    pub steps: Vec<Step>,
}

/// Something with a price.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "name")]
pub enum Ware {
    /// A marker.
    Marker,
    /// A building.
    Building(Building),
    /// A unit.
    Unit(Unit),
    /// A hero or wonder.
    Card,
    /// The Pyramids.
    Pyramids,
}

/// So many for this price.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// How many; without number in the last step.
    pub times: u8,
    /// The price of each.
    pub price: u8,
    /// The hero or wonder that makes it cheaper.
    pub thanks: Option<Card>,
}

/// No discount serves more often: nobody has more pieces of a kind.
const MOST: usize = 9;

/// Asks a shop for the prices of one thing of each kind: `price` is what the shop asks for an item after these purchases.
pub fn quotes(
    capital: Province,
    units: &[Unit],
    cards: &[Card],
    price: impl Fn(Item, &[Purchase]) -> (u8, Option<Card>),
) -> Vec<Quote> {
    let (buildings, units) = (Building::ALL.iter().copied(), units.iter().copied());
    let hero = cards.iter().copied().find(|card| *card != Card::Pyramids);
    let pyramids = cards.contains(&Card::Pyramids).then_some(Card::Pyramids);
    let wares = [(Ware::Marker, Item::Influence { province: capital })]
        .into_iter()
        .chain(buildings.map(|building| {
            let site = match building {
                Building::City => Site::City(0),
                Building::Caravan => Site::Caravan(0),
                Building::Market => Site::Market,
                Building::Temple => Site::Temple,
            };
            (Ware::Building(building), Item::Building { province: capital, site })
        }))
        .chain(units.map(|unit| (Ware::Unit(unit), Item::Unit { province: capital, unit })))
        .chain(hero.map(|card| (Ware::Card, Item::Card { card })))
        .chain(pyramids.map(|card| (Ware::Pyramids, Item::Card { card })));
    wares.map(|(ware, item)| Quote { ware, steps: steps(item, &price) }).collect()
}

fn steps(item: Item, price: impl Fn(Item, &[Purchase]) -> (u8, Option<Card>)) -> Vec<Step> {
    let mut bought = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    for _ in 0..MOST {
        let (price, thanks) = price(item, &bought);
        match steps.last_mut() {
            Some(step) if (step.price, step.thanks) == (price, thanks) => step.times += 1,
            _ => steps.push(Step { times: 1, price, thanks }),
        }
        bought.push(Purchase { item, price, discount: thanks, named: None });
    }
    steps
}
