//! Scenarios: the values that a scenario of the player's manual is made of (IS-14). An ordinary game has the usual ones, so the rules
//! never ask which scenario is played, but what its clock says, who is an NPC, which areas hold Gold.

mod cast;
mod clock;
mod load;
#[cfg(test)]
mod tests;

pub use clock::{Clock, Ends};
pub use load::load;

use crate::options::TimePasses;
use crate::pieces::{Area, AreaSet, Card, Civ, Wonder};
use alloc::string::String;
use alloc::vec::Vec;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// The compiled-in files, one a scenario.
        pub const FILES: &[(&str, &str)] = &[$((
            concat!("config/inner-sea/scenarios/", $name, ".toml"),
            include_str!(concat!("../../../../../config/inner-sea/scenarios/", $name, ".toml")),
        )),+];
    };
}
files!["punic-wars", "second-punic-war", "caesar-and-pompey", "antony-and-cleopatra", "fall-of-rome-2"];

/// A scenario.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Scenario {
    /// Its name in options; nothing in an ordinary game.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// The names by which it is also found, as options write them: the Italian one.
    pub also: Vec<String>,
    /// The line that cuts the map.
    pub cut: Option<usize>,
    /// Areas of that line that are in play all the same (IS-14.1).
    pub kept: AreaSet,
    /// The civilizations that take part.
    pub parts: Vec<Part>,
    /// The Barbarians that are there from the beginning.
    pub barbarians: Vec<(Area, u8)>,
    /// The first and the last Epoch.
    pub epochs: (u8, u8),
    /// When an Epoch is over.
    pub clock: Clock,
    /// What becomes of card 62.
    pub time_passes: TimePasses,
    /// Whether Wonders are used.
    pub has_wonders: bool,
    /// How often a civilization may begin again (IS-7.5).
    pub rebirths: u8,
    /// How many discs each civilization begins with, where they are placed by IS-2.5.
    pub discs: u8,
    /// Whether each civilization has two sets of discs (IS-2.7).
    pub is_doubled: bool,
    /// The line that the first discs of nobody may cross (IS-14.6).
    pub sphere: Option<usize>,
    /// Who holds all of what is the winner (IS-14.3).
    pub conquest: Option<Conquest>,
    /// An area whose holder has a sheet, cards and points for it (IS-14.5).
    pub prize: Option<Prize>,
    /// Whether seas bring no discs: neither presence on them nor trade (IS-15.2).
    pub is_landlocked: bool,
    /// Capitals: their Gold shuts out all cards, whoever of the old powers has a disc there scores, and other Cities without Gold are worth
    /// half a point (IS-15.4, IS-15.5); nothing, if the scenario has none.
    pub capitals: AreaSet,
    /// Points for whoever Controls a capital when the game is over (IS-15.5).
    pub capital_vp: u16,
    /// How people may sit down to it.
    pub versions: Vec<Version>,
}

/// A civilization of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Who.
    pub civ: Civ,
    /// Whose sheet it has; nobody's, if none.
    pub sheet: Option<Civ>,
    /// Where it is at home.
    pub home: Option<Area>,
    /// Its first discs, if the scenario lists them.
    pub place: Option<Vec<(Area, u8)>>,
    /// Its place in the first turn order, if it is given.
    pub rank: Option<u8>,
    /// Its first talents.
    pub talents: u8,
    /// How many cards it draws for its first hand.
    pub hand: u8,
    /// Cards that are in its first hand.
    pub cards: Vec<Card>,
    /// Wonders that it has from the beginning, and where.
    pub works: Vec<(Wonder, Area)>,
    /// What it acquires at least, if not as usual.
    pub growth: Option<u8>,
    /// Whether it is an Invader (IS-13.7.17).
    pub is_invader: bool,
    /// Where an Invader's first disc comes, and by which numbers of a card for an NPC (IS-15.6).
    pub entry: Option<Entry>,
    /// How many discs it may withdraw from one area at most, if not as usual (IS-15.3).
    pub withdraws: Option<u8>,
    /// In whose areas it never places discs (IS-15.3).
    pub shuns: Vec<Civ>,
    /// Whose areas alone its cards take discs from (IS-15.7), and whom they hit first.
    pub rival: Option<Civ>,
    /// Whether it draws one card more when it would draw three (IS-15.6).
    pub has_bonus_card: bool,
    /// Another sheet of which it has what is used when the Competition Phase begins (IS-15.3).
    pub opening: Option<Civ>,
}

/// How an Invader comes on the map when it has nothing there (IS-15.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How many discs it has then.
    pub discs: u8,
    /// Where the first may come.
    pub areas: Vec<Area>,
    /// How a card that is turned up chooses one of them for an NPC.
    pub by: EntryBy,
}

/// How a card's number chooses one of several areas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryBy {
    /// An odd number the first, an even one the second.
    Parity,
    /// Its first digit: 1 and 2 the first, 3 and 4 the second, and so on.
    FirstDigit,
}

/// How points are compared when the game is over (IS-14.7).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reckoning {
    /// Who stands together, and by what their points are divided; everybody else stands alone.
    pub sides: Vec<(Vec<Civ>, u16)>,
    /// Of equals, whoever Controls this area wins.
    pub tie: Option<Area>,
}

/// How a scenario may be played: by how many people, who holds what, what is different.
#[derive(Clone, PartialEq, Debug)]
pub struct Version {
    /// Its name in options.
    pub key: String,
    /// What it is, for lists.
    pub name: String,
    /// The civilizations that each person holds.
    pub hands: Vec<Vec<Civ>>,
    /// Those that one person alone chooses from; the rest are NPCs.
    pub choice: Vec<Civ>,
    /// The civilizations that nobody holds: NPCs (IS-13).
    pub npcs: Vec<Civ>,
    /// Gold, and in which areas (IS-13.9).
    pub gold: Vec<(Area, u8)>,
    /// What the NPCs do before they go through the list of IS-13.7 (IS-14.2).
    pub duties: Vec<(Option<Civ>, Duty)>,
    /// Another line across the map than the scenario's, and areas of it that are kept.
    pub map: Option<(usize, AreaSet)>,
    /// How points are compared.
    pub reckoning: Reckoning,
}

/// Who wins by holding areas when a Competition Phase is over (IS-14.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conquest {
    /// Whoever Controls all of these, from this Epoch on.
    All(AreaSet, u8),
    /// Whoever Controls the own home and somebody else's.
    AnotherHome,
}

/// What the holder of an area has for it (IS-14.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prize {
    /// The area.
    pub area: Area,
    /// The sheet that goes with it: nobody has it otherwise.
    pub sheet: Civ,
    /// Cards more in each Draw step.
    pub cards: u8,
    /// Points at the end of an Epoch that is not the last.
    pub epoch_vp: u16,
    /// Points at the end of the game.
    pub final_vp: u16,
}

/// What an NPC does before it goes through the list (IS-14.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// Its home is filled up to four discs.
    FillHome,
    /// Where opponents stand next to its home, discs come until there are more, or no more may be there.
    GuardHome,
}

impl Scenario {
    /// An ordinary game.
    pub fn ordinary() -> Scenario {
        Scenario {
            epochs: (1, 4),
            has_wonders: true,
            rebirths: 1,
            discs: 12,
            clock: Clock::usual(),
            ..Scenario::default()
        }
    }

    /// Whether a person means this one.
    pub fn is_called(&self, name: &str) -> bool {
        self.key == name || self.also.iter().any(|other| other == name)
    }

    /// A civilization of the scenario.
    pub fn part(&self, civ: Civ) -> Option<&Part> {
        self.parts.iter().find(|part| part.civ == civ)
    }
}
