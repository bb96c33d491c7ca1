//! Every combination of expansions, teams and player counts: random play reaches an end through sane positions, letters print and read
//! back, and a world imagined from what a seat sees looks like it.

use crate::assert_alike;
use rand::SeedableRng as _;
use tabellarius_kernel::playout::playout;
use tabellarius_kernel::{Chance, Game as _, Table, Viewer, read};
use tabellarius_seven_wonders::{Options, SevenWonders};

/// Every combination that can be played.
fn each(mut see: impl FnMut(&str, SevenWonders)) {
    let boxes =
        ["", "leaders", "cities", "leaders,cities", "myths", "leaders,myths", "cities,myths", "leaders,cities,myths"];
    let mut count = 0;
    for variant in boxes {
        for teams in ["", ",teams"] {
            for players in 2..=8 {
                let variant = format!("{variant}{teams}");
                if let Ok(options) = Options::parse(players, &variant) {
                    see(&format!("{players} '{variant}'"), SevenWonders::new(options).expect("built-in data"));
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, 4 * 6 + 4 * 7 + 4 * 3);
}

#[test]
fn every_combination_reaches_an_end() {
    let mut chance = Chance::seed_from_u64(21);
    each(|name, game| {
        for round in 0..25 {
            let result = playout(&game, &mut chance, 400, |state| {
                assert_eq!(game.sane(state), Ok(()), "{name}, game {round}");
            });
            assert!(result.over, "{name}, game {round}");
        }
    });
}

/// 7W-10.1, 7W-10.2, 7W-11.5, 7W-13.5: what a seat cannot see may be otherwise.
#[test]
fn imagined_worlds_look_the_same() {
    let mut chance = Chance::seed_from_u64(22);
    let (mut worlds, mut different) = (0, 0);
    each(|name, game| {
        let mut state = game.start();
        while game.winners(&state).is_none() {
            for seat in game.seats().iter() {
                let other = game.imagine(&game.view(&state, Viewer::Seat(seat)), seat, &mut chance);
                assert_alike(&game, &state, &other, seat, name);
                worlds += 1;
                different += usize::from(other != state);
            }
            let mut table = Table::with_chance(&game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
    });
    assert!(worlds > 5_000 && different * 3 > worlds * 2, "{worlds} {different}");
}

/// Every answer of random play prints as a letter that reads back to it, in every language.
#[test]
fn every_answer_reads_back() {
    let mut chance = Chance::seed_from_u64(23);
    let mut answers = 0;
    each(|name, game| {
        let mut state = game.start();
        while game.winners(&state).is_none() {
            let mut table = Table::with_chance(&game, state, &mut chance);
            table.keep_trace();
            game.resolve(&mut table).expect("random play never waits");
            for used in table.used() {
                for order in &used.orders {
                    let language = ["en", "it", "pl", "nl"][answers % 4];
                    let text = game.print_order(order, language);
                    let reading = read(&game, &text);
                    assert_eq!(reading.problems, [], "{name} {language}: {text}");
                    assert_eq!(&reading.lines[0].choices[0].order, order, "{name} {language}: {text}");
                    answers += 1;
                }
            }
            state = table.state;
        }
    });
    assert!(answers > 5_000, "{answers}");
}
