//! The board arranged for readers: provinces with what stands in them, seas with their fleets. Templates turn it into text.

use super::Core;
use super::ground::{Area, Ground, Hold, SIDES, Site};
use crate::board::Board;
use crate::pieces::{Building, Card, Creature, Good, Province, Role, Sea};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::{Serialize, Serializer};
use tabellarius_kernel::Seat;

/// A city site, written as `city/8.1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CitySite(pub Province, pub u8);

impl Serialize for CitySite {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format!("city/{}.{}", self.0.0, self.1))
    }
}

/// What the sites of each province are and what lies next to what, for sentences about buildings and moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Atlas {
    /// The sites by province.
    pub sites: BTreeMap<String, Sites>,
    /// The seas next to each sea and each province.
    pub seas: BTreeMap<String, Vec<Sea>>,
    /// The provinces next to each province.
    pub borders: BTreeMap<String, Vec<Province>>,
    /// The provinces that each sea washes.
    pub coasts: BTreeMap<String, Vec<Province>>,
    /// What the aid card of each civilization says, where a game has them.
    pub sheets: BTreeMap<String, Sheet>,
    /// The kind of creature that each civilization has, where a game has them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub creatures: BTreeMap<String, Creature>,
}

/// The aid card of a civilization.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sheet {
    /// Its capital.
    pub capital: Province,
    /// The hero that only it can have.
    pub hero: Card,
    /// The role it starts with.
    pub role: Option<Role>,
    /// What it starts with.
    pub start: Vec<Estate>,
}

/// The sites of one province.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sites {
    /// The city sites.
    pub cities: Vec<CitySite>,
    /// What the caravan sites yield.
    pub goods: Vec<Good>,
    /// Market and temple, on boards where not every province has a place for both.
    pub others: Vec<Building>,
}

impl Atlas {
    /// Reads the sites off the board.
    pub fn of(board: &Board) -> Atlas {
        let everywhere = board.lands().all(|(_, land)| land.market && land.temple);
        let sites = |(province, land): (Province, &crate::board::Land)| {
            let cities = (0..land.cities.len() as u8).map(|n| CitySite(province, n)).collect();
            let others = [(land.market, Building::Market), (land.temple, Building::Temple)];
            let others =
                others.into_iter().filter(|(is, _)| *is && !everywhere).map(|(_, building)| building).collect();
            (province.to_string(), Sites { cities, goods: land.goods.clone(), others })
        };
        let coasts = board.lands().map(|(province, land)| (province.to_string(), land.coasts.clone()));
        let straits = board.waters().map(|(sea, water)| (sea.to_string(), water.borders.clone()));
        Atlas {
            sites: board.lands().map(sites).collect(),
            seas: coasts.chain(straits).collect(),
            borders: board.lands().map(|(province, land)| (province.to_string(), land.borders.clone())).collect(),
            coasts: board.waters().map(|(sea, water)| (sea.to_string(), water.coasts.clone())).collect(),
            sheets: BTreeMap::new(),
            creatures: board
                .seats()
                .iter()
                .filter_map(|seat| Some((seat.to_string(), board.civilization(seat).creature?)))
                .collect(),
        }
    }

    /// Without provinces that are out of play.
    pub fn without(mut self, out: &[Province]) -> Atlas {
        for province in out {
            let key = province.to_string();
            self.sites.remove(&key);
            self.borders.remove(&key);
            self.seas.remove(&key);
        }
        let lists = self.borders.values_mut().chain(self.coasts.values_mut());
        lists.for_each(|list| list.retain(|province| !out.contains(province)));
        self
    }
}

/// One province.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Estate {
    /// Which.
    pub province: Province,
    /// Its cities.
    pub cities: Vec<CitySite>,
    /// Whether the province has several city sites, so that a city must be named.
    pub several_cities: bool,
    /// What its caravans yield.
    pub caravans: Vec<Good>,
    /// Market and temple.
    pub others: Vec<Building>,
    /// Who stands here, the owner first.
    pub troops: Vec<Troops>,
    /// Whether the province is at war.
    pub at_war: bool,
    /// Who occupies which buildings, or converts.
    pub hold: Option<Held>,
}

/// The units of one side in one province.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Troops {
    /// Whose.
    pub seat: Seat,
    /// Whether they are the owner's of the marker.
    pub at_home: bool,
    /// Legions.
    pub legions: u8,
    /// Creatures, in games that have them.
    pub creatures: u8,
    /// Fortresses.
    pub fortresses: u8,
    /// Triremes not yet launched.
    pub triremes: u8,
}

/// What foreign legions hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Held {
    /// Whose legions.
    pub by: Seat,
    /// The occupied buildings; none if the marker is to be replaced.
    pub sites: Vec<Site>,
    /// Whether the marker is to be replaced.
    pub converts: bool,
}

/// The triremes in one sea.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fleets {
    /// Which.
    pub sea: Sea,
    /// How many of whom.
    pub fleets: Vec<(Seat, u8)>,
}

