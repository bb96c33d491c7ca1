//! The order form offers only what would be accepted, and each of its lines fits a line of a mail in every language.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::form::LONGEST;
use tabellarius_inner_sea::orders::Order;
use tabellarius_inner_sea::position::Phase;
use tabellarius_kernel::{Chance, Game as _, Line, Pace, Salt, Seat, Seed, Stage, Table, Viewer, read};

fn assert_fits(game: &InnerSea, order: &Order) {
    for language in game.lexicon().languages() {
        let text = game.print_order(order, language);
        assert!(text.chars().count() <= LONGEST, "{text}");
    }
}

/// IS-5.9: the acknowledgement foretells nothing that stands behind a pass, and says so.
#[test]
fn nothing_is_foretold_behind_a_pass() {
    let game = InnerSea::new(2, "civs=egypt+troy").unwrap();
    let mut state = game.start();
    let mut chance = Chance::seed_from_u64(3);
    while state.position.phase != Phase::Cards {
        let mut table = Table::with_chance(&game, state, &mut chance);
        assert!(game.resolve(&mut table).is_ok());
        state = table.state;
    }
    let [festival, seers] = ["play Harvest Festival", "play Soothsayers"];
    for name in [festival, seers] {
        let Order::Play(card, _) = read(&game, name).lines[0].choices[0].order.clone() else { panic!("{name}") };
        state.hands.iter_mut().for_each(|hand| hand.remove(card));
        state.hands[0].insert(card);
    }
    state.count();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    let check = |text: &str| game.check(&view, Seat(0), &read(&game, text).lines);
    let whole = check("play Harvest Festival\nplay Soothsayers\npass");
    assert_eq!((whole.would.len(), whole.problems.len()), (2, 0), "{whole:?}");
    let cut = check("play Harvest Festival\npass\nplay Soothsayers");
    assert_eq!((cut.would.len(), cut.problems.len()), (1, 1), "{cut:?}");
    assert_eq!((cut.problems[0].line, cut.problems[0].piece.as_str()), (3, "play Soothsayers"));
}

#[test]
fn forms_offer_what_is_accepted_and_fit_a_line() {
    let mut chance = Chance::seed_from_u64(47);
    for (players, variant) in [(6, ""), (4, "4a"), (3, "three-east"), (2, "")] {
        let game = InnerSea::new(players, variant).unwrap();
        for _ in 0..3 {
            let mut state = game.start();
            while game.winners(&state).is_none() {
                for seat in game.seats().iter() {
                    let view = game.view(&state, Viewer::Seat(seat));
                    let orders = game.examples(&view, seat);
                    orders.iter().for_each(|order| assert_fits(&game, order));
                    let lines: Vec<_> = (1..).zip(orders).map(|(number, order)| Line::plain(number, order)).collect();
                    // Discs are placed one after another, so these lines belong together; each of the others can stand alone.
                    let placing = matches!(state.position.phase, Phase::Growth | Phase::Settling);
                    for lines in lines.chunks(if placing { lines.len().max(1) } else { 1 }) {
                        assert_eq!(game.check(&view, seat, lines).problems, [], "{lines:?}");
                    }
                }
                let (seed, salt) = (Seed::from_text("forms"), Salt::first("forms"));
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
