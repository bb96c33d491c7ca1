//! The lists of the NPCs, number by number (IS-13.7), and their other decisions.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::npc::placing::{choose, plan};
use tabellarius_inner_sea::npc::{By, Mind, enemies};
use tabellarius_inner_sea::pieces::{Area, AreaSet, Civ, Faction, Factions};
use tabellarius_inner_sea::position::{Gold, Phase, State};
use tabellarius_inner_sea::rules::placing::Placing;
use tabellarius_kernel::{Chance, Game as _, Notation as _, Seat, Table};

/// Rome is a player, Carthage and Mycenae are NPCs and its enemies; nothing is on the map.
struct Setting {
    game: InnerSea,
    state: State,
}

const ROME: u8 = 0;
const CARTHAGE: u8 = 1;
const MYCENAE: u8 = 2;
const BARBARIANS: u8 = 6;

impl Setting {
    fn new(people: usize, variant: &str) -> Setting {
        let mut game = InnerSea::new(people, variant).unwrap();
        game.options.cast.duties.clear();
        let state = game.blank();
        Setting { game, state }
    }

    /// Carthage has a City at home and one next to it: the numbers from 9 on are free.
    fn safe() -> Setting {
        Setting::new(1, "second-punic-war").with("Carthage", CARTHAGE, 3).with("Saldae", CARTHAGE, 3)
    }

    fn area(&self, name: &str) -> Area {
        self.game.map.find(name).unwrap_or_else(|| panic!("{name}"))
    }

    fn with(mut self, name: &str, faction: u8, n: u8) -> Setting {
        let area = self.area(name);
        self.state.position.board.add(area, Faction(faction), n);
        self
    }

    fn gold(mut self, name: &str, owner: u8) -> Setting {
        let area = self.area(name);
        self.state.position.gold.push(Gold { area, owner: Seat(owner), n: 1 });
        self
    }

    fn wonder(mut self, name: &str, owner: u8) -> Setting {
        let area = self.area(name);
        let work = &mut self.state.position.works[0];
        (work.owner, work.area, work.discs) = (Some(Seat(owner)), Some(area), 2);
        self
    }

    fn points(mut self, seat: u8, vp: u16) -> Setting {
        self.state.position.side_mut(Seat(seat)).vp = vp;
        self
    }

    fn in_peace(mut self) -> Setting {
        self.state.position.enemies = Default::default();
        self
    }

    fn decided(&self, among: AreaSet, left: u8) -> Option<(String, u8, By)> {
        let position = &self.state.position;
        let mind = Mind::of(&self.game, position, Seat(CARTHAGE));
        let placed = choose(&mind, position, &position.board, among, left, None)?;
        Some((self.game.map.place(placed.area).name.clone(), placed.n, placed.by))
    }

    /// Where Carthage places the next of so many discs, wherever it likes.
    fn expect(&self, left: u8, area: &str, n: u8, number: u8) {
        let decided = self.decided(self.game.chart.in_play, left);
        assert_eq!(decided, Some((area.into(), n, By::List(number))));
    }

    /// The same with a choice of areas.
    fn expect_among(&self, areas: &[&str], left: u8, area: &str, n: u8, number: u8) {
        let among = areas.iter().map(|name| self.area(name)).collect();
        assert_eq!(self.decided(among, left), Some((area.into(), n, By::List(number))));
    }
}

/// IS-13.7.1 to IS-13.7.9; IS-13.7.2, IS-13.7.3, IS-13.7.4, IS-13.7.5, IS-13.7.6, IS-13.7.7, IS-13.7.8
#[test]
fn the_home_is_defended() {
    let far = || Setting::new(1, "second-punic-war");
    far().with("Carthage", CARTHAGE, 1).with("Carthage", ROME, 2).expect(9, "Carthage", 2, 1);
    far().with("Carthage", BARBARIANS, 1).expect(9, "Carthage", 2, 1);
    let safe = Setting::safe;
    safe().with("Thapsus", CARTHAGE, 1).with("Thapsus", ROME, 2).wonder("Thapsus", CARTHAGE).expect(9, "Thapsus", 2, 2);
    safe().with("Thapsus", CARTHAGE, 1).with("Thapsus", ROME, 2).gold("Thapsus", CARTHAGE).expect(9, "Thapsus", 2, 3);
    safe().with("Saldae", ROME, 3).expect(9, "Saldae", 1, 4);
    far().with("Carthage", CARTHAGE, 1).expect(9, "Carthage", 2, 5);
    safe().with("Thapsus", CARTHAGE, 1).wonder("Thapsus", CARTHAGE).expect(9, "Thapsus", 2, 6);
    safe().with("Thapsus", CARTHAGE, 1).gold("Thapsus", CARTHAGE).expect(9, "Thapsus", 2, 7);
    far().with("Carthage", CARTHAGE, 3).with("Numidia", ROME, 1).expect(9, "Thapsus", 3, 8);
    let behind = safe().with("Thapsus", CARTHAGE, 1).points(ROME, 5);
    let behind = ["Rome", "Etruria", "Umbria"].iter().fold(behind, |setting, name| setting.with(name, ROME, 3));
    behind.expect(9, "Thapsus", 2, 9);
}

