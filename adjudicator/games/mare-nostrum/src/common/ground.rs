//! The ground the games are played on: provinces with markers, buildings and units, fleets, roles, heroes and wonders, the bank.

use super::orders::Item;
use super::trimmed;
use crate::board::Board;
use crate::pieces::{Building, Card, Cards, Province, Role, Sea, Unit};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};
use tabellarius_kernel::{Seat, Seats};

/// How many civilizations there are, played or neutral.
pub const SIDES: usize = 6;

/// Where something is or happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// On land.
    Land(Province),
    /// At sea.
    Sea(Sea),
}

impl Place {
    /// The identifier, by which reports know its name.
    pub fn id(self) -> String {
        match self {
            Place::Land(province) => province.to_string(),
            Place::Sea(sea) => sea.to_string(),
        }
    }
}

/// A building in a province, with the site it stands on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    /// A city on the numbered city site.
    City(u8),
    /// A caravan on the numbered goods site.
    Caravan(u8),
    /// The market.
    Market,
    /// The temple.
    Temple,
}

impl Site {
    /// The kind of building.
    pub fn building(self) -> Building {
        match self {
            Site::City(_) => Building::City,
            Site::Caravan(_) => Building::Caravan,
            Site::Market => Building::Market,
            Site::Temple => Building::Temple,
        }
    }
}

/// Buildings in an order: those under occupation, the dearest first. Small and plain, so that a position is copied quickly.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Posts([Option<Site>; 8]);

impl Posts {
    /// The buildings in their order.
    pub fn iter(&self) -> impl Iterator<Item = Site> + '_ {
        self.0.iter().flatten().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
}

impl FromIterator<Site> for Posts {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Posts {
        let mut posts = Posts::default();
        posts.0.iter_mut().zip(sites).for_each(|(post, site)| *post = Some(site));
        posts
    }
}

impl Serialize for Posts {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Posts {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::<Site>::deserialize(from).map(Posts::from_iter)
    }
}

/// What legions in a foreign province are there for (MN-5.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hold {
    /// They hold these buildings, the dearest first: with fewer legions the last are given up (MN-5.6.5).
    Occupy(Posts),
    /// One of them stands on the marker.
    Convert,
}

/// One province on the table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Area {
    /// Whose marker lies here.
    pub owner: Option<Seat>,
    /// The turn in which the marker came: nothing else is built here then (MN-4.4.4).
    pub settled: u16,
    cities: u8,
    caravans: u8,
    market: bool,
    temple: bool,
    /// Legions by side.
    #[serde(with = "trimmed::sides")]
    pub legions: [u8; SIDES],
    /// Fortresses by side.
    #[serde(with = "trimmed::sides")]
    pub fortresses: [u8; SIDES],
    /// Triremes that are not launched yet, by side.
    #[serde(with = "trimmed::sides")]
    pub docked: [u8; SIDES],
    /// Creatures by side, in games that have them; each side has one kind.
    #[serde(with = "trimmed::sides", default, skip_serializing_if = "trimmed::is_empty")]
    pub creatures: [u8; SIDES],
    /// What foreign legions do here.
    pub hold: Option<(Seat, Hold)>,
}

impl Area {
    /// Whether a building stands on a site.
    pub fn has(&self, site: Site) -> bool {
        match site {
            Site::City(n) => self.cities >> n & 1 == 1,
            Site::Caravan(n) => self.caravans >> n & 1 == 1,
            Site::Market => self.market,
            Site::Temple => self.temple,
        }
    }

    /// Puts a building on a site or takes it away.
    pub fn set(&mut self, site: Site, stands: bool) {
        let bit = |bits: &mut u8, n: u8| *bits = *bits & !(1 << n) | u8::from(stands) << n;
        match site {
            Site::City(n) => bit(&mut self.cities, n),
            Site::Caravan(n) => bit(&mut self.caravans, n),
            Site::Market => self.market = stands,
            Site::Temple => self.temple = stands,
        }
    }

    /// The buildings that stand here.
    pub fn sites(&self) -> impl Iterator<Item = Site> + use<> {
        let cities = bits(self.cities).map(Site::City);
        let halls = [(self.market, Site::Market), (self.temple, Site::Temple)];
        let halls = halls.into_iter().filter(|(stands, _)| *stands).map(|(_, site)| site);
        cities.chain(bits(self.caravans).map(Site::Caravan)).chain(halls)
    }

    /// How many buildings of a kind stand here.
    pub fn count(&self, building: Building) -> u8 {
        match building {
            Building::City => self.cities.count_ones() as u8,
            Building::Caravan => self.caravans.count_ones() as u8,
            Building::Market => u8::from(self.market),
            Building::Temple => u8::from(self.temple),
        }
    }

    /// Units of one side that can hold what they stand on: legions and creatures.
    pub fn troops(&self, seat: Seat) -> u8 {
        self.legions[seat.index()] + self.creatures[seat.index()]
    }

