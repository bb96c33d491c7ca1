//! What both shops share: which site a wish means, and what keeps a building from it.

use super::Core;
use super::ground::{Ground, Site};
use super::orders::{Item, Wish};
use super::reason::Reason;
use crate::pieces::{Building, Card, Cards, Province, Unit};
use alloc::vec::Vec;
use tabellarius_kernel::Seat;

/// A purchase that was agreed on.
#[derive(Clone, PartialEq, Debug)]
pub struct Purchase {
    /// What and where.
    pub item: Item,
    /// The price when it was bought.
    pub price: u8,
    /// The hero or wonder that made it cheaper.
    pub discount: Option<Card>,
    /// The cards the buyer named, or a discount asks for; otherwise the referee finds them.
    pub named: Option<Cards>,
}

/// The item that a wish means; the site is found where the wish leaves it open (MN-4.4.5, EM-4.4.2).
pub fn meant(game: &Core, ground: &Ground, wish: Wish) -> Result<Item, Reason> {
    let building = |province, site| Ok(Item::Building { province, site });
    match wish {
        Wish::Influence(province) => Ok(Item::Influence { province }),
        Wish::Unit(unit, province) => Ok(Item::Unit { province, unit }),
        Wish::Ship(sea) => Ok(Item::Ship { sea }),
        Wish::Card(card) => Ok(Item::Card { card }),
        Wish::Market(province) => building(province, Site::Market),
        Wish::Temple(province) => building(province, Site::Temple),
        Wish::City(province, Some(site)) => building(province, Site::City(site)),
        Wish::City(province, None) => {
            let sites = 0..game.board.land(province).cities.len() as u8;
            free_site(ground, province, sites.map(Site::City), Building::City)
        }
        Wish::Caravan(province, good) => {
            let goods = &game.board.land(province).goods;
            if let Some(good) = good.filter(|good| !goods.contains(good)) {
                return Err(Reason::NoSuchGood { province, good });
            }
            let fits = (0..).zip(goods).filter(|(_, of)| good.is_none_or(|good| good == **of));
            free_site(ground, province, fits.map(|(n, _)| Site::Caravan(n)), Building::Caravan)
        }
    }
}

fn free_site(
    ground: &Ground,
    province: Province,
    sites: impl Iterator<Item = Site>,
    building: Building,
) -> Result<Item, Reason> {
    let area = ground.area(province);
    let mut taken = Reason::NoSite { province, building };
    for site in sites {
        if !area.has(site) {
            return Ok(Item::Building { province, site });
        }
        taken = Reason::SiteTaken { province, building };
    }
    Err(taken)
}

/// Every building that a province has a site for.
pub fn buildings_in(game: &Core, province: Province) -> impl Iterator<Item = Wish> + '_ {
    let land = game.board.land(province);
    let cities = (0..land.cities.len()).map(move |n| Wish::City(province, Some(n as u8)));
    let caravans = land.goods.iter().map(move |good| Wish::Caravan(province, Some(*good)));
    cities.chain(caravans).chain([Wish::Market(province), Wish::Temple(province)])
}

/// Everything a player might conceivably want where triremes are built in yards: for random play and for the automaton.
pub fn every_wish(game: &Core, ground: &Ground, seat: Seat) -> Vec<Wish> {
    let mut wishes = Vec::new();
    for (province, area) in ground.provinces() {
        if area.owner == Some(seat) {
            wishes.extend(buildings_in(game, province));
            wishes.extend(game.board.units.iter().map(|unit| Wish::Unit(*unit, province)));
        } else {
            wishes.push(Wish::Influence(province));
        }
    }
    wishes.extend(game.board.cards.iter().map(|card| Wish::Card(*card)));
    wishes
}

/// Of every sort of thing the first that can be had.
pub fn first_of_each_sort(wishes: Vec<Wish>, can_be_had: impl Fn(Wish) -> bool) -> Vec<Wish> {
    let mut seen = Vec::new();
    let mut first = |wish: &Wish| {
        let sort = match wish {
            Wish::Unit(unit, _) => 10 + *unit as u8,
            Wish::Ship(_) => 10 + Unit::Trireme as u8,
            Wish::Influence(_) => 0,
            Wish::City(..) => 1,
            Wish::Caravan(..) => 2,
            Wish::Market(_) => 3,
            Wish::Temple(_) => 4,
            Wish::Card(_) => 5,
        };
        let is_new = !seen.contains(&sort) && can_be_had(*wish);
        if is_new {
            seen.push(sort);
        }
        is_new
    };
    wishes.into_iter().filter(|wish| first(wish)).collect()
}

/// Whether a building may stand on a site: the site exists, is free, and a token is left (MN-4.4.5, MN-1.3, EM-4.4.2).
pub fn may_stand(game: &Core, ground: &Ground, province: Province, site: Site) -> Result<(), Reason> {
    let land = game.board.land(province);
    let building = site.building();
    let exists = match site {
        Site::City(n) => usize::from(n) < land.cities.len(),
        Site::Caravan(n) => usize::from(n) < land.goods.len(),
        Site::Market => land.market,
        Site::Temple => land.temple,
    };
    if !exists {
        return Err(Reason::NoSite { province, building });
    }
    if ground.area(province).has(site) {
        return Err(Reason::SiteTaken { province, building });
    }
    if ground.stock[building as usize] == 0 {
        return Err(Reason::NoTokenLeft { building });
    }
    Ok(())
}

/// No enemy land unit may stand where something is built (MN-4.4.8, EM-4.4.1).
pub fn no_enemy(ground: &Ground, seat: Seat, province: Province) -> Result<(), Reason> {
    let area = ground.area(province);
    match area.enemies_of(seat).iter().next() {
        Some(_) if area.at_war() => Err(Reason::AtWar { province }),
        Some(enemy) => Err(Reason::EnemyThere { province, seat: enemy }),
        None => Ok(()),
    }
}
