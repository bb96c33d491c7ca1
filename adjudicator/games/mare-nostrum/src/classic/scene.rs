//! The view arranged for readers: realms, seas, roles and standings. Templates turn it into text.

use super::Classic;
use super::phases::roles;
use super::position::{Area, Hold, Phase, SIDES, Site};
use super::view::View;
use crate::board::Board;
use crate::pieces::{Building, Card, Cards, Good, Province, Role, Sea, Unit};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Reverse;
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
}

/// The sites of one province.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sites {
    /// The city sites.
    pub cities: Vec<CitySite>,
    /// What the caravan sites yield.
    pub goods: Vec<Good>,
}

impl Atlas {
    /// Reads the sites off the board.
    pub fn of(board: &Board) -> Atlas {
        let sites = |(province, land): (Province, &crate::board::Land)| {
            let cities = (0..land.cities.len() as u8).map(|n| CitySite(province, n)).collect();
            (province.to_string(), Sites { cities, goods: land.goods.clone() })
        };
        let coasts = board.lands().map(|(province, land)| (province.to_string(), land.coasts.clone()));
        let straits = board.waters().map(|(sea, water)| (sea.to_string(), water.borders.clone()));
        Atlas {
            sites: board.lands().map(sites).collect(),
            seas: coasts.chain(straits).collect(),
            borders: board.lands().map(|(province, land)| (province.to_string(), land.borders.clone())).collect(),
        }
    }
}

/// The table as one viewer reads it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scene {
    /// The turn; 0 during the set-up.
    pub turn: u16,
    /// The phase's key.
    pub phase: &'static str,
    /// Who looks, if he has a seat.
    pub seat: Option<Seat>,
    /// His own hand.
    pub hand: Option<Cards>,
    /// What each side holds, the reader's own first.
    pub realms: Vec<Realm>,
    /// Provinces without a marker where somebody stands.
    pub free_but_held: Vec<Estate>,
    /// Provinces without a marker where nobody stands.
    pub free: Vec<Province>,
    /// The seas where triremes lie.
    pub seas: Vec<Fleets>,
    /// The three roles.
    pub roles: Vec<RoleCount>,
    /// How the players stand, best first.
    pub standings: Vec<Standing>,
    /// Heroes and wonders that can still be bought.
    pub cards_left: Vec<Card>,
    /// The bank.
    pub bank: Cards,
    /// Building tokens left.
    pub stock: Vec<(Building, u8)>,
    /// Who has won, best first.
    pub winners: Vec<Seat>,
}

/// The provinces under one side's markers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Realm {
    /// Whose.
    pub seat: Seat,
    /// Whether somebody plays it; otherwise it is neutral (MN-2.3).
    pub played: bool,
    /// The provinces, capital first.
    pub provinces: Vec<Estate>,
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

/// A role: who holds it and how the players count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoleCount {
    /// Which.
    pub role: Role,
    /// Who holds it.
    pub holder: Option<Seat>,
    /// What everybody counts, most first.
    pub counts: Vec<(Seat, u8)>,
}

/// How one player stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// Heroes and wonders.
    pub cards: Vec<Card>,
    /// Influence markers.
    pub markers: u8,
    /// Cards in hand.
    pub hand: u8,
    /// Points left in the advanced set-up.
    pub points: u8,
    /// Buildings that pay and count for him.
    pub buildings: Vec<(Building, u8)>,
    /// Units on the board.
    pub units: Vec<(Unit, u8)>,
}

impl Scene {
    /// Arranges a view.
    pub fn of(game: &Classic, view: &View) -> Scene {
        let position = &view.position;
        let first = view.seat.unwrap_or(Seat(0));
        let estates = |owner: Option<Seat>| -> Vec<Estate> {
            let mut found: Vec<Estate> = position
                .provinces()
                .filter(|(_, area)| area.owner == owner)
                .map(|(province, area)| estate(game, province, area))
                .collect();
            found.sort_by_key(|estate| owner.is_none_or(|seat| game.capital(seat) != estate.province));
            found
        };
        let (free, free_but_held) = estates(None).into_iter().partition::<Vec<_>, _>(|estate| estate.troops.is_empty());
        let realms = game.board.seats().starting_with(first).map(|seat| Realm {
            seat,
            played: game.seats.contains(seat),
            provinces: estates(Some(seat)),
        });
        Scene {
            turn: position.turn,
            phase: match position.phase {
                Phase::Setup(0) => "lots",
                phase => phase.key(),
            },
            seat: view.seat,
            hand: view.hand,
            realms: realms.filter(|realm| !realm.provinces.is_empty()).collect(),
            free_but_held,
            free: free.into_iter().map(|estate| estate.province).collect(),
            seas: seas(view),
            roles: Role::ALL.iter().map(|role| role_count(game, view, *role)).collect(),
            standings: standings(game, view),
            cards_left: Card::ALL.iter().copied().filter(|card| may_come(game, view, *card)).collect(),
            bank: position.bank,
            stock: Building::ALL.iter().copied().zip(position.stock).collect(),
            winners: position.winners.clone(),
        }
    }
}

/// A hero of a civilization that nobody plays is never bought (MN-4.6).
fn may_come(game: &Classic, view: &View, card: Card) -> bool {
    let master = game.board.seats().iter().find(|seat| game.board.civilization(*seat).hero == card);
    view.position.owner_of(card).is_none() && master.is_none_or(|seat| game.seats.contains(seat))
}

fn estate(game: &Classic, province: Province, area: &Area) -> Estate {
    let land = game.board.land(province);
    let mut troops: Vec<Troops> = (0..SIDES as u8)
        .map(Seat)
        .map(|seat| Troops {
            seat,
            at_home: area.owner == Some(seat),
            legions: area.legions[seat.index()],
            fortresses: area.fortresses[seat.index()],
            triremes: area.docked[seat.index()],
        })
        .filter(|troops| troops.legions + troops.fortresses + troops.triremes > 0)
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

fn seas(view: &View) -> Vec<Fleets> {
    let fleets = view.position.fleets.iter().enumerate().map(|(i, ships)| Fleets {
        sea: Sea(i as u8),
        fleets: (0..).map(Seat).zip(*ships).filter(|(_, n)| *n > 0).collect(),
    });
    fleets.filter(|sea| !sea.fleets.is_empty()).collect()
}

fn role_count(game: &Classic, view: &View, role: Role) -> RoleCount {
    let mut counts: Vec<(Seat, u8)> =
        game.seats.iter().map(|seat| (seat, roles::count(&view.position, role, seat))).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    RoleCount { role, holder: view.position.role(role), counts }
}

fn standings(game: &Classic, view: &View) -> Vec<Standing> {
    let position = &view.position;
    let mut all: Vec<Standing> = game
        .seats
        .iter()
        .map(|seat| Standing {
            seat,
            cards: position.cards_of(seat).collect(),
            markers: position.markers(seat),
            hand: view.hand_sizes[seat.index()],
            points: position.points[seat.index()],
            buildings: Building::ALL
                .iter()
                .map(|b| (*b, position.buildings(seat, *b)))
                .filter(|(_, n)| *n > 0)
                .collect(),
            units: Unit::ALL.iter().map(|u| (*u, position.units(seat, *u))).filter(|(_, n)| *n > 0).collect(),
        })
        .collect();
    all.sort_by_key(|standing| Reverse((standing.cards.len(), standing.markers)));
    all
}
