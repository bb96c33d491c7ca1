//! Whole games of Empires by letters of the caretaker: sound letters, games that end, in both paces.

use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Draft, Effort, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Viewer, read};
use tabellarius_mare_nostrum::empires::event::{Event, Triumph};
use tabellarius_mare_nostrum::empires::position::{Hold, Phase, Site, State};
use tabellarius_mare_nostrum::empires::{Empires, Options};
use tabellarius_mare_nostrum::pieces::Card;

/// No game may last longer.
const MOST_ROUNDS: u16 = 40;

fn game(players: usize, variant: &str) -> Empires {
    Empires::new(Options::parse(players, variant).expect("a variant")).expect("a sound board")
}

/// Plays one game and says in which round and how it ended.
fn play(game: &Empires, pace: Pace, seed: &str) -> (u16, Triumph) {
    let mut stage = Stage::open(game, game.start(), pace, Seed::from_text(seed), Salt::first("caretaker"));
    loop {
        let mut rounds = 0;
        while !stage.asked().finished {
            rounds += 1;
            assert!(rounds < 500, "a stage without end");
            for seat in stage.awaited(game).iter() {
                let text = game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat);
                let reading = read(game, &text);
                assert_eq!(reading.problems, [], "{text}");
                stage.file(seat, Letter { text, lines: reading.lines, finality: Finality::Final });
            }
            stage.close(game).expect("what is published stands");
        }
        let state = &stage.asked().state;
        assert_eq!(game.sane(state), Ok(()));
        if game.winners(state).is_some() {
            let how = stage.asked().told.iter().find_map(|told| match &told.event {
                Event::Victory { how, .. } | Event::SharedVictory { how, .. } => Some(*how),
                _ => None,
            });
            return (state.position.turn, how.expect("a victory"));
        }
        assert!(state.position.turn <= MOST_ROUNDS, "no end");
        stage = stage.next(game);
    }
}

/// Five caretakers finish a game by letters in both paces, and so do three and four, with either set-up.
#[test]
fn caretakers_finish_their_games() {
    for players in [3, 4, 5] {
        for variant in ["", "experts"] {
            let game = game(players, variant);
            for pace in [Pace::Bulk, Pace::Strict] {
                for seed in ["one", "two", "three"] {
                    let (round, how) = play(&game, pace, seed);
                    assert!(round >= 3, "{players} '{variant}' {pace:?}: over in round {round} by {how:?}");
                }
            }
        }
    }
}

/// The caretaker beats players who stay silent: it ends a game that silence would not end.
#[test]
fn one_caretaker_beats_silence() {
    let game = game(4, "experts");
    for seat in game.seats().iter() {
        let mut stage = Stage::open(&game, game.start(), Pace::Bulk, Seed::from_text("x"), Salt::first("y"));
        let winners = loop {
            if !stage.asked().finished {
                let text = game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat);
                let lines = read(&game, &text).lines;
                stage.file(seat, Letter { text, lines, finality: Finality::Final });
                stage.close(&game).expect("what is published stands");
            }
            if let Some(winners) = game.winners(&stage.asked().state) {
                break winners;
            }
            assert!(stage.asked().state.position.turn <= MOST_ROUNDS, "no end");
            stage = stage.next(&game);
        };
        assert_eq!(winners, [seat]);
    }
}

/// EM-1.2: the table of the rulebook says where everybody stands at the start; the set-ups must give just that.
#[test]
fn the_tracks_at_the_start_are_those_of_the_rulebook() {
    let game = game(5, "experts");
    let position = game.start().position;
    let tracks =
        |seat: Seat| game.core.board.roles.iter().map(|role| position.track(*role)[seat.index()]).collect::<Vec<_>>();
    let all: Vec<Vec<u8>> = game.seats().iter().map(tracks).collect();
    assert_eq!(all, [[7, 1, 3], [4, 4, 3], [5, 3, 2], [4, 4, 2], [7, 1, 2]], "Rome, Greece, Babylon, Egypt, Carthage");
    assert_eq!((game.core.board.provinces.len(), game.core.board.seas.len()), (27, 8));
    let sites: usize = game.core.board.provinces.iter().map(|land| land.goods.len()).sum();
    assert_eq!(sites, 37, "as many as caravans");
}

