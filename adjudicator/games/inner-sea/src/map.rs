//! The map: areas, borders, map edges, and the lines that cut it (IS-1.2 to IS-1.4).

mod load;
pub(crate) use load::one_of;
#[cfg(test)]
mod tests;

use crate::pieces::{Area, AreaSet, Civ, Edge, Kind, PEOPLES, Region};
use alloc::string::String;
use alloc::vec::Vec;
use tabellarius_kernel::flaw::{Fact, Flaw};

/// The compiled-in file.
pub const FILE: (&str, &str) = ("config/inner-sea/map.toml", include_str!("../../../../config/inner-sea/map.toml"));

/// The most areas there is room for.
pub const MOST_AREAS: usize = 112;

/// One area.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Other spellings.
    pub aliases: Vec<String>,
    /// What it is.
    pub kind: Kind,
    /// The part of the map it is listed under.
    pub region: Region,
    /// The civilization whose home it is (IS-1.2.3).
    pub home_of: Option<Civ>,
    /// The name of its island. Each land of an island touches each sea of its rim (IS-1.2.1).
    pub island: Option<String>,
    /// Where it is drawn: to the east, to the south.
    pub at: (u16, u16),
    /// Its place in the order of competition, north-east first (IS-6.1).
    pub rank: u8,
}

/// A line across the map; what lies on it or beyond is not in play (IS-1.4).
#[derive(Clone, PartialEq, Debug)]
pub struct Cut {
    /// Its name in options and set-ups.
    pub key: String,
    /// The border of the map that it forms.
    pub edge: Edge,
    /// The areas under the line.
    pub line: AreaSet,
    /// An area on the side that is kept.
    pub keeps: Area,
}

/// The whole map.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// The areas.
    pub places: Vec<Place>,
    /// What each area touches.
    pub borders: Vec<AreaSet>,
    /// The areas on each border of the map, by edge.
    pub edges: [AreaSet; 4],
    /// The lines that may cut it.
    pub cuts: Vec<Cut>,
    facts: Vec<Fact>,
}

impl Map {
    /// The compiled-in map.
    pub fn built_in() -> Result<Map, Vec<Flaw>> {
        Map::load(FILE.0, FILE.1)
    }

    /// An operator's map.
    pub fn load(file: &str, text: &str) -> Result<Map, Vec<Flaw>> {
        load::load(file, text)
    }

    /// An area.
    pub fn place(&self, area: Area) -> &Place {
        &self.places[area.index()]
    }

    /// All areas.
    pub fn areas(&self) -> impl Iterator<Item = Area> {
        (0..self.places.len() as u8).map(Area)
    }

    /// An area by its name.
    pub fn find(&self, name: &str) -> Option<Area> {
        self.areas().find(|area| self.place(*area).name == name)
    }

    /// Every fact with its source.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The map as a table uses it: whole, or cut along a line (IS-1.4).
    pub fn chart(&self, cut: Option<&Cut>) -> Chart {
        self.chart_with(cut, AreaSet::NONE)
    }

    /// The same with areas of the line that are in play all the same, because a scenario's set-up names them (IS-14.1).
    pub fn chart_with(&self, cut: Option<&Cut>, kept: AreaSet) -> Chart {
        let all: AreaSet = self.areas().collect();
        let line = cut.map_or(AreaSet::NONE, |cut| cut.line - kept);
        let in_play = cut.map_or(all, |cut| self.reachable(cut.keeps, cut.line) | kept);
        let of = |kind: Kind| self.areas().filter(|a| self.place(*a).kind == kind).collect::<AreaSet>() & in_play;
        let borders: Vec<AreaSet> = self
            .areas()
            .map(|a| if in_play.contains(a) { self.borders[a.index()] & in_play } else { AreaSet::NONE })
            .collect();
        let mut edges = self.edges.map(|edge| edge & in_play);
        if let Some(cut) = cut {
            // IS-1.4.1: the areas next to the line count as that edge of the map.
            let rim: AreaSet = in_play.iter().filter(|a| !(self.borders[a.index()] & line).is_empty()).collect();
            edges[cut.edge as usize] |= rim;
        }
        let mut ranked: Vec<Area> = in_play.iter().collect();
        ranked.sort_by_key(|area| self.place(*area).rank);
        let home = |civ: Civ| in_play.iter().find(|area| self.place(*area).home_of == Some(civ));
        let mut homes = [None; PEOPLES];
        homes.iter_mut().zip(Civ::ALL).take(10).for_each(|(to, civ)| *to = home(*civ));
        let [land, coastal, open] = [of(Kind::Land), of(Kind::Coastal), of(Kind::Open)];
        let nile =
            ["Egypt", "Nile Delta", "Kush"].iter().filter_map(|name| self.find(name)).collect::<AreaSet>() & in_play;
        Chart { in_play, land, coastal, open, edges, borders, ranked, homes, nile }
    }

    /// The areas that can be reached from one without crossing a line.
    pub(crate) fn reachable(&self, from: Area, line: AreaSet) -> AreaSet {
        let mut seen = AreaSet::only(from);
        let mut new = seen;
        while let Some(area) = new.first() {
            new.remove(area);
            let next = self.borders[area.index()] - line - seen;
            seen |= next;
            new |= next;
        }
        seen
    }
}

/// The part of the map that is in play, as sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// All areas in play.
    pub in_play: AreaSet,
    /// Land areas.
    pub land: AreaSet,
    /// Coastal seas.
    pub coastal: AreaSet,
    /// Open seas.
    pub open: AreaSet,
    /// The areas on each border of the map.
    pub edges: [AreaSet; 4],
    /// What each area touches.
    pub borders: Vec<AreaSet>,
    /// The areas in the order of competition (IS-6.1).
    pub ranked: Vec<Area>,
    /// The home areas, by civilization; those of a scenario's peoples are set by the scenario (IS-14.1).
    pub homes: [Option<Area>; PEOPLES],
    /// The areas along the Nile, for Egypt's sheet.
    pub nile: AreaSet,
}

impl Chart {
    /// What an area touches.
    pub fn next_to(&self, area: Area) -> AreaSet {
        self.borders[area.index()]
    }

    /// What any of these areas touches.
    pub fn next_to_any(&self, areas: AreaSet) -> AreaSet {
        areas.iter().fold(AreaSet::NONE, |all, area| all | self.borders[area.index()])
    }

    /// What an area is.
    pub fn kind(&self, area: Area) -> Kind {
        if self.land.contains(area) {
            Kind::Land
        } else if self.coastal.contains(area) {
            Kind::Coastal
        } else {
            Kind::Open
        }
    }

    /// How many steps it is from each area to the nearest of these, over areas that may be crossed; nothing where there is no way.
    pub fn distances(&self, to: AreaSet, over: AreaSet) -> [Option<u8>; MOST_AREAS] {
        let mut far = [None; MOST_AREAS];
        let (mut seen, mut front, mut steps) = (to, to, 0u8);
        while !front.is_empty() {
            front.iter().for_each(|area| far[area.index()] = Some(steps));
            front = (self.next_to_any(front & (over | to)) & self.in_play) - seen;
            seen |= front;
            steps += 1;
        }
        far
    }

    /// The home of a civilization, if it is in play.
    pub fn home(&self, civ: Civ) -> Option<Area> {
        self.homes.get(civ as usize).copied().flatten()
    }
}
