//! The form offers only what would be accepted: every example, sent alone, is understood and refused by nothing.

use rand::SeedableRng as _;
use std::collections::BTreeMap;
use tabellarius_kernel::stage::Finality;
use tabellarius_kernel::{
    Chance, Draft, Effort, Letter, Lines, Outlook, Pace, Salt, Seat, Seed, Stage, Table, Verdict, Viewer, read,
};
use tabellarius_mare_nostrum::common::Mare;
use tabellarius_mare_nostrum::common::orders::Order;
use tabellarius_mare_nostrum::{classic, empires, mythology};

/// So many games are played by chance, at most so many stages of each.
const GAMES: usize = 4;
const STAGES: usize = 30;

/// Whether nothing is wrong with a line but that its moment has not come: no trade for this hand, nobody to take from, no conquest.
fn waits_for_others<G: Mare>(outlook: &Outlook<G>) -> bool {
    use tabellarius_mare_nostrum::common::reason::Reason::*;
    let reasons = [NotOnOffer, NobodyThere].map(G::Reason::from);
    let is_of_trade =
        matches!(outlook.order, Order::Offer(_) | Order::OfferAny | Order::Pick(_) | Order::Conquest { .. });
    outlook.verdict() == Verdict::Idle && (is_of_trade || outlook.reason().is_some_and(|why| reasons.contains(why)))
}

/// Whether a unit that should move is no longer there.
fn is_gone<G: Mare>(outlook: &Outlook<G>) -> bool {
    use tabellarius_mare_nostrum::common::reason::Reason::NoUnit;
    let Order::Move { unit: Some(unit), .. } = outlook.order else { return false };
    outlook.reason() == Some(&G::Reason::from(NoUnit { unit }))
}