    /// Legions, creatures and fortresses of one side.
    pub fn land_units(&self, seat: Seat) -> u8 {
        self.troops(seat) + self.fortresses[seat.index()]
    }

    /// The sides with land units here.
    pub fn armies(&self) -> Seats {
        (0..SIDES as u8).map(Seat).filter(|seat| self.land_units(*seat) > 0).collect()
    }

    /// Whether land units of two or more sides stand here (MN-5.5). Ships in the yard do not count (MN-5.4.2).
    pub fn at_war(&self) -> bool {
        self.armies().len() > 1
    }

    /// The other sides that stand here with land units.
    pub fn enemies_of(&self, seat: Seat) -> Seats {
        let mut enemies = self.armies();
        enemies.remove(seat);
        enemies
    }

    /// Who occupies a building (MN-5.6.2). Nobody does while the province is at war (MN-3.2.3, MY-3.2.3).
    pub fn occupier(&self, site: Site) -> Option<Seat> {
        let (by, Hold::Occupy(sites)) = self.hold.as_ref()? else { return None };
        let place = sites.iter().position(|held| held == site)?;
        (place < usize::from(self.troops(*by)) && !self.at_war()).then_some(*by)
    }

    /// For whom a building pays and counts: its occupier, else the owner of the marker (MN-3.1.1, MN-3.2.2), also while he
    /// is being converted (MN-3.2.4, MY-3.2.4).
    pub fn holder(&self, site: Site) -> Option<Seat> {
        self.occupier(site).or(self.owner)
    }

    /// Who is about to replace the marker, if he may (MN-4.5).
    pub fn converter(&self) -> Option<Seat> {
        match &self.hold {
            Some((by, Hold::Convert)) if self.troops(*by) > 0 && !self.at_war() => Some(*by),
            _ => None,
        }
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u8) -> impl Iterator<Item = u8> + use<> {
    (0..8 - mask.leading_zeros() as u8).filter(move |n| mask >> n & 1 == 1)
}

/// What lies on the table for all to see, whatever the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ground {
    /// The turn, counted from 1; 0 during a set-up.
    pub turn: u16,
    /// The provinces.
    pub areas: Vec<Area>,
    /// Triremes at sea, by sea and side.
    #[serde(with = "trimmed::fleets")]
    pub fleets: Vec<[u8; SIDES]>,
    /// Who holds each role.
    #[serde(with = "trimmed::roles")]
    pub roles: [Option<Seat>; Role::ALL.len()],
    /// Who owns each hero and wonder.
    #[serde(with = "trimmed::cards")]
    pub owners: [Option<Seat>; Card::ALL.len()],
    /// The bank, face up.
    pub bank: Cards,
    /// Building tokens left.
    pub stock: [u8; Building::ALL.len()],
    /// Who has won, best first.
    pub winners: Vec<Seat>,
    /// Who has had his turn in this stage. Nobody, when a stage begins.
    #[serde(default, skip_serializing_if = "nobody")]
    pub acted: Seats,
}

fn nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

impl Ground {
    /// An empty board with everything in the bank and in stock.
    pub fn empty(board: &Board, players: usize) -> Ground {
        let stock = board.stock(players);
        Ground {
            turn: 1,
            areas: alloc::vec![Area::default(); board.provinces.len()],
            fleets: alloc::vec![[0; SIDES]; board.seas.len()],
            roles: [None; Role::ALL.len()],
            owners: [None; Card::ALL.len()],
            bank: board.bank,
            stock: core::array::from_fn(|i| Building::ALL.get(i).map_or(0, |building| stock.of(*building))),
            winners: Vec::new(),
            acted: Seats::NONE,
        }
    }

    /// A province.
    pub fn area(&self, province: Province) -> &Area {
        &self.areas[province.index()]
    }

    /// A province, to be changed.
    pub fn area_mut(&mut self, province: Province) -> &mut Area {
        &mut self.areas[province.index()]
    }

    /// All provinces with their numbers.
    pub fn provinces(&self) -> impl Iterator<Item = (Province, &Area)> {
        self.areas.iter().enumerate().map(|(i, area)| (Province(i as u8), area))
    }

    /// Triremes of a side in a sea.
    pub fn fleet(&self, sea: Sea, seat: Seat) -> u8 {
        self.fleets[sea.index()][seat.index()]
    }

    /// Who holds a role.
    pub fn role(&self, role: Role) -> Option<Seat> {
        self.roles[role as usize]
    }

    /// Who owns a hero or wonder.
    pub fn owner_of(&self, card: Card) -> Option<Seat> {
        self.owners[card as usize]
    }

    /// Whether a player owns a hero or wonder.
    pub fn owns(&self, seat: Seat, card: Card) -> bool {
        self.owner_of(card) == Some(seat)
    }

