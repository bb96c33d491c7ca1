//! Who stands where: discs of each faction in each area, white allies, and the sets that the rules ask for (IS-1.5.1 to IS-1.7).

use crate::map::{Chart, MOST_AREAS};
use crate::pieces::{Area, AreaSet, FACTIONS, Faction, Factions};
use alloc::vec::Vec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The discs on the map. Sets are kept beside the numbers, so that asking who controls what costs a few operations on words.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    discs: [[u8; 8]; MOST_AREAS],
    white: [[u8; 8]; MOST_AREAS],
    /// Areas with at least one disc, white ones counted, by faction.
    one: [AreaSet; FACTIONS],
    /// Areas with at least two, white ones counted.
    two: [AreaSet; FACTIONS],
    /// Areas with at least three coloured discs.
    three: [AreaSet; FACTIONS],
    /// Coloured discs on the map, by faction.
    total: [u8; FACTIONS],
}

impl Default for Board {
    fn default() -> Board {
        Board {
            discs: [[0; 8]; MOST_AREAS],
            white: [[0; 8]; MOST_AREAS],
            one: [AreaSet::NONE; FACTIONS],
            two: [AreaSet::NONE; FACTIONS],
            three: [AreaSet::NONE; FACTIONS],
            total: [0; FACTIONS],
        }
    }
}

impl Board {
    /// The coloured discs of a faction in an area.
    pub fn discs(&self, area: Area, faction: Faction) -> u8 {
        self.discs[area.index()][faction.index()]
    }

    /// The white discs that are allies of a faction in an area (IS-6.5).
    pub fn white(&self, area: Area, faction: Faction) -> u8 {
        self.white[area.index()][faction.index()]
    }

    /// All discs that count for a faction in an area (IS-6.5.1).
    pub fn strength(&self, area: Area, faction: Faction) -> u8 {
        self.discs(area, faction) + self.white(area, faction)
    }

    /// The coloured discs of a faction on the map.
    pub fn total(&self, faction: Faction) -> u8 {
        self.total[faction.index()]
    }

    /// Adds discs.
    pub fn add(&mut self, area: Area, faction: Faction, n: u8) {
        self.discs[area.index()][faction.index()] += n;
        self.total[faction.index()] += n;
        self.update(area, faction);
    }

    /// Takes discs away, as many as there are.
    pub fn take(&mut self, area: Area, faction: Faction, n: u8) -> u8 {
        let there = &mut self.discs[area.index()][faction.index()];
        let n = n.min(*there);
        *there -= n;
        self.total[faction.index()] -= n;
        self.update(area, faction);
        n
    }

    /// Adds white allies.
    pub fn add_white(&mut self, area: Area, faction: Faction, n: u8) {
        self.white[area.index()][faction.index()] += n;
        self.update(area, faction);
    }

    /// Takes white allies away, as many as there are.
    pub fn take_white(&mut self, area: Area, faction: Faction, n: u8) -> u8 {
        let there = &mut self.white[area.index()][faction.index()];
        let n = n.min(*there);
        *there -= n;
        self.update(area, faction);
        n
    }

    /// Takes all white discs off the map (IS-6.5).
    pub fn clear_white(&mut self) {
        for area in 0..MOST_AREAS {
            if self.white[area] == [0; 8] {
                continue;
            }
            self.white[area] = [0; 8];
            (0..FACTIONS as u8).for_each(|faction| self.update(Area(area as u8), Faction(faction)));
        }
    }

    fn update(&mut self, area: Area, faction: Faction) {
        let (discs, strength) = (self.discs(area, faction), self.strength(area, faction));
        let set = |to: &mut AreaSet, is: bool| if is { to.insert(area) } else { to.remove(area) };
        set(&mut self.one[faction.index()], strength >= 1);
        set(&mut self.two[faction.index()], strength >= 2);
        set(&mut self.three[faction.index()], discs >= 3);
    }

    /// The areas that a faction occupies (IS-1.5.1).
    pub fn occupied(&self, faction: Faction) -> AreaSet {
        self.one[faction.index()]
    }

    /// The areas that anybody occupies.
    pub fn occupied_by_any(&self) -> AreaSet {
        self.one.iter().fold(AreaSet::NONE, |all, one| all | *one)
    }

    /// The areas that somebody other than this faction occupies.
    pub fn occupied_by_others(&self, faction: Faction) -> AreaSet {
        let others = self.one.iter().enumerate().filter(|(i, _)| *i != faction.index());
        others.fold(AreaSet::NONE, |all, (_, one)| all | *one)
    }

    /// The areas that a faction controls: it is there alone (IS-1.5.2).
    pub fn controlled(&self, faction: Faction) -> AreaSet {
        self.occupied(faction) - self.occupied_by_others(faction)
    }