fn every_example_is_accepted<G: Mare>(game: &G) {
    let mut chance = Chance::seed_from_u64(31);
    let mut tried = 0;
    for _ in 0..GAMES {
        let mut state = game.start();
        for _ in 0..STAGES {
            if game.winners(&state).is_some() {
                break;
            }
            let open = || Stage::open(game, state.clone(), Pace::Bulk, Seed::from_text("forms"), Salt::first("forms"));
            let asked = open();
            for seat in asked.awaited(game).iter() {
                let view = game.view(&asked.asked().state, Viewer::Seat(seat));
                let lines: Vec<String> = game.examples(&view, seat).iter().map(|o| game.print_order(o, "en")).collect();
                // The form of a set-up is one list, in which one thing makes the next possible.
                let letters = if game.stage(&state).word() == "set-up" { vec![lines.join("\n")] } else { lines };
                for text in letters {
                    let reading = read(game, &text);
                    assert_eq!(reading.problems, [], "{text}");
                    let mut stage = open();
                    stage.file(
                        seat,
                        Letter { text: text.clone(), lines: reading.lines.clone(), finality: Finality::Final },
                    );
                    let run = stage.close(game).expect("what is published stands");
                    // Where others have fought before, the units of an example may be gone.
                    let fought = run.told.iter().any(|told| format!("{:?}", told.event).starts_with("Battle"));
                    assert!(
                        fought || run.refused.is_empty(),
                        "{} {}: {text} {:?}",
                        game.stage(&state),
                        game.seat_key(seat),
                        run.refused
                    );
                    let draft = Draft::new(&reading.lines, &[], tried as u64);
                    let forecast = asked.forecast(game, seat, &draft, Effort::ONE);
                    for outlook in &forecast.outlooks {
                        let verdict = outlook.verdict();
                        // Nobody may ask for some of them: that depends on others.
                        let gone = fought && is_gone(outlook);
                        let is_fine =
                            matches!(verdict, Verdict::Will | Verdict::Waits) || waits_for_others(outlook) || gone;
                        assert!(is_fine, "{} {}: {text} {outlook:?}", game.stage(&state), game.seat_key(seat));
                    }
                    tried += 1;
                }
            }
            let mut table = Table::with_chance(game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
    }
    assert!(tried > 300, "only {tried} examples");
}

#[test]
fn forms_of_the_classic_game_are_accepted() {
    for variant in ["", "advanced"] {
        let options = classic::Options::parse(5, variant).expect("a variant");
        every_example_is_accepted(&classic::Classic::new(options).expect("a sound board"));
    }
}

#[test]
fn forms_of_empires_are_accepted() {
    let options = empires::Options::parse(5, "").expect("a variant");
    every_example_is_accepted(&empires::Empires::new(options).expect("a sound board"));
}

#[test]
fn forms_of_mythology_are_accepted() {
    for (players, variant) in [(6, ""), (4, "advanced")] {
        let options = mythology::Options::parse(players, variant).expect("a variant");
        every_example_is_accepted(&mythology::Mythology::new(options).expect("a sound board"));
    }
}

/// So many questions of one stage are answered at most.
const ROUNDS: usize = 40;

/// In the strict pace, whatever a question shows as an answer is heard as one when it comes back; and there is more to choose than nothing.
#[test]
fn answers_shown_in_the_strict_pace_are_heard() {
    let options = classic::Options::parse(3, "").expect("a variant");
    let shown = shown_answers_are_heard(&classic::Classic::new(options).expect("a sound board"));
    for name in ["build", "sail", "march", "strike", "conquest"] {
        assert!(shown.get(name).is_some_and(|times| *times > 20), "{name}: {shown:?}");
    }
    let options = mythology::Options::parse(4, "").expect("a variant");
    let shown = shown_answers_are_heard(&mythology::Mythology::new(options).expect("a sound board"));
    for name in ["build", "sail", "march", "pray", "conquest"] {
        assert!(shown.get(name).is_some_and(|times| *times > 20), "{name}: {shown:?}");
    }
}

fn shown_answers_are_heard<G: Mare>(game: &G) -> BTreeMap<&'static str, usize> {
    let mut chance = Chance::seed_from_u64(5);
    let mut shown: BTreeMap<&'static str, usize> = BTreeMap::new();
    for _ in 0..GAMES {
        let mut state = game.start();
        for _ in 0..STAGES {
            if game.winners(&state).is_some() {
                break;
            }
            let (seed, salt) = (Seed::from_text("forms"), Salt::first("forms"));
            let mut stage = Stage::open(game, state.clone(), Pace::Strict, seed, salt);
            for _ in 0..ROUNDS {
                let run = stage.asked();
                if run.finished {
                    break;
                }
                let print =
                    |orders: &[_]| -> Vec<String> { orders.iter().map(|o| game.print_order(o, "en")).collect() };
                let mut letters: BTreeMap<Seat, Vec<String>> = BTreeMap::new();
                for open in &run.open {
                    let answers = [open.default(game)].into_iter().chain(open.choices(game)).chain(open.hints(game));
                    for text in answers.map(|orders| print(&orders).join("\n")) {
                        let reading = read(game, &text);
                        assert_eq!(reading.problems, [], "{text}");
                        let mut refused = Vec::new();
                        let mut lines = Lines::new(game, &run.state, open.seat, &reading.lines, &mut refused);
                        assert!(open.answered_by(game, &mut lines), "{open:?}: {text}");
                        assert!(refused.is_empty(), "{open:?}: {text}");
                        *shown.entry(open.name).or_default() += 1;
                    }
                    let random = print(&open.random(game, &mut chance));
                    letters.entry(open.seat).or_default().extend(random);
                }
                for (seat, lines) in letters {
                    let text = lines.join("\n");
                    let lines = read(game, &text).lines;
                    stage.file(seat, Letter { text, lines, finality: Finality::Final });
                }
                stage.close(game).expect("what is published stands");
            }
            let mut table = Table::with_chance(game, state, &mut chance);
            game.resolve(&mut table).expect("random play never waits");
            state = table.state;
        }
    }
    shown
}
