//! The board: provinces, seas, what borders what, what the civilizations start with, counts and prices.
//!
//! All of it is data from a file in `config/mare-nostrum/`, compiled in, and an owner of the printed
//! game may hand in a corrected file. [`Board::load`] checks such a file and names the line of
//! every flaw; [`Board::facts`] says of each fact where it comes from.

mod amend;
mod borders;
mod civilizations;
mod edition;
mod facts;
mod file;
mod load;
mod numbers;
mod read;
#[cfg(test)]
mod tests;

pub use amend::Presence;
pub use edition::Edition;
pub use tabellarius_kernel::flaw::Fact;

use crate::pieces::{Building, Card, Cards, Creature, Good, Province, Role, Sea, Unit};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::Flaw;
use tabellarius_kernel::{Seat, Seats};

/// The compiled-in file of the game of 2003.
pub const CLASSIC: (&str, &str) =
    ("config/mare-nostrum/classic.toml", include_str!("../../../../config/mare-nostrum/classic.toml"));

/// The compiled-in file of the game of 2016.
pub const EMPIRES: (&str, &str) =
    ("config/mare-nostrum/empires.toml", include_str!("../../../../config/mare-nostrum/empires.toml"));

/// The compiled-in file of Mythology.
pub const MYTHOLOGY: (&str, &str) =
    ("config/mythology/board.toml", include_str!("../../../../config/mythology/board.toml"));

/// Everything about the printed game that the rules look up.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// The provinces; a [`Province`] is a place in this list.
    pub provinces: Vec<Land>,
    /// The seas; a [`Sea`] is a place in this list.
    pub seas: Vec<Water>,
    /// The civilizations; a [`Seat`] is a place in this list.
    pub civilizations: Vec<Civilization>,
    /// All resource cards of the game (MN-1.4).
    pub bank: Cards,
    /// The kinds of resources that this game has: money first, then the goods.
    pub goods: &'static [Good],
    /// The heroes and wonders that this game has.
    pub cards: &'static [Card],
    /// The kinds of units that this game has.
    pub units: &'static [Unit],
    /// The leaders that this game has, in the order of their phases.
    pub roles: &'static [Role],
    /// Provinces that are joined only for whoever may pass the straits between them (MY-5.3.4).
    pub straits: Vec<(Province, Province)>,
    /// What each player has in his own colour (MN-1.2).
    pub pieces: Pieces,
    /// What things cost (MN-4.3).
    pub prices: Prices,
    /// For three players, for four, and so on.
    stocks: Vec<Stock>,
    left_out: Vec<Seats>,
    covered: [Vec<Province>; 2],
    facts: Vec<Fact>,
}

/// A province: land or an island.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Land {
    /// The name printed on the board.
    pub name: String,
    /// Where the name stands on the drawn map.
    pub at: (i16, i16),
    /// An island has no land borders.
    pub island: bool,
    /// Whether it lies at the edge of the board.
    pub edge: bool,
    /// The civilization whose capital it is.
    pub capital_of: Option<Seat>,
    /// The city sites, by name.
    pub cities: Vec<String>,
    /// The caravan sites, by what they yield.
    pub goods: Vec<Good>,
    /// Whether its first city site is that of a legendary city (EM-1.5).
    pub legendary: bool,
    /// Whether a market may stand here.
    pub market: bool,
    /// Whether a temple may stand here.
    pub temple: bool,
    /// The provinces across a land border.
    pub borders: Vec<Province>,
    /// The seas that wash it.
    pub coasts: Vec<Sea>,
}

/// A sea.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Water {
    /// The name printed on the board.
    pub name: String,
    /// Where the name stands on the drawn map.
    pub at: (i16, i16),
    /// The seas next to it.
    pub borders: Vec<Sea>,
    /// The provinces it washes.
    pub coasts: Vec<Province>,
}

/// A civilization, that is a seat (MN-1.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Civilization {
    /// The name used in data files.
    pub key: String,
    /// The name in English.
    pub name: String,
    /// The colour of its pieces.
    pub colour: String,
    /// Its capital province.
    pub capital: Province,
    /// The hero that only this civilization can have.
    pub hero: Card,
    /// The creature that only this civilization can have, in games that have creatures (MY-1.6).
    pub creature: Option<Creature>,
    /// The role it starts with (MN-2.4).
    pub role: Option<Role>,
    /// The provinces next to its capital in the advanced set-up (MN-2.6.1).
    pub near: Vec<Province>,
    /// The provinces next to its capital when nobody plays it (MN-2.3).
    pub neutral: Vec<Province>,
    /// The basic set-up (MN-2.1).
    pub start: Start,
}

/// The pieces of a basic set-up; the hero comes on top (MN-2.1).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Start {
    /// Where its influence markers lie.
    pub markers: Vec<Province>,
    /// Its cities: the province and the place in [`Land::cities`].
    pub cities: Vec<(Province, u8)>,
    /// Its caravans: the province and the place in [`Land::goods`].
    pub caravans: Vec<(Province, u8)>,
    /// Where its markets stand.
    pub markets: Vec<Province>,
    /// Where its temples stand.
    pub temples: Vec<Province>,
    /// Its legions, province by province.
    pub legions: Vec<(Province, u8)>,
    /// Its fortresses, province by province.
    pub fortresses: Vec<(Province, u8)>,
    /// Its triremes, not yet launched, province by province.
    pub triremes: Vec<(Province, u8)>,
}

/// The building tokens of the common stock (MN-1.3).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Stock(pub(crate) [u8; Building::ALL.len()]);

