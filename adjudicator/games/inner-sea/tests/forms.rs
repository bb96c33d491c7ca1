//! The order form offers only what would be accepted, and each of its lines fits a line of a mail in every language.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::form::LONGEST;
use tabellarius_inner_sea::orders::Order;
use tabellarius_inner_sea::position::Phase;
use tabellarius_kernel::{Chance, Draft, Effort, Game as _, Line, Pace, Salt, Seed, Stage, Table, Viewer};

fn assert_fits(game: &InnerSea, order: &Order) {
    for language in game.lexicon().languages() {
        let text = game.print_order(order, language);
        assert!(text.chars().count() <= LONGEST, "{text}");
    }
}

#[test]
fn forms_offer_what_is_accepted_and_fit_a_line() {
    let mut chance = Chance::seed_from_u64(47);
    let variants = [
        (6, ""),
        (4, "4a"),
        (3, "three-east"),
        (2, ""),
        (4, "owners=red+green/blue+purple"),
        (3, "second-punic-war"),
        (2, "hannibal"),
        (1, "fall-of-rome-2"),
        (1, "civs=minos,npcs=phoenicia+egypt,map=east,epochs=1-2"),
    ];
    for (players, variant) in variants {
        let game = InnerSea::new(players, variant).unwrap();
        for _ in 0..3 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                let (seed, salt) = (Seed::from_text("forms"), Salt::first("forms"));
                let stage = Stage::open(&game, state.clone(), Pace::Bulk, seed.clone(), salt);
                for seat in game.seats().iter().filter(|_| !stage.asked().finished) {
                    let view = game.view(&state, Viewer::Seat(seat));
                    let orders = game.examples(&view, seat);
                    orders.iter().for_each(|order| assert_fits(&game, order));
                    let lines: Vec<_> = (1..).zip(orders).map(|(number, order)| Line::plain(number, order)).collect();
                    // Each line can stand alone, and all that places discs together.
                    let placing = matches!(state.position.phase, Phase::Growth | Phase::Settling);
                    let together = placing.then_some(lines.as_slice()).filter(|lines| !lines.is_empty());
                    for lines in lines.chunks(1).chain(together) {
                        let draft = Draft::new(lines, &[], 1);
                        for outlook in stage.forecast(&game, seat, &draft, Effort::HURRY).outlooks {
                            assert!(
                                !outlook.is_doubtful(),
                                "{variant} {:?} {seat} {outlook:?} {lines:?}",
                                state.position.phase
                            );
                        }
                    }
                }
                let stage = Stage::open(&game, state.clone(), Pace::Strict, seed, salt);
                for open in &stage.asked().open {
                    let offers = open.choices(&game).into_iter().chain(open.hints(&game)).chain([open.default(&game)]);
                    offers.flatten().for_each(|order| assert_fits(&game, &order));
                }
                let mut table = Table::with_chance(&game, state, &mut chance);
                assert!(game.resolve(&mut table).is_ok());
                state = table.state;
            }
        }
    }
}