    /// The contested areas: several factions, one of them with two discs or more (IS-1.5.3).
    pub fn contested(&self) -> AreaSet {
        let (mut once, mut twice, mut two) = (AreaSet::NONE, AreaSet::NONE, AreaSet::NONE);
        for faction in 0..FACTIONS {
            twice |= once & self.one[faction];
            once |= self.one[faction];
            two |= self.two[faction];
        }
        twice & two
    }

    /// The Cities of a faction: three discs or more on land; Barbarians have none (IS-1.5.4).
    pub fn cities(&self, chart: &Chart, faction: Faction) -> AreaSet {
        if faction == Faction::BARBARIANS {
            return AreaSet::NONE;
        }
        self.three[faction.index()] & chart.land
    }

    /// The areas with exactly two coloured discs: Settlements (IS-1.5.4).
    pub fn settlements(&self, chart: &Chart, faction: Faction) -> AreaSet {
        let two = (self.occupied(faction) & chart.land) - self.three[faction.index()];
        two.iter().filter(|area| self.discs(*area, faction) == 2).collect()
    }

    /// Who is in an area.
    pub fn factions(&self, area: Area) -> Factions {
        (0..FACTIONS as u8).map(Faction).filter(|faction| self.occupied(*faction).contains(area)).collect()
    }

    /// The coastal seas that a faction occupies while it controls every land next to them (IS-7.2).
    pub fn ruled(&self, chart: &Chart, faction: Faction) -> AreaSet {
        let controlled = self.controlled(faction);
        let rules = |sea: &Area| {
            let lands = chart.next_to(*sea) & chart.land;
            // A sea without any land is ruled by whoever is there alone.
            (lands - controlled).is_empty() && (!lands.is_empty() || controlled.contains(*sea))
        };
        (self.occupied(faction) & chart.coastal).iter().filter(rules).collect()
    }

    /// The coastal seas that a faction dominates: it controls the sea and every land next to it (IS-1.6).
    pub fn dominated(&self, chart: &Chart, faction: Faction) -> AreaSet {
        self.ruled(chart, faction) & self.controlled(faction)
    }

    /// What is in an area, for lists: each faction with its discs and its allies.
    pub fn in_area(&self, area: Area) -> impl Iterator<Item = (Faction, u8, u8)> + '_ {
        let all = (0..FACTIONS as u8).map(Faction);
        all.map(move |f| (f, self.discs(area, f), self.white(area, f))).filter(|(_, discs, white)| discs + white > 0)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let areas = self.occupied_by_any().iter();
        to.collect_seq(areas.map(|area| (area, self.discs[area.index()], self.white[area.index()])))
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut board = Board::default();
        for (area, discs, white) in Vec::<(Area, [u8; 8], [u8; 8])>::deserialize(from)? {
            if area.index() >= MOST_AREAS || discs.iter().chain(&white).any(|n| *n > 60) {
                return Err(serde::de::Error::custom("there is no such area, or too many discs are in it"));
            }
            for faction in (0..FACTIONS as u8).map(Faction) {
                board.add(area, faction, discs[faction.index()]);
                board.add_white(area, faction, white[faction.index()]);
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;

    /// IS-1.5.1, IS-1.5.2, IS-1.5.3, IS-1.5.4, IS-1.6
    #[test]
    fn control_contest_and_domination() {
        let map = Map::built_in().expect("the map");
        let chart = map.chart(None);
        let area = |name: &str| map.find(name).expect(name);
        let [red, green] = [Faction(0), Faction(1)];
        let mut board = Board::default();
        board.add(area("Tyre"), red, 1);
        board.add(area("Tyre"), green, 1);
        assert!(board.contested().is_empty() && board.controlled(red).is_empty(), "one each: shared, not contested");
        board.add(area("Tyre"), red, 2);
        assert_eq!(board.contested(), AreaSet::only(area("Tyre")));
        assert_eq!(board.cities(&chart, red), AreaSet::only(area("Tyre")));
        assert_eq!(board.take(area("Tyre"), green, 5), 1);
        assert_eq!(board.controlled(red), AreaSet::only(area("Tyre")));
        board.add(area("Icarian Sea"), green, 1);
        for name in ["Troy", "Ionia"] {
            board.add(area(name), green, 1);
        }
        assert!(board.dominated(&chart, green).is_empty());
        board.add(area("Lydia"), green, 1);
        assert_eq!(board.dominated(&chart, green), AreaSet::only(area("Icarian Sea")));
        board.add(area("Icarian Sea"), red, 1);
        assert_eq!(board.ruled(&chart, green), AreaSet::only(area("Icarian Sea")), "red is driven out");
        assert!(board.dominated(&chart, green).is_empty(), "a sea that is shared is not dominated");
        board.add_white(area("Lydia"), green, 1);
        assert_eq!((board.strength(area("Lydia"), green), board.total(green)), (2, 4));
        board.clear_white();
        assert_eq!(board.strength(area("Lydia"), green), 1);
    }
}