/// One province, arranged.
pub fn estate(game: &Core, province: Province, area: &Area) -> Estate {
    let land = game.board.land(province);
    let mut troops: Vec<Troops> = (0..SIDES as u8)
        .map(Seat)
        .map(|seat| Troops {
            seat,
            at_home: area.owner == Some(seat),
            legions: area.legions[seat.index()],
            creatures: area.creatures[seat.index()],
            fortresses: area.fortresses[seat.index()],
            triremes: area.docked[seat.index()],
        })
        .filter(|troops| troops.legions + troops.creatures + troops.fortresses + troops.triremes > 0)
        .collect();
    troops.sort_by_key(|troops| !troops.at_home);
    let sites = || area.sites();
    Estate {
        province,
        cities: sites()
            .filter_map(|site| if let Site::City(n) = site { Some(CitySite(province, n)) } else { None })
            .collect(),
        several_cities: land.cities.len() > 1,
        caravans: sites()
            .filter_map(|site| if let Site::Caravan(n) = site { land.goods.get(usize::from(n)).copied() } else { None })
            .collect(),
        others: sites().map(Site::building).filter(|b| matches!(b, Building::Market | Building::Temple)).collect(),
        troops,
        at_war: area.at_war(),
        hold: area.hold.as_ref().map(|(by, hold)| match hold {
            Hold::Occupy(sites) => Held { by: *by, sites: sites.iter().collect(), converts: false },
            Hold::Convert => Held { by: *by, sites: Vec::new(), converts: true },
        }),
    }
}

/// The aid card of a civilization; on the ground lies what it starts with, and nothing else.
pub fn sheet(game: &Core, ground: &Ground, seat: Seat) -> Sheet {
    let civilization = game.board.civilization(seat);
    let start = estates(game, ground, Some(seat));
    Sheet { capital: civilization.capital, hero: civilization.hero, role: civilization.role, start }
}

/// What lies around a province of the reader's, and what can still be built in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Around {
    /// Which.
    pub province: Province,
    /// The provinces next door.
    pub borders: Vec<Province>,
    /// The seas it touches.
    pub seas: Vec<Sea>,
    /// Free city sites.
    pub cities: Vec<CitySite>,
    /// Free caravan sites, by what they yield.
    pub goods: Vec<Good>,
    /// Free sites of market and temple.
    pub others: Vec<Building>,
}

/// What lies around a sea where triremes of the reader's are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AroundSea {
    /// Which.
    pub sea: Sea,
    /// The seas next to it.
    pub seas: Vec<Sea>,
    /// Its coasts.
    pub coasts: Vec<Province>,
}

/// The provinces that a player controls or stands in, with what is next to them; `out` are out of play.
pub fn around(game: &Core, ground: &Ground, seat: Seat, out: &[Province]) -> Vec<Around> {
    let there = |(_, area): &(Province, &Area)| area.owner == Some(seat) || area.legions[seat.index()] > 0;
    let one = |(province, area): (Province, &Area)| {
        let mine = area.owner == Some(seat);
        around_province(game, province, out, |site| mine && !area.has(site))
    };
    ground.provinces().filter(there).map(one).collect()
}

/// One province with what is next to it, and those of its sites that can still be built on.
pub fn around_province(game: &Core, province: Province, out: &[Province], free: impl Fn(Site) -> bool) -> Around {
    let land = game.board.land(province);
    let others = [(land.market, Site::Market), (land.temple, Site::Temple)];
    Around {
        province,
        borders: land.borders.iter().copied().filter(|next| !out.contains(next)).collect(),
        seas: land.coasts.clone(),
        cities: (0..land.cities.len() as u8).filter(|n| free(Site::City(*n))).map(|n| CitySite(province, n)).collect(),
        goods: (0..).zip(&land.goods).filter(|(n, _)| free(Site::Caravan(*n))).map(|(_, good)| *good).collect(),
        others: others.into_iter().filter(|(is, site)| *is && free(*site)).map(|(_, site)| site.building()).collect(),
    }
}

/// The seas where a player's triremes are, with what is next to them.
pub fn around_seas(game: &Core, ground: &Ground, seat: Seat, out: &[Province]) -> Vec<AroundSea> {
    let all = game.board.waters().filter(|(sea, _)| ground.fleet(*sea, seat) > 0);
    all.map(|(sea, water)| AroundSea {
        sea,
        seas: water.borders.clone(),
        coasts: water.coasts.iter().copied().filter(|coast| !out.contains(coast)).collect(),
    })
    .collect()
}

/// The seas where triremes lie.
pub fn seas(ground: &Ground) -> Vec<Fleets> {
    let fleets = ground.fleets.iter().enumerate().map(|(i, ships)| Fleets {
        sea: Sea(i as u8),
        fleets: (0..).map(Seat).zip(*ships).filter(|(_, n)| *n > 0).collect(),
    });
    fleets.filter(|sea| !sea.fleets.is_empty()).collect()
}

/// The provinces under some side's marker, or under none, capital first.
pub fn estates(game: &Core, ground: &Ground, owner: Option<Seat>) -> Vec<Estate> {
    let mut found: Vec<Estate> = ground
        .provinces()
        .filter(|(_, area)| area.owner == owner)
        .map(|(province, area)| estate(game, province, area))
        .collect();
    found.sort_by_key(|estate| owner.is_none_or(|seat| game.capital(seat) != estate.province));
    found
}
