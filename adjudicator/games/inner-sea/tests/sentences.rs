//! Ancient Civilizations of the Inner Sea: whatever happens has its sentence; whole reports fit, never fail and leak nothing.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use std::collections::BTreeSet;
use std::path::Path;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::event::{Event, Heap, Meaning, Mood, Pile, Row};
use tabellarius_inner_sea::pieces::{Area, Card, Civ, Wonder};
use tabellarius_inner_sea::reason::Reason;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Event as _, Game, Letter, Line, Listed as _, Pace, Reason as _, Salt, Seat, Seed, Stage, Table, Viewer,
};
use tabellarius_report::testing::{assert_reads_well, entries, news, opened, questions_in, renderer, tags};
use tabellarius_report::{News, Voice, WIDTH, rules};

fn reasons() -> Vec<Reason> {
    let (area, card, wonder, civ) = (Area(3), Card(28), Wonder(1), Civ::Rome);
    vec![
        Reason::CivTaken { civ },
        Reason::NotInSetup { civ },
        Reason::NotFirst { area },
        Reason::NotYours,
        Reason::NoMates,
        Reason::HarmsMate,
        Reason::NotWithdrawn { area },
        Reason::NoCity { area },
        Reason::OutOfReach { area },
        Reason::Full { area, limit: 4 },
        Reason::OpenSea { area },
        Reason::Banned { area },
        Reason::TeamMate { area },
        Reason::NoDiscs,
        Reason::NotInPlay { area },
        Reason::NotInHand { card },
        Reason::NotPlayedYet { card },
        Reason::AtTheStart { card },
        Reason::InACompetition { card },
        Reason::WrongTime { card },
        Reason::NoEffect { card },
        Reason::BadTarget,
        Reason::WonderBuilt { wonder },
        Reason::OneWonder,
        Reason::NoWonders,
        Reason::CannotPay { wonder },
        Reason::NoDiscsForWonder { wonder },
        Reason::NoSite { wonder },
        Reason::NotUsable,
        Reason::NotNegated { card },
        Reason::NoCompetition { area },
        Reason::NoTalents { talents: 1 },
        Reason::NoSpot { place: 2 },
        Reason::NotAeneas,
        Reason::AfterPass,
        Reason::Twice,
        Reason::NoDraw,
        Reason::NotHere { area },
        Reason::NotOffered { card },
        Reason::NoQuarrel { civ },
        Reason::Shunned { area },
        Reason::OwnRealm { area },
        Reason::NoBarbarians { card },
        Reason::Consul { area },
        Reason::ConsulForbids { card },
        Reason::NotGiven { card },
        Reason::NotUnknown { area },
    ]
}

const VARIANTS: [(usize, &str); 13] = [
    (1, "fall-of-rome-2"),
    (1, "second-punic-war"),
    (1, "civs=minos,npcs=phoenicia+egypt+troy,epochs=1-2"),
    (2, ""),
    (3, "owners=red+green/blue"),
    (6, "epochs=1-2"),
    (5, "situation,epochs=3-4"),
    (4, "teams=red+blue/green+purple,epochs=1"),
    (3, "epochs=2,wonders=2"),
    (2, "hannibal,consul,genius,delenda,walls,seas,tidings"),
    (4, "fall-of-rome-1,barbarians-given,cooperation,papacy,bribes"),
    (1, "fall-of-rome-2,barbarians-given,cooperation,papacy,bribes,crossings,longer"),
    (1, "civs=rome,unknown=3"),
];

#[test]
fn every_refusal_has_its_sentence_and_its_rule() {
    let (renderer, game) = (renderer(), InnerSea::new(6, "").unwrap());
    let voice = renderer.voice(&game, "en").unwrap();
    assert_eq!(tags(&reasons(), "reason"), entries("inner-sea/reasons"));
    for reason in reasons() {
        assert_reads_well(&voice.reason(&reason).unwrap());
        assert!(rules::find(InnerSea::ENTRY.rules, reason.rule()).is_some(), "{}", reason.rule());
    }
}

#[test]
fn every_question_has_a_sentence() {
    let (renderer, game) = (renderer(), InnerSea::new(6, "").unwrap());
    let voice = renderer.voice(&game, "en").unwrap();
    let questions = questions_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert_eq!(questions, entries("inner-sea/questions"));
    for name in questions {
        assert_reads_well(&voice.question(&name, Some("card/28")).unwrap().replace('?', "."));
    }
}

