//! Scenarios: the values that a scenario of the player's manual is made of (IS-14). An ordinary game has the usual ones, so the rules
//! never ask which scenario is played, but what its clock says, who is an NPC, which areas hold Gold.

mod cast;
mod clock;
mod extras;
mod load;
mod load_extras;
mod part;
mod reckoning;
#[cfg(test)]
mod tests;

pub use clock::{Clock, Ends};
pub use extras::{Bond, Crossing, Extras, Levy, Tidings, Turn, Walls};
pub use load::load;
pub use part::{Back, Entry, EntryBy, FirstTurn, Kept, Part, Realm, School};
pub use reckoning::{Reckoning, Tie};

use crate::deck::Step;
use crate::event::Row;
use crate::options::TimePasses;
use crate::pieces::{Area, AreaSet, Card, Civ};
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
files![
    "punic-wars",
    "second-punic-war",
    "caesar-and-pompey",
    "antony-and-cleopatra",
    "fall-of-rome-2",
    "greeks-and-persians",
    "alexander",
    "darius",
    "fall-of-rome-1",
    "god-king",
    "hannibal",
];

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
    /// What changes with the Epoch, if no card decides it (IS-16.13).
    pub change: Option<Row>,
    /// Events that bring something to a people of the scenario instead of Barbarians (IS-16.5).
    pub reinforcements: Vec<Reinforcement>,
    /// Whose Gold must not be looted: a card may end the game then (IS-17.2).
    pub omen: Option<Civ>,
    /// Whose victory or defeat is measured by the points of the others (IS-17.10).
    pub measured: Option<Civ>,
    /// How whoever is last begins again, if not as usual (IS-15.8).
    pub rebirth: Option<Rebirth>,
    /// A march before the first turn (IS-19.2).
    pub march: Vec<March>,
    /// States that hesitate each turn (IS-19.3).
    pub minor: Option<Minor>,
    /// What a table may add, as the file lists it (IS-15.9 to IS-15.14).
    pub offered: Extras,
    /// What this table has added.
    pub extras: Extras,
    /// What comes with the end of an Epoch, if the table wants it (IS-18.14).
    pub upheavals: Vec<Upheaval>,
    /// Whether the table wants it.
    pub is_upheaved: bool,
    /// Areas that are worth points in the end to whoever has a disc and Gold there (IS-16.14).
    pub strongholds: Vec<(Area, u16)>,
    /// How people may sit down to it.
    pub versions: Vec<Version>,
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
    /// The first turn order, if it is not that of the parts (IS-18.11).
    pub order: Vec<Civ>,
    /// Barbarians besides those of the scenario (IS-18.12).
    pub barbarians: Vec<(Area, u8)>,
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
    /// This people, if it is in so many areas with Wonders; everybody else, if it has no disc on the map (IS-18.10).
    Wonders(Civ, u8),
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

/// How whoever is last begins again (IS-15.8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rebirth {
    /// As whom, the first time.
    pub civ: Civ,
    /// Where, the first time.
    pub areas: AreaSet,
    /// With how many discs, every time.
    pub discs: u8,
}

/// A step of a march before the first turn: a card is turned up (IS-19.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct March {
    /// Who marches.
    pub civ: Civ,
    /// Into which area.
    pub area: Area,
    /// With a lower number a disc comes there, in place of a Barbarian if one is there.
    pub below: u8,
    /// With another number a Barbarian comes here, and the march is over.
    pub else_at: Area,
}

/// States that hesitate each turn (IS-19.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minor {
    /// An NPC that may stay quiet.
    pub ally: Civ,
    /// A vassal that may change sides.
    pub client: Civ,
    /// Who may pay for both.
    pub payer: Civ,
    /// Whose the vassal's discs become.
    pub turncoat: Civ,
    /// Where the ally places discs when it is quiet, besides areas where it is.
    pub homes: AreaSet,
}

/// What comes with the end of an Epoch (IS-18.14).
#[derive(Clone, PartialEq, Debug)]
pub struct Upheaval {
    /// The Epoch.
    pub epoch: u8,
    /// Barbarians in each land on the northern border.
    pub north: u8,
    /// A people that comes in the place of another, and keeps its name.
    pub people: Option<Invasion>,
}

/// A people that comes in the place of another (IS-18.14).
#[derive(Clone, PartialEq, Debug)]
pub struct Invasion {
    /// Whose discs.
    pub civ: Civ,
    /// Where they come.
    pub place: Vec<(Area, u8)>,
    /// What it acquires at least from then on.
    pub growth: u8,
    /// The bases of an NPC, each with three discs: the first before all others, the rest after them.
    pub bases: Vec<Area>,
}

/// An event that brings something to a people of the scenario (IS-16.5).
#[derive(Clone, PartialEq, Debug)]
pub struct Reinforcement {
    /// The event.
    pub card: Card,
    /// Who gets it, if it is not out of the game and has discs enough; otherwise the other half of its realm.
    pub civ: Civ,
    /// How many discs it takes.
    pub discs: u8,
    /// What happens, in the words of the deck; the people is its player.
    pub effect: Vec<Step>,
}

/// What an NPC does before it goes through the list (IS-14.2, IS-16.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// Its home is filled up to so many discs, or to so many if enemies are there.
    FillHome(u8, u8),
    /// Where opponents stand next to its home, discs come until there are more, or no more may be there.
    GuardHome,
    /// Where enemies stand with its Gold, discs come until there are two more, or no more may be there.
    RelieveGold,
    /// Where it has one or two discs with its Gold, discs come until there are three, or four if enemies are there.
    FillGold,
    /// A disc in each sea next to its Gold.
    WatchSeas,
    /// An area is filled up to so many discs, or to so many if enemies are there.
    FillArea(Area, u8, u8),
    /// Its home has four discs if an enemy is next to it; it and the land around it three, or four with two enemy discs; in seas next to it
    /// it has one more than enemies have (IS-19.5).
    HoldHome,
    /// Where it has so many discs on land, or more, a City; the nearest to an area first.
    GrowCities(Area, u8),
    /// Where others are in its seas, as many discs as they have; the nearest to an area first.
    MatchSeas(Area),
    /// Where an enemy is in or next to its home, this area or Gold of its realm, discs come there.
    GuardRealm(Area),
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

    /// A people that has come in the place of a civilization by an Epoch (IS-18.14).
    pub fn invasion(&self, civ: Civ, epoch: u8) -> Option<&Invasion> {
        let over = self.upheavals.iter().filter(|one| self.is_upheaved && one.epoch < epoch);
        over.filter_map(|one| one.people.as_ref()).find(|people| people.civ == civ)
    }

    /// A civilization of the scenario.
    pub fn part(&self, civ: Civ) -> Option<&Part> {
        self.parts.iter().find(|part| part.civ == civ)
    }
}
