//! Six automata finish a game by letters, in both paces; what they write is understood and plays better than silence.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use tabellarius_inner_sea::InnerSea;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Draft, Effort, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Viewer, read};

/// Plays a game in which these seats write the caretaker's letters and the others nothing; returns the points by seat.
fn play(game: &InnerSea, pace: Pace, seed: &str, writes: impl Fn(Seat) -> bool) -> Vec<u16> {
    let mut stage = Stage::open(game, game.start(), pace, Seed::from_text(seed), Salt::first(seed));
    for _ in 0..200 {
        let mut rounds = 0;
        while !stage.asked().finished {
            rounds += 1;
            assert!(rounds < 2_000, "a stage without end");
            for seat in game.seats().iter().filter(|seat| writes(*seat)) {
                let view = game.view(&stage.asked().state, Viewer::Seat(seat));
                let text = game.caretaker(&view, seat);
                let reading = read(game, &text);
                assert_eq!(reading.problems, [], "{text}");
                // At the start of a stage everything it writes is possible as things stand: not in one world, maybe, but in others.
                if rounds == 1 && pace == Pace::Bulk {
                    let draft = Draft::new(&reading.lines, &[], 1);
                    let told = stage.forecast(game, seat, &draft, Effort::HURRY);
                    assert_eq!(told.problems(game, "en"), [], "{text}");
                }
                stage.file(seat, Letter { text, lines: reading.lines, finality: Finality::Final });
            }
            stage.close(game).unwrap();
        }
        let state = &stage.asked().state;
        assert_eq!(game.sane(state), Ok(()));
        if game.winners(state).is_some() {
            return game.seats().iter().map(|seat| state.position.side(seat).vp).collect();
        }
        stage = stage.next(game);
    }
    panic!("no end");
}

#[test]
fn six_automata_finish_in_both_paces() {
    let game = InnerSea::new(6, "epochs=1-2").unwrap();
    for pace in [Pace::Bulk, Pace::Strict] {
        let points = play(&game, pace, "six", |_| true);
        assert!(points.iter().sum::<u16>() > 30, "{points:?}");
    }
}

/// The caretaker scores more than the defaults of silence over some games.
#[test]
fn the_caretaker_beats_silence() {
    let game = InnerSea::new(4, "epochs=1-2").unwrap();
    let (mut wrote, mut silent) = (0, 0);
    for seed in ["a", "b", "c", "d", "e", "f"] {
        let points = play(&game, Pace::Bulk, seed, |seat| seat.0 % 2 == 0);
        wrote += points[0] + points[2];
        silent += points[1] + points[3];
    }
    assert!(wrote > silent, "{wrote} against {silent}");
}