#[test]
fn reports_of_random_games_fit_never_fail_and_leak_nothing() {
    let renderer = renderer();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (seed, (players, variant)) in VARIANTS.into_iter().enumerate() {
        let game = InnerSea::new(players, variant).unwrap();
        let (english, italian) = (renderer.voice(&game, "en").unwrap(), renderer.voice(&game, "it").unwrap());
        let mut chance = Chance::seed_from_u64(seed as u64);
        let mut state = game.start();
        while game.winners(&state).is_none() {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            let told = table.told().to_vec();
            state = table.state;
            for told in &told {
                let before = seen.len();
                seen.extend(tags(std::slice::from_ref(&told.event), "event"));
                if seen.len() > before || seed < 3 {
                    assert_reads_well(&english.event(&told.event).unwrap());
                    assert!(rules::find(InnerSea::ENTRY.rules, told.event.rule()).is_some(), "{}", told.event.rule());
                }
            }
            let stage = opened(&game, &state, Pace::Bulk);
            for seat in game.seats().iter().take(2) {
                let dispatch = |state: &<InnerSea as Game>::State, voice: &Voice<'_, InnerSea>| {
                    let news =
                        News { refused: &[], open: &[], unused: &[], ..news(&stage, state, &told, Viewer::Seat(seat)) };
                    String::from(voice.dispatch(&news).unwrap())
                };
                let text = dispatch(&state, &english);
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    assert!(line.chars().count() <= WIDTH, "{} columns: {line}", line.chars().count());
                    assert!(!line.ends_with(' '), "trailing space: '{line}'");
                }
                assert!(!text.contains("\n\n\n") && !text.contains("{{"), "{text}");
                let other = game.imagine(&game.view(&state, Viewer::Seat(seat)), seat, &mut chance);
                assert_eq!(text, dispatch(&other, &english));
                assert!(!dispatch(&state, &italian).is_empty());
            }
        }
    }
    // What is rare in random play is shown one by one.
    let game = InnerSea::new(2, "").unwrap();
    let voice = renderer.voice(&game, "en").unwrap();
    for event in [
        Event::Forbidden { areas: vec![Area(3)] },
        Event::CalledAway { heaps: vec![Heap { area: Area(3), n: 2 }] },
        Event::Truce { areas: vec![Area(3), Area(4)] },
        Event::Looted { seat: Seat(0), civ: Civ::Egypt, area: Area(3), talents: 2 },
        Event::NegationFails { civ: Civ::Troy, with: Card(41) },
        Event::Reshuffled { cards: 7 },
        Event::Reborn { seat: Seat(0), was: Civ::Egypt, civ: Civ::Minos, area: Area(3) },
        Event::Out { civ: Civ::Carthage },
        Event::Conquers { civ: Civ::Rome },
        Event::Exchanged { civ: Civ::SeaPersians, with: Civ::LandPersians, area: Area(3), n: 1 },
        Event::TakenUp { seat: Seat(0), civ: Civ::Greeks, cards: vec![Card(6), Card(75)] },
        Event::Reinforced { civ: Civ::SeaPersians, card: Card(98) },
        Event::Marches { civ: Civ::Carthage, card: Card(7), area: Area(3), lasts: false },
        Event::MinorState { civ: Civ::Macedonia, mood: Mood::Yellow },
        Event::ChangesSides { civ: Civ::Syracuse, to: Civ::Carthage },
        Event::Changes { row: Row::Debasement },
        Event::Omen { card: Card(7), ends: true },
        Event::Stronghold { civ: Civ::Greeks, area: Area(3), n: 10 },
        Event::NpcEnters { civ: Civ::Carthage, area: Area(3), card: Card(12), row: 1 },
        Event::BecomesEnemy { civ: Civ::Carthage, enemy: Civ::Rome },
        Event::PrimaryEnemy { civ: Civ::Carthage, enemy: Civ::Rome, number: 6 },
        Event::LookedAt { seat: Seat(0), from: Civ::Troy, cards: vec![Card(1), Card(2)] },
        Event::LieReady { civ: Civ::Egypt, n: 3 },
        Event::River { areas: vec![Area(3), Area(4)] },
        Event::PoolChanges { seats: vec![Seat(0), Seat(1)] },
        Event::OtherText { card: Card(102), turn: Meaning::Traders },
        Event::Searched { seat: Seat(0), civ: Civ::Huns, cost: Card(26), pile: Pile::Deck, found: Some(Card(53)) },
        Event::Comes { civ: Civ::Huns, card: Card(7), comes: false },
        Event::Measured { civ: Civ::Greeks, won: true, behind: true },
    ] {
        assert_reads_well(&voice.event(&event).unwrap());
        seen.extend(tags(&[event], "event"));
    }
    assert_eq!(seen, entries("inner-sea/events"), "what happened, and what has a sentence");
}

#[test]
fn whoever_must_choose_reads_what_for() {
    let (renderer, game) = (renderer(), InnerSea::new(6, "epochs=3-4").unwrap());
    let voice = renderer.voice(&game, "en").unwrap();
    let mut asked = BTreeSet::new();
    for game_number in 0..20 {
        let mut chance = Chance::seed_from_u64(game_number);
        let mut stage = Stage::open(&game, game.start(), Pace::Strict, Seed::from_text("seed"), Salt::first("t"));
        while asked.len() < 2 && game.winners(&stage.asked().state).is_none() {
            let mut letters: Vec<(Seat, Vec<Line<InnerSea>>)> = Vec::new();
            for open in &stage.asked().open {
                if open.name == "choose" {
                    let about = open.about(&game).unwrap();
                    let text = voice.question(open.name, Some(&about)).unwrap();
                    let name = game.name(&about, "en").unwrap();
                    assert!(text.starts_with(&format!("{name}: what do you choose?")), "{text}");
                    asked.insert(about);
                }
                let orders = open.random(&game, &mut chance);
                let lines = orders.into_iter().enumerate().map(|(i, order)| Line::plain(i as u32 + 1, order)).collect();
                letters.push((open.seat, lines));
            }
            for (seat, lines) in letters {
                stage.file(seat, Letter { text: String::new(), lines, finality: Finality::Final });
            }
            if stage.close(&game).unwrap().finished {
                stage = stage.next(&game);
            }
        }
    }
    assert!(asked.len() >= 2, "{asked:?}");
}