/// IS-13.7.10, IS-13.7.11
#[test]
fn seafarers_take_seas() {
    for (civ, home, number) in [(Civ::Phoenicia, "Phoenicia", 10), (Civ::Minos, "Minos", 11)] {
        let mut setting = Setting::new(1, "antony-and-cleopatra,civs=rome+egypt").with(home, CARTHAGE, 3);
        setting.state.position.side_mut(Seat(CARTHAGE)).civ = civ;
        let near = setting.game.chart.next_to(setting.area(home)) & setting.game.chart.land;
        let near = setting.game.map.place(near.first().unwrap()).name.clone();
        let setting = setting.with(&near, CARTHAGE, 3);
        let (area, n, by) = setting.decided(setting.game.chart.in_play, 4).unwrap();
        assert!(!setting.game.chart.land.contains(setting.area(&area)), "{area}");
        assert_eq!((n, by), (1, By::List(number)));
    }
}

/// IS-13.7.12, IS-13.7.13, IS-13.7.14, IS-13.7.15, IS-13.7.16, IS-13.7.18, IS-13.7.19, IS-13.7.20, IS-13.7.21, IS-13.7.22
#[test]
fn enemies_are_attacked() {
    let safe = Setting::safe;
    safe().with("Rome", ROME, 2).gold("Rome", ROME).expect(9, "Rome", 3, 12);
    safe().with("Apulia", ROME, 1).wonder("Apulia", ROME).expect(9, "Apulia", 2, 13);
    // Four discs cannot be matched with three: next to the Gold, on land, where fewest enemies are.
    let beside = safe().with("Rome", ROME, 4).gold("Rome", ROME).with("Etruria", ROME, 1).with("Umbria", ROME, 1);
    beside.with("Samnium", ROME, 1).expect(3, "Apulia", 1, 14);
    let beside = safe().with("Rome", ROME, 4).wonder("Rome", ROME).with("Etruria", ROME, 1).with("Umbria", ROME, 1);
    beside.with("Samnium", ROME, 1).expect(3, "Apulia", 1, 15);
    safe().with("Sicily", ROME, 3).expect(9, "Sicily", 4, 16);
    let beside = safe().with("Sicily", ROME, 4);
    let (area, _, by) = beside.decided(beside.game.chart.in_play, 3).unwrap();
    let near = beside.game.chart.next_to(beside.area("Sicily")) & beside.game.chart.land;
    assert!(near.contains(beside.area(&area)) && by == By::List(18), "{area} {by:?}");
    safe().with("Corsica", ROME, 2).expect(9, "Corsica", 3, 19);
    safe().with("Corsica", ROME, 1).expect(9, "Corsica", 2, 20);
    safe()
        .with("Corsica", ROME, 1)
        .with("Corsica", BARBARIANS, 2)
        .with("Thapsus", CARTHAGE, 2)
        .expect(9, "Thapsus", 1, 21);
    safe().expect(9, "Rome", 1, 22);
}

/// IS-13.7.17: nearest to Gold; of equals nearest to the enemy's home, land before sea.
#[test]
fn invaders_march_on_gold() {
    let setting = Setting::new(1, "fall-of-rome-2,version=west").with("Rome", ROME, 4).gold("Rome", ROME);
    let setting = setting.with("Aquitania", CARTHAGE, 3);
    setting.expect_among(&["Gallia", "Idubeda", "Edetani"], 1, "Gallia", 1, 17);
}

/// The manual's example (004:2929-2953, IS-15.6, IS-13.7.17): twelve Visigoths, the first in Aquitania. The last disc has several equal ways
/// to Rome on our map, where the manual sees one.
#[test]
fn twelve_visigoths_as_in_the_manual() {
    let setting = Setting::new(1, "fall-of-rome-2,version=west");
    let mut chance = Chance::seed_from_u64(1);
    let mut state = setting.game.start();
    while state.position.phase != Phase::Growth {
        let mut table = Table::with_chance(&setting.game, state, &mut chance);
        assert!(setting.game.resolve(&mut table).is_ok());
        state = table.state;
    }
    let mut table = Table::with_chance(&setting.game, state, &mut chance);
    let aquitania = AreaSet::only(setting.area("Aquitania"));
    let placed = plan(&mut table, Seat(CARTHAGE), 12, Placing::Entry(aquitania));
    let named: Vec<(String, u8)> =
        placed.iter().map(|one| (setting.game.map.place(one.area).name.clone(), one.n)).collect();
    let wanted = [("Aquitania", 3), ("Idubeda", 2), ("Celt-Iberia", 2), ("Gades", 4)];
    assert_eq!(named[..4], wanted.map(|(name, n)| (name.to_string(), n)), "{placed:?}");
    assert_eq!(placed[3].by, By::List(12));
    assert!(["Edetani", "Saguntum", "Tarraco"].contains(&named[4].0.as_str()) && named[4].1 == 1, "{named:?}");
    assert_eq!(placed[4].by, By::List(17));
}

