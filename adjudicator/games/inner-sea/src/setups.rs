//! Set-ups and situations: how many civilizations, which part of the map, which choice, where the first discs stand (IS-2.1).

use crate::map::{Map, one_of};
use crate::pieces::{Area, Civ};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use serde::Deserialize;
use tabellarius_kernel::flaw::{Fact, Flaw, Flaws};
use toml::Spanned;

/// The compiled-in file.
pub const FILE: (&str, &str) =
    ("config/inner-sea/setups.toml", include_str!("../../../../config/inner-sea/setups.toml"));

/// A set of civilizations, one bit each.
pub type Civs = u32;

/// A set-up.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Setup {
    /// Its name in options.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Whether it is taken when none is named.
    pub is_basic: bool,
    /// How many civilizations.
    pub players: usize,
    /// The line that cuts the map.
    pub cut: Option<usize>,
    /// How many discs each civilization begins with.
    pub discs: u8,
    /// Whether each civilization has two sets of discs (IS-2.7).
    pub is_doubled: bool,
    /// Every set of civilizations that may come of the choice.
    pub allowed: Vec<Civs>,
    /// The first discs by civilization; without them the default of IS-2.5 is used.
    pub place: Vec<(Civ, Vec<(Area, u8)>)>,
}

impl Setup {
    /// The civilizations that may be chosen after these (IS-2.3).
    pub fn open(&self, chosen: Civs) -> Civs {
        let fitting = self.allowed.iter().filter(|all| **all & chosen == chosen);
        fitting.fold(0, |open, all| open | all) & !chosen
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    setup: Vec<SetupEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupEntry {
    key: Spanned<String>,
    name: String,
    #[serde(default)]
    basic: bool,
    players: usize,
    map: Option<Spanned<String>>,
    discs: Option<u8>,
    #[serde(default)]
    doubled: bool,
    choose: Vec<Group>,
    source: String,
    note: Option<String>,
    #[serde(default)]
    place: BTreeMap<Spanned<String>, Discs>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    from: Vec<Spanned<String>>,
    least: u32,
    most: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Discs {
    #[serde(default)]
    settlements: Vec<Spanned<String>>,
    #[serde(default)]
    camps: Vec<Spanned<String>>,
}

/// Reads a file of set-ups; also returns every fact with its source.
pub fn load(map: &Map, file: &str, text: &str) -> Result<(Vec<Setup>, Vec<Fact>), Vec<Flaw>> {
    let mut flaws = Flaws::new(file, text);
    let entries: File = match toml::from_str(text) {
        Ok(entries) => entries,
        Err(error) => {
            flaws.add(error.span().map_or(0, |span| span.start), error.message());
            return Err(flaws.into_list());
        }
    };
    let mut setups: Vec<Setup> = Vec::new();
    let mut facts = Vec::new();
    for entry in &entries.setup {
        let at = entry.key.span().start;
        if setups.iter().any(|known| known.key == *entry.key.get_ref()) {
            flaws.add(at, format!("there are two set-ups '{}'", entry.key.get_ref()));
        }
        if !(2..=6).contains(&entry.players) {
            flaws.add(at, "a set-up is for two to six civilizations");
        }
        let cut = entry.map.as_ref().and_then(|name| {
            one_of(name, "line across the map", |key| map.cuts.iter().position(|cut| cut.key == key), &mut flaws)
        });
        let allowed = allowed(entry, &mut flaws);
        if allowed.is_empty() {
            flaws.add(at, format!("no choice of {} civilizations fits these groups", entry.players));
        }
        let mut setup = Setup {
            key: entry.key.get_ref().clone(),
            name: entry.name.clone(),
            is_basic: entry.basic,
            players: entry.players,
            cut,
            discs: entry.discs.unwrap_or(12),
            is_doubled: entry.doubled,
            allowed,
            place: Vec::new(),
        };
        places(map, entry, &mut setup, &mut flaws);
        let line = flaws.line(at);
        let (what, source) = (format!("the set-up '{}'", setup.key), entry.source.clone());
        facts.push(Fact { file: file.to_string(), line, what, source, note: entry.note.clone() });
        setups.push(setup);
    }
    for players in 2..=6 {
        if setups.iter().filter(|setup| setup.is_basic && setup.players == players).count() != 1 {
            flaws.add(0, format!("there should be one basic set-up for {players}"));
        }
    }
    if flaws.is_empty() { Ok((setups, facts)) } else { Err(flaws.into_list()) }
}

/// One of the ten civilizations of the box.
fn printed(key: &str) -> Option<Civ> {
    Civ::from_key(key).filter(|civ| *civ < Civ::Barbarians)
}

/// Every set of civilizations of the right size that meets all groups.
fn allowed(entry: &SetupEntry, flaws: &mut Flaws) -> Vec<Civs> {
    let mut groups: Vec<(Civs, u32, u32)> = Vec::new();
    for group in &entry.choose {
        let civ = |name: &Spanned<String>| one_of(name, "civilization", printed, flaws);
        let from = group.from.iter().filter_map(civ).fold(0, |all: Civs, civ| all | 1 << civ as u16);
        groups.push((from, group.least, group.most));
    }
    let all = groups.iter().fold(0, |all, (from, ..)| all | from);
    let fits = |set: &Civs| {
        set & !all == 0
            && set.count_ones() as usize == entry.players
            && groups.iter().all(|(from, least, most)| (*least..=*most).contains(&(set & from).count_ones()))
    };
    (0..1 << 10).filter(fits).collect()
}

fn places(map: &Map, entry: &SetupEntry, setup: &mut Setup, flaws: &mut Flaws) {
    let chart = map.chart(setup.cut.map(|cut| &map.cuts[cut]));
    for (name, discs) in &entry.place {
        let Some(civ) = one_of(name, "civilization", printed, flaws) else { continue };
        let mut all: Vec<(Area, u8)> = Vec::new();
        let named = discs.settlements.iter().map(|name| (name, 2)).chain(discs.camps.iter().map(|name| (name, 1)));
        for (name, n) in named {
            let find = |key: &str| map.find(key).filter(|area| chart.in_play.contains(*area));
            if let Some(area) = one_of(name, "area in play", find, flaws) {
                all.push((area, n));
            }
        }
        let sum: u8 = all.iter().map(|(_, n)| n).sum();
        if sum != setup.discs {
            flaws.add(name.span().start, format!("{} places {sum} discs, not {}", civ.key(), setup.discs));
        }
        setup.place.push((civ, all));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// IS-2.1, IS-2.2: all set-ups of the rulebook are there, and whatever is chosen can be completed (IS-2.3).
    #[test]
    fn every_choice_can_be_completed() {
        let map = Map::built_in().expect("the map");
        let (setups, _) = load(&map, FILE.0, FILE.1).expect("the set-ups");
        assert_eq!(setups.len(), 24);
        for setup in &setups {
            let mut chosen = 0;
            for _ in 0..setup.players {
                let open = setup.open(chosen);
                assert_ne!(open, 0, "{}", setup.key);
                chosen |= 1 << open.trailing_zeros();
            }
            let chart = map.chart(setup.cut.map(|cut| &map.cuts[cut]));
            for civ in
                Civ::ALL.iter().take(10).filter(|civ| setup.allowed.iter().any(|all| all >> **civ as u16 & 1 == 1))
            {
                assert!(chart.home(*civ).is_some(), "{}: {}", setup.key, civ.key());
            }
        }
    }

    /// IS-2.3: whatever is chosen first, the rest can be completed, and every set that the groups allow can come of it.
    #[test]
    fn every_way_of_choosing_ends_well() {
        let map = Map::built_in().expect("the map");
        let (setups, _) = load(&map, FILE.0, FILE.1).expect("the set-ups");
        for setup in &setups {
            let mut chosen = alloc::vec![0 as Civs];
            for _ in 0..setup.players {
                let mut next: Vec<Civs> = Vec::new();
                for set in chosen {
                    let open = setup.open(set);
                    assert_ne!(open, 0, "{}: nothing can be chosen after {set:b}", setup.key);
                    next.extend((0..10).filter(|civ| open >> civ & 1 == 1).map(|civ| set | 1 << civ));
                }
                next.sort();
                next.dedup();
                chosen = next;
            }
            assert_eq!(chosen, setup.allowed, "{}", setup.key);
        }
    }

    /// IS-2.2: the rulebook's examples for six and for five civilizations.
    #[test]
    fn the_choices_of_six_and_five() {
        let map = Map::built_in().expect("the map");
        let (setups, _) = load(&map, FILE.0, FILE.1).expect("the set-ups");
        let set = |civs: &[Civ]| civs.iter().fold(0, |all: Civs, civ| all | 1 << *civ as Civs);
        let open = |key: &str, civs: &[Civ]| setups.iter().find(|s| s.key == key).expect(key).open(set(civs));
        use Civ::{Carthage, Celtiberia, Egypt, Gaul, Mauretania, Minos, Mycenae, Phoenicia, Rome, Troy};
        // Two western civilizations are chosen: the third cannot be. Troy or Phoenicia is: the other cannot be.
        assert_eq!(open("6", &[Gaul, Celtiberia]), set(&[Carthage, Egypt, Minos, Mycenae, Phoenicia, Rome, Troy]));
        assert_eq!(open("6", &[Gaul, Celtiberia, Rome, Minos, Troy]), set(&[Egypt]));
        // With five, three of west and centre together are the most.
        assert_eq!(open("5", &[Gaul, Celtiberia, Rome]), set(&[Egypt, Phoenicia, Troy]));
        assert_eq!(open("5", &[Gaul, Rome, Minos]), set(&[Egypt, Phoenicia, Troy]));
        assert_eq!(open("5", &[Gaul, Celtiberia]) & set(&[Mauretania]), 0);
    }

    #[test]
    fn a_wrong_file_is_refused_with_line_and_reason() {
        let map = Map::built_in().expect("the map");
        let check = |from: &str, to: &str, expected: &str| {
            let flaws = load(&map, "setups.toml", &FILE.1.replacen(from, to, 1)).expect_err(to);
            assert!(flaws.iter().any(|flaw| flaw.to_string().ends_with(expected)), "{flaws:?}");
        };
        check("map = \"east\"", "map = \"moon\"", "there is no line across the map 'moon'");
        check("\"Kush\", ", "", "egypt places 10 discs, not 12");
        check("\"Kush\", ", "\"Rome\", ", "there is no area in play 'Rome'");
        check("least = 2, most = 2", "least = 3, most = 3", "no choice of 2 civilizations fits these groups");
        check("key = \"basic-3\"", "key = \"basic-2\"", "there are two set-ups 'basic-2'");
    }
}