    /// The heroes and wonders of a player.
    pub fn cards_of(&self, seat: Seat) -> impl Iterator<Item = Card> + '_ {
        let owned = self.owners.iter().zip(Card::ALL).filter(move |(owner, _)| **owner == Some(seat));
        owned.map(|(_, card)| *card)
    }

    /// Units of a side on the board, launched or not.
    pub fn units(&self, seat: Seat, unit: Unit) -> u8 {
        let i = seat.index();
        match unit {
            Unit::Legion => self.areas.iter().map(|area| area.legions[i]).sum(),
            Unit::Fortress => self.areas.iter().map(|area| area.fortresses[i]).sum(),
            Unit::Creature => self.areas.iter().map(|area| area.creatures[i]).sum(),
            Unit::Trireme => {
                let docked: u8 = self.areas.iter().map(|area| area.docked[i]).sum();
                docked + self.fleets.iter().map(|fleet| fleet[i]).sum::<u8>()
            }
        }
    }

    /// Markers of a side on the board.
    pub fn markers(&self, seat: Seat) -> u8 {
        self.areas.iter().filter(|area| area.owner == Some(seat)).count() as u8
    }

    /// Buildings of a kind that pay and count for a player (MN-3.1.1).
    pub fn buildings(&self, seat: Seat, building: Building) -> u8 {
        let held = |area: &Area| match area.hold {
            None if area.owner == Some(seat) => area.count(building),
            None => 0,
            Some(_) => {
                let mine = area.sites().filter(|site| site.building() == building && area.holder(*site) == Some(seat));
                mine.count() as u8
            }
        };
        self.areas.iter().map(held).sum()
    }

    /// Buildings of two kinds that pay and count, by side: the same as [`Ground::buildings`] for everybody at once.
    pub fn tally(&self, kinds: [Building; 2]) -> [u8; SIDES] {
        let mut sums = [0u8; SIDES];
        for area in &self.areas {
            match (area.hold, area.owner) {
                (None, None) => {}
                (None, Some(owner)) => sums[owner.index()] += kinds.iter().map(|kind| area.count(*kind)).sum::<u8>(),
                (Some(_), _) => {
                    let holders = area.sites().filter(|site| kinds.contains(&site.building()));
                    holders.filter_map(|site| area.holder(site)).for_each(|seat| sums[seat.index()] += 1);
                }
            }
        }
        sums
    }

    /// All units on the board, by side.
    pub fn muster(&self) -> [u8; SIDES] {
        let mut sums = [0u8; SIDES];
        let mut add =
            |pieces: &[u8; SIDES]| sums.iter_mut().zip(pieces).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
        for area in &self.areas {
            [&area.legions, &area.fortresses, &area.docked, &area.creatures].into_iter().for_each(&mut add);
        }
        self.fleets.iter().for_each(add);
        sums
    }

    /// The seas a side's triremes join to a province by an unbroken chain (MN-4.4.2, MN-5.3): those it touches where
    /// a trireme lies, and all that follow trireme by trireme.
    pub fn chain(&self, board: &Board, seat: Seat, from: Province) -> Vec<Sea> {
        let mut reached: Vec<Sea> = Vec::new();
        let has_ship = |sea: &Sea| self.fleet(*sea, seat) > 0;
        reached.extend(board.land(from).coasts.iter().filter(|sea| has_ship(sea)));
        let mut next = 0;
        while let Some(sea) = reached.get(next).copied() {
            for beyond in board.water(sea).borders.iter().filter(|sea| has_ship(sea)) {
                if !reached.contains(beyond) {
                    reached.push(*beyond);
                }
            }
            next += 1;
        }
        reached
    }

    /// Whether two provinces are adjacent for a player: by a border or over his triremes.
    pub fn adjacent(&self, board: &Board, seat: Seat, from: Province, to: Province) -> bool {
        board.land(from).borders.contains(&to)
            || self.chain(board, seat, from).iter().any(|sea| board.land(to).coasts.contains(sea))
    }

    /// Ends holds whose legions are gone (MN-5.6.5, MY-5.6.5).
    pub fn drop_empty_holds(&mut self) {
        for area in &mut self.areas {
            if area.hold.as_ref().is_some_and(|(by, _)| area.troops(*by) == 0 || area.owner == Some(*by)) {
                area.hold = None;
            }
        }
    }

    /// Puts a bought or given thing on the table.
    pub fn put(&mut self, seat: Seat, item: Item) {
        match item {
            Item::Influence { province } => {
                let turn = self.turn;
                let area = self.area_mut(province);
                area.owner = Some(seat);
                area.settled = turn;
                area.hold = None;
            }
            Item::Building { province, site } => {
                self.area_mut(province).set(site, true);
                let left = &mut self.stock[site.building() as usize];
                *left = left.saturating_sub(1);
            }
            Item::Unit { province, unit } => {
                let area = self.area_mut(province);
                let pieces = match unit {
                    Unit::Legion => &mut area.legions,
                    Unit::Fortress => &mut area.fortresses,
                    Unit::Trireme => &mut area.docked,
                    Unit::Creature => &mut area.creatures,
                };
                pieces[seat.index()] += 1;
            }
            Item::Ship { sea } => self.fleets[sea.index()][seat.index()] += 1,
            Item::Card { card } => self.owners[card as usize] = Some(seat),
        }
    }
}
