//! The caretaker writes letters that are understood, allowed, and better than silence or chance.

use crate::game;
use rand::SeedableRng as _;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Effort, Game as _, Letter, Pace, Salt, Seat, Seed, Stage, Table, Thought, Viewer, read,
};
use tabellarius_report::testing::forecast;
use tabellarius_seven_wonders::SevenWonders;
use tabellarius_seven_wonders::rules::scoring;

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq)]
enum Player {
    Caretaker,
    /// A caretaker that compares letters in imagined worlds, as at a table.
    Thinker,
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
        let used: Vec<(Seat, String)> = table
            .used()
            .iter()
            .flat_map(|used| used.orders.iter().map(|order| (used.seat, game.print_order(order, "en"))))
            .collect();
        for seat in stage.awaited(game).iter() {
            let view = game.view(&stage.asked().state, Viewer::Seat(seat));
            let text = match players[seat.index()] {
                Player::Caretaker => game.caretaker(&view, seat),
                Player::Thinker => {
                    let luck = u64::from(stage.start().position.turn) + 100 * seat.index() as u64;
                    let text = stage.advice(game, seat, luck, Thought::CARETAKER);
                    // Nothing is seen but the view, and nothing but luck decides.
                    if stage.start().position.turn == 4 && stage.start().position.age == 2 {
                        let other = game.imagine(&game.view(stage.start(), Viewer::Seat(seat)), seat, chance);
                        let twin = Stage::open(game, other, Pace::Bulk, Seed::from_text("twin"), stage.salt());
                        assert_eq!(twin.advice(game, seat, luck, Thought::CARETAKER), text);
                    }
                    text
                }
                Player::Silence => continue,
                Player::Chance => {
                    let own = used.iter().filter(|(one, _)| *one == seat);
                    own.map(|(_, order)| order.as_str()).collect::<Vec<_>>().join("\n")
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
                Caretaker | Thinker => own += i32::from(points),
                Silence => silent += 2 * i32::from(points),
                Chance => random += i32::from(points),
            }
        }
    }
    println!("caretaker {}, silence {}, chance {}", own / 80, silent / 80, random / 80);
    assert!(own > silent && own > random, "{own} {silent} {random}");
}

/// One that thinks among others that do not wins well more than its share, wherever it sits.
#[test]
fn a_caretaker_that_thinks_wins_more_than_its_share() {
    let game = game(4, "");
    let mut chance = Chance::seed_from_u64(7);
    let mut wins = 0;
    for round in 0..12 {
        let mut players = [Player::Caretaker; 4];
        players[round % 4] = Player::Thinker;
        let points = play(&game, &players, &format!("thinking {round}"), &mut chance);
        wins += usize::from(points.iter().max() == points.get(round % 4));
    }
    println!("{wins} of 12");
    assert!(wins * 4 * 10 >= 12 * 18, "{wins} of 12 games");
}
