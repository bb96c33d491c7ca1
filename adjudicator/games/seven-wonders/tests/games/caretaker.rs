//! The caretaker writes letters that are understood, allowed, and better than silence or chance.

use crate::game;
use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{Chance, Effort, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Table, Viewer, read};
use tabellarius_report::testing::forecast;
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::rules::scoring;

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq)]
enum Player {
    Caretaker,
    Silence,
    Chance,
}

/// Plays a game by letters; returns everybody's points.
fn play(game: &SevenWonders, players: &[Player], seed: &str, chance: &mut Chance) -> Vec<i16> {
    let seeds = (Seed::from_text(seed), Salt::first(seed));
    let mut stage = Stage::open(game, game.start(), Pace::Bulk, seeds.0, seeds.1);
    loop {
        if stage.asked().finished {
            let state = &stage.asked().state;
            if game.winners(state).is_some() {
                let points = |seat: Seat| scoring::score(game, &state.position, seat).total();
                return game.seats().iter().map(points).collect();
            }
            stage = stage.next(game);
            continue;
        }
        let mut table = Table::with_chance(game, stage.start().clone(), chance);
        table.keep_trace();
        game.resolve(&mut table).expect("random play never waits");
        for seat in stage.awaited(game).iter() {
            let view = game.view(&stage.asked().state, Viewer::Seat(seat));
            let text = match players[seat.index()] {
                Player::Caretaker => game.caretaker(&view, seat),
                Player::Silence => continue,
                Player::Chance => {
                    let used = table.used().iter().filter(|used| used.seat == seat).flat_map(|used| &used.orders);
                    used.map(|order| game.print_order(order, "en")).collect::<Vec<_>>().join("\n")
                }
            };
            let reading = read(game, &text);
            assert_eq!(reading.problems, [], "{text}");
            if players[seat.index()] == Player::Caretaker {
                assert!(!text.is_empty());
                let told = forecast(game, &stage, seat, &reading, Effort::ONE);
                assert_eq!(told.problems(game, "en"), [], "{text}");
            }
            stage.file(seat, Letter { text, lines: reading.lines, finality: Finality::Final });
        }
        stage.close(game).expect("published events stand");
    }
}

/// A full game with everything, by letters: five caretakers, and two with the Free City between them.
#[test]
fn caretakers_play_with_every_box() {
    let mut chance = Chance::seed_from_u64(9);
    for (players, variant) in [(5, "leaders,cities,myths"), (6, "leaders,cities,myths,teams"), (2, "leaders,myths")] {
        let game = game(players, variant);
        for round in 0..3 {
            let points = play(&game, &vec![Player::Caretaker; players], &round.to_string(), &mut chance);
            assert!(points.iter().all(|points| (10..200).contains(points)), "{variant}: {points:?}");
        }
    }
}

#[test]
fn the_caretaker_beats_silence_and_chance() {
    let game = game(5, "");
    let mut chance = Chance::seed_from_u64(8);
    let (mut own, mut silent, mut random) = (0i32, 0i32, 0i32);
    for round in 0..40 {
        use Player::*;
        let mut players = [Caretaker, Silence, Chance, Caretaker, Chance];
        players.rotate_right(round % 5);
        let points = play(&game, &players, &round.to_string(), &mut chance);
        for (player, points) in players.iter().zip(points) {
            match player {
                Caretaker => own += i32::from(points),
                Silence => silent += 2 * i32::from(points),
                Chance => random += i32::from(points),
            }
        }
    }
    println!("caretaker {}, silence {}, chance {}", own / 80, silent / 80, random / 80);
    assert!(own > silent && own > random, "{own} {silent} {random}");
}
