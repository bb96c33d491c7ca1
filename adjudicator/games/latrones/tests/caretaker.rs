//! How well the caretaker plays that compares letters: one of them among others that write what seems sound.

use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Files, Game as _, Letter, Listed as _, Pace, Salt, Seat, Seed, Stage, Thought, Viewer, read};
use tabellarius_latrones::Latrones;

/// Plays a game in which one seat thinks; says who has won.
fn winner(game: &Latrones, thinker: Seat, number: u64, thought: Thought) -> Seat {
    let seed = Seed::from_text(&format!("caretakers {number}"));
    let mut stage = Stage::open(game, game.start(), Pace::Bulk, seed, Salt::first("caretakers"));
    loop {
        for (seat, luck) in stage.awaited(game).iter().zip(number * 100..) {
            let text = match seat == thinker {
                true => stage.advice(game, seat, luck, thought),
                false => game.caretaker(&game.view(&stage.asked().state, Viewer::Seat(seat)), seat),
            };
            let lines = read(game, &text).lines;
            stage.file(seat, Letter { text, lines, finality: Finality::Final });
        }
        stage.close(game).expect("what was published stands");
        if let Some(winners) = game.winners(&stage.asked().state) {
            return winners[0];
        }
        stage = stage.next(game);
    }
}

/// How many times its fair share of games it wins.
fn times_fair_share(players: usize, games: u64, thought: Thought) -> f64 {
    let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), players, "").expect("the game");
    let won = |number: &u64| winner(&game, Seat((number % players as u64) as u8), *number, thought).0 as u64;
    let wins = (0..games).filter(|number| won(number) == number % players as u64).count();
    wins as f64 * players as f64 / games as f64
}

/// So few games prove little: less than this would be no better than what seems sound.
#[test]
fn who_thinks_wins_more_often() {
    let thought = Thought { letters: 24, worlds: 48, ..Thought::CARETAKER };
    let share = times_fair_share(4, 60, thought);
    assert!(share > 1.3, "{share}");
}

/// A figure: `cargo nextest run -p tabellarius-latrones --run-ignored all times_its_share --no-capture`.
#[test]
#[ignore = "a measurement"]
fn times_its_share() {
    let game = Latrones::build(&Files::built_in(&Latrones::ENTRY), 4, "").expect("the game");
    for (players, games) in [(4, 240), (3, 120), (2, 60)] {
        for thought in [game.thought().hurried(), game.thought()] {
            println!("{players} players: {:.2} times, {thought:?}", times_fair_share(players, games, thought));
        }
    }
}
