//! The order form offers only what would be accepted, and each of its lines fits a line of a mail in every language.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

use rand::SeedableRng as _;
use tabellarius_inner_sea::InnerSea;
use tabellarius_inner_sea::event::Event;
use tabellarius_inner_sea::form::LONGEST;
use tabellarius_inner_sea::orders::Order;
use tabellarius_inner_sea::position::{Phase, State};
use tabellarius_kernel::{
    Chance, Complaint, Game as _, Line, Pace, Problem, Reason as _, Salt, Seat, Seed, Stage, Table, Viewer, read,
};

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

/// A table for two in a phase, with these cards in the hand of Egypt and nowhere else.
fn with_hand(game: &InnerSea, phase: Phase, cards: &[&str]) -> State {
    let mut state = game.start();
    let mut chance = Chance::seed_from_u64(3);
    while state.position.phase != phase {
        let mut table = Table::with_chance(game, state, &mut chance);
        assert!(game.resolve(&mut table).is_ok());
        state = table.state;
    }
    for name in cards {
        let Order::Play(card, _) = read(game, &format!("play {name}")).lines[0].choices[0].order.clone() else {
            panic!("{name}")
        };
        state.hands.iter_mut().for_each(|hand| hand.remove(card));
        state.deck.remove(card);
        state.position.invested.retain(|one| one.card != card);
        state.hands[0].insert(card);
    }
    state.count();
    state
}

/// IS-5.4, IS-6.2, IS-6.3: what a verb cannot do is named, with the line that can.
#[test]
fn a_wrong_verb_is_told_with_the_right_one() {
    let game = InnerSea::new(2, "civs=egypt+troy").unwrap();
    for (phase, text, rule, fix) in [
        (Phase::Growth, "use Royal Mint", "IS-5.4", Some("play Royal Mint")),
        (Phase::Cards, "use Royal Mint", "IS-5.4", Some("play Royal Mint")),
        (Phase::Competition, "use Traitor on Tyre Troy", "IS-5.4", Some("play Traitor in Tyre Trojans")),
        (Phase::Competition, "compete Tyre: Traitor", "IS-6.2", Some("play Traitor in Tyre")),
        (Phase::Competition, "play Sacred Band", "IS-6.3", None),
    ] {
        let mut state = with_hand(&game, Phase::Growth, &["Royal Mint", "Traitor", "Sacred Band"]);
        state.position.phase = phase;
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let problems = game.check(&view, Seat(0), &read(&game, text).lines).problems;
        let [Problem { why: Complaint::Rule { reason }, fix: offered, .. }] = &problems[..] else {
            panic!("{text}: {problems:?}")
        };
        assert_eq!((reason.rule(), offered.as_deref()), (rule, fix), "{text}");
    }
    // Whoever plays it in the same letter may look ahead.
    let state = with_hand(&game, Phase::Cards, &["Royal Mint"]);
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    assert_eq!(game.check(&view, Seat(0), &read(&game, "play Royal Mint; use Royal Mint").lines).problems, []);
}

/// IS-2.3: what can never be chosen here is named at once, also behind `else`.
#[test]
fn a_civilization_that_does_not_fit_is_named() {
    let game = InnerSea::new(4, "").unwrap();
    let view = game.view(&game.start(), Viewer::Seat(Seat(0)));
    let problems = |text: &str| game.check(&view, Seat(0), &read(&game, text).lines).problems;
    assert_eq!(problems("civilization Egypt else Troy"), []);
    let found = problems("civilization Egypt else Troy else Rome");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].piece, "civilization Rome");
}

/// IS-4.1, IS-4.5.4, IS-5.6.1: the acknowledgement foretells what is withdrawn and left over, and what a Wonder would be paid with.
#[test]
fn forecasts_tell_all() {
    let game = InnerSea::new(2, "civs=egypt+troy").unwrap();
    let state = with_hand(&game, Phase::Growth, &[]);
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    let would = game.check(&view, Seat(0), &read(&game, "withdraw 1 Red Sea\nplace 1 Egypt").lines).would;
    assert!(matches!(would[0], Event::Withdrawn { .. }), "{would:?}");
    assert!(matches!(would[1], Event::Placed { .. }), "{would:?}");
    assert!(matches!(would[2], Event::Returned { n: 1.., .. }), "{would:?}");
    let mut state = state;
    state.position.phase = Phase::Cards;
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    let would = game.check(&view, Seat(0), &read(&game, "wonder Colossus in Egypt").lines).would;
    assert!(matches!(&would[..], [Event::Built { discs, .. }] if !discs.is_empty()), "{would:?}");
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
