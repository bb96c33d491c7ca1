//! Every scenario of the manual in every version: random play reaches an end, caretakers and NPCs finish it by letters.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::game::{Files, Kit};
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Game as _, Letter, Pace, Salt, Seed, Stage, Viewer, read};

/// Every version of every scenario: its people and its variant.
fn versions() -> Vec<(usize, String)> {
    let kit = Kit::load(&Files::built_in()).unwrap();
    let of = |scenario: &tabellarius_inner_sea::scenario::Scenario| {
        let key = scenario.key.clone();
        let list: Vec<_> = scenario.versions.iter().map(|v| (v.people(), format!("{key},version={}", v.key))).collect();
        list
    };
    let created = [
        (1, "civs=rome,npcs=carthage+celtiberia,map=west,epochs=1-2"),
        (2, "civs=rome+egypt,npcs=gaul+troy,epochs=3-4"),
        (1, "civs=minos,npcs=phoenicia+egypt,map=east,epochs=1-2,npc-vp=0,npc-cards=-1,player-growth=+1"),
        (1, "civs=rome,unknown=2,map=west,epochs=1-2"),
        (1, "civs=rome,unknown=3"),
        (1, "civs=egypt,unknown=4,epochs=2-3"),
        (2, "civs=rome+egypt,unknown=2,npcs=gaul,epochs=1-2"),
        (1, "civs=minos,npcs=phoenicia,unknown=2,from=egypt+troy+carthage,map=east,epochs=3-4"),
        (1, "civs=rome,unknown=2,from=carthage+celtiberia,limit=25"),
        (1, "three-west,npcs,unknown=1,epochs=1-2"),
        (2, "4a,npcs,unknown=2,epochs=1-2"),
        (2, "hannibal,consul,genius,delenda"),
        (2, "hannibal,walls,seas,tidings"),
        (1, "hannibal,version=carthage,walls,seas,tidings,genius"),
        (1, "fall-of-rome-2,huns"),
        (1, "fall-of-rome-2,version=east,huns,longer,crossings"),
        (1, "fall-of-rome-2,version=west,huns,player-talents=2,npc-gift=1,player-hand=1"),
        (1, "hannibal,version=rome,scipio"),
        (1, "hannibal,version=carthage,consul,delenda"),
        (4, "fall-of-rome-1,barbarians-given,cooperation,papacy,bribes"),
        (2, "fall-of-rome-1,version=crossed,cooperation,papacy,bribes"),
        (1, "fall-of-rome-2,barbarians-given,cooperation,papacy,bribes,crossings,longer"),
        (1, "fall-of-rome-2,version=east,papacy,bribes,crossings"),
        (1, "god-king,assyrians"),
        (3, "god-king,assyrians"),
        (1, "god-king,version=mycenae-own,assyrians"),
        (1, "setup=two-west,npcs,epochs=1-2"),
        (1, "6,npcs,epochs=1-2"),
        (2, "4c,npcs,limit=25"),
        (4, "fall-of-rome-1,longer,no-barbarians"),
        (1, "fall-of-rome-2,longer"),
    ];
    let created = created.into_iter().map(|(people, variant)| (people, variant.to_string()));
    kit.scenarios.iter().flat_map(of).chain(created).collect()
}

/// How often: quickly by default, ten times as often with `LAWS=long`.
fn times(quick: u64) -> u64 {
    match std::env::var("LAWS").as_deref() {
        Ok("long") => quick * 10,
        _ => quick,
    }
}

/// IS-14.1: random play ends, and no position on the way is impossible.
#[test]
fn random_play_ends() {
    for (people, variant) in versions() {
        let game = InnerSea::new(people, &variant).unwrap();
        for seed in 0..times(40) {
            let mut chance = Chance::seed_from_u64(seed);
            let result = playout(&game, &mut chance, 200, |state| {
                assert_eq!(game.sane(state), Ok(()), "{people} '{variant}' {seed}");
            });
            assert!(result.over, "{people} '{variant}' {seed}: {result:?}");
        }
    }
}

/// Caretakers write for all players, in both paces, to the end.
#[test]
fn caretakers_and_npcs_finish() {
    for (people, variant) in versions() {
        let game = InnerSea::new(people, &variant).unwrap();
        for (pace, number) in
            [Pace::Bulk, Pace::Strict].into_iter().flat_map(|pace| (0..times(1)).map(move |n| (pace, n)))
        {
            let seed = Seed::from_text(&format!("npc {number}"));
            let mut stage = Stage::open(&game, game.start(), pace, seed, Salt::first("npc"));
            let mut stages = 0;
            while game.winners(&stage.asked().state).is_none() {
                stages += 1;
                assert!(stages < 200, "{variant}: no end");
                let mut rounds = 0;
                while !stage.asked().finished {
                    rounds += 1;
                    assert!(rounds < 2_000, "{variant}: a stage without end");
                    for seat in game.seats().iter() {
                        let view = game.view(&stage.asked().state, Viewer::Seat(seat));
                        let text = game.caretaker(&view, seat);
                        let reading = read(&game, &text);
                        assert_eq!(reading.problems, [], "{variant}: {text}");
                        stage.file(seat, Letter { text, lines: reading.lines, finality: Finality::Final });
                    }
                    stage.close(&game).unwrap();
                }
                assert_eq!(game.sane(&stage.asked().state), Ok(()), "{variant}");
                if game.winners(&stage.asked().state).is_none() {
                    stage = stage.next(&game);
                }
            }
        }
    }
}
