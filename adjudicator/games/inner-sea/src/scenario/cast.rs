//! A version of a scenario as a table plays it: which seat has which civilization, who holds it, who is an NPC (IS-14.1).

use super::{Scenario, Version};
use crate::options::{Cast, Options};
use crate::pieces::{Civ, MOST};
use crate::setups::{Civs, Setup};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::{Seat, Seats, Unbuilt};

impl Version {
    /// How many people play it.
    pub fn people(&self) -> usize {
        if self.choice.is_empty() { self.hands.len() } else { 1 }
    }

    /// The civilizations by seat: those that people hold first.
    pub(super) fn civs(&self) -> Vec<Civ> {
        self.hands.iter().flatten().chain(&self.choice).chain(&self.npcs).copied().collect()
    }
}

impl Scenario {
    /// The version that is meant: the first for so many people, or the one that is named.
    pub fn version(&self, people: usize, wanted: Option<&str>) -> Result<&Version, Unbuilt> {
        let fitting = || self.versions.iter().filter(|version| version.people() == people);
        let found = fitting().find(|version| wanted.is_none_or(|wanted| version.key == wanted));
        found.ok_or_else(|| {
            let list = |version: &Version| format!("{} for {}", version.key, version.people());
            let known: Vec<String> = self.versions.iter().map(list).collect();
            Unbuilt::Refused(format!("the scenario '{}' has these versions: {}", self.key, known.join(", ")))
        })
    }

    /// The options that a version brings with it.
    pub fn options(&self, version: &Version, usual: Options) -> Options {
        let civs = version.civs();
        let free = version.choice.len();
        let people = civs.len() - version.npcs.len() - free.saturating_sub(1);
        let (cut, kept) = version.map.map_or((self.cut, self.kept), |(cut, kept)| (Some(cut), kept));
        let set = civs.iter().fold(0, |all: Civs, civ| all | 1 << *civ as Civs);
        let place = self.parts.iter().filter_map(|part| part.place.clone().map(|place| (part.civ, place))).collect();
        let setup = Setup {
            key: self.key.clone(),
            name: self.name.clone(),
            is_basic: false,
            players: civs.len(),
            cut,
            discs: self.discs,
            is_doubled: self.is_doubled,
            allowed: alloc::vec![set],
            place,
        };
        let mut owners = usual.owners;
        let mut seat = 0;
        for hand in &version.hands {
            let first = seat as u8;
            for _ in hand {
                owners[seat.min(MOST - 1)] = first;
                seat += 1;
            }
        }
        let chooses = free > 0;
        let npcs = (people as u8..civs.len() as u8).map(Seat).collect();
        let is_solitaire = version.people() == 1 && civs.len() > people;
        let gold = version.gold.clone();
        Options {
            setup,
            civs: if chooses { Vec::new() } else { civs },
            first_epoch: self.epochs.0,
            last_epoch: self.epochs.1,
            clock: self.clock.clone(),
            rebirths: self.rebirths,
            owners,
            time_passes: self.time_passes,
            cast: Cast {
                npcs,
                is_solitaire,
                is_historical: true,
                gold,
                duties: version.duties.clone(),
                reckoning: version.reckoning.clone(),
                unknown: Seats::NONE,
                late: Seats::NONE,
                order: version.order.clone(),
                handicap: Default::default(),
            },
            scenario: Scenario {
                kept,
                barbarians: self.barbarians.iter().chain(&version.barbarians).copied().collect(),
                ..self.clone()
            },
            ..usual
        }
    }
}
