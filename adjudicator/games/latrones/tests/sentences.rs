//! What players read: everything has its sentence and its rule, whole reports fit and leak nothing.
#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use std::path::Path;
use tabellarius_kernel::{Chance, Event as _, Files, Game as _, Listed as _, Pace, Reason as _, Seat, Table, Viewer};
use tabellarius_latrones::Latrones;
use tabellarius_latrones::position::{Event, Fighter, Reason, Road};
use tabellarius_report::rules;
use tabellarius_report::testing::{
    assert_fits, assert_reads_well, dispatch, entries, every, news, opened, questions_in, renderer, tags,
};

const RED: Seat = Seat(0);
const WHITE: Seat = Seat(1);

fn latrones(players: usize) -> Latrones {
    Latrones::build(&Files::built_in(&Latrones::ENTRY), players, "").unwrap()
}

fn events() -> Vec<Event> {
    let road = Road::Appia;
    every! { Event:
        NightFalls { night: 2 };
        Went { seat: RED, road: road, men: 2 };
        Ambush { road: road, bands: vec![(RED, 2), (WHITE, 1)] };
        Withdrew { seat: RED, road: road };
        Fought { road: road, fighters: vec![Fighter { seat: RED, men: 2, die: 3 }, Fighter { seat: WHITE, men: 1, die: 6 }] };
        ManLost { seat: RED, road: road };
        Taken { seat: RED, road: road };
        Worth { seat: RED, road: road, denarii: 4 };
        Escaped { road: road };
        PursesOpened { purses: vec![(RED, 7), (WHITE, 4)] };
    }
}

fn reasons() -> Vec<Reason> {
    every! { Reason: TooFewMen { left: 1 }; RoadNamedTwice { road: Road::Appia }; }
}

#[test]
fn everything_has_a_sentence_and_a_rule() {
    let (renderer, game) = (renderer(), latrones(4));
    let voice = renderer.voice(&game, "en").unwrap();
    let questions = questions_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert_eq!(tags(&events(), "event"), entries("latrones/events"));
    assert_eq!(tags(&reasons(), "reason"), entries("latrones/reasons"));
    assert_eq!(questions, entries("latrones/questions"));
    for event in events() {
        assert_reads_well(&voice.event(&event).unwrap());
        assert!(rules::find(Latrones::ENTRY.rules, event.rule()).is_some(), "{}", event.rule());
    }
    for reason in reasons() {
        assert_reads_well(&voice.reason(&reason).unwrap());
        assert!(rules::find(Latrones::ENTRY.rules, reason.rule()).is_some(), "{}", reason.rule());
    }
    for name in questions {
        assert_reads_well(&voice.question(&name, Some("road/appia")).unwrap().replace('?', "."));
    }
}

#[test]
fn reports_of_random_games_fit_and_leak_nothing() {
    let renderer = renderer();
    for players in [2, 3, 4] {
        let game = latrones(players);
        let voice = renderer.voice(&game, "en").unwrap();
        let mut chance = Chance::seed_from_u64(players as u64);
        let mut state = game.start();
        while game.winners(&state).is_none() {
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).unwrap();
            let told = table.told().to_vec();
            state = table.state;
            for pace in [Pace::Bulk, Pace::Strict] {
                let stage = opened(&game, &state, pace);
                for viewer in game.seats().iter().map(Viewer::Seat).chain([Viewer::Observer, Viewer::Moderator]) {
                    let text = dispatch(&voice, &stage, &told, viewer);
                    assert_fits(&text);
                    let Viewer::Seat(seat) = viewer else { continue };
                    let other = game.imagine(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat, &mut chance);
                    assert_eq!(text, voice.dispatch(&news(&stage, &other, &told, viewer)).unwrap().text());
                }
            }
        }
    }
}
