//! Rules of the player's manual that a case cannot set up: what waits for a later phase, who comes later.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::event::{Event, Pile};
use tabellarius_inner_sea::npc::placing::plan;
use tabellarius_inner_sea::npc::{By, enemies, quiet};
use tabellarius_inner_sea::pieces::{Area, Card, CardSet, Civ, Faction};
use tabellarius_inner_sea::position::{Phase, State};
use tabellarius_inner_sea::rules::placing::Placing;
use tabellarius_inner_sea::rules::{draw, late, terror, tidings};
use tabellarius_kernel::{Chance, Game as _, Notation as _, Seat, Table};

struct Setting {
    game: InnerSea,
    state: State,
}

impl Setting {
    fn new(people: usize, variant: &str) -> Setting {
        let game = InnerSea::new(people, variant).unwrap();
        let state = game.blank();
        Setting { game, state }
    }

    fn area(&self, name: &str) -> Area {
        self.game.map.find(name).unwrap_or_else(|| panic!("{name}"))
    }

    fn seat(&self, civ: Civ) -> Seat {
        Seat(self.game.options.civs.iter().position(|one| *one == civ).unwrap() as u8)
    }

    fn with(mut self, name: &str, civ: Civ, n: u8) -> Setting {
        let area = self.area(name);
        let faction = if civ == Civ::Barbarians { Faction::BARBARIANS } else { Faction::of(self.seat(civ)) };
        self.state.position.board.add(area, faction, n);
        self
    }

    fn hand(mut self, civ: Civ, cards: &[u8]) -> Setting {
        let seat = self.seat(civ);
        for card in cards {
            self.state.deck.remove(Card(*card));
            self.state.enter_hand(seat, Card(*card));
        }
        self
    }

    /// Somebody who comes later is there.
    fn arrived(mut self, civ: Civ) -> Setting {
        let seat = self.seat(civ);
        self.state.position.side_mut(seat).civ = civ;
        self.state.position.order.push(seat);
        self.state.position.enemies[seat.index()] = enemies::by_history(&self.game, &self.state.position, seat);
        self
    }