/// IS-13.7.23, IS-13.7.24, IS-13.7.25, IS-13.7.26, IS-13.7.27, IS-13.7.28, IS-13.7.29
#[test]
fn nobodys_enemy_grows_in_peace() {
    let safe = || Setting::safe().in_peace();
    safe().with("Thapsus", CARTHAGE, 1).expect(9, "Thapsus", 1, 23);
    safe().expect_among(&["Carthaginian Sea"], 9, "Carthaginian Sea", 1, 24);
    safe().expect_among(&["Thapsus"], 9, "Thapsus", 3, 25);
    safe().with("Thapsus", CARTHAGE, 2).points(ROME, 5).expect_among(&["Thapsus"], 9, "Thapsus", 1, 26);
    safe().with("Thapsus", BARBARIANS, 2).expect_among(&["Thapsus"], 9, "Thapsus", 3, 27);
    safe().with("Carthaginian Sea", BARBARIANS, 1).expect_among(&["Carthaginian Sea"], 9, "Carthaginian Sea", 2, 28);
    safe().with("Carthaginian Sea", ROME, 1).expect_among(&["Carthaginian Sea"], 9, "Carthaginian Sea", 1, 29);
}

/// IS-13.7.30, IS-13.7.31, IS-13.7.32, IS-13.7.33
#[test]
fn where_it_does_not_go() {
    let only = |setting: Setting, left: u8| {
        let among = AreaSet::only(setting.area("Corsica"));
        setting.decided(among, left).map(|(_, n, _)| n)
    };
    let safe = Setting::safe;
    assert_eq!(only(safe().with("Corsica", ROME, 4), 3), None, "a group that cannot be matched");
    assert_eq!(only(safe().with("Corsica", ROME, 3), 3), Some(3), "matched, if no more are left");
    assert_eq!(only(safe().with("Corsica", ROME, 3), 4), Some(4), "exceeded, because it is an enemy");
    assert_eq!(only(safe().with("Corsica", MYCENAE, 2), 9), None, "no contest with who is no enemy");
    assert_eq!(only(safe().with("Corsica", BARBARIANS, 4).with("Corsica", ROME, 1), 9), None, "a horde");
}

/// IS-13.3: the list decides, in its order.
#[test]
fn the_primary_enemy() {
    let found = |setting: &Setting| {
        let mut chance = Chance::seed_from_u64(1);
        let mut state = setting.state.clone();
        state.position.enemies[usize::from(CARTHAGE)] = [ROME, MYCENAE].into_iter().map(Faction).collect::<Factions>();
        let mut table = Table::with_chance(&setting.game, state, &mut chance);
        enemies::find_primary(&mut table, Seat(CARTHAGE));
        table.state.position.primary[usize::from(CARTHAGE)]
    };
    let setting = Setting::safe().points(ROME, 9);
    assert_eq!(found(&setting), Some(Seat(ROME)), "most points");
    let setting = setting.with("Thapsus", MYCENAE, 1);
    assert_eq!(found(&setting), Some(Seat(MYCENAE)), "next to the home comes before points");
    let setting = setting.with("Saldae", ROME, 1);
    assert_eq!(found(&setting), Some(Seat(ROME)), "in a City comes before that");
}

/// IS-13.4: equals are told apart by a lot, and whatever the lot says is one of them.
#[test]
fn lots_decide_between_equals() {
    let setting = Setting::new(1, "second-punic-war").with("Carthage", CARTHAGE, 3).with("Rome", ROME, 4);
    let mut seen = AreaSet::NONE;
    for seed in 0..40 {
        let mut chance = Chance::seed_from_u64(seed);
        let mut state = setting.state.clone();
        state.position.phase = Phase::Growth;
        state.position.enemies = Default::default();
        let mut table = Table::with_chance(&setting.game, state, &mut chance);
        let placed = plan(&mut table, Seat(CARTHAGE), 1, Placing::Growth);
        placed.iter().for_each(|one| seen.insert(one.area));
    }
    assert!(!seen.is_empty());
}