/// The pieces of one player's own colour (MN-1.2).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pieces {
    /// How many provinces a player can mark: his markers, and his capital where it is printed on the board.
    pub markers: u8,
    units: [u8; Unit::ALL.len()],
}

/// What things cost, before any hero or wonder (MN-4.3).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Prices {
    /// An influence marker.
    pub marker: u8,
    /// A hero.
    pub hero: u8,
    /// A wonder other than the Pyramids.
    pub wonder: u8,
    /// The Pyramids.
    pub pyramids: u8,
    buildings: [u8; Building::ALL.len()],
    units: [u8; Unit::ALL.len()],
}

impl Board {
    /// The board that is compiled in.
    pub fn classic() -> Result<Board, Vec<Flaw>> {
        Board::load(CLASSIC.0, CLASSIC.1)
    }

    /// The compiled-in board of the game of 2016.
    pub fn empires() -> Result<Board, Vec<Flaw>> {
        Board::load_as(&Edition::EMPIRES, EMPIRES.0, EMPIRES.1)
    }

    /// The compiled-in board of Mythology.
    pub fn mythology() -> Result<Board, Vec<Flaw>> {
        Board::load_as(&Edition::MYTHOLOGY, MYTHOLOGY.0, MYTHOLOGY.1)
    }

    /// Reads a board of 2003 from the text of a data file; `file` is how flaws call it.
    pub fn load(file: &str, text: &str) -> Result<Board, Vec<Flaw>> {
        Board::load_as(&Edition::CLASSIC, file, text)
    }

    /// Reads a board of an edition from the text of a data file.
    pub fn load_as(edition: &'static Edition, file: &str, text: &str) -> Result<Board, Vec<Flaw>> {
        load::load(edition, file, text)
    }

    /// Every fact of the file with its source, in the order of the file.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The province with this number, which must come from this board.
    pub fn land(&self, province: Province) -> &Land {
        &self.provinces[province.index()]
    }

    /// The sea with this number, which must come from this board.
    pub fn water(&self, sea: Sea) -> &Water {
        &self.seas[sea.index()]
    }

    /// The civilization of a seat, which must come from this board.
    pub fn civilization(&self, seat: Seat) -> &Civilization {
        &self.civilizations[seat.index()]
    }

    /// All provinces with their numbers.
    pub fn lands(&self) -> impl Iterator<Item = (Province, &Land)> {
        (0..=u8::MAX).map(Province).zip(&self.provinces)
    }

    /// All seas with their numbers.
    pub fn waters(&self) -> impl Iterator<Item = (Sea, &Water)> {
        (0..=u8::MAX).map(Sea).zip(&self.seas)
    }

    /// All seats, in their order round the table.
    pub fn seats(&self) -> Seats {
        (0..=u8::MAX).map(Seat).zip(&self.civilizations).map(|(seat, _)| seat).collect()
    }

    /// The province of this name, as the board writes it.
    pub fn province(&self, name: &str) -> Option<Province> {
        self.lands().find(|(_, land)| land.name == name).map(|(province, _)| province)
    }

    /// The sea of this name, as the board writes it.
    pub fn sea(&self, name: &str) -> Option<Sea> {
        self.waters().find(|(_, water)| water.name == name).map(|(sea, _)| sea)
    }

    /// The province and place of the city site of this name.
    pub fn city(&self, name: &str) -> Option<(Province, u8)> {
        self.lands().find_map(|(province, land)| {
            let site = (0..=u8::MAX).zip(&land.cities).find(|(_, city)| *city == name);
            site.map(|(site, _)| (province, site))
        })
    }

    /// Whether two provinces have a land border.
    pub fn touches(&self, a: Province, b: Province) -> bool {
        self.land(a).borders.contains(&b)
    }

    /// Whether a sea washes a province.
    pub fn washes(&self, sea: Sea, province: Province) -> bool {
        self.land(province).coasts.contains(&sea)
    }

    /// Whether triremes can pass between two seas.
    pub fn joins(&self, a: Sea, b: Sea) -> bool {
        self.water(a).borders.contains(&b)
    }

    /// The common stock for so many players; below three it is that of three, above the most that of the most.
    pub fn stock(&self, players: usize) -> Stock {
        let place = players.saturating_sub(3).min(self.stocks.len().saturating_sub(1));
        self.stocks.get(place).copied().unwrap_or_default()
    }

    /// The provinces that are covered and out of play with so many players (EM-1.2).
    pub fn covered(&self, players: usize) -> &[Province] {
        match players {
            5.. => &[],
            _ => &self.covered[players.max(3) - 3],
        }
    }

    /// The civilizations that the rulebook would leave out with so many players (MN-2.2).
    pub fn left_out(&self, players: usize) -> Seats {
        self.left_out.get(players.saturating_sub(3)).copied().unwrap_or(Seats::NONE)
    }
}

impl Stock {
    /// How many tokens of one kind.
    pub fn of(&self, building: Building) -> u8 {
        self.0[building as usize]
    }
}

impl Pieces {
    /// How many units of one kind.
    pub fn unit(&self, unit: Unit) -> u8 {
        self.units[unit as usize]
    }
}

impl Prices {
    /// The price of a building.
    pub fn building(&self, building: Building) -> u8 {
        self.buildings[building as usize]
    }

    /// The price of a unit.
    pub fn unit(&self, unit: Unit) -> u8 {
        self.units[unit as usize]
    }

    /// The price of a hero or wonder.
    pub fn card(&self, card: Card) -> u8 {
        match card {
            Card::Pyramids => self.pyramids,
            _ if card.is_wonder() => self.wonder,
            _ => self.hero,
        }
    }
}