    /// Does something at a table; says what was told, and what came of it.
    fn run(&self, seed: u64, act: impl Fn(&mut Table<'_, InnerSea>)) -> (Vec<Event>, State) {
        let mut chance = Chance::seed_from_u64(seed);
        let mut table = Table::with_chance(&self.game, self.state.clone(), &mut chance);
        act(&mut table);
        (table.told().iter().map(|told| told.event.clone()).collect(), table.state)
    }
}

/// IS-19.12: the horse of Numidia is Rome's while Rome is there, and Carthage's otherwise.
#[test]
fn numidian_horse_comes_to_who_holds_numidia() {
    let setting = Setting::new(2, "hannibal,tidings").with("Samnium", Civ::Rome, 3).with("Samnium", Civ::Carthage, 2);
    let mustered = |mut setting: Setting| {
        setting.state.position.phase = Phase::Competition;
        setting.state.position.summons = vec![Card(101)];
        let mut civs = std::collections::BTreeSet::new();
        for seed in 0..12 {
            let (told, state) = setting.run(seed, |table| assert!(tidings::muster(table).is_ok()));
            assert!(state.position.summons.is_empty());
            civs.extend(told.into_iter().filter_map(|event| match event {
                Event::Allies { civ, .. } => Some(civ),
                _ => None,
            }));
        }
        civs.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(mustered(setting), [Civ::Carthage]);
    let setting = Setting::new(2, "hannibal,tidings").with("Samnium", Civ::Rome, 3).with("Samnium", Civ::Carthage, 2);
    assert_eq!(mustered(setting.with("Numidia", Civ::Rome, 1)), [Civ::Rome]);
}

/// IS-15.15: an even card brings the Huns, last in the turn order, with three cards; twelve discs come with their growth, from Umbria on.
#[test]
fn an_even_card_brings_the_huns() {
    for (version, first) in [("west", "Umbria"), ("east", "Macedon"), ("defence", "Umbria")] {
        let setting = Setting::new(1, &format!("fall-of-rome-2,version={version},huns"));
        let huns = setting.seat(Civ::Huns);
        assert!(setting.game.is_npc(huns) && !setting.state.position.order.contains(&huns));
        let mut came = 0;
        for seed in 0..20 {
            let (told, state) = setting.run(seed, |table| assert!(late::arrive(table).is_ok()));
            let Some(Event::Comes { card, comes, .. }) = told.iter().find(|one| matches!(one, Event::Comes { .. }))
            else {
                panic!("no card was turned up")
            };
            assert_eq!(*comes, card.0 % 2 == 0);
            assert_eq!(state.position.order.last() == Some(&huns), *comes);
            if *comes {
                came += 1;
                assert_eq!(state.position.side(huns).hand, 3);
                assert!(!state.position.enemies[huns.index()].is_empty());
            }
        }
        assert!((1..20).contains(&came), "{came} of 20");
        let mut setting = setting.arrived(Civ::Huns);
        setting.state.position.phase = Phase::Growth;
        let entry = tabellarius_inner_sea::pieces::AreaSet::only(setting.area(first));
        let mut chance = Chance::seed_from_u64(3);
        let mut table = Table::with_chance(&setting.game, setting.state.clone(), &mut chance);
        let placed = plan(&mut table, huns, 12, Placing::Entry(entry));
        assert_eq!(placed[0].area, setting.area(first), "{placed:?}");
    }
}

/// IS-15.16: a card for a competition card: a Wonder's worth of nothing is given, no event happens, and the card is open.
#[test]
fn huns_search_for_a_competition_card() {
    let setting = Setting::new(1, "fall-of-rome-2,version=west,huns").arrived(Civ::Huns);
    let setting = setting.with("Umbria", Civ::Huns, 3).with("Umbria", Civ::WesternEmpire, 2);
    let huns = setting.seat(Civ::Huns);
    let mut setting = setting.hand(Civ::Huns, &[26, 53]);
    setting.state.position.phase = Phase::Competition;
    let (told, state) = setting.run(1, |table| assert!(terror::search(table).is_ok()));
    let Some(Event::Searched { cost, pile, found: Some(found), .. }) = told.last() else { panic!("{told:?}") };
    assert_eq!((*cost, *pile), (Card(26), Pile::Deck));
    assert!(setting.game.fighting.contains(*found) && state.hands[huns.index()].contains(*found));
    assert!(!state.deck.contains(*found) && state.position.discards.contains(Card(26)));
    // With one in the discards these are searched.
    setting.state.deck.remove(Card(6));
    setting.state.position.discards.insert(Card(6));
    let (told, _) = setting.run(1, |table| assert!(terror::search(table).is_ok()));
    let Some(Event::Searched { pile: Pile::Discards, found, .. }) = told.last() else { panic!("{told:?}") };
    assert_eq!(*found, Some(Card(6)));
    // Where nothing is contested nobody is asked.
    let quiet = Setting::new(1, "fall-of-rome-2,version=west,huns").arrived(Civ::Huns).hand(Civ::Huns, &[26]);
    let (told, _) = quiet.run(1, |table| assert!(terror::search(table).is_ok()));
    assert_eq!(told, []);
}

/// IS-19.3: a quiet Macedonia has one card for what hurts Rome, and then none.
#[test]
fn a_quiet_macedonia_hurts_once() {
    let mut setting = Setting::new(2, "hannibal").with("Samnium", Civ::Rome, 3).with("Dalmatia", Civ::Macedonia, 3);
    let (macedonia, rome) = (setting.seat(Civ::Macedonia), setting.seat(Civ::Rome));
    setting.state.position.quiet.insert(Faction::of(macedonia));
    let mut declared = tabellarius_inner_sea::effects::Declared::default();
    declared.harm[rome.index()] = 1;
    let allows = |state: &State| quiet::allows(&setting.game, &state.position, macedonia, &declared);
    assert!(allows(&setting.state));
    let (_, state) = setting.run(1, |table| quiet::note(table, macedonia, &declared));
    assert!(!allows(&state));
    let comes =
        |state: &State| setting.game.comes_as_barbarian(&state.position, Faction::of(macedonia), Faction::of(rome));
    assert!(comes(&state), "a Barbarian comes for a disc of Rome's");
}

/// IS-18.3: what an NPC draws of Egypt's two cards comes into Egypt's hand, and it draws another one.
#[test]
fn egypts_cards_come_back_to_egypt() {
    let mut setting = Setting::new(1, "god-king").with("Egypt", Civ::Egypt, 3).with("Troy", Civ::Hittites, 3);
    let (egypt, hittites) = (setting.seat(Civ::Egypt), setting.seat(Civ::Hittites));
    let rest = setting.state.deck;
    setting.state.deck = [Card(40), Card(10)].into_iter().collect::<CardSet>();
    setting.state.position.removed |= rest - setting.state.deck;
    setting.state.count();
    let (_, state) = setting.run(1, |table| assert!(draw::draw(table, hittites, 1, 1, false).is_ok()));
    let (_, state) = if state.hands[hittites.index()].contains(Card(10)) {
        let next = Setting { game: setting.game.clone(), state };
        next.run(1, |table| assert!(draw::draw(table, hittites, 1, 1, false).is_ok()))
    } else {
        (Vec::new(), state)
    };
    assert!(state.hands[egypt.index()].contains(Card(40)) && !state.hands[hittites.index()].contains(Card(40)));
}

/// IS-15.17: of equal areas the nearest to Gold.
#[test]
fn invaders_keep_to_their_way() {
    let setting = Setting::new(1, "fall-of-rome-2,version=west").with("Rome", Civ::WesternEmpire, 3);
    let mut setting = setting.with("Gallia", Civ::Visigoths, 3);
    let rome = setting.area("Rome");
    let owner = setting.seat(Civ::WesternEmpire);
    setting.state.position.gold.push(tabellarius_inner_sea::position::Gold { area: rome, owner, n: 2 });
    for seed in 0..5 {
        let mut chance = Chance::seed_from_u64(seed);
        let mut state = setting.state.clone();
        state.position.phase = Phase::Growth;
        let mut table = Table::with_chance(&setting.game, state, &mut chance);
        let placed = plan(&mut table, setting.seat(Civ::Visigoths), 1, Placing::Growth);
        assert_eq!((placed[0].area, placed[0].by), (setting.area("Liguria"), By::List(17)));
    }
}

/// IS-13.16: talents at the beginning and in each Card Phase, fewer cards, Aeneas in the last Epoch.
#[test]
fn handicaps() {
    let game = InnerSea::new(
        1,
        "civs=rome,npcs=carthage,map=west,npc-talents=2,player-talents=1,player-hand=2,npc-gift=1,late-aeneas",
    )
    .unwrap();
    let mut chance = Chance::seed_from_u64(1);
    let mut state = game.start();
    while state.position.phase != Phase::Growth {
        let mut table = Table::with_chance(&game, state, &mut chance);
        assert!(game.resolve(&mut table).is_ok());
        state = table.state;
    }
    let [rome, carthage] = [Seat(0), Seat(1)].map(|seat| *state.position.side(seat));
    assert_eq!((rome.talents, rome.hand), (1, 2));
    assert_eq!((carthage.talents, carthage.hand), (2, 5));
    state.position.phase = Phase::Cards;
    let mut table = Table::with_chance(&game, state, &mut chance);
    assert!(game.resolve(&mut table).is_ok());
    let gift = |told: &tabellarius_kernel::Told<Event>| {
        matches!(&told.event, Event::Talents { civ: Civ::Carthage, n: 1, now: 3 })
    };
    assert!(gift(&table.told()[0]), "{:?}", table.told()[0].event);
    assert!(game.options.cast.handicap.begins_again_late);
    assert!(InnerSea::new(1, "civs=rome,npcs=carthage,player-hand=9").is_err());
}