/// The beginning of a Movement phase: Rome has a trireme in Mare Tyrrhenum and the Statue of Zeus, Numidia is Carthage's and empty.
fn movement(game: &Empires) -> State {
    let mut state = game.start();
    let sea = game.core.board.sea("Mare Tyrrhenum").expect("a sea");
    state.position.phase = Phase::Movement;
    state.position.owners[Card::StatueOfZeus as usize] = Some(ROME);
    state.position.fleets[sea.index()][ROME.index()] = 1;
    state
}

const ROME: Seat = Seat(0);
const CARTHAGE: Seat = Seat(4);

/// How many problems a letter of Rome's has then, and what it would surely do.
fn foreseen(text: &str) -> (usize, Vec<Event>) {
    let game = game(5, "experts");
    let reading = read(&game, text);
    assert_eq!(reading.problems, [], "{text}");
    let stage = Stage::open(&game, movement(&game), Pace::Bulk, Seed::from_text("x"), Salt::first("y"));
    let draft = Draft::new(&reading.lines, &[], 1);
    // Nobody else moves, so that it is sure what becomes of the letter.
    let forecast = stage.forecast(&game, ROME, &draft, Effort { caretakers: 0, guesses: 0, ..Effort::ONE });
    let problems = forecast.problems(&game, "en").len();
    let silent = stage.forecast(&game, ROME, &draft, Effort { caretakers: 1, guesses: 0, ..Effort::ONE });
    (problems, silent.would)
}

/// EM-5.5: the peace that a letter makes forbids its own moves, and its writer is told at once.
#[test]
fn a_letter_that_breaks_its_own_peace_is_told_so() {
    let march = "move 1 legion Italia -> Numidia";
    let (problems, would) = foreseen(march);
    assert!(matches!(would.as_slice(), [Event::Marched { .. }, Event::OnMarker { .. }, ..]), "{would:?}");
    assert_eq!(problems, 0);
    let (problems, would) = foreseen(&format!("peace Carthage\n{march}"));
    assert!(matches!(would.as_slice(), [Event::Peace { .. }]), "{would:?}");
    assert_eq!(problems, 1);
    assert_eq!(foreseen(&format!("peace Greece\n{march}")).0, 0);
}

/// EM-5.6: what becomes of a province that nobody defends is foreseen.
#[test]
fn a_conquest_without_a_battle_is_foreseen() {
    let (problems, would) = foreseen("move 1 legion Italia -> Numidia\nconquest Numidia: occupy caravan");
    assert!(matches!(would.as_slice(), [Event::Marched { .. }, Event::Occupied { .. }, ..]), "{would:?}");
    assert_eq!(problems, 0);
}

/// The lines of the form are what silence would do, or do no harm: the Military Leader moves last, titles are kept, legions stay on
/// what they occupy.
#[test]
fn forms_give_nothing_away() {
    let game = game(5, "experts");
    let mut state = movement(&game);
    let numidia = state.position.area_mut(game.core.board.province("Numidia").expect("a province"));
    numidia.legions[ROME.index()] = 1;
    numidia.hold = Some((ROME, Hold::Occupy([Site::Market].into_iter().collect())));
    let form = |seat| {
        let view = game.view(&state, Viewer::Seat(seat));
        game.examples(&view, seat).iter().map(|order| game.print_order(order, "en")).collect::<Vec<_>>()
    };
    let (rome, carthage) = (form(ROME), form(CARTHAGE));
    assert!(rome.contains(&"order Greece, Babylon, Egypt, Carthage, Rome".to_string()), "{rome:?}");
    assert!(rome.contains(&"conquest Numidia: occupy market".to_string()), "{rome:?}");
    assert!(!carthage.iter().any(|line| line.contains("Rome")), "{carthage:?}");
}
